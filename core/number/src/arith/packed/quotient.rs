//! Quotients.

use core::hint::select_unpredictable;

use super::{Direction, LEADING, Unrounded, bias, split};
use crate::format::FloatFormat;

/// The quotient of two normal numbers.
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn div(format: &FloatFormat, a: u64, b: u64, direction: &Direction) -> Option<u64> {
    let ((i, x), (j, y)) = (split(format, a), split(format, b));
    let sign = (a ^ b) & format.sign_mask();
    quotient(format, sign, [i, j], [x, y]).round(format, direction)
}

/// The reciprocal of a normal number.
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn rcp(format: &FloatFormat, a: u64, direction: &Direction) -> Option<u64> {
    let (i, x) = split(format, a);
    let (sign, one) = (a & format.sign_mask(), 1 << format.trailing_width());
    quotient(format, sign, [bias(format), i], [one, x]).round(format, direction)
}

/// The quotient, from the exponent fields and the significands of dividend and divisor.
#[cfg_attr(optimized_for_speed, inline(always))]
fn quotient(format: &FloatFormat, sign: u64, [i, j]: [u64; 2], [x, y]: [u64; 2]) -> Unrounded {
    let field = i.wrapping_sub(j).wrapping_add(bias(format));
    let width = format.trailing_width();
    let significand = if width <= 23 {
        // The quotient has at least two bits more than are kept.
        let dividend = x << (width + 3);
        let [quotient, rest] = match (dividend.checked_div(y), dividend.checked_rem(y)) {
            (Some(quotient), Some(rest)) => [quotient, rest],
            _ => [0; 2],
        };
        quotient << (LEADING - width - 3) | u64::from(rest != 0)
    } else {
        let (quotient, is_cut) = quotient_with_rest(x << (59 - width), y << (59 - width));
        quotient << (LEADING - 56) | u64::from(is_cut)
    };
    Unrounded { sign, field, significand }.moved_up()
}

/// Divides two numbers of 60 bits: the quotient in units of 2^-56, truncated, and whether it is
/// inexact.
///
/// *r* is the reciprocal of the divisor's upper 32 bits plus 1, truncated.
///
/// The upper 32 bits of the dividend times *r* give a first digit. It is too low by less than 7: 2
/// for each truncation of dividend, divisor and *r*, and 1 for that of the product. So the
/// remainder is less than 8 divisors, which fits.
///
/// The upper 32 bits of the remainder times *r* give a second digit, of 25 bits. It is too low by
/// less than (1 + 2 + 2)/8 + 1, which is less than 2: by one at most.
#[cfg_attr(optimized_for_speed, inline(always))]
fn quotient_with_rest(dividend: u64, divisor: u64) -> (u64, bool) {
    let reciprocal = (1_u64 << 63).checked_div((divisor >> 28) + 1).unwrap_or(0);
    let first = ((dividend >> 28) * reciprocal) >> 32;
    let rest = (dividend << 31).wrapping_sub(first.wrapping_mul(divisor));
    let second = ((rest >> 31) * reciprocal) >> 35;
    let rest = (rest << 25).wrapping_sub(second.wrapping_mul(divisor));
    // Whether the digit is too low is unpredictable, so nothing branches on it.
    let is_low = rest >= divisor;
    let is_cut = rest != select_unpredictable(is_low, divisor, 0);
    ((first << 25) + second + u64::from(is_low), is_cut)
}

/// Divides two numbers of 60 bits: the quotient in units of 2^-56, truncated.
#[inline]
pub fn quotient_of_60_bits(dividend: u64, divisor: u64) -> u64 {
    quotient_with_rest(dividend, divisor).0
}
