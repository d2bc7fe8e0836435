//! Wrong results: the mistakes, each made with the core.
//!
//! Making a mistake may lead to a number by accident, also where nobody makes it. So a number is a
//! choice to pick whatever led to it, but a mistake is named only where it makes sense: a modifier is
//! overlooked that is there, or a rounding is taken for another one where something is rounded.

mod statement;

use alloc::vec::Vec;

use self::statement::of_statement;
use super::mistake::Mistake;
use super::prediction::Ask;
use super::rounded::{in_direction, twice};
use super::subject::{Subject, finite};
use crate::arith::rounding::Rounding;
use crate::format::table::{BF16, F16, F32};
use crate::format::{Class, FloatFormat, Format, mask};
use crate::number::{Datum, Exact, Kind};

/// A wrong result.
struct Wrong {
    /// The mistake that was made with the core.
    made: Mistake,
    /// Its result.
    bits: u64,
    /// The mistake by which the result is explained; `None` where only chance leads to it.
    named: Option<Mistake>,
}

impl Wrong {
    /// A mistake that explains its result.
    const fn new(made: Mistake, bits: u64) -> Self {
        Self { made, bits, named: Some(made) }
    }

    /// A mistake that explains its result only under a condition.
    fn only_if(is_sensible: bool, made: Mistake, bits: u64) -> Self {
        Self { made, bits, named: Some(made).filter(|_| is_sensible) }
    }
}

/// Results of mistakes; none is the right one, and each is there once.
pub(super) fn mistakes(subject: &Subject) -> Vec<u64> {
    let mut distinct: Vec<u64> = Vec::new();
    let right = subject.result();
    for Wrong { bits, .. } in wrong_results(subject, Ask::Value) {
        if Some(bits) != right && !distinct.contains(&bits) {
            distinct.push(bits);
        }
    }
    distinct
}

/// The mistake that a wrong answer to a question shows; `None` if none is known to lead there.
pub(super) fn explained(subject: &Subject, ask: Ask, given: u64) -> Option<Mistake> {
    let right = subject.result().filter(|right| *right != given)?;
    if let (Ask::Bits, Subject::Number { format, .. } | Subject::Bits { format, .. }) =
        (ask, subject)
        && let Some(float) = format.float()
        && float.classify(given) == Class::Zero
        && float.classify(right) != Class::Zero
    {
        let is_negative = given & float.sign_mask() != 0;
        return Some(Mistake::Zero(if is_negative { "\u{2212}0" } else { "+0" }));
    }
    let all = wrong_results(subject, ask).into_iter();
    all.filter(|wrong| wrong.bits == given).find_map(|wrong| wrong.named)
}

/// All wrong results; some are the right one, or there several times.
fn wrong_results(subject: &Subject, ask: Ask) -> Vec<Wrong> {
    let Some(right) = subject.result() else { return Vec::new() };
    let mut all = Vec::new();
    match subject {
        Subject::Number { format, exact, .. } => {
            let nearest = Some(Rounding::TiesToEven);
            if let Some(exact) = exact {
                roundings(exact, *format, right, nearest, &mut all);
            }
            if subject.is_exact() == Some(false) {
                neighbors(*format, right, &mut all);
            }
            let is_beyond = subject.is_exact() == Some(false);
            fields(*format, right, is_beyond, ask == Ask::Bits, &mut all);
            neighbors(*format, right, &mut all);
        }
        Subject::Bits { format, .. } => {
            decoded(*format, right, ask == Ask::Value, &mut all);
            neighbors(*format, right, &mut all);
        }
        Subject::Statement { state, .. } => of_statement(state, right, &mut all),
        Subject::Element { state, .. } => neighbors(state.mma.d, right, &mut all),
        Subject::Program { .. } => {}
    }
    all
}

/// The directions, each with the mistake that it is.
const DIRECTIONS: [(Mistake, Rounding); 5] = [
    (Mistake::HalfUp, Rounding::TiesToAway),
    (Mistake::Truncated, Rounding::TowardZero),
    (Mistake::RoundedToNearest, Rounding::TiesToEven),
    (Mistake::RoundedUp, Rounding::TowardPositive),
    (Mistake::RoundedDown, Rounding::TowardNegative),
];

