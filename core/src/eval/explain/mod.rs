//! Steps to sentences: why the result is what it is, in the words a person would use.

mod significand;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::significand::{changed_line, significand_line, tail_sentence};
use super::trace::{Outcome, Step, Trace};
use super::{Flush, Guarantee, Prepared};
use crate::catalog::{Instruction, Operation};
use crate::clamp::Clamp;
use crate::format::{Field, FloatFormat};
use crate::number::dyadic::Dyadic;
use crate::number::{Datum, Kind};
use crate::rounding::{Conversion, Rounding, Tail};

/// A piece of a line, by what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain text, bits or a number.
    Text(String),
    /// Significand bits that were discarded.
    Tail(String),
    /// Significand bits that the rounding changed.
    Changed(String),
    /// An exponent, to be raised.
    Superscript(String),
    /// Bits of an encoding's field.
    Field(Field, String),
}

/// A step, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The step's name.
    pub title: &'static str,
    /// The modifier it obeys, empty if there is none.
    pub modifier: &'static str,
    /// Whether it did nothing.
    pub is_idle: bool,
    /// What happened, in lines.
    pub lines: Vec<Vec<Piece>>,
    /// Why, in a sentence or two.
    pub sentence: String,
}

impl Explanation {
    /// The lines as plain text; exponents follow a `^`, the tail stands behind a bar.
    pub fn plain_lines(&self) -> impl Iterator<Item = String> + '_ {
        self.lines.iter().map(|line| {
            let text = line.iter().map(|piece| match piece {
                Piece::Text(text) | Piece::Changed(text) | Piece::Field(_, text) => text.clone(),
                Piece::Tail(text) => format!("|{text}"),
                Piece::Superscript(text) => format!("^{text}"),
            });
            text.collect()
        })
    }
}

