//! Tests, files and types that ARCHITECTURE.md and the decisions name exist.

use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder, without build outputs.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_built =
            ["target", "node_modules", "dist", ".git"].iter().any(|it| path.ends_with(it));
        if path.is_dir() && !is_built {
            files(&path, found);
        } else if !path.is_dir() {
            found.push(path);
        }
    }
}

/// The pieces of a document between back quotes, outside of blocks of code.
fn code(document: &str) -> impl Iterator<Item = &str> {
    let lines = document.lines().filter(|line| !line.starts_with("```"));
    lines.flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Whether the sources have a function or a type of a name.
fn is_defined(name: &str, keywords: &[&str], sources: &str) -> bool {
    keywords.iter().any(|keyword| {
        let start = format!("{keyword} {name}");
        sources.match_indices(&start).any(|(place, _)| {
            let rest = &sources[place + start.len()..];
            !rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric())
        })
    })
}

#[test]
fn what_the_documents_name_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let name = |path: &PathBuf| {
        let path = path.strip_prefix(&root).unwrap();
        ["/", &path.to_str().unwrap().replace('\\', "/")].concat()
    };
    let names: Vec<_> = all.iter().map(name).collect();
    let is_source = |path: &&PathBuf| path.extension().is_some_and(|it| it == "rs");
    let sources = all.iter().filter(is_source).map(|path| fs::read_to_string(path).unwrap());
    let sources = sources.collect::<Vec<_>>().join("\n");
    let is_document =
        |name: &&String| *name == "/ARCHITECTURE.md" || name.starts_with("/docs/decisions/");
    let mut wrong = Vec::new();
    for document in names.iter().filter(is_document) {
        let text = fs::read_to_string(root.join(&document[1..])).unwrap();
        for piece in code(&text) {
            let is_word = |c: char| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit();
            let is_path = |c: char| is_word(c) || "/.-".contains(c) || c.is_ascii_uppercase();
            let is_there = if piece.chars().all(is_word) && piece.matches('_').count() > 1 {
                is_defined(piece, &["fn"], &sources)
            } else if piece.contains('/') && piece.chars().all(is_path) {
                let [file, folder] =
                    ["", "/"].map(|end| ["/", piece.trim_end_matches('/'), end].concat());
                names.iter().any(|name| name.ends_with(&file) || name.contains(&folder))
            } else if piece.contains("::") {
                let keywords = ["struct", "enum", "trait", "type"];
                let mut types = piece.split("::").filter(|it| it.starts_with(char::is_uppercase));
                types.next().is_none_or(|first| is_defined(first, &keywords, &sources))
            } else {
                true
            };
            if !is_there {
                wrong.push(format!("{document}: `{piece}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
