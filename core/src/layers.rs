//! Rules about the sources of the library's crates: the order of the modules of each, of which one uses
//! only those above it in the table of `internals`, and what only some of them may do.

use std::format;
use std::fs;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

/// A crate of the table, with its modules, lowest first.
struct Layers {
    name: &'static str,
    modules: Vec<&'static str>,
}

impl Layers {
    /// The folder of its sources.
    fn source(&self) -> PathBuf {
        let folder = self.name.strip_prefix("ptxfp-").unwrap_or_default();
        Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src")
    }
}

/// The crates of the table, lowest first.
fn crates() -> Vec<Layers> {
    let text = include_str!("internals.rs");
    let (_, table) = text.split_once("//! # Layers").unwrap();
    let rows = table.lines().skip_while(|line| !line.contains("```text")).skip(1);
    let rows = rows.take_while(|line| !line.contains("```"));
    let mut crates = Vec::<Layers>::new();
    for name in rows.filter_map(|row| row.trim_start_matches("//!").split_whitespace().next()) {
        match crates.last_mut() {
            Some(last) if !name.starts_with("ptxfp") => last.modules.push(name),
            _ => crates.push(Layers { name, modules: Vec::new() }),
        }
    }
    crates
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
        // Names at the root without a module of their own belong to `api`.
        if name.starts_with(|c: char| c.is_ascii_uppercase()) { "api" } else { name }
    })
}

/// The name of each file of a crate without tests, with its code.
fn sources_of(layers: &Layers) -> Vec<(String, String)> {
    let source = layers.source();
    let mut all = Vec::new();
    files(&source, &mut all);
    assert!(all.len() > 30, "{source:?} has the sources");
    let named = all.into_iter().map(|path| {
        let name = path.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
        (name, code(&fs::read_to_string(&path).unwrap()))
    });
    let is_test = |name: &str| name.contains("tests/") || name.ends_with("tests.rs");
    let is_other = |name: &str| is_test(name) || ["lib.rs", "layers.rs"].contains(&name);
    named.filter(|(name, _)| !is_other(name)).collect()
}

/// Those of all crates.
fn sources() -> Vec<(String, String)> {
    crates().iter().flat_map(sources_of).collect()
}

/// Cargo holds the order of the crates, and this that of the modules of each.
#[test]
fn modules_use_only_those_below_them() {
    let mut wrong = Vec::new();
    let mut lower = Vec::new();
    for layers in crates() {
        let layer = |module: &str| layers.modules.iter().position(|each| *each == module);
        for (name, code) in sources_of(&layers) {
            let module = name.split(['/', '.']).next().unwrap();
            let Some(own) = layer(module) else {
                wrong.push(format!("{name}: `{module}` is missing in the table of internals.rs"));
                continue;
            };
            for other in used(&code) {
                let is_below = layer(other).map_or(lower.contains(&other), |other| other <= own);
                if !is_below {
                    wrong.push(format!("{name}: {module} -> {other}"));
                }
            }
        }
        lower.extend(layers.modules.iter().copied());
    }
    assert!(wrong.is_empty(), "arrows that run back:\n{}", wrong.join("\n"));
}

/// The files that compare the number of a target, besides the rows: each decides what a result is or
/// what is known of it, not what is legal.
const BY_TARGET: [&str; 4] = [
    "eval/nan_origins.rs",
    "explore/sequence/context_directives.rs",
    "observed/mod.rs",
    "tensor/unit.rs",
];

#[test]
fn targets_are_compared_in_the_named_files_only() {
    let is_use = |(rest, _): (usize, &str), code: &str| {
        !code[rest + 3..].starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric())
    };
    let compares = |code: &str| code.match_indices(".sm").any(|found| is_use(found, code));
    let all = sources()
        .into_iter()
        .filter(|(name, code)| !name.starts_with("catalog/") && compares(code));
    let mut names: Vec<_> = all.map(|(name, _)| name).collect();
    names.sort_unstable();
    assert_eq!(names, BY_TARGET);
}

#[test]
fn there_is_no_global_state() {
    for (name, code) in sources() {
        for word in ["static mut", "thread_local", "Atomic", "Cell<", "OnceLock", "Mutex"] {
            assert!(!code.contains(word), "{name}: {word}");
        }
    }
}