/// Explains the steps of a lane, in order.
#[must_use]
pub fn explain(
    instruction: &Instruction,
    prepared: &Prepared,
    lane: u8,
    trace: &Trace,
) -> Vec<Explanation> {
    let names: Vec<_> = instruction.form.sources().iter().map(|operand| operand.name).collect();
    let name = |index: usize| names.get(index).copied().unwrap_or("?");
    let exact = trace.exact();
    let steps = trace.steps.iter().map(|step| match step {
        Step::Flush { flush, changed } => explain_flush(*flush, changed, prepared, &name),
        Step::Exact { operands, outcome } => explain_exact(operands, outcome, prepared, &name),
        Step::Round { rounding, format, flush, conversion } => {
            explain_round(*rounding, format, *flush, conversion.as_ref().zip(exact))
        }
        Step::Clamp { clamp, before, after } => explain_clamp(*clamp, before, after),
        Step::Pack { format, result } => {
            let packing = prepared.destination();
            let offset = packing.offset(lane);
            let place = if packing.lanes == 1 {
                "d".to_string()
            } else {
                format!("d[{}:{offset}]", offset + u32::from(packing.width) - 1)
            };
            explain_pack(format, result.bits, result.guarantee, &place)
        }
    });
    steps.collect()
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

fn idle(title: &'static str, modifier: &'static str, sentence: String) -> Explanation {
    let lines = alloc::vec![alloc::vec![text("no change")]];
    Explanation { title, modifier, is_idle: true, lines, sentence }
}

fn hex(bits: u64, width: u8) -> String {
    format!("0x{bits:0digits$x}", digits = usize::from(width).div_ceil(4))
}

fn explain_flush(
    flush: Flush,
    changed: &[(usize, u64, u64)],
    prepared: &Prepared,
    name: &dyn Fn(usize) -> &'static str,
) -> Explanation {
    let (modifier, reason) = match flush {
        Flush::No => return idle("Flush", "", "Subnormal operands and results are kept.".into()),
        Flush::Modifier => (".ftz", "`.ftz` makes a subnormal operand a zero of its sign"),
        Flush::Target => ("", "This target has no f32 subnormals: one becomes a zero of its sign"),
    };
    if changed.is_empty() {
        return idle("Flush", modifier, format!("{reason}; no operand is subnormal."));
    }
    let lines = changed.iter().map(|(index, before, after)| {
        let width = prepared.source(*index).width;
        alloc::vec![text(format!(
            "{}: {} → {}",
            name(*index),
            hex(*before, width),
            hex(*after, width)
        ))]
    });
    let lines = lines.collect();
    Explanation { title: "Flush", modifier, is_idle: false, lines, sentence: format!("{reason}.") }
}

/// A datum as an operand of a formula.
fn term(datum: &Datum) -> String {
    let sign = if datum.negative { "−" } else { "" };
    match datum.kind {
        Kind::Zero => format!("{sign}0"),
        Kind::Infinite => format!("{sign}∞"),
        Kind::Nan { .. } => "NaN".into(),
        Kind::Finite { .. } => {
            Dyadic::from_datum(datum).map_or(String::new(), |value| number(&value))
        }
    }
}

/// The longest number that is written out.
const MAX_DIGITS: usize = 24;
/// How many digits of a longer one are shown.
const SHOWN_DIGITS: usize = 20;

/// A value in full where that is short, in decimal or as a C hex float; else cut.
fn number(value: &Dyadic) -> String {
    let is_short = |text: &String| text.len() <= MAX_DIGITS;
    let exact = Some(value.to_decimal()).filter(is_short);
    let exact = exact.or_else(|| Some(value.to_c_hex()).filter(is_short));
    let text = exact.unwrap_or_else(|| value.to_decimal_shortened(SHOWN_DIGITS));
    match text.strip_prefix('-') {
        Some(magnitude) => format!("−{magnitude}"),
        None => text,
    }
}

fn formula(operation: Operation, operands: &[Datum]) -> String {
    let terms: Vec<_> = operands.iter().map(term).collect();
    let at = |index: usize| terms.get(index).map_or("", String::as_str);
    let sum = |left: &str, right: &str| match right.strip_prefix('−') {
        Some(magnitude) => format!("{left} − {magnitude}"),
        None => format!("{left} + {right}"),
    };
    match operation {
        Operation::Add => sum(at(0), at(1)),
        Operation::Sub => match at(1).strip_prefix('−') {
            Some(magnitude) => format!("{} + {magnitude}", at(0)),
            None => format!("{} − {}", at(0), at(1)),
        },
        Operation::Mul => format!("{} × {}", at(0), at(1)),
        Operation::Fma => sum(&format!("{} × {}", at(0), at(1)), at(2)),
    }
}

fn explain_exact(
    operands: &[Datum],
    outcome: &Outcome,
    prepared: &Prepared,
    name: &dyn Fn(usize) -> &'static str,
) -> Explanation {
    let op = prepared.lane_op();
    let sign = |negative: bool| if negative { "−" } else { "+" };
    let (result, sentence) = match outcome {
        Outcome::OutOfBounds { operand } => (
            "= +0".to_string(),
            format!("{} is an out-of-bounds NaN, so `.oob` makes the result +0.", name(*operand)),
        ),
        Outcome::NanOperand { operand } => (
            "= NaN".into(),
            if op.keeps_nan_payload {
                format!(
                    "{} is a NaN: the result is that NaN, quieted. Which of several NaNs is returned is observed, not documented.",
                    name(*operand)
                )
            } else {
                format!("{} is a NaN, so the result is one.", name(*operand))
            },
        ),
        Outcome::InfinityTimesZero => {
            ("= NaN".into(), "Infinity times zero has no value: the operation is invalid.".into())
        }
        Outcome::OppositeInfinities => (
            "= NaN".into(),
            "Infinities of opposite signs have no sum: the operation is invalid.".into(),
        ),
        Outcome::Zero { negative } => {
            (format!("= {}0", sign(*negative)), zero_sentence(op.rounding))
        }
        Outcome::Infinite { negative } => (
            format!("= {}∞", sign(*negative)),
            "An infinite operand makes the result infinite.".into(),
        ),
        Outcome::Finite { value } => {
            let bits = value.magnitude().bit_length();
            let plural = if bits == 1 { "" } else { "s" };
            (
                format!("= {}", number(value)),
                format!(
                    "{bits} significant bit{plural}; {} holds {}.",
                    op.result.name, op.result.precision
                ),
            )
        }
    };
    let lines =
        alloc::vec![alloc::vec![text(formula(op.operation, operands))], alloc::vec![text(result)]];
    Explanation { title: "Exact", modifier: "", is_idle: false, lines, sentence }
}

fn zero_sentence(rounding: Rounding) -> String {
    if rounding.zero_sum_is_negative() {
        "An exact zero; where signs differ, rounding towards −∞ makes it −0.".into()
    } else {
        "An exact zero; where signs differ, it is +0.".into()
    }
}

/// The modifier of a direction, and what it does with a tail, in words.
fn direction(rounding: Rounding) -> (&'static str, &'static str) {
    match rounding {
        Rounding::TiesToEven => (".rn", "to the nearest"),
        Rounding::TiesToAway => (".rna", "to the nearest, ties away from zero"),
        Rounding::TowardZero => (".rz", "towards zero"),
        Rounding::TowardNegative => (".rm", "towards −∞"),
        Rounding::TowardPositive => (".rp", "towards +∞"),
        Rounding::Stochastic { .. } => (".rs", "by the random bits"),
    }
}

fn explain_round(
    rounding: Rounding,
    format: &FloatFormat,
    flush: Flush,
    rounded: Option<(&Conversion, &Dyadic)>,
) -> Explanation {
    let (modifier, way) = direction(rounding);
    let Some((conversion, exact)) = rounded else {
        return idle("Round", modifier, "There is nothing to round.".into());
    };
    let step = &conversion.rounded;
    if !conversion.is_inexact() {
        let sentence = format!("The value is representable in {}.", format.name);
        let lines =
            alloc::vec![significand_line(format, step.significand, step.exponent, None, exact)];
        return Explanation { title: "Round", modifier, is_idle: true, lines, sentence };
    }
    let before = significand_line(format, step.truncated(), step.exponent, Some(step.tail), exact);
    let mut lines = alloc::vec![before];
    let mut sentence = String::new();
    if step.tail != Tail::Zero {
        sentence = format!(
            "{} Rounding {way}: {}.",
            tail_sentence(step.tail, step.exponent, exact),
            movement(rounding, step.incremented, step.tail)
        );
        lines.push(changed_line(format, step.truncated(), step.significand, step.exponent));
    }
    if conversion.flushed {
        let cause = if flush == Flush::Target { "this target flushes" } else { "`.ftz` flushes" };
        let emin = format.emin();
        sentence = format!(
            "{sentence} The result is below 2^{emin}, the smallest normal magnitude: {cause} it to \
             a zero of its sign."
        );
    }
    if conversion.overflowed {
        let end =
            if conversion.datum.is_infinite() { "infinity" } else { "the largest finite value" };
        sentence =
            format!("{sentence} It lies beyond the largest finite value, so the result is {end}.");
    }
    Explanation {
        title: "Round",
        modifier,
        is_idle: false,
        lines,
        sentence: sentence.trim_start().into(),
    }
}

fn movement(rounding: Rounding, incremented: bool, tail: Tail) -> &'static str {
    match (incremented, tail, rounding) {
        (true, Tail::Half, Rounding::TiesToEven) => "up, to the even neighbour",
        (false, Tail::Half, Rounding::TiesToEven) => "it stays, being even",
        (true, _, _) => "the magnitude goes up",
        (false, _, _) => "the magnitude stays",
    }
}

