//! Comparison of instructions with a judge on many operands.

use conformance::judge::Judge;
use conformance::operands::Operands;
use conformance::report::Report;
use conformance::{Random, Subject, is_extensive};

/// How many times as many an extensive run compares.
const EXTENSIVE: u32 = 100;

/// How many register tuples an instruction is compared on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Without modifiers but a direction.
    pub(crate) n_plain: u32,
    /// With others.
    pub(crate) n_modified: u32,
}

/// Compares every lane of all instructions; a judge has an answer for each.
pub(crate) fn compare(judge: &dyn Judge, size: Size, subjects: impl Iterator<Item = Subject>) {
    let mut report = Report::default();
    let mut least = 0;
    let mut n_subjects = 0;
    for subject in subjects {
        let n_cases = if is_plain(&subject.text) { size.n_plain } else { size.n_modified };
        let n_cases = if is_extensive() { n_cases * EXTENSIVE } else { n_cases };
        let mut operands = Operands::new(&subject.spelling, Random::named(&subject.name));
        for _ in 0..n_cases {
            report.compare(judge, &subject, operands.registers());
        }
        least += u64::from(n_cases) * u64::from(subject.spelling.n_lanes());
        n_subjects += 1;
    }
    assert!(least > 0, "there is nothing to compare");
    eprintln!("{n_subjects} instructions, {} lanes", report.n_compared);
    report.finish(least);
}

fn is_plain(text: &str) -> bool {
    let head = text.split(' ').next().unwrap_or_default();
    !head.split('.').any(|part| {
        ["ftz", "oob", "sat", "relu", "satfinite", "NaN", "abs", "xorsign"].contains(&part)
    })
}
