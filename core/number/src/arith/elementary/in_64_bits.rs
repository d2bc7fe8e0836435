//! Elementary functions of f32 operands in 64 bits: a first attempt, several times as fast as the
//! functions in 128 bits.
//!
//! The bounds of a [`Short`] are at most 2^-54 of the magnitude apart, or 2^-46 for a power of two
//! near 1. For most operands that decides how the value rounds to f32, what is permitted around it,
//! and its error in units of 2^-20 ulp. Callers check that, and otherwise compute the
//! [`Enclosure`](super::Enclosure) in 128 bits.
//!
//! All intermediate results are truncated, as in 128 bits. The comment of each function bounds its
//! error in units *u* = 2^-64.

use super::Function;
use super::exponential::power_minus_one;
use super::fraction::{HALF_LOG2_E, INVERSE_FACTORIALS, INVERSE_ODDS, LN_2, QUARTER_PI, wide};
use super::trigonometric::reduce;
use crate::arith::packed::quotient_of_60_bits;
use crate::arith::root_of_120_bits;
use crate::bits::{low_half, low_word, mask};
use crate::number::Exact;

/// The number of bits of a significand.
const N_BITS: i32 = 24;

/// A nonzero real number ±*v*·2^`exponent`, where *v* = `low` if `width` is 0, and otherwise
/// `low` < *v* < `low` + `width`.
///
/// `low` has at least 59 bits, and `low` + `width` fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
    /// The sign.
    pub negative: bool,
    /// The lower bound of the magnitude.
    pub low: u64,
    /// The distance of the upper bound from the lower one.
    pub width: u64,
    /// The exponent of the unit.
    pub exponent: i32,
}

/// A finite number other than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The sign.
    pub negative: bool,
    /// The significand, of 24 bits.
    pub significand: u64,
    /// The exponent of its unit.
    pub exponent: i32,
}

impl Operand {
    /// The exponent of the leading bit.
    const fn leading(self) -> i32 {
        self.exponent + N_BITS - 1
    }
}

impl Function {
    /// The value for an operand `a`; the quotient also uses the divisor `b`.
    ///
    /// `None` where the value is 0, infinite or undefined, and where only 128 bits decide.
    #[inline]
    pub fn short(self, a: Operand, b: Operand) -> Option<Short> {
        let value = match self {
            Self::Quotient => {
                let value = quotient(a.significand, b.significand);
                let exponent = value.exponent + a.exponent - b.exponent;
                Short { negative: a.negative != b.negative, exponent, ..value }
            }
            Self::Reciprocal => {
                let value = quotient(1 << (N_BITS - 1), a.significand);
                let exponent = value.exponent - (N_BITS - 1) - a.exponent;
                Short { negative: a.negative, exponent, ..value }
            }
            Self::Root | Self::ReciprocalRoot | Self::Log2 if a.negative => return None,
            Self::Root => root(a),
            Self::ReciprocalRoot => reciprocal_root(a),
            Self::Sine => sine(a),
            Self::Cosine => cosine(a),
            Self::Log2 => return log2(a),
            Self::Exp2 => return exp2(a),
            Self::Tanh => tanh(a),
        };
        Some(value)
    }
}

/// The upper word of a product: too low by less than 1.
#[inline]
pub const fn high(a: u64, b: u64) -> u64 {
    low_word(wide(a, b) >> 64)
}

/// The upper word of a constant.
const fn upper(constant: u128) -> u64 {
    low_word(constant >> 64)
}

/// The quotient of two significands of 24 bits, in 62 or 63 bits.
#[inline]
const fn quotient(dividend: u64, divisor: u64) -> Short {
    let upper = (dividend << 39) / divisor;
    let rest = (dividend << 39) % divisor;
    let lower = (rest << 23) / divisor;
    let rest = (rest << 23) % divisor;
    Short { negative: false, low: upper << 23 | lower, width: (rest != 0) as u64, exponent: -62 }
}

/// The root of a radicand of 118 to 120 bits, in units of 2^`exponent`. `is_cut` says that the
/// radicand was truncated.
#[inline]
fn root_of(radicand: u128, is_cut: bool, exponent: i32) -> Short {
    let (root, rest) = root_of_120_bits(radicand);
    let is_exact = rest == 0 && !is_cut;
    let width = if is_exact { 0 } else { 4 };
    Short { negative: false, low: root << 2, width, exponent: exponent - 2 }
}

/// √x: the radicand is x in a unit with an even exponent.
#[inline]
fn root(x: Operand) -> Short {
    let shift = 96 - (x.exponent & 1);
    let radicand = u128::from(x.significand) << shift.unsigned_abs();
    root_of(radicand, false, (x.exponent - shift) / 2)
}

