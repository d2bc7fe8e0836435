//! The style sheets: one for the page, one that its app fetches with the first chunk, and those of the
//! pages beside it.
//!
//! A component's sheet is beside its source; the folder decides which of the two has it. Nothing lists
//! them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use walkdir::WalkDir;

use super::embed;
use super::finish::static_folder;
use crate::workspace;

/// The folder of the sheets about the whole document and about elements of index.html.
pub(super) const GLOBAL: &str = "style";
/// The global sheets that the others rely on, in this order.
const FIRST: [&str; 2] = ["tokens.css", "base.css"];
/// The sheet of the static pages, which the other pages do without.
pub(super) const STATIC: &str = "static.css";
/// The folder of the components, each with its sheet beside it.
pub(super) const COMPONENTS: &str = "app/ui/src";
/// The folders in it whose components are drawn at the start; the others are fetched with a chunk.
const STARTED: [&str; 2] = ["pieces", "playground"];

/// The style sheet that the page starts with; index.html names it.
pub(super) const START: &str = "style.css";
/// The style sheet that the app fetches with the first chunk; index.html names it.
pub(super) const LATER: &str = "later.css";

/// The sources of a style sheet, as paths from the root of the repository, in their order.
type Sources = Vec<String>;

/// The sources of the sheets that the page starts with, and of those that are fetched later.
pub(crate) fn sources() -> Result<[Sources; 2]> {
    let order = |path: &String| {
        let name = path.trim_start_matches(GLOBAL).trim_start_matches('/');
        FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len())
    };
    let mut start = sheets_in(GLOBAL)?;
    start.retain(|path| !path.ends_with(STATIC));
    start.sort_by_key(order);
    let is_started = |path: &String| {
        STARTED.iter().any(|folder| path.starts_with(&format!("{COMPONENTS}/{folder}/")))
    };
    let (components, later) = sheets_in(COMPONENTS)?.into_iter().partition(is_started);
    start.extend::<Sources>(components);
    Ok([start, later])
}

/// The style sheets in a folder and the folders in it, sorted.
pub(super) fn sheets_in(folder: &str) -> Result<Sources> {
    let mut found = Vec::new();
    for entry in WalkDir::new(workspace::root().join(folder)).sort_by_file_name() {
        let path = entry.with_context(|| format!("cannot read {folder}"))?.into_path();
        if path.extension().is_some_and(|extension| extension == "css") {
            let inside = path.strip_prefix(workspace::root())?;
            found.push(inside.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(found)
}

/// Writes the style sheets of all pages into the folder that is being finished, under the names that
/// the sources of the pages have.
pub(super) fn write(folder: &Path) -> Result<()> {
    let [start, later] = sources()?;
    merge(&start, folder, START)?;
    merge(&later, folder, LATER)?;
    let embedded = ["app/", embed::FOLDER, "/", embed::SHEET].concat();
    merge(&[embedded], &embed::folder(folder), embed::SHEET)?;
    merge(&[[GLOBAL, "/", STATIC].concat()], &static_folder(folder), STATIC)
}

fn merge(sources: &[String], folder: &Path, name: &str) -> Result<()> {
    let mut text = String::new();
    for source in sources {
        text += &fs::read_to_string(workspace::root().join(source))
            .with_context(|| format!("cannot read {source}"))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(folder.join(name), text).with_context(|| format!("cannot write {name}"))
}
