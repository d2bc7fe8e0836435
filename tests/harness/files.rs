//! Recorded files that tests read.

use std::path::{Path, PathBuf};

/// A path below the tests' folder.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Reads a file below the tests' folder.
///
/// # Panics
///
/// If it cannot be read.
pub fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
