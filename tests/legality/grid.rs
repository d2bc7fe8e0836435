//! Every candidate spelling on every version and target.

use conformance::is_extensive;
use ptxfp::catalog::{Context, LATEST_ISA};
use ptxfp::syntax::{Legality, check};

use crate::recorded::{Recorded, candidates};

/// Compares all verdicts for some contexts.
fn compare(recorded: &Recorded, contexts: &[Context]) {
    let candidates = candidates();
    assert_eq!(candidates.len(), 5_760);
    let (mut n_different, mut shown) = (0, Vec::new());
    for context in contexts {
        for spelling in &candidates {
            let theirs = recorded.accepts(spelling, context);
            let found = check(spelling, context);
            let ours = found.legality != Legality::Rejected;
            assert_eq!(ours, found.instruction.is_some(), "{spelling}");
            if ours != theirs {
                n_different += 1;
                if shown.len() < 40 {
                    let verdict = |accepts| if accepts { "takes" } else { "rejects" };
                    shown.push(format!(
                        "{} {} {spelling}: core {}, assembler {}",
                        context.isa,
                        context.target.name,
                        verdict(ours),
                        verdict(theirs)
                    ));
                }
            }
        }
    }
    assert!(shown.is_empty(), "{n_different} verdicts differ:\n{}", shown.join("\n"));
}

/// Contexts in which a verdict changes, and the newest version; or all.
fn contexts(recorded: &Recorded, part: usize) -> Vec<Context> {
    let wanted = |context: &Context| {
        is_extensive() || recorded.is_turning_point(context) || context.isa == LATEST_ISA
    };
    let all = recorded.contexts().into_iter().filter(wanted).enumerate();
    all.filter(|(index, _)| index % 2 == part).map(|(_, context)| context).collect()
}

// Two tests, so that two processors share the work.

#[test]
fn the_core_accepts_what_the_assembler_accepts() {
    let recorded = Recorded::read();
    compare(&recorded, &contexts(&recorded, 0));
}

#[test]
fn the_core_accepts_what_the_assembler_accepts_second_half() {
    let recorded = Recorded::read();
    compare(&recorded, &contexts(&recorded, 1));
}

#[test]
fn accepted_spellings_are_accepted_in_every_context_they_should_be() {
    let recorded = Recorded::read();
    for context in recorded.contexts() {
        for spelling in recorded.accepted.keys() {
            let ours = check(spelling, &context).legality != Legality::Rejected;
            let theirs = recorded.accepts(spelling, &context);
            assert_eq!(ours, theirs, "{} {} {spelling}", context.isa, context.target.name);
        }
    }
}

#[test]
fn nothing_is_accepted_where_the_version_does_not_know_the_target() {
    let recorded = Recorded::read();
    for target in ptxfp::catalog::TARGETS {
        for isa in ptxfp::catalog::ISA_VERSIONS.iter().filter(|isa| **isa < target.since) {
            let context = Context { isa: *isa, target };
            for spelling in recorded.accepted.keys() {
                let found = check(spelling, &context);
                assert_eq!(found.legality, Legality::Rejected, "{isa} {} {spelling}", target.name);
            }
        }
    }
}

#[test]
fn a_rejection_says_why() {
    let recorded = Recorded::read();
    for context in recorded.contexts().iter().filter(|context| context.isa == LATEST_ISA) {
        for spelling in candidates().iter().step_by(7) {
            let found = check(spelling, context);
            if found.legality == Legality::Rejected {
                let reason = found.diagnostics.iter().find(|diagnostic| diagnostic.code.is_error());
                let reason = reason.unwrap_or_else(|| panic!("{spelling}: no reason"));
                assert!(!reason.message.is_empty(), "{spelling}");
                assert!(spelling.get(reason.span.clone()).is_some(), "{spelling}: {reason:?}");
            }
        }
    }
}
