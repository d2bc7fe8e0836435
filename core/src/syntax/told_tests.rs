//! Everything that is told of wrong statements, word by word, beside this file in `told.txt`.

use alloc::string::String;
use core::fmt::{self, Write as _};

use super::{Action, Resolution, check};
use crate::catalog::{Context, IsaVersion, Target};
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
    let mut lines = String::new();
    write(&mut lines, &check(text, &Context { isa, target })).expect("a string takes everything");
    lines
}

fn write(lines: &mut String, found: &Resolution) -> fmt::Result {
    for diagnostic in &found.diagnostics {
        let span = &diagnostic.span;
        let (code, reason) = (diagnostic.code.name(), diagnostic.reason());
        writeln!(lines, "  {code} {}..{}: {reason}", span.start, span.end)?;
        for fix in &diagnostic.fixes {
            match &fix.action {
                Action::Spelling(spelling) | Action::Statement(spelling) => {
                    writeln!(lines, "    {} ({spelling})", fix.label)?;
                }
                Action::Context(isa, target) => {
                    writeln!(lines, "    {} ({isa} {})", fix.label, target.name)?;
                }
            }
        }
    }
    match (found.instruction, found.nearest) {
        (Some(it), _) => {
            writeln!(lines, "  {}: {}", found.legality.name(), it.statement())?;
            found.legality.note().map_or(Ok(()), |note| writeln!(lines, "    {note}"))
        }
        (None, Some(near)) => writeln!(lines, "  nearest: {}", near.statement()),
        (None, None) => Ok(()),
    }
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
