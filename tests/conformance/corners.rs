//! What is documented at special operands is what the evaluator returns.

use conformance::subject::context;
use ptxfp::catalog::{Context, Instruction, Status, forms, instructions_of};
use ptxfp::corner::{corners, silence};
use ptxfp::source::Document;

/// One context of every kind: subnormals flushed by the target, legacy defaults, the newest.
const CONTEXTS: [(&str, &str); 7] = [
    ("1.3", "sm_13"),
    ("1.4", "sm_13"),
    ("2.3", "sm_13"),
    ("3.1", "sm_30"),
    ("8.1", "sm_90"),
    ("9.1", "sm_100a"),
    ("9.1", "sm_121a"),
];

/// Every instruction that the ISA has, in each of the contexts that have it; where none has it, in
/// the newest.
fn instructions() -> impl Iterator<Item = (Instruction, Context)> {
    forms().flat_map(instructions_of).flat_map(|instruction| {
        let contexts = CONTEXTS.map(|(isa, target)| context(isa, target));
        let mut fitting: Vec<_> =
            contexts.into_iter().filter(|context| instruction.is_available(context)).collect();
        fitting.extend(fitting.is_empty().then(|| context("9.1", "sm_100a")));
        fitting.into_iter().map(move |context| (instruction, context))
    })
}

#[test]
fn every_documented_corner_is_what_the_evaluator_returns() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (instruction, context) in instructions() {
        for row in corners(&instruction, &context) {
            count += 1;
            if !row.agrees() {
                let Context { isa, target } = context;
                let operands: Vec<_> = row.operands().iter().map(|each| each.0).collect();
                wrong.push(format!(
                    "{instruction} {isa} {}: {operands:?} -> {} {:x?}, is {:x?} ({})",
                    target.name, row.name, row.documented, row.live, row.source
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 30_000, "{count}");
}

#[test]
fn every_row_is_sourced_and_none_stands_twice() {
    for (instruction, context) in instructions() {
        let rows = corners(&instruction, &context);
        for (index, row) in rows.iter().enumerate() {
            let source = row.source;
            assert!(!source.section.is_empty(), "{instruction}");
            assert!(matches!(source.document, Document::PtxIsa | Document::Ieee754));
            assert_eq!(source.url().is_some(), source.document == Document::PtxIsa);
            assert!(!row.name.is_empty() && !row.operands().is_empty(), "{instruction}");
            let twin = rows[..index].iter().find(|each| each.operands() == row.operands());
            assert!(twin.is_none(), "{instruction}: {row:?}");
        }
    }
}

/// The forms about which the documents say nothing, but for those that the ISA does not have.
#[test]
fn forms_without_rows_are_known() {
    let mut silent = Vec::new();
    for (instruction, context) in instructions() {
        let is_documented = !matches!(instruction.form.status, Status::Undocumented { .. });
        let is_empty = corners(&instruction, &context).is_empty();
        assert!(is_documented || is_empty, "{instruction}");
        if is_documented && is_empty {
            silent.push(instruction.to_string());
        }
        assert_ne!(silence(&instruction), "");
    }
    silent.sort_unstable();
    silent.dedup();
    println!("{silent:#?}");
    for name in &silent {
        assert!(name.starts_with("cvt."), "{name}");
    }
}
