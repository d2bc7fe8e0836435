//! The generated documentation is what the catalog says today, and the architecture names what exists.
//!
//! `cargo xtask golden` rewrites it, and so does `UPDATE_EXPECT=1`.

mod architecture;
mod differences;
mod evidence;
mod formats;
mod names;
mod reference;
mod text;

use expect_test::expect_file;

/// Says that a file is not for editing.
const NOTICE: &str =
    "<!-- Written by `cargo xtask golden` from the catalog: edit that instead. -->";

/// Compares a file of `docs/` with what it should be, or rewrites it.
fn check(name: &str, body: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/").to_owned() + name;
    expect_file![path].assert_eq(&format!("{NOTICE}\n\n{body}"));
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

#[test]
fn evidence_is_up_to_date() {
    check("evidence.md", &evidence::text());
}

#[test]
fn names_are_up_to_date() {
    check("names.md", &names::text());
}
