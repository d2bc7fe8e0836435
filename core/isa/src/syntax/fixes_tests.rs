//! The first fix of wrong statements, beside this file in `fixes.txt`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Action, Legality, check};
use crate::catalog::{Context, IsaVersion, Target};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A line `VERSION TARGET STATEMENT`, and below it, indented, the first fix, or `-` and words that
/// the reason has. Behind a fix ` = ` and such words may follow.
const FIXES: &str = include_str!("fixes.txt");

/// A statement with its context.
fn statement(line: &str) -> (Context, &str) {
    let mut words = line.splitn(3, ' ');
    let isa = words.next().and_then(IsaVersion::parse).expect("a version");
    let target = words.next().and_then(Target::parse).expect("a target");
    (Context { isa, target }, words.next().expect("a statement"))
}

/// A fix as the file has it.
fn shown(action: &Action) -> String {
    match action {
        Action::Spelling(text) | Action::Statement(text) => text.clone(),
        Action::Context(isa, target) => format!("{isa} {}", target.name),
    }
}

#[test]
fn the_first_fix_is_what_a_reader_expects() {
    let lines: Vec<_> =
        FIXES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(lines.len() >= 2 * 60);
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let (context, text) = statement(pair[0]);
        let found = check(text, &context);
        assert_eq!(found.legality, Legality::Rejected, "{text}");
        let first = found.diagnostics.iter().flat_map(|each| &each.fixes).next();
        let fix = first.map(|fix| shown(&fix.action));
        let reasons: Vec<_> = found.diagnostics.iter().map(ToString::to_string).collect();
        let reasons = reasons.join("; ");
        let expected = pair[1].trim();
        let is_right = match (expected.strip_prefix("- "), expected.split_once(" = ")) {
            (Some(words), _) => fix.is_none() && reasons.contains(words),
            (None, Some((first, words))) => {
                fix.as_deref() == Some(first) && reasons.contains(words)
            }
            (None, None) => fix.as_deref() == Some(expected),
        };
        if !is_right {
            wrong.push(format!("{}\n  expected {expected}\n  {fix:?} {reasons}", pair[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Applying the first fix repeatedly leads to a legal statement.
#[test]
fn first_fixes_lead_to_a_legal_statement() {
    let mut n_legal = 0;
    for line in FIXES.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let (mut context, text) = statement(line);
        let mut text = text.to_string();
        for _ in 0..4 {
            let found = check(&text, &context);
            let head = super::parse(&text).0.head_span();
            let fixes = found.diagnostics.iter().flat_map(|each| &each.fixes);
            let Some(fix) = fixes.into_iter().next() else { break };
            match &fix.action {
                Action::Spelling(spelling) => text.replace_range(head, spelling),
                Action::Statement(statement) => text.clone_from(statement),
                Action::Context(isa, target) => context = Context { isa: *isa, target },
            }
            let is_last = check(&text, &context).diagnostics.iter().all(|it| it.fixes.is_empty());
            assert!(!is_last || check(&text, &context).instruction.is_some(), "{line}: {text}");
        }
        n_legal += usize::from(check(&text, &context).instruction.is_some());
    }
    assert!(n_legal >= 90, "{n_legal}");
}
