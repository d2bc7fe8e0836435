//! Quotients.

use core::hint::select_unpredictable;

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
