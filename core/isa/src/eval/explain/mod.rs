//! The steps as sentences: the reasons for the result, in plain words.

mod exact;
mod limits;
mod round;
mod significand;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::op::{Flush, FlushCause, LaneOp};
use super::resolve::is_upper;
use super::trace::{Step, Trace};
use super::{Guarantee, LaneResult, Prepared};
use crate::catalog::{Group, Instruction, Modifier, Operation};
use crate::format::{Field, Format};
use crate::number::dyadic::Dyadic;
use crate::number::{Datum, Kind};

/// A piece of a line, by its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
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

/// A step of an evaluation, explained.
///
/// ```
/// use ptxfp::Instruction;
///
/// let sum = Instruction::parse("add.rn.f32", "sm_90")?.evaluate_values(&[1.0_f32, 1e-9])?;
/// let steps = sum.steps(0);
/// let round = steps.iter().find(|step| step.title == "Round").unwrap();
/// assert_eq!(round.modifier, ".rn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The step's name.
    pub title: &'static str,
    /// The modifier that causes it, empty if there is none.
    pub modifier: &'static str,
    /// Whether it did nothing.
    pub is_idle: bool,
    /// The computation, in lines.
    pub lines: Vec<Vec<Piece>>,
    /// The reason, in a sentence or two.
    pub sentence: String,
}

impl Explanation {
    /// The lines as plain text; exponents follow a `^`, the tail follows a bar.
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

/// The context in which the steps of a lane are explained.
struct Lane<'t> {
    op: &'t LaneOp,
    /// The names of its operands.
    names: Vec<&'static str>,
    /// The modifier that says how to round.
    rounding: &'static str,
    /// The place of its random bits, if it takes any, and whether they are reversed.
    random_place: [&'static str; 2],
    /// The part of the destination that takes the result.
    place: String,
    trace: &'t Trace,
}

impl Lane<'_> {
    fn name(&self, operand: usize) -> &'static str {
        self.names.get(operand).copied().unwrap_or("?")
    }

    /// The exact value, and whether it has more bits.
    fn exact(&self) -> Option<(&Dyadic, bool)> {
        self.trace.exact().map(|exact| (exact, self.trace.is_cut()))
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
    let sources = instruction.form.sources();
    let operands = prepared.operands_of_lane(lane);
    let in_group = |group| {
        let mut modifiers = instruction.effective();
        modifiers.find(|each| each.group() == group).map_or("", Modifier::spelling)
    };
    let name = instruction.form.operands.first().map_or("d", |operand| operand.name);
    let lane = Lane {
        op: prepared.lane_op(),
        names: operands.map(|(index, _)| sources.get(index).map_or("?", |it| it.name)).collect(),
        rounding: in_group(Group::Rounding),
        random_place: prepared.random.place(lane),
        place: place(name, prepared, lane),
        trace,
    };
    trace.steps.iter().map(|step| lane.explain(step)).collect()
}

/// The bits of the destination that a lane lies in.
fn place(name: &str, prepared: &Prepared, lane: u8) -> String {
    let packing = prepared.destination();
    let offset = packing.offset(lane);
    if packing.lanes == 1 && packing.width == packing.stride {
        name.to_string()
    } else {
        format!("{name}[{}:{offset}]", offset + u32::from(packing.width) - 1)
    }
}

