//! Rounding to nearest in f32 and f64 against the processor that runs the tests.

use conformance::layout::{F32, F64};
use conformance::operation::{Limit, Operation, Rounding};
use conformance::oracle::{Oracle, Plain};
use conformance::{Layout, Subject};

use crate::compare::{Size, compare};

const SIZE: Size = Size { n_plain: 100_000, n_modified: 0 };

/// The host's own arithmetic, through Rust's `f32` and `f64`.
struct Hardware;

impl Oracle for Hardware {
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

fn check_all(layout: Layout) {
    const OPERATIONS: [Operation; 7] = [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Fma,
        Operation::Div,
        Operation::Rcp,
        Operation::Sqrt,
    ];
    for operation in OPERATIONS {
        let is_wanted = |subject: &Subject| {
            let plain = Plain::of(&subject.spelling);
            plain.operation == operation
                && plain.layout == layout
                && Hardware.knows(&plain)
                && !subject.spelling.flushes
                && subject.spelling.limit == Limit::No
        };
        let family = format!("{operation:?} f{}", layout.width);
        compare(&Hardware, &family, SIZE, Subject::arithmetic().filter(is_wanted));
    }
}

#[test]
fn rounding_f32_to_nearest_agrees_with_the_host() {
    check_all(F32);
}

#[test]
fn rounding_f64_to_nearest_agrees_with_the_host() {
    check_all(F64);
}
