//! Files that tests compare their output with, and rewrite when `UPDATE_EXPECT=1` is set.

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

/// Compares with a file below the tests' folder.
///
/// # Panics
///
/// If they differ, or if the file cannot be rewritten when that is asked for.
pub fn compare(name: &str, actual: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1") {
        std::fs::write(path(name), actual).unwrap_or_else(|error| panic!("{name}: {error}"));
        return;
    }
    let expected = read(name);
    let pairs = expected.lines().zip(actual.lines()).enumerate();
    for (index, (expected, actual)) in pairs {
        assert_eq!(expected, actual, "{name}:{}; UPDATE_EXPECT=1 rewrites the file", index + 1);
    }
    assert_eq!(expected, actual, "{name}; UPDATE_EXPECT=1 rewrites the file");
}
