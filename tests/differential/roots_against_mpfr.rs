//! Quotients, reciprocals and roots, rounded in every direction, against MPFR.

use conformance::layout::{F16, F32, F64, Layout};
use conformance::operation::Rounding as Direction;
use conformance::report::Report;
use conformance::{Random, scale};
use ptxfp::format::{FloatFormat, table};
use ptxfp::internals::arith::rounding::{Rounding, Subnormals, round};
use ptxfp::internals::arith::{self, Value};
use rug::Float;

use crate::against_mpfr::{bits, direction, float};
use crate::function_operands::operand;

const FORMATS: &[(Layout, &FloatFormat)] =
    &[(F16, &table::F16), (F32, &table::F32), (F64, &table::F64)];

const DIRECTIONS: [(Direction, Rounding); 4] = [
    (Direction::Nearest, Rounding::TiesToEven),
    (Direction::Zero, Rounding::TowardZero),
    (Direction::Down, Rounding::TowardNegative),
    (Direction::Up, Rounding::TowardPositive),
];

/// The encoding, `None` if the operation is invalid.
fn ours(value: Value, format: &FloatFormat, rounding: Rounding) -> Option<u64> {
    let sign = |negative| if negative { format.sign_mask() } else { 0 };
    match value {
        Value::Finite(exact) => {
            Some(format.encode(&round(&exact, format, rounding, Subnormals::Keep).datum))
        }
        Value::Zero { negative } => Some(sign(negative)),
        Value::Infinite { negative } => format.infinity().map(|it| it | sign(negative)),
        Value::Invalid => None,
    }
}

#[test]
fn quotients_and_roots_agree_with_mpfr() {
    const N_CASES: u64 = 30_000;
    // Three operations in four directions.
    let scale = scale(12 * N_CASES);
    for &(layout, format) in FORMATS {
        let mut report = Report::new("MPFR", format!("div, rcp, sqrt as such, {}", format.name));
        let mut random = Random::named("roots").fork(format.name);
        for _ in 0..N_CASES * scale {
            let [a, b] = ["a", "b"].map(|name| operand(&mut random, name, layout));
            let (x, y) = (float(a, layout), float(b, layout));
            let values = [a, b].map(|bits| Value::from(format.decode(bits)));
            for (direction_of_mpfr, rounding) in DIRECTIONS {
                let mode = direction(direction_of_mpfr);
                let precision = layout.precision;
                let results = [
                    (
                        "div",
                        arith::div(values[0], values[1]),
                        Float::with_val_round(precision, &x / &y, mode),
                    ),
                    (
                        "rcp",
                        arith::rcp(values[0]),
                        Float::with_val_round(precision, x.recip_ref(), mode),
                    ),
                    (
                        "sqrt",
                        arith::sqrt(values[0]),
                        Float::with_val_round(precision, x.sqrt_ref(), mode),
                    ),
                ];
                for (name, value, (mut theirs, inexact)) in results {
                    theirs.subnormalize_round(layout.emin() + 1, inexact, mode);
                    let theirs =
                        (!theirs.is_nan()).then(|| bits(&theirs, layout, direction_of_mpfr));
                    let ours = ours(value, format, rounding);
                    report.note(ours == theirs, || {
                        let format = format.name;
                        format!("{name} {format} {a:x} {b:x} {rounding:?}: {ours:x?} {theirs:x?}")
                    });
                }
            }
        }
        report.finish(12 * N_CASES * scale);
    }
}
