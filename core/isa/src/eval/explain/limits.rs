//! The limits on a result: clamps and documented bounds.

use alloc::format;
use alloc::string::{String, ToString};

use super::{Explanation, Lane, Piece, hex, idle, term, text};
use crate::arith::clamp::Clamp;
use crate::catalog::bound::{Bound, Error, Input, Permitted, Range, count};
use crate::eval::trace::Step;
use crate::format::Format;
use crate::number::{Datum, Kind};
use crate::text::concise;

impl Lane<'_> {
    pub(super) fn clamp(&self, clamp: Clamp, before: &Datum, after: &Datum) -> Explanation {
        let modifier = match clamp {
            Clamp::None => return idle("Clamp", "", "No clamp modifier.".into()),
            Clamp::Unit | Clamp::Range => ".sat",
            Clamp::Relu => ".relu",
            Clamp::Finite => ".satfinite",
            Clamp::FiniteRelu => ".satfinite.relu",
            Clamp::PositiveZero => ".pzo",
            Clamp::FinitePositiveZero => ".satfinite.pzo",
        };
        if before == after {
            let sentence = match (clamp, before.kind) {
                (Clamp::Range, _) => "The conversion to an integer already clamps to its range.",
                (Clamp::PositiveZero, Kind::Zero) => "+0 stays.",
                (Clamp::PositiveZero, _) => "Not a zero, so it stays.",
                (_, Kind::Nan { .. }) => "The NaN is already canonical.",
                (Clamp::Finite | Clamp::FinitePositiveZero, _) => "Already finite.",
                (_, Kind::Zero) => "+0 stays.",
                (Clamp::Unit, _) => "Already in [0, 1].",
                (Clamp::Relu | Clamp::FiniteRelu | Clamp::None, _) => "Positive, so it stays.",
            };
            return idle("Clamp", modifier, sentence.into());
        }
        let has_nan = self.op.result.canonical_nan().is_some();
        let sentence = match (clamp, before.is_nan(), before.negative) {
            (Clamp::PositiveZero | Clamp::FinitePositiveZero, ..) if before.is_zero() => {
                "`.pzo` turns −0 into +0."
            }
            (Clamp::Unit, true, _) => "`.sat` turns a NaN into +0.",
            (Clamp::Unit, false, true) => {
                "`.sat` clamps to [0, 1]: negative values and −0 become +0."
            }
            (Clamp::Unit | Clamp::Range, _, _) => {
                "`.sat` clamps to [0, 1]: values above 1 become 1."
            }
            (Clamp::Relu | Clamp::None | Clamp::PositiveZero, true, _) => {
                "`.relu` makes the NaN canonical."
            }
            (Clamp::Finite | Clamp::FiniteRelu | Clamp::FinitePositiveZero, true, _) if has_nan => {
                "`.satfinite` makes the NaN canonical."
            }
            (Clamp::Finite | Clamp::FiniteRelu | Clamp::FinitePositiveZero, true, _) => {
                "`.satfinite` turns NaN into the largest number, as the format has no NaN."
            }
            (Clamp::Finite | Clamp::FinitePositiveZero, false, _) if !before.is_infinite() => {
                "`.satfinite` keeps the sign and limits the magnitude to that of the largest number."
            }
            (Clamp::Finite | Clamp::FinitePositiveZero, false, _)
            | (Clamp::FiniteRelu, false, false) => {
                "`.satfinite` turns an infinity into the largest finite value of the same sign."
            }
            (Clamp::Relu | Clamp::FiniteRelu | Clamp::None | Clamp::PositiveZero, false, _) => {
                "`.relu` turns negative values and −0 into +0."
            }
        };
        // The sign of a zero is what matters here.
        let plus = if *after == Datum::zero(false) { "+" } else { "" };
        let lines =
            alloc::vec![alloc::vec![text(format!("{} → {plus}{}", term(before), term(after)))]];
        Explanation { title: "Clamp", modifier, is_idle: false, lines, sentence: sentence.into() }
    }

    pub(super) fn bound(
        &self,
        bound: &Bound,
        range: Option<&Range>,
        permitted: &Permitted,
    ) -> Explanation {
        let section = bound.source.section;
        let limits = match range {
            Some(range) => error(range.error),
            None => alloc::vec![text("no bound")],
        };
        let (lines, sentence) = match permitted {
            Permitted::Interval { lo, hi } => {
                let (interval, count) = self.interval(*lo, *hi);
                let sentence = match count {
                    1 if lo == hi => format!(
                        "The ISA bounds the error (§{section}), and only this result is permitted."
                    ),
                    1 => format!(
                        "The ISA bounds the error (§{section}), and only zero is permitted, of either sign."
                    ),
                    _ => format!(
                        "The ISA bounds the error (§{section}) but doesn't fix the bits: {count} numbers are permitted."
                    ),
                };
                (alloc::vec![limits, alloc::vec![text(interval)]], sentence)
            }
            Permitted::Pinned if range.is_some_and(|it| it.error == Error::Vanishes) => (
                alloc::vec![limits],
                format!("For a divisor of this magnitude the ISA specifies zero (§{section})."),
            ),
            Permitted::Pinned => (
                alloc::vec![alloc::vec![text("special case")]],
                format!("The ISA's table of special cases lists this result (§{section})."),
            ),
            Permitted::Nearest => (
                alloc::vec![limits],
                format!(
                    "No number of the format is within the error that the ISA documents (§{section}), so it leaves the result open; by our reading it is the nearest number."
                ),
            ),
            Permitted::AnyNan if range.is_some_and(|it| it.error == Error::Vanishes) => (
                alloc::vec![limits],
                format!(
                    "For a divisor of this magnitude the ISA specifies NaN if the dividend is infinite (§{section})."
                ),
            ),
            Permitted::AnyNan if self.is_in_table(bound) => (
                alloc::vec![alloc::vec![text("special case")]],
                format!(
                    "The ISA's table of special cases lists NaN for this operand (§{section})."
                ),
            ),
            Permitted::AnyNan => {
                (alloc::vec![alloc::vec![text("NaN")]], "The result is not a number.".into())
            }
            Permitted::Unbounded => (
                alloc::vec![limits],
                format!("The ISA gives no bound for this operand (§{section})."),
            ),
        };
        let modifier = self.rounding;
        Explanation { title: "Bound", modifier, is_idle: false, lines, sentence }
    }

    /// Whether the table of special cases has the operand.
    fn is_in_table(&self, bound: &Bound) -> bool {
        let operand = self.trace.steps.iter().find_map(|step| match step {
            Step::Exact { operands, .. } => operands.first(),
            Step::Flush { .. }
            | Step::Round { .. }
            | Step::Clamp { .. }
            | Step::Bound { .. }
            | Step::Pack { .. } => None,
        });
        let input = operand.zip(self.op.result.float()).and_then(|(it, to)| Input::of(it, to));
        bound.corners.iter().any(|corner| Some(corner.input) == input)
    }

    /// The ends of an interval, and the number of values in it.
    fn interval(&self, lo: u64, hi: u64) -> (String, u64) {
        let Format::Float(format) = self.op.result else { return (String::new(), 0) };
        let end = |bits| {
            format!("{} = {}", hex(bits, format.width), concise(bits, format).replace('-', "−"))
        };
        let text = if lo == hi { end(lo) } else { format!("{} to {}", end(lo), end(hi)) };
        (text, count(lo, hi, format))
    }
}

/// An error as a line.
fn error(error: Error) -> alloc::vec::Vec<Piece> {
    let words = error.to_string();
    match (error.exponent(), words.strip_prefix("2^")) {
        (Some(exponent), Some(rest)) => {
            let behind = rest.strip_prefix(exponent.as_str()).unwrap_or_default().to_string();
            alloc::vec![text("± 2"), Piece::Superscript(exponent), text(behind)]
        }
        _ if error == Error::Vanishes => alloc::vec![text(words)],
        _ => alloc::vec![text(format!("± {words}"))],
    }
}
