//! From an error to the least and the largest result it permits.

use core::cmp::Ordering;

use super::{Error, Permitted};
use crate::bits::low_word;
use crate::elementary::{Truth, power_of_two};
use crate::format::FloatFormat;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
use crate::number::{Datum, Kind};
use crate::rounding::Subnormals;

/// The permitted results around a true value that is not invalid.
///
/// `rounded` is the correctly rounded result, not flushed.
/// All is done on magnitudes, with the true value positive, and turned round at the end.
///
/// The true value and the error lie between bounds, and so do the ends of the interval. The lower
/// bound of the upper end is taken, and the upper bound of the lower end: where no number of the
/// format lies between the bounds of an end, this changes nothing, and an end that is a number of
/// the format is known exactly. None lies there: a quotient of numbers of 24 bits is a number of 26
/// bits or at least 2^-51 of itself away from each of these, more than its bounds are apart; of the
/// other functions a test looks at each f32 operand, and compares each f16 and bf16 operand.
pub(super) fn interval(
    truth: &Truth,
    error: Error,
    rounded: &Datum,
    format: &FloatFormat,
    subnormals: Subnormals,
) -> Permitted {
    let reference = format.encode(rounded) & format.magnitude_mask();
    let ends = match truth {
        Truth::Finite(value) => ends(value.bounds(), error, rounded, format),
        Truth::Zero { .. } => ends((Dyadic::ZERO, Dyadic::ZERO), error, rounded, format),
        // No number lies within any distance of an infinity.
        Truth::Infinite { .. } | Truth::Invalid => {
            (reference.cast_signed(), reference.cast_signed())
        }
    };
    let flush = |end: i64| {
        let is_flushed =
            subnormals == Subnormals::Flush && end.unsigned_abs() < format.min_normal();
        if is_flushed { 0 } else { end }
    };
    let lo = flush(ends.0.min(reference.cast_signed()));
    let hi = flush(ends.1.max(reference.cast_signed()));
    let (lo, hi) = if rounded.negative { (-hi, -lo) } else { (lo, hi) };
    let encode = |end: i64| match end.cmp(&0) {
        Ordering::Less => format.sign_mask() | end.unsigned_abs(),
        Ordering::Equal | Ordering::Greater => end.unsigned_abs(),
    };
    Permitted::Interval { lo: encode(lo), hi: encode(hi) }
}

/// The least and the largest number of a format within the error of a value between two bounds,
/// as encodings of magnitudes, with a sign.
fn ends(
    (low, high): (Dyadic, Dyadic),
    error: Error,
    rounded: &Datum,
    format: &FloatFormat,
) -> (i64, i64) {
    let unit = |count: u8| {
        let last = ulp_exponent(rounded, format);
        Dyadic::new(false, &Natural::from(u64::from(count)), last)
    };
    let power = |thousandths| power_of_two(thousandths).bounds().0;
    let (bottom, top) = match error {
        Error::Ulp(count) => (high.sub(&unit(count)), low.add(&unit(count))),
        Error::UlpOfRounded(count) => {
            let center = magnitude(rounded, format);
            (center.sub(&unit(count)), center.add(&unit(count)))
        }
        Error::Absolute(exponent) => (high.sub(&power(exponent)), low.add(&power(exponent))),
        Error::Relative(exponent) => {
            let part = power(exponent);
            (high.sub(&high.mul(&part)), low.add(&low.mul(&part)))
        }
        Error::Vanishes => (low, high),
    };
    let lo = if bottom.is_negative() {
        -encode(&bottom, format, false)
    } else {
        encode(&bottom, format, true)
    };
    (lo, encode(&top, format, false))
}

/// The exponent of a unit in the last place of the binade of a correctly rounded result.
fn ulp_exponent(rounded: &Datum, format: &FloatFormat) -> i32 {
    let binade = match rounded.kind {
        Kind::Finite { .. } => rounded.exact().map_or(format.emin(), |it| it.leading_exponent()),
        Kind::Zero => format.emin(),
        Kind::Infinite | Kind::Nan { .. } => format.emax(),
    };
    binade.max(format.emin()) - format.trailing_width().cast_signed()
}

/// The magnitude of a rounded result, an infinity being 2^(emax+1).
fn magnitude(rounded: &Datum, format: &FloatFormat) -> Dyadic {
    let infinity = || Dyadic::new(false, &Natural::one(), format.emax() + 1);
    Dyadic::from_datum(&Datum { negative: false, ..*rounded }).unwrap_or_else(infinity)
}

/// The encoding of the next number of a format at or below the magnitude of a value, or at or
/// above it; an infinity counts as 2^(emax+1).
fn encode(value: &Dyadic, format: &FloatFormat, upwards: bool) -> i64 {
    let infinity = format.infinity().unwrap_or(format.max_finite());
    let leading = value.leading_exponent().unwrap_or(format.min_quantum());
    if leading > format.emax() {
        return infinity.cast_signed();
    }
    let quantum = (leading - format.trailing_width().cast_signed()).max(format.min_quantum());
    let shift = value.exponent() - quantum;
    let (significand, is_cut) = if shift >= 0 {
        (value.magnitude().shl(shift.unsigned_abs()), false)
    } else {
        // The magnitude is odd.
        (value.magnitude().shr(shift.unsigned_abs()), true)
    };
    let significand = low_word(significand.to_u128().unwrap_or(0)) + u64::from(is_cut && upwards);
    // The implicit bit of a normal number adds 1 to the exponent field, and so does a carry.
    let binades = u64::from((quantum - format.min_quantum()).unsigned_abs());
    ((binades << format.trailing_width()) + significand).min(infinity).cast_signed()
}
