//! The order of the modules: each uses only those above it in the table of `internals`.

use std::format;
use std::fs;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

/// The modules of the table, lowest first.
fn layers() -> Vec<&'static str> {
    let text = include_str!("internals.rs");
    let (_, table) = text.split_once("Each uses only those above it:").unwrap();
    let rows = table.lines().skip_while(|line| !line.contains("```text")).skip(1);
    let rows = rows.take_while(|line| !line.contains("```"));
    rows.filter_map(|row| row.trim_start_matches("//!").split_whitespace().next()).collect()
}

/// The files of a folder and of the folders in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without comments and without the tests at its end.
fn code(text: &str) -> String {
    let tests = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..tests].lines();
    lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The modules of the root that code names.
fn used(code: &str) -> impl Iterator<Item = &str> {
    code.split("crate::").skip(1).map(|rest| {
        let end = rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        let name = &rest[..end.unwrap_or(rest.len())];
        // What is at the root without a module of its own is the front door's.
        if name.starts_with(|c: char| c.is_ascii_uppercase()) { "front" } else { name }
    })
}

#[test]
fn modules_use_only_those_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = layers();
    let layer = |module: &str| layers.iter().position(|each| *each == module);
    let mut all = Vec::new();
    files(&source, &mut all);
    assert!(all.len() > 100, "{source:?} has the sources");
    let mut wrong = Vec::new();
    for path in all {
        let name = path.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
        let is_test = name.contains("tests/") || name.ends_with("tests.rs");
        if is_test || ["lib.rs", "layers.rs"].contains(&&*name) {
            continue;
        }
        let module = name.split(['/', '.']).next().unwrap();
        let Some(own) = layer(module) else {
            wrong.push(format!("{name}: `{module}` is missing in the table of internals.rs"));
            continue;
        };
        for other in used(&code(&fs::read_to_string(&path).unwrap())) {
            if layer(other).is_none_or(|other| other > own) {
                wrong.push(format!("{name}: {module} -> {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that run back:\n{}", wrong.join("\n"));
}
