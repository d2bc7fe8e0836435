//! Rounding to nearest in f32 and f64 against the processor that runs the tests.

use conformance::judge::{Judge, Plain};
use conformance::layout::{F32, F64};
use conformance::operands::Operands;
use conformance::operation::{Limit, Operation, Rounding};
use conformance::report::Report;
use conformance::{Random, Subject, is_extensive};

const N_CASES: u32 = 100_000;

/// The host's own arithmetic, through Rust's `f32` and `f64`.
struct Hardware;

impl Judge for Hardware {
    fn name(&self) -> &'static str {
        "the host"
    }

    fn knows(&self, plain: &Plain) -> bool {
        plain.rounding == Rounding::Nearest
            && [F32, F64].contains(&plain.layout)
            && plain.operation != Operation::MadTruncated
    }

    fn result(&self, plain: &Plain, operands: [u64; 3]) -> Option<u64> {
        if plain.layout == F32 {
            let single = |bits: u64| f32::from_bits(u32::try_from(bits).expect("32 bits"));
            let [a, b, c] = operands.map(single);
            let result = match plain.operation {
                Operation::Add => a + b,
                Operation::Sub => a - b,
                Operation::Mul => a * b,
                Operation::Fma => a.mul_add(b, c),
                Operation::Div => a / b,
                Operation::Rcp => 1.0 / a,
                Operation::Sqrt => a.sqrt(),
                other => panic!("{other:?} is not asked of the host"),
            };
            (!result.is_nan()).then(|| result.to_bits().into())
        } else {
            let [a, b, c] = operands.map(f64::from_bits);
            let result = match plain.operation {
                Operation::Add => a + b,
                Operation::Sub => a - b,
                Operation::Mul => a * b,
                Operation::Fma => a.mul_add(b, c),
                Operation::Div => a / b,
                Operation::Rcp => 1.0 / a,
                Operation::Sqrt => a.sqrt(),
                other => panic!("{other:?} is not asked of the host"),
            };
            (!result.is_nan()).then(|| result.to_bits())
        }
    }

    fn is_tiny(&self, _plain: &Plain, _operands: [u64; 3]) -> Option<bool> {
        None
    }
}

#[test]
fn rounding_to_nearest_agrees_with_the_host() {
    let n_cases = if is_extensive() { 100 * N_CASES } else { N_CASES };
    let mut report = Report::default();
    let mut n_subjects = 0;
    for subject in Subject::arithmetic() {
        let spelling = &subject.spelling;
        let plain = Plain::of(spelling);
        if !Hardware.knows(&plain) || spelling.flushes || spelling.limit != Limit::No {
            continue;
        }
        n_subjects += 1;
        let mut operands = Operands::new(spelling, Random::named("host").fork(&subject.name));
        for _ in 0..n_cases {
            report.compare(&Hardware, &subject, operands.registers());
        }
    }
    assert!(n_subjects >= 14, "only {n_subjects}");
    report.finish(n_subjects * u64::from(n_cases));
}