/// The value in other directions, and rounded twice. `own` is the direction that is asked for; `None`
/// where the result is not that of one rounding.
fn roundings(
    exact: &Exact,
    format: Format,
    right: u64,
    own: Option<Rounding>,
    all: &mut Vec<Wrong>,
) {
    let nearest = in_direction(exact, format, Rounding::TiesToEven);
    // A result that was clamped or flushed after its rounding says nothing about directions.
    let is_rounded = own.is_some_and(|own| in_direction(exact, format, own) == right);
    let is_finite =
        format.float().is_none_or(|float| float.infinity() != Some(right & !float.sign_mask()));
    for (mistake, rounding) in DIRECTIONS {
        // A tie is the only case in which both kinds of nearest differ.
        if mistake != Mistake::HalfUp || right == nearest {
            let is_sensible = is_rounded
                && is_finite
                && own != Some(rounding)
                && (mistake != Mistake::HalfUp || own == Some(Rounding::TiesToEven));
            all.push(Wrong::only_if(is_sensible, mistake, in_direction(exact, format, rounding)));
        }
    }
    let precision = format.float().map_or(0, |float| float.precision);
    let is_nearest = is_rounded && own == Some(Rounding::TiesToEven);
    for wider in [&F32, &F16, &BF16] {
        if precision > 0 && wider.precision > precision + 1 {
            let bits = twice(exact, Format::Float(wider), format);
            all.extend(bits.map(|bits| Wrong::only_if(is_nearest, Mistake::Twice, bits)));
        }
    }
}

/// Wrong fields of an encoding; they are mistakes where its bits are set.
fn fields(format: Format, right: u64, is_beyond: bool, is_set: bool, all: &mut Vec<Wrong>) {
    let Some(float) = format.float() else { return };
    let trailing = float.trailing_width();
    let field = mask(trailing);
    if float.is_normal(right) && trailing > 0 {
        let fraction = (right & field) >> 1 | 1 << (trailing - 1);
        all.push(Wrong::only_if(is_set, Mistake::HiddenBit, right & !field | fraction));
        let biased = i64::try_from(right >> trailing & mask(float.exponent_width())).unwrap_or(0);
        let bias = biased - i64::from(float.bias);
        let plain = bias.cast_unsigned() & mask(float.exponent_width());
        let others = right & !(mask(float.exponent_width()) << trailing);
        // Nobody stores a negative number in a field without a sign.
        all.push(Wrong::only_if(is_set && bias >= 0, Mistake::Bias, others | plain << trailing));
        for next in [biased - 1, biased + 1] {
            if let Ok(next) = u64::try_from(next)
                && next <= mask(float.exponent_width())
            {
                let bits = others | next << trailing;
                let is_sensible = is_set && float.is_normal(bits);
                all.push(Wrong::only_if(is_sensible, Mistake::Exponent, bits));
            }
        }
    }
    signs(float, right, is_beyond, all);
}

/// Other signs, zero for a subnormal, and the ends of the range, which are mistakes where a finite
/// value may be beyond them.
fn signs(float: &'static FloatFormat, right: u64, is_beyond: bool, all: &mut Vec<Wrong>) {
    let sign = float.sign_mask();
    let is_zero = right & float.magnitude_mask() == 0;
    if sign != 0 {
        let mistake = if is_zero { Mistake::SignOfZero } else { Mistake::Sign };
        let is_number = !Format::Float(float).is_nan(right);
        all.push(Wrong::only_if(is_number, mistake, right ^ sign));
    }
    if float.classify(right) == Class::Subnormal {
        all.push(Wrong::new(Mistake::Flushed, right & sign));
    }
    if let Some(infinity) = float.infinity() {
        if right & !sign == float.max_finite() {
            all.push(Wrong::only_if(is_beyond, Mistake::Infinity, right & sign | infinity));
        }
        if right & !sign == infinity {
            all.push(Wrong::only_if(
                is_beyond,
                Mistake::Largest,
                right & sign | float.max_finite(),
            ));
        }
    }
}

/// Numbers that the bits do not mean; they are mistakes where the number is asked for.
fn decoded(format: Format, right: u64, is_read: bool, all: &mut Vec<Wrong>) {
    let Some(float) = format.float() else { return };
    let datum = float.decode(right);
    if let Some((significand, exponent)) = finite(&datum) {
        let with = |significand, exponent| {
            let kind = Kind::Finite { significand, exponent };
            format.encode_exact(&Datum { kind, ..datum })
        };
        let hidden = 1 << float.trailing_width();
        if float.is_normal(right) && significand > hidden {
            let bits = with(significand - hidden, exponent);
            all.extend(bits.map(|bits| Wrong::only_if(is_read, Mistake::HiddenBit, bits)));
        }
        for exponent in [exponent + 1, exponent - 1] {
            let bits = with(significand, exponent);
            all.extend(bits.map(|bits| Wrong::only_if(is_read, Mistake::Exponent, bits)));
        }
    }
    signs(float, right, false, all);
}

/// The numbers beside a result.
fn neighbors(format: Format, right: u64, all: &mut Vec<Wrong>) {
    all.extend(format.next_up(right).map(|bits| Wrong::new(Mistake::Above, bits)));
    all.extend(format.next_down(right).map(|bits| Wrong::new(Mistake::Below, bits)));
}
