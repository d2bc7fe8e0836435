//! Comparison of instructions with an oracle on many operands.

use conformance::operands::Operands;
use conformance::oracle::Oracle;
use conformance::report::Report;
use conformance::{Random, Subject, scale};

/// The number of register tuples that an instruction is compared on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Without modifiers but a direction.
    pub(crate) n_plain: u64,
    /// With others.
    pub(crate) n_modified: u64,
}

/// Compares every lane of all instructions of a family; an oracle has an answer for each.
pub(crate) fn compare(
    oracle: &dyn Oracle,
    family: &str,
    size: Size,
    subjects: impl Iterator<Item = Subject>,
) {
    let n_cases = |it: &Subject| if is_plain(&it.text) { size.n_plain } else { size.n_modified };
    let subjects: Vec<_> = subjects.collect();
    let lanes = |it: &Subject| n_cases(it) * u64::from(it.spelling.n_lanes());
    let usual = subjects.iter().map(lanes).sum();
    assert!(usual > 0, "there is nothing to compare");
    let scale = scale(usual);
    let family = format!("{family}: {} instructions", subjects.len());
    let mut report = Report::new(oracle.name(), family);
    for subject in subjects {
        let random = Random::named(oracle.name()).fork(&subject.name);
        let mut operands = Operands::new(&subject.spelling, random);
        for _ in 0..n_cases(&subject) * scale {
            report.compare(oracle, &subject, operands.registers());
        }
    }
    report.finish(usual * scale);
}

fn is_plain(text: &str) -> bool {
    let head = text.split(' ').next().unwrap_or_default();
    !head.split('.').any(|part| {
        ["ftz", "oob", "sat", "relu", "satfinite", "NaN", "abs", "xorsign"].contains(&part)
    })
}
