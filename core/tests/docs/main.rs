//! The generated documentation is what the catalogue says today.
//!
//! `cargo xtask docs` writes it: it runs these tests with `PTXFP_WRITE_DOCS` set.

mod differences;
mod formats;
mod reference;
mod text;

use std::path::Path;
use std::{env, fs};

/// Says that a file is not for editing.
const NOTICE: &str =
    "<!-- Written by `cargo xtask docs` from the catalogue: edit that instead. -->";

/// Compares a file of `docs/` with what it should be, or writes it.
fn check(name: &str, body: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    let text = format!("{NOTICE}\n\n{body}");
    if env::var_os("PTXFP_WRITE_DOCS").is_some() {
        fs::write(&path, text).expect("docs/ can be written");
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let line = text.lines().zip(found.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or(text.lines().count().min(found.lines().count())) + 1;
    assert!(
        found == text,
        "docs/{name} is out of date from line {line} on; to write it again: cargo xtask docs"
    );
}

#[test]
fn reference_is_up_to_date() {
    check("reference.md", &reference::text());
}

#[test]
fn formats_are_up_to_date() {
    check("formats.md", &formats::text());
}

#[test]
fn differences_are_up_to_date() {
    check("differences.md", &differences::text());
}
