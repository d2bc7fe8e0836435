//! Everything that is told of wrong statements, word by word, beside this file in `told.txt`.

use alloc::format;
use alloc::string::String;

use super::{Action, check};
use crate::catalog::{Context, Instruction, IsaVersion, Target};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A line `VERSION TARGET STATEMENT`, and below it an indented line for each thing that is told.
const TOLD: &str = include_str!("told.txt");

/// What is told of a statement, as it stands in the file.
fn told(line: &str) -> String {
    let mut words = line.splitn(3, ' ');
    let isa = words.next().and_then(IsaVersion::parse).expect("a version");
    let target = words.next().and_then(Target::parse).expect("a target");
    let text = words.next().expect("a statement");
    let context = Context { isa, target };
    let found = check(text, &context);
    let mut lines = String::new();
    for diagnostic in &found.diagnostics {
        let span = &diagnostic.span;
        let (code, reason) = (diagnostic.code.name(), diagnostic.reason());
        lines.push_str(&format!("  {code} {}..{}: {reason}\n", span.start, span.end));
        for fix in &diagnostic.fixes {
            let action = match &fix.action {
                Action::Spelling(spelling) => spelling.clone(),
                Action::Context(isa, target) => format!("{isa} {}", target.name),
            };
            lines.push_str(&format!("    {} ({action})\n", fix.label));
        }
    }
    let name = |each: Instruction| each.statement();
    match (found.instruction, found.nearest) {
        (Some(it), _) => lines.push_str(&format!("  {}: {}\n", found.legality.name(), name(it))),
        (None, Some(near)) => lines.push_str(&format!("  nearest: {}\n", name(near))),
        (None, None) => {}
    }
    lines
}

/// If this fails and the new words are right, they replace the old ones: they are on the last lines
/// of the failure.
#[test]
fn what_is_told_stays_as_it_is() {
    let mut all = String::new();
    for line in TOLD.lines().filter(|line| !line.starts_with(' ')) {
        all.push_str(line);
        all.push('\n');
        if !line.starts_with('#') && !line.is_empty() {
            all.push_str(&told(line));
        }
    }
    let changed = all.lines().zip(TOLD.lines()).find(|(now, then)| now != then);
    assert!(all == TOLD, "first change: {changed:?}; now:\n{all}");
}