/// 1/√x: the radicand is 1/x, truncated, in a unit with an even exponent. Its root has the same
/// floor as the root of the exact radicand.
#[inline]
fn reciprocal_root(x: Operand) -> Short {
    let is_even = !x.exponent & 1;
    let digits = 39 + is_even;
    // 2^(141 + `is_even`) divided by the significand, in three digits.
    let divide = |dividend: u64| (dividend / x.significand, dividend % x.significand);
    let (first, rest) = divide(1 << 63);
    let (second, rest) = divide(rest << 39);
    let (third, rest) = divide(rest << digits);
    let upper = u128::from(first) << 39 | u128::from(second);
    let radicand = (upper << digits.unsigned_abs()) + u128::from(third);
    root_of(radicand, rest != 0, (-x.exponent - 141 - is_even) / 2)
}

/// 2^(i/16) in units of 2^-62, cut off.
const POWERS: [u64; 16] = {
    let mut powers = [0; 16];
    let mut index = 0;
    while index < powers.len() {
        let above = power_minus_one((index as u128) << 124);
        powers[index] = (1 << 62) + low_word(above >> 66);
        index += 1;
    }
    powers
};

/// 2^x for |x| < 2^10, far beyond the range of f32.
///
/// With x = k + i/16 + g it is 2^k·2^(i/16)·(1 + P), P = e^r - 1 = r + r²·S, r = g·ln 2 < 0.0434.
///
/// - g: less than 1 u off where bits of a small x are cut off, of either sign.
/// - r: less than 2 u too low besides; r²: less than 2 u; S, of which terms below u/4 are left out,
///   less than 4 u, which counts a 500th: P is less than 5 u off, and 1 u above at most.
/// - 2^(i/16)·P, in units of 2^-62: less than 3 units, and one more for what is cut off, and one for
///   the table.
///
/// Only an integral x has a rational power. Where |x| < 2^-46 the power lies within 2^-46 of 1.
#[inline]
fn exp2(x: Operand) -> Option<Short> {
    const ONE: u64 = 1 << 62;
    let leading = x.leading();
    if leading >= 10 {
        return None;
    }
    let positive = |low, width, exponent| Some(Short { negative: false, low, width, exponent });
    if leading < -46 {
        let width = 1 << 16;
        return positive(if x.negative { ONE - width } else { ONE }, width, -62);
    }
    let (whole, fraction, is_cut) = if x.exponent >= 0 {
        (low_word((u128::from(x.significand)) << x.exponent.unsigned_abs()), 0, false)
    } else {
        let below = x.exponent.unsigned_abs();
        let whole = x.significand.checked_shr(below).unwrap_or(0);
        // The unit may lie below that of the fraction, by up to 5 bits.
        let lost = below.saturating_sub(64);
        let kept = x.significand >> lost;
        let fraction = kept.checked_shl(64_u32.saturating_sub(below)).unwrap_or(kept);
        (whole, fraction, kept << lost != x.significand)
    };
    let whole = i32::try_from(whole).ok()?;
    if fraction == 0 && !is_cut {
        return positive(ONE, 0, if x.negative { -whole } else { whole } - 62);
    }
    let (whole, fraction) =
        if x.negative { (-whole - 1, fraction.wrapping_neg()) } else { (whole, fraction) };
    let index = usize::try_from(fraction >> 60).unwrap_or(0);
    let r = high(fraction & mask(60), const { upper(LN_2) });
    let sum = series::<true, 8, 1>(r, &INVERSE_FACTORIALS);
    let above = r + high(high(r, r), sum);
    let power = POWERS.get(index).copied().unwrap_or(ONE);
    positive(power + high(power, above) - 1, 8, whole - 62)
}

