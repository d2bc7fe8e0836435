//! Every statement of the grid on every version and target.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::num::NonZero;
use std::thread;

use conformance::{Random, is_extensive};
use ptxas_record::Statement;
use ptxfp::catalog::{Context, ISA_VERSIONS, LATEST_ISA, TARGETS, forms, instructions_of};
use ptxfp::syntax::{Legality, check};

use crate::recorded::{Candidate, Recorded, is_all_wanted};

/// The number of differing statements that are shown.
const SHOWN: usize = 60;

/// One in that many pairs of a statement and a context is compared where not all are.
const STEP: u64 = 64;

/// A statement on which core and assembler differ in the same way in some contexts.
struct Difference<'c> {
    candidate: &'c Candidate<'c>,
    core_accepts: bool,
    contexts: Vec<Context>,
}

/// Compares the verdicts for some contexts, on all processors: a sample of them, or all where these
/// are asked for.
fn compare(candidates: &[&Candidate<'_>], contexts: &[Context], step: u64) {
    assert!(!candidates.is_empty() && !contexts.is_empty(), "nothing to compare");
    let step = if is_all_wanted() { 1 } else { step };
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    let size = candidates.len().div_ceil(n_workers).max(1);
    let differences: Vec<Difference<'_>> = thread::scope(|scope| {
        let chunks = candidates.chunks(size);
        let workers: Vec<_> =
            chunks.map(|chunk| scope.spawn(move || differences(chunk, contexts, step))).collect();
        workers.into_iter().flat_map(|it| it.join().expect("a worker that ends")).collect()
    });
    assert!(differences.is_empty(), "{}", described(&differences));
}

/// Some of the contexts in which a statement is compared: those at which its verdict changes, one in
/// `step` of the others, which are others for each statement, and at least one.
fn sample<'a>(
    candidate: &Candidate<'_>,
    contexts: &'a [Context],
    step: u64,
) -> impl Iterator<Item = &'a Context> {
    let mut random = Random::named(&candidate.text);
    let always = random.below(contexts.len().max(1) as u64);
    (0..).zip(contexts).filter_map(move |(index, context)| {
        let is_chosen = random.below(step) == 0 || index == always;
        (is_chosen || candidate.changes_at(context)).then_some(context)
    })
}

fn differences<'c>(
    candidates: &[&'c Candidate<'c>],
    contexts: &[Context],
    step: u64,
) -> Vec<Difference<'c>> {
    let mut differences = Vec::new();
    for candidate in candidates {
        let mut by_verdict = [Vec::new(), Vec::new()];
        for context in sample(candidate, contexts, step) {
            let found = check(&candidate.text, context);
            let ours = found.legality != Legality::Rejected;
            assert_eq!(ours, found.instruction.is_some(), "{}", candidate.text);
            if ours != candidate.is_accepted(context) {
                by_verdict[usize::from(ours)].push(*context);
            }
        }
        for (core_accepts, contexts) in [false, true].into_iter().zip(by_verdict) {
            if !contexts.is_empty() {
                differences.push(Difference { candidate, core_accepts, contexts });
            }
        }
    }
    differences
}

