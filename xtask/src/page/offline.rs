//! The service worker, `app/offline.js`, with the list of files that it keeps.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use walkdir::{DirEntry, WalkDir};

use super::{digest, embed, integrity};
use crate::process;
use crate::setup::npm_tool;
use crate::workspace;

/// Its name must never change: browsers ask for an installed worker by its name.
pub(super) const SCRIPT: &str = "offline.js";
/// Files that nobody needs without a network: the worker itself, the custom element, and the list for
/// language models.
const NOT_KEPT: [&str; 3] = [SCRIPT, embed::ELEMENT, "llms.txt"];

/// Writes the worker for a finished folder.
pub(super) fn write(folder: &Path) -> Result<()> {
    let files = list(folder)?;
    let source = workspace::root().join("app").join(SCRIPT);
    let source =
        fs::read_to_string(&source).with_context(|| format!("cannot read {}", source.display()))?;
    let path = folder.join(SCRIPT);
    fs::write(&path, with_files(&source, &files)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    let Some(esbuild) = npm_tool::find_esbuild() else { return Ok(()) };
    process::run(
        process::command(&esbuild)
            .args(["--minify", "--target=es2022", "--log-level=warning", "--allow-overwrite"])
            .arg(format!("--outfile={}", path.display()))
            .arg(&path),
    )
}

/// Writes a worker that keeps nothing and removes itself and its predecessor, because files that are
/// served change all the time.
pub(super) fn write_none(folder: &Path) -> Result<()> {
    const NONE: &str = "addEventListener(\"install\", () => skipWaiting());
addEventListener(\"activate\", (event) => event.waitUntil(registration.unregister()));
";
    fs::write(folder.join(SCRIPT), NONE).with_context(|| format!("cannot write {SCRIPT}"))
}

/// The files to keep by their address from the root, with their hashes.
fn list(root: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    let is_of_page = |entry: &DirEntry| entry.path() != embed::folder(root);
    for entry in WalkDir::new(root).into_iter().filter_entry(is_of_page) {
        let path = entry.with_context(|| format!("cannot read {}", root.display()))?.into_path();
        let name = path.strip_prefix(root).context("a file beside the page")?;
        let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let name = name.join("/");
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        if ["html", "js", "wasm", "css", "txt"].contains(&kind) && !NOT_KEPT.contains(&&*name) {
            let content =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let address = format!("./{}", name.strip_suffix("index.html").unwrap_or(&name));
            files.insert(address, integrity::of(&content));
        }
    }
    Ok(files)
}

/// The script with the list above it.
fn with_files(source: &str, files: &BTreeMap<String, String>) -> Result<String> {
    let mut list = String::new();
    for (file, integrity) in files {
        writeln!(list, "  {file:?}: {integrity:?},")?;
    }
    let version = digest([source, &list].concat().as_bytes());
    Ok(format!("const version = \"{version}\";\nconst files = {{\n{list}}};\n{source}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::with_files;

    #[test]
    fn another_file_is_another_version() {
        let script = |files: &[(&str, &str)]| {
            let files: BTreeMap<_, _> =
                files.iter().map(|(file, hash)| ((*file).into(), (*hash).into())).collect();
            with_files("go(files);\n", &files).unwrap()
        };
        let first = script(&[("./", "sha256-a"), ("./a.js", "sha256-b")]);
        let (version, rest) = first.split_once('\n').unwrap();
        assert_eq!(
            rest,
            "const files = {\n  \"./\": \"sha256-a\",\n  \"./a.js\": \"sha256-b\",\n};\ngo(files);\n"
        );
        assert!(!script(&[("./", "sha256-c"), ("./a.js", "sha256-b")]).contains(version));
    }
}