/// log2 x.
///
/// With x = 2^k·m and 11/16 < m ≤ 11/8 it is k + 2·log2(e)·atanh z, z = (m-1)/(m+1), |z| ≤ 5/27;
/// atanh |z| = |z|·(1 + z²·S).
///
/// - |z| = Z·2^(n-87), n being the length of the numerator: Z is cut off and has at least 60 bits.
/// - z²: |z| is less than 2 u too low as a fraction, so less than 2 u. S: less than 4 u with what is
///   left out. z²·S: less than 2 u too low.
/// - Z·(1 + z²·S): less than 5 too low; times the constant, and cut off, less than 6.
/// - Added to k, in a unit below which nothing of k lies and which is larger: less than 2 more.
///
/// It is 0 for x = 1, an integer for a power of two, and otherwise irrational.
#[inline]
fn log2(x: Operand) -> Option<Short> {
    let is_halved = x.significand << 3 > 11 << (N_BITS - 1);
    let one = 1_u64 << (N_BITS - i32::from(!is_halved));
    let whole = x.leading() + i32::from(is_halved);
    let numerator = x.significand.abs_diff(one);
    if numerator == 0 {
        let magnitude = u64::from(whole.unsigned_abs());
        let shift = magnitude.checked_ilog2().map_or(0, |leading| 62 - leading);
        let low = magnitude << shift;
        let integer = Short { negative: whole < 0, low, width: 0, exponent: -shift.cast_signed() };
        return (whole != 0).then_some(integer);
    }
    let divisor = x.significand + one;
    let n_bits = numerator.ilog2() + 1;
    let dividend = numerator << (63 - n_bits);
    let (first, rest) = (dividend / divisor, dividend % divisor);
    let z = (first << 24) | ((rest << 24) / divisor);
    let fraction = z >> (23 - n_bits.min(23));
    let square = high(fraction, fraction);
    let sum = series::<true, 13, 1>(square, &INVERSE_ODDS);
    let arc = z + high(z, high(square, sum));
    let part = high(arc, const { upper(HALF_LOG2_E) });
    // In units of 2^(n-85).
    let unit = n_bits.cast_signed() - 85;
    if whole == 0 {
        return Some(Short { negative: is_halved, low: part, width: 6, exponent: unit });
    }
    let exponent = (whole.unsigned_abs().ilog2()).cast_signed() - 61;
    let part = part >> (exponent - unit).unsigned_abs();
    let integer = u64::from(whole.unsigned_abs()) << exponent.unsigned_abs();
    // x < 2^k where the significand was halved.
    let (low, width) =
        if is_halved == (whole < 0) { (integer + part, 8) } else { (integer - part - 8, 8) };
    Some(Short { negative: whole < 0, low, width, exponent })
}

/// tanh x.
///
/// As in `exponential::tanh` in 128 bits, 2|x|/ln 2 = k + f and P = 2^f - 1, and the
/// result is (1 - 2^-k + P) / (1 + 2^-k + P).
///
/// - f is less than 256 u too low, and P less than 368 u: 12 u of that are from its series, whose
///   terms below u/4 are left out, as in 128 bits.
/// - In units of 2^-61 that is 46, and truncation costs one more. The quotient grows with P, and is
///   less than 2^-61 times that too low.
/// - Dividend and divisor are truncated to 60 bits and the quotient to 57, which puts it off by
///   less than 2 of its units besides.
#[inline]
fn tanh(x: Operand) -> Short {
    const ONE: u64 = 1 << 61;
    let leading = x.leading();
    if leading < -9 {
        return small_tanh(x);
    }
    if leading >= 5 {
        // 1 - tanh |x| < 2^-91
        return Short { negative: x.negative, low: (ONE << 1) - 1, width: 1, exponent: -62 };
    }
    let scaled = high(x.significand << (59 + x.exponent), const { upper(HALF_LOG2_E) });
    let r = high(scaled << 7, const { upper(LN_2) });
    let sum = series::<true, 18, 1>(r, &INVERSE_FACTORIALS);
    let above = (r + high(high(r, r), sum)) >> 3;
    let power = ONE.checked_shr(low_half(scaled >> 57)).unwrap_or(0);
    let [dividend, divisor] = [ONE - power + above, ONE + power + above];
    let [n, m] = [dividend, divisor].map(|number| number.leading_zeros().cast_signed() - 4);
    let moved = |number: u64, places: i32| {
        if places < 0 { number >> places.unsigned_abs() } else { number << places.unsigned_abs() }
    };
    let quotient = quotient_of_60_bits(moved(dividend, n), moved(divisor, m));
    // In units of 2^(m - n - 56); `moved` converts 48 units of 2^-61 to them.
    let unit = m - n - 56;
    let low = quotient - 2;
    let width = 4 + moved(48, -61 - unit) + 1;
    let shift = low.leading_zeros() - 1;
    Short {
        negative: x.negative,
        low: low << shift,
        width: width << shift,
        exponent: unit - shift.cast_signed(),
    }
}

