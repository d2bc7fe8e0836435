//! The text files under a path.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders that hold no documentation of one's own.
const SKIPPED: [&str; 3] = [".git", "target", "node_modules"];

/// The number of bytes that are looked at to decide whether a file is text.
const N_LOOKED_AT: usize = 8192;

/// The content of a file.
pub(crate) enum Content {
    Text(String),
    /// No text: it has a zero byte.
    Binary,
}

/// Reads a file; bytes that are not UTF-8 are replaced.
pub(crate) fn read(path: &Path) -> Result<Content, String> {
    let bytes = fs::read(path).map_err(|error| failure(path, &error))?;
    if bytes.iter().take(N_LOOKED_AT).any(|byte| *byte == 0) {
        return Ok(Content::Binary);
    }
    Ok(Content::Text(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }))
}

/// A walk through a file or a folder, in the order of names.
///
/// Within a folder links of the file system are not followed, for they may lead in a circle.
pub(crate) struct Walk {
    /// The paths still to visit, the next one last.
    rest: Vec<PathBuf>,
    is_first: bool,
}

impl Walk {
    pub(crate) fn new(path: &Path) -> Self {
        Self { rest: vec![path.to_path_buf()], is_first: true }
    }

    /// Takes in a folder; whether it is one.
    fn enter(&mut self, path: &Path) -> io::Result<bool> {
        let is_first = std::mem::take(&mut self.is_first);
        let metadata = if is_first { fs::metadata(path) } else { fs::symlink_metadata(path) }?;
        if !metadata.is_dir() {
            // A pipe or a device could be read forever.
            return Ok(!metadata.is_file());
        }
        let is_skipped =
            path.file_name().is_some_and(|name| SKIPPED.iter().any(|each| name == *each));
        if is_skipped && !is_first {
            return Ok(true);
        }
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            entries.push(entry?.path());
        }
        entries.sort_unstable_by(|a, b| b.cmp(a));
        self.rest.append(&mut entries);
        Ok(true)
    }
}

impl Iterator for Walk {
    type Item = Result<PathBuf, String>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let path = self.rest.pop()?;
            match self.enter(&path) {
                Ok(true) => {}
                Ok(false) => return Some(Ok(path)),
                Err(error) => return Some(Err(failure(&path, &error))),
            }
        }
    }
}

fn failure(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
