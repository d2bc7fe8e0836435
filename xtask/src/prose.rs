//! The openings of comments: none makes the reader look for the subject.

use std::fs;

use walkdir::{DirEntry, WalkDir};

use crate::workspace::root;

/// Words with which no comment, and no paragraph of one, may begin.
const UNCLEAR: [&str; 3] = ["Of", "The same", "What"];

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']).trim())
}

fn is_unclear(text: &str) -> bool {
    UNCLEAR.iter().any(|opening| {
        let rest = text.strip_prefix(opening);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// The lines with which comments and their paragraphs begin unclearly, with their numbers from 1.
fn unclear(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_first = true;
    for (number, line) in (1..).zip(source.lines()) {
        let text = comment(line).unwrap_or_default();
        if is_first && is_unclear(text) {
            found.push((number, text));
        }
        is_first = text.is_empty();
    }
    found
}

/// Whether an entry is among the sources: it is neither hidden nor a folder of outputs.
fn is_source(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() == 0
        || !name.starts_with('.') && !["dist", "node_modules", "target"].contains(&&*name)
}

#[test]
fn comments_begin_with_their_subject() {
    let (mut n_files, mut found) = (0, Vec::new());
    for entry in WalkDir::new(root()).sort_by_file_name().into_iter().filter_entry(is_source) {
        let path = entry.expect("an entry").into_path();
        let name = path.strip_prefix(root()).expect("it is inside").to_string_lossy();
        let name = name.replace('\\', "/");
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        n_files += 1;
        let source = fs::read_to_string(&path).expect("a source");
        found.extend(
            unclear(&source).iter().map(|(number, text)| format!("{name}:{number}: {text}")),
        );
    }
    assert!(n_files > 500, "{n_files} files");
    assert!(found.is_empty(), "these comments do not name their subject:\n{}", found.join("\n"));
}

#[test]
fn unclear_openings_are_found() {
    let source = "//! What is known.\n\nfn a() {\n    // Of two NaNs the second.\n    // What a line begins with.\n    b();\n}\n/// Offsets.\n///\n/// The same as above.\n";
    let found: Vec<_> = unclear(source).iter().map(|(number, _)| *number).collect();
    assert_eq!(found, [1, 4, 10]);
    assert!(
        unclear("/// Whatever it is.\n/// The sameness.\nlet what = 0; // Words.\n").is_empty()
    );
}
