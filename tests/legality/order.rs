//! Modifiers in another order, and twice.

use conformance::expect;
use conformance::subject::context;
use ptxfp::syntax::{Legality, check};

#[test]
fn order_and_repetition_are_judged_as_the_assembler_does() {
    let text = expect::read("vectors/ptxas-order.txt");
    let context = context("9.1", "sm_100a");
    assert!(text.contains("context 9.1 sm_100a"));
    let (mut accepted, mut different) = (0, Vec::new());
    for line in text.lines() {
        let Some((verdict @ ("accepted" | "rejected"), spelling)) = line.split_once(' ') else {
            continue;
        };
        let found = check(spelling, &context);
        let ours = if found.legality == Legality::Rejected { "rejected" } else { "accepted" };
        if ours != verdict {
            different.push(format!("{line}, core {ours}"));
        }
        accepted += usize::from(verdict == "accepted");
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
    assert!(accepted > 100, "{accepted}");
}