/// tanh x for |x| < 2^-9, as x·(1 - S), S = z/3 - 2·z²/15 + 17·z³/315, z = x² < 2^-18.
///
/// z is less than 2 u too low, and S less than 2 u too low or 1 u too high, with the term left out,
/// which is less than u. So the product is less than 2 units too high, or 1 too low; tanh x is less
/// than x in magnitude.
#[inline]
fn small_tanh(x: Operand) -> Short {
    const THIRD: u64 = u64::MAX / 3;
    const TWO_FIFTEENTHS: u64 = u64::MAX / 15 * 2;
    const LAST: u64 = u64::MAX / 315 * 17;
    let scaled = x.significand << 40;
    let below = (-2 * (x.leading() + 1)).unsigned_abs();
    let square = high(scaled, scaled).checked_shr(below).unwrap_or(0);
    let rest = high(square, TWO_FIFTEENTHS - high(square, LAST));
    let sum = high(square, THIRD - rest);
    let whole = scaled >> 1;
    let low = whole - high(whole, sum) - 4;
    Short { negative: x.negative, low, width: 6.min(whole - low), exponent: x.exponent - 39 }
}

/// Below 2^`TINY` the first term of the series of sine and cosine suffices: the next one is less
/// than 2^-61 of it.
const TINY: i32 = -30;

/// sin x.
#[inline]
fn sine(x: Operand) -> Short {
    if x.leading() < TINY {
        // x - x³/6 < sin x < x
        let low = (x.significand << 39) - 4;
        return Short { negative: x.negative, low, width: 4, exponent: x.exponent - 39 };
    }
    let (quadrant, fraction) = reduce(&exact(x));
    let value = quarter(quadrant, fraction);
    Short { negative: value.negative != x.negative, ..value }
}

/// cos x.
#[inline]
fn cosine(x: Operand) -> Short {
    if x.leading() < TINY {
        // 1 - x²/2 < cos x < 1
        return Short { negative: false, low: (1 << 62) - 4, width: 4, exponent: -62 };
    }
    let (quadrant, fraction) = reduce(&exact(x));
    quarter(quadrant + 1, fraction)
}

fn exact(x: Operand) -> Exact {
    let Operand { negative, significand, exponent } = x;
    Exact { negative, significand: significand.into(), exponent, sticky: false }
}

/// sin((`quadrant` + `fraction`)·π/2), computed like [`sin`](super::trigonometric::sin) in 128
/// bits.
///
/// - The doubled fraction *t*, normalized, is truncated, like π/4 and their product *r*: *r* is
///   less than 3 too low in units of its last place. The error of the fraction counts less than
///   2^-20 beside that.
/// - r² as a fraction: less than 8 u off. T: less than 7 u off. r²·T: less than 10 u off.
/// - sin r = r·(1 - r²·T): less than 16 off. cos r = 1 - r²·T, in units of 2^-62: less than 4 off.
///
/// Both are less than 1, except for r = 0.
#[inline]
fn quarter(quadrant: u64, fraction: u128) -> Short {
    const ONE: u64 = 1 << 62;
    let is_upper = fraction >> 127 == 1;
    let turned = if is_upper { !fraction } else { fraction } << 1;
    let shift = turned.leading_zeros();
    let r = high(low_word(turned << (shift & 127) >> 64), const { upper(QUARTER_PI) });
    let angle = r.checked_shr(shift).unwrap_or(0);
    let square = high(angle, angle);
    let negative = quadrant & 2 == 2;
    if is_upper == (quadrant & 1 == 1) {
        let sum = series::<false, 17, 2>(square, &INVERSE_FACTORIALS);
        let low = r - high(r, high(square, sum)) - 16;
        return Short { negative, low, width: 32, exponent: -64 - shift.cast_signed() };
    }
    let sum = series::<false, 16, 2>(square, &INVERSE_FACTORIALS);
    let low = ONE - (high(square, sum) >> 2) - 4;
    Short { negative, low, width: 8.min(ONE - low), exponent: -62 }
}

/// Evaluates a power series by Horner's rule. Its coefficients are every `STEP`th one from `LAST`
/// back to the first; all terms are added, or every other one is subtracted. The result is less
/// than 2/(1 - x) u off, besides the terms left out.
///
/// The first coefficient of the series itself is left out; the one at `STEP` - 1 is added last.
#[inline]
fn series<const SAME: bool, const LAST: usize, const STEP: usize>(
    x: u64,
    coefficients: &[u128],
) -> u64 {
    let mut sum = 0;
    let mut index = LAST;
    loop {
        let rest = high(x, sum);
        let coefficient = coefficients.get(index).map_or(0, |constant| upper(*constant));
        sum = if SAME { coefficient + rest } else { coefficient - rest };
        if index < STEP {
            return sum;
        }
        index -= STEP;
    }
}

#[cfg(test)]
mod tests;
