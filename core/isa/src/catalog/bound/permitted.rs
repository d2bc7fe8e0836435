//! From an error to the least and the largest result it permits.

use super::magnitude::Magnitude;
use super::{Error, Permitted, Range};
use crate::arith::elementary::Truth;
use crate::arith::rounding::Subnormals;
use crate::format::FloatFormat;
use crate::number::{Datum, Kind};

/// The permitted results around a true value that is not invalid.
///
/// `rounded` is the correctly rounded result, not flushed. The computation is on magnitudes, with a
/// positive true value; its sign is applied at the end.
///
/// The true value and the error are known between bounds, and so is each end of the interval. The
/// lower bound of the upper end is used, and the upper bound of the lower end. This is exact unless
/// a number of the format is between the bounds of an end.
///
/// None is there. A quotient of numbers of 24 bits either has 26 bits or is at least 2^-51 of
/// itself away from every number with 26, more than its bounds are apart. For the other functions,
/// tests check every f32 operand, and compare every f16 and bf16 operand with the definition.
pub(super) fn interval(
    truth: &Truth,
    range: &Range,
    rounded: &Datum,
    format: &FloatFormat,
    subnormals: Subnormals,
) -> Permitted {
    let reference = (format.encode(rounded) & format.magnitude_mask()).cast_signed();
    let ends = match truth {
        Truth::Finite(value) => {
            let bounds = [value.low, value.low + value.width];
            let [low, high] = bounds.map(|bound| Magnitude::new(bound, value.exponent));
            ends([low, high], range, rounded, format)
        }
        Truth::Zero { .. } => ends([Magnitude::ZERO; 2], range, rounded, format),
        // No number lies within any distance of an infinity.
        Truth::Infinite { .. } | Truth::Invalid => [reference; 2],
    };
    // From here on a negative number is the complement of its magnitude, so that -0 is -1.
    let is_flushed = |magnitude: i64| {
        subnormals == Subnormals::Flush && magnitude.unsigned_abs() < format.min_normal()
    };
    let flush = |end: i64| match (is_flushed(if end < 0 { !end } else { end }), end < 0) {
        (false, _) => end,
        (true, true) => !0,
        (true, false) => 0,
    };
    let [lo, hi] = ends;
    // A reference that will be flushed is never `Nearest`: its interval is flushed too.
    if !is_flushed(reference) && !(lo..=hi).contains(&reference) {
        return Permitted::Nearest;
    }
    // A zero within the error may have either sign: it is the lower end as -0, the upper one as +0.
    let (lo, hi) = (if lo <= 0 { lo - 1 } else { lo }, if hi < 0 { hi - 1 } else { hi });
    let (lo, hi) = (flush(lo.min(reference)), flush(hi.max(reference)));
    let (lo, hi) = if rounded.negative { (!hi, !lo) } else { (lo, hi) };
    let encode = |end: i64| {
        if end < 0 { format.sign_mask() | (!end).unsigned_abs() } else { end.unsigned_abs() }
    };
    Permitted::Interval { lo: encode(lo), hi: encode(hi) }
}

/// The least and the largest number of a format within the error of a value between two bounds,
/// as encodings of magnitudes, with a sign.
fn ends(
    [low, high]: [Magnitude; 2],
    range: &Range,
    rounded: &Datum,
    format: &FloatFormat,
) -> [i64; 2] {
    let size = range.size;
    let units = || size.scaled(ulp_exponent(rounded, format));
    let (bottom, top) = match range.error {
        Error::Ulp(_) => ((high, units()), (low, units())),
        Error::UlpOfRounded(_) => {
            let center = magnitude(rounded, format);
            ((center, units()), (center, units()))
        }
        Error::Absolute(_) => ((high, size), (low, size)),
        Error::Relative(_) => ((high, high.part(size)), (low, low.part(size))),
        Error::Vanishes => ((high, Magnitude::ZERO), (low, Magnitude::ZERO)),
    };
    [bottom.0.minus(bottom.1, format), top.0.plus(top.1, format)]
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
fn magnitude(rounded: &Datum, format: &FloatFormat) -> Magnitude {
    match rounded.kind {
        Kind::Zero => Magnitude::ZERO,
        Kind::Finite { significand, exponent } => Magnitude::new(significand.into(), exponent),
        Kind::Infinite | Kind::Nan { .. } => Magnitude::new(1, format.emax() + 1),
    }
}
