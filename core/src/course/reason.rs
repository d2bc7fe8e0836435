//! The reason for an answer, in sentences.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::rounded::in_direction;
use super::subject::{Subject, finite, prepared};
use crate::arith::rounding::Rounding;
use crate::eval::explain;
use crate::format::{FloatFormat, Format, mask};
use crate::number::Kind;
use crate::number::dyadic::Dyadic;
use crate::text::{concise, exact_brief, exact_decimal};

/// The reason for the result of a subject.
pub(super) fn reason(subject: &Subject) -> String {
    match subject {
        Subject::Number { format, text, exact: Some(exact), .. }
            if subject.is_exact() == Some(false) =>
        {
            let neighbor = |rounding| digits(in_direction(exact, *format, rounding), *format);
            let below = neighbor(Rounding::TowardNegative);
            let above = neighbor(Rounding::TowardPositive);
            format!(
                "{text} lies between {below} and {above}, which are neighbors. The nearer one is taken; \
                 in the middle, the one whose last bit is 0."
            )
        }
        Subject::Number { format, bits, .. } | Subject::Bits { format, bits } => match format {
            Format::Float(float) => fields(float, *bits),
            Format::Fixed(_) => String::new(),
        },
        Subject::Statement { state, .. } => {
            let prepared = prepared(state);
            let trace = prepared.trace(0, &state.registers);
            let steps = explain(&state.instruction, &prepared, 0, &trace);
            let shown = steps.into_iter().filter(|step| !step.is_idle && step.title != "Pack");
            shown.map(|step| step.sentence).collect::<Vec<_>>().join(" ")
        }
        Subject::Element { .. } | Subject::Program { .. } => String::new(),
    }
}

/// A number from its fields: `0 10000 1000000000 is +1.1₂ × 2^1`.
fn fields(float: &'static FloatFormat, bits: u64) -> String {
    let trailing = float.trailing_width();
    let value = exact_brief(bits, float);
    let exponent = bits >> trailing & mask(float.exponent_width());
    let fraction = binary(bits & mask(trailing), trailing);
    let sign = if float.sign_mask() & bits == 0 { "+" } else { "−" };
    match float.decode(bits).kind {
        Kind::Zero => format!("All bits of exponent and fraction are 0: {sign}0."),
        Kind::Infinite => format!("All exponent bits are 1 and the fraction is 0: {sign}infinity."),
        Kind::Nan { .. } => String::from("This pattern is a NaN, not a number."),
        Kind::Finite { .. } if float.is_normal(bits) => {
            let power = i64::try_from(exponent).unwrap_or(0) - i64::from(float.bias);
            let point = if fraction.is_empty() { "" } else { "." };
            format!(
                "The exponent field is {exponent}, and {exponent} − {bias} = {power}. With the hidden 1 that is \
                 {sign}1{point}{fraction} × 2^{power} = {value}.",
                bias = float.bias
            )
        }
        Kind::Finite { .. } => {
            let power = 1 - float.bias;
            format!(
                "The exponent field is 0, so there is no hidden 1: {sign}0.{fraction} × 2^{power} = {value}."
            )
        }
    }
}

/// The lowest digits of a number in base two.
fn binary(bits: u64, width: u32) -> String {
    (0..width).rev().map(|at| if bits >> at & 1 == 1 { '1' } else { '0' }).collect()
}

/// Whether a result is exact, with both numbers.
pub(super) fn exactness(subject: &Subject) -> String {
    let (Some(format), Some(bits)) = (subject.format(), subject.result()) else {
        return String::new();
    };
    if subject.is_exact() == Some(true) {
        // A shortened number is another one, which the format need not have.
        let stored = exact_decimal(bits, format);
        return if stored.len() <= LONGEST {
            format!("{format} has the number {stored} itself, so nothing is lost.")
        } else {
            format!("The exact result is a number of {format}, so nothing is lost.")
        };
    }
    let exact = match subject {
        Subject::Number { text, .. } => text.clone(),
        Subject::Statement { state, .. } => prepared(state)
            .trace(0, &state.registers)
            .exact_decimal(MOST_DIGITS)
            .unwrap_or_default(),
        Subject::Bits { .. } | Subject::Element { .. } | Subject::Program { .. } => String::new(),
    };
    let stored = digits(bits, format);
    let end = if stored.ends_with('…') { "" } else { "." };
    format!("{exact} is no number of {format}. The result is {stored}{end}")
}

/// The most characters of a number that is printed with all its digits.
const LONGEST: usize = 18;
/// The most digits of a number that is cut off behind them.
const MOST_DIGITS: usize = 24;

/// A stored number with its digits, which end with `…` where there are too many.
fn digits(bits: u64, format: Format) -> String {
    finite(&format.decode(bits))
        .and_then(|_| Dyadic::from_datum(&format.decode(bits)))
        .map_or_else(|| concise(bits, format), |value| value.to_decimal_shortened(MOST_DIGITS))
}
