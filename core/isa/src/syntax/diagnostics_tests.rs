//! The diagnostics of statements, word by word, beside this file in `diagnostics.txt`.

use alloc::string::{String, ToString};
use core::fmt::{self, Write as _};

use super::{Action, Resolution, check};
use crate::catalog::{Context, IsaVersion, Target};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A line `VERSION TARGET STATEMENT`, and below it an indented line for each diagnostic.
const RECORDED: &str = include_str!("diagnostics.txt");

/// The diagnostics of a statement, in the form of the file.
fn diagnostics(line: &str) -> String {
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
        let (code, reason) = (diagnostic.code.name(), diagnostic.to_string());
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

/// `UPDATE_EXPECT=1` rewrites the file, where the tests run natively.
#[test]
fn diagnostics_are_up_to_date() {
    let mut all = String::new();
    for line in RECORDED.lines().filter(|line| !line.starts_with(' ')) {
        all.push_str(line);
        all.push('\n');
        if !line.starts_with('#') && !line.is_empty() {
            all.push_str(&diagnostics(line));
        }
    }
    #[cfg(not(target_arch = "wasm32"))]
    expect_test::expect_file!["diagnostics.txt"].assert_eq(&all);
    #[cfg(target_arch = "wasm32")]
    assert_eq!(all, RECORDED);
}