fn explain_clamp(clamp: Clamp, before: &Datum, after: &Datum) -> Explanation {
    let modifier = match clamp {
        Clamp::None => return idle("Clamp", "", "No clamp is asked for.".into()),
        Clamp::Unit => ".sat",
        Clamp::Relu => ".relu",
        Clamp::Finite => ".satfinite",
        Clamp::FiniteRelu => ".satfinite.relu",
    };
    if before == after {
        let sentence = match (clamp, before.kind) {
            (_, Kind::Nan { .. }) => "The NaN is canonical already.",
            (Clamp::Finite, _) => "It is finite.",
            (_, Kind::Zero) => "+0 stays.",
            (Clamp::Unit, _) => "It lies in [0, 1].",
            (Clamp::Relu | Clamp::FiniteRelu | Clamp::None, _) => "It is positive, so it stays.",
        };
        return idle("Clamp", modifier, sentence.into());
    }
    let sentence = match (clamp, before.is_nan(), before.negative) {
        (Clamp::Unit, true, _) => "`.sat` makes a NaN +0.",
        (Clamp::Unit, false, true) => {
            "`.sat` clamps to [0, 1]: what is negative, −0 too, becomes +0."
        }
        (Clamp::Unit, false, false) => "`.sat` clamps to [0, 1]: what is above 1 becomes 1.",
        (Clamp::Relu | Clamp::None, true, _) => "`.relu` makes the NaN canonical.",
        (Clamp::Finite | Clamp::FiniteRelu, true, _) => {
            "`.satfinite` makes a NaN canonical, or the largest finite value if there is no NaN."
        }
        (Clamp::Finite, false, _) | (Clamp::FiniteRelu, false, false) => {
            "`.satfinite` makes an infinity the largest finite value of its sign."
        }
        (Clamp::Relu | Clamp::FiniteRelu | Clamp::None, false, _) => {
            "`.relu` makes what is negative, −0 too, +0."
        }
    };
    let lines = alloc::vec![alloc::vec![text(format!("{} → {}", term(before), term(after)))]];
    Explanation { title: "Clamp", modifier, is_idle: false, lines, sentence: sentence.into() }
}

fn explain_pack(format: &FloatFormat, bits: u64, guarantee: Guarantee, place: &str) -> Explanation {
    let width = u32::from(format.width);
    let mut line: Vec<Piece> = Vec::new();
    for index in (0..width).rev() {
        let digit = if bits >> index & 1 == 1 { '1' } else { '0' };
        match line.last_mut() {
            Some(Piece::Field(field, digits)) if *field == format.field(index) => {
                digits.push(digit);
            }
            last => {
                let is_first = last.is_none();
                if !is_first {
                    line.push(text(" "));
                }
                line.push(Piece::Field(format.field(index), digit.to_string()));
            }
        }
    }
    let into = format!("{} into {place}.", hex(bits, format.width));
    let sentence = match guarantee {
        Guarantee::Bits => into,
        Guarantee::AnyNan => format!(
            "{into} The ISA leaves the NaN's bits open; these are what hardware was seen to return."
        ),
        Guarantee::Unspecified => format!(
            "{into} The ISA does not say what this instruction returns; this is the correctly rounded result."
        ),
    };
    Explanation { title: "Pack", modifier: "", is_idle: false, lines: alloc::vec![line], sentence }
}

#[cfg(test)]
mod tests;
