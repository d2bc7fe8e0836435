//! log2 x.

use super::fraction::{HALF_LOG2_E, INVERSE_ODDS, Signs, divide, multiply, series};
use super::{Enclosure, Truth};
use crate::bits::bit_length;
use crate::number::Exact;

/// The exponent of the unit of a logarithm: |log2 x| < 2^11 fits.
const UNIT: i32 = -116;

/// log2 x for x > 0.
///
/// With x = 2^k·m and 11/16 < m ≤ 11/8 it is k + log2 m, and log2 m = 4·log2(e)/2·atanh z with
/// z = (m-1)/(m+1), |z| ≤ 5/27.
/// atanh |z| = |z| + |z|³·S, S = Σ z^2k/(2k+3) < 0.35.
///
/// - |z|: less than 1 u too low; z²: 2·0.19 + 1 < 2 u; |z|³: 0.19·2 + 0.04 + 1 < 2 u.
/// - S: 2/(1 - 0.035) u by Horner's rule, 3 u for the terms left out, and a quarter (its derivative
///   by z² is less) of the 2 u of z²: less than 6 u too low.
/// - |z|³·S: 2^-7·6 u from S, 0.35·2 u from |z|³, and 1 u since the product is cut off: less than 2 u
///   too low, so that atanh |z| is less than 3 u too low.
/// - |log2 m|: the constant is below 0.73, atanh |z| below 0.19, and both are too low by 1 u and 3 u:
///   0.73·3 + 0.19 + 1 < 4 u for the product, which is cut off, and so less than 16 u too low.
///
/// It is cut off to units of 2^12 u: less than 2 of them too low, of either sign, and k is exact.
/// Unless x is a power of two the magnitude is at least 2^-24 for numbers of 24 bits, and irrational,
/// so that neither bound is reached.
pub(super) fn log2(x: &Exact) -> Truth {
    log2_of(x.significand, x.exponent)
}

/// log2 of `significand`·2^`exponent`.
pub(in crate::arith) const fn log2_of(significand: u128, exponent: i32) -> Truth {
    let n_bits = bit_length(significand);
    // The significand's unit times 2^`n_bits` - 1, or twice that where m would exceed 11/8.
    let is_halved = significand << 3 > 11 << (n_bits - 1);
    let one = 1_u128 << (n_bits - !is_halved as i32);
    let whole = exponent + n_bits - !is_halved as i32;
    let z = divide(significand.abs_diff(one), significand + one);
    if z == 0 {
        return if whole == 0 { Truth::Zero { negative: false } } else { integer(whole) };
    }
    let square = multiply(z, z);
    let sum = series(square, Signs::Same, &INVERSE_ODDS, (INVERSE_ODDS.len() - 1, 1));
    let arc = z + multiply(multiply(z, square), sum);
    let fraction = (multiply(arc, HALF_LOG2_E) >> 10).cast_signed();
    let whole = (whole as i128) << -UNIT;
    let sum = if is_halved { whole - fraction } else { whole + fraction };
    let low = sum.unsigned_abs() - 2;
    Truth::Finite(Enclosure { negative: sum < 0, low, width: 4, exponent: UNIT })
}

/// An exact integer other than 0.
const fn integer(value: i32) -> Truth {
    let low = value.unsigned_abs() as u128;
    Truth::Finite(Enclosure { negative: value < 0, low, width: 0, exponent: 0 })
}
