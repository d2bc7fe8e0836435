//! The style sheets: one for the page, one that its app fetches with the first chunk, and those of the
//! pages beside it.
//!
//! index.html lists the sources in order, so that Trunk minifies them; `data-sheet` says which of
//! them the page does not start with.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::{digest, embed, html};
use crate::workspace;

/// The style sheet that the app fetches with the first chunk; index.html names it.
pub(super) const LATER: &str = "later.css";
/// The groups of `data-sheet`.
const LATER_GROUP: &str = "later";
const EMBED_GROUP: &str = "embed";

/// The sources of the start's sheets, and those that the app fetches later, from the text of index.html.
pub(crate) fn sources(index: &str) -> [Vec<String>; 2] {
    let sheets = html::sources(index);
    let of = |group| {
        let own = sheets.iter().filter(|sheet| sheet.group.as_deref() == group);
        own.map(|sheet| sheet.file.clone()).collect()
    };
    [of(None), of(Some(LATER_GROUP))]
}

/// Makes one file of each group, and returns the page with the start's alone. The later sheet still
/// has the name that index.html gives it.
pub(super) fn merge(folder: &Path, page: &str) -> Result<String> {
    let mut start = String::new();
    let mut later = String::new();
    let mut embedded = String::new();
    let sheets = html::stylesheets(page);
    for sheet in &sheets {
        let into = match sheet.group.as_deref() {
            None => &mut start,
            Some(LATER_GROUP) => &mut later,
            Some(EMBED_GROUP) => &mut embedded,
            Some(other) => bail!("index.html has a style sheet with data-sheet=\"{other}\""),
        };
        let path = folder.join(&sheet.file);
        *into += &fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let name = format!("style-{}.css", digest(start.as_bytes()));
    write(folder, &name, &start)?;
    write(folder, LATER, &later)?;
    write(&embed::folder(folder), embed::SHEET, &embedded)?;
    Ok(html::with_one_stylesheet(page, &sheets, &name))
}

/// Writes the sheet of the static pages, and returns its address from the page.
pub(super) fn write_static(folder: &Path, place: &str) -> Result<String> {
    let source = workspace::root().join("style/static.css");
    let own =
        fs::read_to_string(&source).with_context(|| format!("cannot read {}", source.display()))?;
    fs::create_dir_all(folder.join(place)).with_context(|| format!("cannot make {place}"))?;
    let name = format!("{place}/static-{}.css", digest(own.as_bytes()));
    write(folder, &name, &own)?;
    Ok(name)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    fs::write(folder.join(name), text).with_context(|| format!("cannot write {name}"))
}