impl Lane<'_> {
    fn explain(&self, step: &Step) -> Explanation {
        match step {
            Step::Flush { flush, changed } => self.flush(*flush, changed),
            Step::Exact { operands, outcome } => self.exactly(operands, outcome),
            Step::Round { rounding, format, is_integral, flush, conversion } => {
                let frame = significand::Frame::of(*format, *is_integral);
                self.round(*rounding, *format, frame, *flush, conversion.as_ref())
            }
            Step::Clamp { clamp, before, after } => self.clamp(*clamp, before, after),
            Step::Bound { bound, range, permitted } => self.bound(bound, *range, permitted),
            Step::Pack { format, result } => self.pack(*format, *result),
        }
    }

    fn has_fixed_operands(&self) -> bool {
        self.op.operands.iter().take(self.op.sources()).all(|format| format.float().is_none())
    }

    fn flush(&self, flush: Flush, changed: &[(usize, u64, u64)]) -> Explanation {
        let is_conversion = self.op.operation == Operation::Convert;
        let (modifier, cause) = match flush.cause {
            FlushCause::None if self.has_fixed_operands() => {
                return idle("Flush", "", "No operand can be subnormal.".into());
            }
            FlushCause::None => {
                return idle("Flush", "", "Subnormals are kept.".into());
            }
            FlushCause::Modifier => (".ftz", "`.ftz` turns"),
            FlushCause::Version => (".ftz", "This version implies `.ftz`, which turns"),
            FlushCause::Target => ("", "This target has no f32 subnormals, and turns"),
            FlushCause::Scale => (".scaled::n1::ue8m0", "`.scaled::n1` turns"),
        };
        if !flush.operands {
            let sentence = match (flush.result, is_conversion) {
                (true, _) => {
                    format!("{cause} a subnormal f32 result into a zero; the operand is not f32.")
                }
                (false, true) => {
                    format!("{cause} only an f32 subnormal into a zero; there is none here.")
                }
                (false, false) => "`.ftz` has no effect on f64.".into(),
            };
            return idle("Flush", modifier, sentence);
        }
        let reason = format!("{cause} a subnormal operand into a zero of the same sign");
        if changed.is_empty() {
            let is_upper = is_upper(self.op.operation);
            let none = if is_upper {
                "the upper word of the operand, which alone is read, holds no subnormal number"
            } else {
                "no operand is subnormal"
            };
            return idle("Flush", modifier, format!("{reason}; {none}."));
        }
        let lines = changed.iter().map(|(index, before, after)| {
            let width = self.op.operands.get(*index).map_or(0, |format| format.width());
            let (before, after) = (hex(*before, width), hex(*after, width));
            alloc::vec![text(format!("{}: {before} → {after}", self.name(*index)))]
        });
        let lines = lines.collect();
        Explanation {
            title: "Flush",
            modifier,
            is_idle: false,
            lines,
            sentence: format!("{reason}."),
        }
    }

    fn pack(&self, format: Format, result: LaneResult) -> Explanation {
        let LaneResult { bits, guarantee } = result;
        let mut line: Vec<Piece> = Vec::new();
        for index in (0..u32::from(format.width())).rev() {
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
        let note = match guarantee {
            Guarantee::Bits => "",
            Guarantee::Reading => " The ISA leaves this open: it is our reading, not guaranteed.",
            Guarantee::AnyNan => " The NaN's bits are unspecified.",
            Guarantee::Within { .. } => " The nearest permitted result is shown.",
            Guarantee::Unbounded => " The ISA gives no bound; the nearest result is shown.",
            Guarantee::Unspecified if format.float().is_none() => {
                " The ISA's text can be read either way, and no capture shows which holds."
            }
            Guarantee::Unspecified => {
                " The ISA does not specify this result; this is our reading, not guaranteed."
            }
        };
        let sentence = format!("{} into {}.{note}", hex(bits, format.width()), self.place);
        Explanation {
            title: "Pack",
            modifier: "",
            is_idle: false,
            lines: alloc::vec![line],
            sentence,
        }
    }
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

fn idle(title: &'static str, modifier: &'static str, sentence: String) -> Explanation {
    let lines = alloc::vec![alloc::vec![text("no change")]];
    Explanation { title, modifier, is_idle: true, lines, sentence }
}

fn hex(bits: u64, width: u8) -> String {
    crate::bits::hex(bits, width.into())
}

/// A datum as an operand of a formula.
fn term(datum: &Datum) -> String {
    let sign = if datum.negative { "−" } else { "" };
    match datum.kind {
        Kind::Zero => format!("{sign}0"),
        Kind::Infinite => format!("{sign}∞"),
        Kind::Nan { .. } => "NaN".into(),
        Kind::Finite { .. } => {
            Dyadic::from_datum(datum).map_or(String::new(), |value| number(&value, false))
        }
    }
}

/// The longest number that is written out.
const MAX_DIGITS: usize = 24;
/// The number of digits of a longer one that are shown.
const SHOWN_DIGITS: usize = 20;
/// The number of digits shown of a number without end: fewer than are known.
const KNOWN_DIGITS: usize = 17;

/// A value in full if that is short, in decimal or as a C hex float; otherwise truncated.
fn number(value: &Dyadic, is_cut: bool) -> String {
    let n_bits = i64::from(value.magnitude().bit_length()) + i64::from(value.exponent());
    let text = if is_cut {
        value.to_decimal_shortened(KNOWN_DIGITS)
    } else if value.exponent() >= 0 && n_bits <= 64 {
        // An integer has all its digits.
        let sign = if value.is_negative() { "-" } else { "" };
        format!("{sign}{}", value.magnitude().shl(value.exponent().unsigned_abs()))
    } else {
        let is_short = |text: &String| text.len() <= MAX_DIGITS;
        let exact = Some(value.to_decimal()).filter(is_short);
        let exact = exact.or_else(|| Some(value.to_c_hex()).filter(is_short));
        exact.unwrap_or_else(|| value.to_decimal_shortened(SHOWN_DIGITS))
    };
    // The exponent of a C hex float is code, and has a hyphen.
    match text.strip_prefix('-') {
        Some(magnitude) if magnitude.contains('p') => format!("−{magnitude}"),
        None if text.contains('p') => text,
        Some(_) | None => text.replace('-', "−"),
    }
}

#[cfg(test)]
mod tests;
