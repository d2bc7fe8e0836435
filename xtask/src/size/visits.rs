//! The files that each visit fetches.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::gzipped_length;
use crate::page::{APP, EMBED, chunks, files_of, meta_files};

/// The visits that fetch more than the start: what a visitor does, and the parts of the app for it.
const VISITS: [(&str, &[&str]); 7] = [
    ("playground", &[]),
    ("and its tabs, or sharing", &["explorer"]),
    ("tensor cores", &["tensor"]),
    ("reference, formats or lessons", &["library"]),
    ("course", &["learn"]),
    ("program", &["sequence"]),
    ("all of them", &["explorer", "learn", "library", "sequence", "tensor"]),
];

/// A line for each visit with its size, gzipped, and below it the files.
pub(super) fn list(dist: &Path) -> Result<String> {
    let page = read(dist)?;
    let parts = chunks::parts(&page);
    let start = files_of(&page);
    let mut list = String::new();
    for (visit, wanted) in VISITS {
        let mut files = [vec!["index.html".to_owned()], start.clone()].concat();
        if !wanted.is_empty() {
            files.extend(meta_files(&page, "later"));
        }
        for part in parts.iter().filter(|part| wanted.contains(&&*part.name)) {
            files.extend(part.files.clone());
        }
        write(&mut list, visit, dist, files)?;
    }
    let folder = dist.join(EMBED);
    let frame = read(&folder)?;
    let shell = [vec!["index.html".to_owned()], files_of(&frame)].concat();
    let own = meta_files(&frame, APP);
    let shell: Vec<_> = shell.into_iter().filter(|file| !own.contains(file)).collect();
    for (visit, program) in [("embedded card", "card"), ("embedded playground", APP)] {
        let files = [shell.clone(), meta_files(&frame, program)].concat();
        write(&mut list, visit, &folder, files)?;
    }
    Ok(list)
}

/// Adds a visit.
fn write(list: &mut String, visit: &str, folder: &Path, mut files: Vec<String>) -> Result<()> {
    let mut seen = Vec::new();
    files.retain(|file| {
        let is_new = !seen.contains(file);
        seen.push(file.clone());
        is_new
    });
    let mut size = 0;
    for file in &files {
        let path = folder.join(file);
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        size += gzipped_length(&content)?;
    }
    let kilobytes = size / 1000;
    writeln!(list, "{visit:<31}{kilobytes:>5} KB in {} files", files.len())?;
    writeln!(list, "    {}", files.join(" "))?;
    Ok(())
}

fn read(folder: &Path) -> Result<String> {
    let path = folder.join("index.html");
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}
