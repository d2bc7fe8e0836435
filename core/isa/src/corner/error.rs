//! The accuracy of a result, in words.

use alloc::string::String;
use alloc::vec::Vec;

use crate::arith::clamp::Clamp;
use crate::arith::rounding::Rounding;
use crate::catalog::bound::Over;
use crate::catalog::{Context, Instruction, Operation};
use crate::eval::{LaneOp, Prepared};
use crate::format::{FloatFormat, Format};
use crate::source::Source;
use crate::source::reading::Key;
use crate::text::exact_brief;

/// The error bound for some operands or results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorBound {
    /// The operands or results: `every operand`, `|a| ≤ 2π`, `negative results`.
    pub over: String,
    /// The largest error, or the result itself: `2 ulp`, `exact`, `+0`.
    pub error: String,
    /// The section that documents it.
    pub source: Source,
}

/// Returns the error bounds of an instruction. The first line whose operands include a given one
/// applies to it; lines on results apply too.
///
/// Every instruction has at least one line.
#[must_use]
pub fn error_bounds(instruction: &Instruction, context: &Context) -> Vec<ErrorBound> {
    let form = instruction.form;
    let prepared = Prepared::new(instruction, context);
    let op = prepared.lane_op();
    let mut lines = Lines { found: Vec::new(), source: form.source };
    if !op.is_specified {
        lines.add(EVERY, "not specified");
        return lines.found;
    }
    if let Some(bound) = form.bound() {
        lines.source = bound.source;
        for (over, error) in bound.words() {
            lines.found.push(ErrorBound { over, error, source: bound.source });
        }
        if op.readings.has(Key::RelativeErrorSubnormal) {
            lines.add(
                "results that no number is that close to",
                "the nearest number, by a reading (relative-error-subnormal)",
            );
        }
        if bound.ranges.is_empty() {
            lines.add(EVERY, "approximate, without a documented bound");
        } else if bound.ranges.iter().all(|range| range.over != Over::Everything) {
            lines.add("any other operand", "no documented bound");
        }
    } else {
        exactness(op, &mut lines);
    }
    let (over, error) = match op.clamp {
        Clamp::Unit => ("results outside 0 to 1, NaN", "the nearer limit; +0 for NaN"),
        Clamp::Relu | Clamp::FiniteRelu => ("negative results", "+0"),
        Clamp::PositiveZero | Clamp::FinitePositiveZero => ("−0", "+0"),
        Clamp::None | Clamp::Range | Clamp::Finite => ("", ""),
    };
    lines.add(over, error);
    if op.clamp.is_finite() {
        let is_signed = op.result.is_signed();
        let largest =
            if is_signed { "the largest number of the same sign" } else { "the largest number" };
        lines.add("results beyond the largest number", largest);
        if op.result.canonical_nan().is_none() {
            lines.add("NaN", "the largest number");
        }
    }
    if op.flush.operands {
        lines.add("subnormal operands", "treated as zeros of the same sign");
    }
    if op.flush.result {
        lines.add("subnormal results", "zeros of the same sign");
    }
    lines.found
}

const EVERY: &str = "every operand";

struct Lines {
    found: Vec<ErrorBound>,
    source: Source,
}

impl Lines {
    fn add(&mut self, over: &str, error: &str) {
        if !over.is_empty() {
            let (over, error) = (String::from(over), String::from(error));
            self.found.push(ErrorBound { over, error, source: self.source });
        }
    }
}

/// The lines of an operation that is not approximate.
fn exactness(op: &LaneOp, lines: &mut Lines) {
    let [from, ..] = op.operands;
    match op.operation {
        Operation::Abs
        | Operation::Neg
        | Operation::CopySign
        | Operation::Min
        | Operation::Max
        | Operation::TestProperty => lines.add(EVERY, "exact"),
        Operation::MadTruncated => {
            lines.add("c is a zero", "product and sum are each rounded to the nearest");
            lines.add(
                "any other c",
                "the product is truncated to 24 significant bits, the sum rounded to the nearest",
            );
        }
        Operation::Convert => match (from, op.result) {
            (Format::Fixed(from), Format::Fixed(_)) if from.fraction == 0 => {
                if op.clamp == Clamp::Range {
                    lines.add("numbers in the range of the result", "exact");
                    lines.add("numbers beyond it", "its nearer limit");
                } else {
                    lines.add(EVERY, "exact modulo 2^n: the n lowest bits");
                }
            }
            (_, Format::Fixed(to)) if to.fraction == 0 => {
                lines.add("numbers in the range of the result", rounded(op.rounding));
                lines.add("numbers beyond it", "its nearer limit");
            }
            (Format::Float(from), Format::Float(to)) if !op.is_integral && to.holds(from) => {
                lines.add(EVERY, "exact");
            }
            (Format::Fixed(from), Format::Float(to))
                if op.source_count == 1
                    && from.width - u8::from(from.signed) <= to.precision
                    && i32::from(from.width) <= to.emax() =>
            {
                lines.add(EVERY, "exact");
            }
            (_, Format::Float(to)) if !to.signed => magnitudes(op, to, lines),
            (Format::Float(_) | Format::Fixed(_), _) => lines.add(EVERY, rounded(op.rounding)),
        },
        Operation::Add
        | Operation::Sub
        | Operation::Mul
        | Operation::Fma
        | Operation::Div
        | Operation::Rcp
        | Operation::Sqrt
        // These are always approximate: they have bounds.
        | Operation::Rsqrt
        | Operation::Sin
        | Operation::Cos
        | Operation::Lg2
        | Operation::Ex2
        | Operation::Tanh
        | Operation::RcpUpper
        | Operation::RsqrtUpper => lines.add(EVERY, rounded(op.rounding)),
    }
}

/// The lines of a conversion to a format without sign and zero.
fn magnitudes(op: &LaneOp, to: &'static FloatFormat, lines: &mut Lines) {
    let least = exact_brief(to.min_normal(), to).replace('-', "−");
    let magnitude = |relation| alloc::format!("magnitudes {relation} {least}");
    lines.add(&magnitude("from"), &["the magnitude is ", rounded(op.rounding)].concat());
    lines.add(&magnitude("below"), "the smallest number");
}

/// The error of one rounding.
const fn rounded(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::TiesToEven => "correctly rounded to the nearest, ties to even: at most 0.5 ulp",
        Rounding::TiesToAway => {
            "correctly rounded to the nearest, ties away from 0: at most 0.5 ulp"
        }
        Rounding::TowardZero => "correctly rounded towards 0: less than 1 ulp",
        Rounding::TowardNegative => "correctly rounded down: less than 1 ulp",
        Rounding::TowardPositive => "correctly rounded up: less than 1 ulp",
        Rounding::Stochastic { .. } => {
            "one of the two neighbors, chosen by random bits: less than 1 ulp"
        }
    }
}
