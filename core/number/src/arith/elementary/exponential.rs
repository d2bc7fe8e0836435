//! 2^x and tanh x.

use super::Enclosure;
use super::fraction::{HALF_LOG2_E, INVERSE_FACTORIALS, LN_2, Signs, divide, multiply, series};
use crate::bits::low_word;
use crate::number::Exact;

/// 2^f - 1 for a fraction f.
///
/// With r = f·ln 2 < 0.694 it is e^r - 1 = r + r²·S, S = Σ r^k/(k+2)! < 0.64.
///
/// - r: the constant is cut off, and so is the product. It is less than 2 u too low, which counts
///   less than 4 u, for the derivative e^r is at most 2. The next items are about this r.
/// - S: 2/(1 - 0.694) u by Horner's rule, 2^-5 u for the terms left out: less than 7 u too low.
/// - r²·S: 0.49·7 u from S, 0.64 u from r², which is cut off, and 1 u since the product is cut off:
///   less than 6 u too low.
///
/// The result is too low by less than 12 u, and by 2·ln 2 times what f is too low, since the
/// derivative of 2^f is at most that.
pub(in crate::arith) const fn power_minus_one(f: u128) -> u128 {
    let r = multiply(f, LN_2);
    let sum = series(r, Signs::Same, &INVERSE_FACTORIALS, (INVERSE_FACTORIALS.len() - 1, 1));
    r + multiply(multiply(r, r), sum)
}

/// 2^(`thousandths`/1000); what has one is a constant.
pub const fn power_of_two(thousandths: i32) -> Enclosure {
    let (whole, rest) = (thousandths.div_euclid(1000), thousandths.rem_euclid(1000));
    if rest == 0 {
        return Enclosure { negative: false, low: 1, width: 0, exponent: whole };
    }
    // The fraction is less than 1 u too low, which makes 14 u: 3½ of the units of 2^-126, and less
    // than one more for what is cut off. Only an integral exponent makes the power rational.
    let upper = (rest.unsigned_abs() as u128) << 64;
    let fraction = ((upper / 1000) << 64) + ((upper % 1000) << 64) / 1000;
    let power = power_minus_one(fraction);
    Enclosure { negative: false, low: (1 << 126) + (power >> 2), width: 5, exponent: whole - 126 }
}

/// An exponent beyond which every format overflows or underflows, whatever is multiplied by it.
const EXPONENT_LIMIT: i32 = 4096;

/// Below 2^`TINY` the power of two lies too close to 1 for the series.
const TINY: i32 = -100;

/// 2^x, with its exponent limited to ±4,096, which means any exponent beyond.
///
/// x is exact: it is an integer, and so the result is exact, or a multiple of 2^-128 (a number of
/// 24 bits of at least 2^-100 is one of 2^-123), or else it is tiny.
/// Both bounds lie on the side of 1 that the result is on, which is at least 2^-101 away from 1
/// unless x is tiny: more than the bounds are apart.
///
/// If x is tiny, the bounds are 2^-100 apart, one of them is 1, and no f16, bf16 or f32 number lies
/// between them. So everything rounds alike there, and what is permitted is known: f32 counts its
/// error from the rounded result, 1; f16 has no operand so small; and of the ends (1 ± 2^-7)·2^x of
/// bf16, each lies between 1 ± 2^-7, which is a bf16 number, and something within 2^-99 of it, so
/// that the side of 1 on which 2^x lies decides whether that number is permitted.
pub(super) fn exp2(x: &Exact) -> Enclosure {
    let positive = |low, width, exponent| Enclosure { negative: false, low, width, exponent };
    let leading = x.leading_exponent();
    if leading < TINY {
        // 1 < 2^x < 1 + x for 0 < x < 1, and 1 + x < 2^x < 1 for x < 0.
        let (one, width) = (1 << 126, 1 << 26);
        return positive(if x.negative { one - width } else { one }, width, -126);
    }
    let (whole, fraction) = split(x);
    if fraction == 0 || leading > 12 {
        return positive(1, 0, whole.clamp(-EXPONENT_LIMIT, EXPONENT_LIMIT));
    }
    // 12 u are 3 of these units, and what is cut off is less than one more. Only an integral exponent
    // makes the power rational, so neither bound is reached.
    positive((1 << 126) + (power_minus_one(fraction) >> 2), 4, whole - 126)
}

/// The floor of x and the fraction above it, |x| cut off at 2^31.
fn split(x: &Exact) -> (i32, u128) {
    let (whole, fraction) = if x.exponent >= 0 {
        let is_small = x.leading_exponent() < 31;
        (if is_small { x.significand << x.exponent } else { u128::from(u32::MAX >> 1) }, 0)
    } else {
        let below = x.exponent.unsigned_abs();
        let fraction = x.significand.checked_shl(u128::BITS.saturating_sub(below)).unwrap_or(0);
        (crate::bits::shift_right(x.significand, below), fraction)
    };
    let whole = i32::try_from(low_word(whole)).unwrap_or(i32::MAX);
    if x.negative {
        (-whole - i32::from(fraction != 0), fraction.wrapping_neg())
    } else {
        (whole, fraction)
    }
}

/// tanh x.
///
/// With 2x = k·ln 2 + r and P = e^r - 1 it is (1 - 2^-k + P) / (1 + 2^-k + P).
/// X = |x|/32 is a fraction, exact for what is not tiny; log2(e)/2·X, less than 2 u too low, is
/// y/128 for y = 2|x|/ln 2, so that k ≤ 92 is its upper 7 bits and f, the rest, less than 256 u too
/// low. (Where y is just above an integer, k may be one less, and f all but 1 for something that is
/// 1 or a little more: the formulas hold there too.)
/// P is less than 12 + 256·2·ln 2 < 367 u too low, and 8 more where it is cut off to units of
/// 2^-125, in which 2^-k is exact. The quotient grows with P, its derivative 2·2^-k/(1 + 2^-k + P)²
/// is at most 1, and it is cut off: less than 376 u too low.
/// In units of 2^-127 these are 188, and less than one more is cut off.
/// The magnitude is at least 2^-31. tanh x is transcendental, so neither bound is reached.
pub(super) fn tanh(x: &Exact) -> Enclosure {
    let leading = x.leading_exponent();
    if leading < super::TINY {
        // x - x³/3 < tanh x < x
        return super::just_below(x);
    }
    if leading >= 5 {
        let one = 1_u128 << 125;
        // 1 - tanh |x| = 2/(e^(2|x|) + 1) < 2·e^-64 < 2^-91
        let (low, width) = (one - (one >> 91), one >> 91);
        return Enclosure { negative: x.negative, low, width, exponent: -125 };
    }
    let quotient = tanh_of(x.significand << (123 + x.exponent));
    Enclosure { negative: x.negative, low: quotient >> 1, width: 190, exponent: -127 }
}

/// The fraction tanh x of a fraction x/32, less than 376 u too low, as [`tanh`] says.
pub(in crate::arith) const fn tanh_of(part: u128) -> u128 {
    let one = 1_u128 << 125;
    let scaled = multiply(part, HALF_LOG2_E);
    let above = power_minus_one(scaled << 7) >> 3;
    let power = one >> (scaled >> 121);
    divide(one - power + above, one + power + above)
}