/// Returns the number of statements that differ, by opcode and types, with examples.
fn described(differences: &[Difference<'_>]) -> String {
    let mut groups: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for each in differences {
        groups.entry(&each.candidate.group).or_default()[usize::from(each.core_accepts)] += 1;
    }
    let mut text = format!(
        "{} statements differ; `ONLY=cvt.f16.f32,min cargo test --test legality` looks at some\n\
         core rejects  core takes  opcode and types\n",
        differences.len()
    );
    for (group, [rejects, takes]) in groups {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{rejects:>12}  {takes:>10}  {group}");
    }
    for each in differences.iter().take(SHOWN) {
        let verdict = if each.core_accepts { "takes  " } else { "rejects" };
        let last = each.contexts.iter().rev().take(3);
        let contexts: Vec<_> = last.map(|it| format!("{} {}", it.isa, it.target.name)).collect();
        let more = each.contexts.len() - contexts.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let text_of = &each.candidate.text;
        let _ = writeln!(text, "core {verdict} {text_of} on {}{more}", contexts.join(", "));
    }
    if differences.len() > SHOWN {
        let _ = writeln!(text, "and {} more", differences.len() - SHOWN);
    }
    text
}

#[test]
fn a_sample_has_every_statement_and_every_context() {
    let recorded = Recorded::read();
    let candidates = recorded.candidates();
    for contexts in [recorded.contexts(), recorded.typical_contexts()] {
        let mut seen = HashSet::new();
        let mut n_pairs = 0;
        for candidate in &candidates {
            let before = n_pairs;
            for context in sample(candidate, &contexts, STEP) {
                seen.insert((context.isa.major, context.isa.minor, context.target.name));
                n_pairs += 1;
            }
            assert!(n_pairs > before, "{} is not compared", candidate.text);
        }
        let all = candidates.len() * contexts.len();
        assert!(n_pairs > 0 && n_pairs < all / 4, "{n_pairs} of {all}");
        assert_eq!(seen.len(), contexts.len());
        let first = candidates.first().expect("a statement");
        assert!(sample(first, &contexts, 1).eq(&contexts), "all are compared where asked for");
    }
}

#[test]
fn the_core_accepts_what_the_assembler_accepts() {
    let recorded = Recorded::read();
    let candidates = recorded.candidates();
    let contexts = if is_extensive() { recorded.contexts() } else { recorded.typical_contexts() };
    compare(&candidates.iter().collect::<Vec<_>>(), &contexts, STEP);
}

/// The rest of the grid is compared on a few contexts only. That is enough, for the core takes
/// nothing but its own instructions, in any order, and the record has them all: whatever else the
/// grid holds, it rejects for every version and target.
#[test]
fn every_instruction_of_the_core_is_in_the_record() {
    let recorded = Recorded::read();
    let key = |statement: &Statement| {
        let text = statement.to_string();
        let (head, operands) = text.split_once(' ').expect("operands");
        let mut words: Vec<_> = head.split('.').map(str::to_owned).collect();
        words.sort_unstable();
        // The group has the types in their order.
        (words, statement.group(&recorded.grid), operands.to_owned())
    };
    let accepted: HashSet<_> =
        (recorded.record.classes.iter()).flat_map(|class| &class.statements).map(key).collect();
    let mut n_instructions = 0;
    for form in forms().filter(|form| form.is_assembled()) {
        for instruction in instructions_of(form) {
            let text = instruction.statement();
            let statement = Statement::parse(text.trim_end_matches(';')).expect("a statement");
            assert!(accepted.contains(&key(&statement)), "{text} is not in the record");
            n_instructions += 1;
        }
    }
    assert!(n_instructions > 1_400, "{n_instructions}");
}

#[test]
fn accepted_statements_are_accepted_wherever_they_should_be() {
    let recorded = Recorded::read();
    let candidates = recorded.candidates();
    let accepted: Vec<_> = candidates.iter().filter(|it| it.is_ever_accepted()).collect();
    compare(&accepted, &recorded.contexts(), STEP);
}

#[test]
fn nothing_is_accepted_where_the_version_does_not_know_the_target() {
    let recorded = Recorded::read();
    let mut contexts = Vec::new();
    for target in TARGETS {
        let unknown = ISA_VERSIONS.iter().filter(|isa| **isa < target.since);
        contexts.extend(unknown.map(|isa| Context { isa: *isa, target }));
    }
    let candidates = recorded.candidates();
    let accepted: Vec<_> = candidates.iter().filter(|it| it.is_ever_accepted()).collect();
    // They are rejected for one reason.
    compare(&accepted, &contexts, 8 * STEP);
}

#[test]
fn a_rejection_says_why() {
    let recorded = Recorded::read();
    let candidates = recorded.candidates();
    let latest = recorded.contexts().into_iter().filter(|context| context.isa == LATEST_ISA);
    let mut n_rejected = 0;
    for (index, context) in latest.enumerate() {
        for Candidate { text, .. } in candidates.iter().skip(index).step_by(151) {
            let found = check(text, &context);
            if found.legality == Legality::Rejected {
                let reason = found.diagnostics.first();
                let reason = reason.unwrap_or_else(|| panic!("{text}: no reason"));
                assert!(!reason.message.is_empty(), "{text}");
                assert!(text.get(reason.span.clone()).is_some(), "{text}: {reason:?}");
                n_rejected += 1;
            }
        }
    }
    // `ONLY` leaves few of them.
    assert!(n_rejected > 40_000 || is_all_wanted(), "{n_rejected}");
}
