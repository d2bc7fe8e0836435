//! Square roots of f64.

use core::hint::select_unpredictable;

use super::{Direction, LEADING, Unrounded, bias, split};
use crate::arith::sqrt::{known_length, near_root_of_60_bits};
use crate::format::table::F64;

/// The square root of a positive normal number; `None` for others.
///
/// The significand is scaled to a fraction in [1/4, 1), so that the rest is a power of four.
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn sqrt(a: u64, direction: &Direction) -> Option<u64> {
    if a & F64.sign_mask() != 0 || !F64.is_normal(a) {
        return None;
    }
    let (i, x) = split(&F64, a);
    // The bias is odd, so an even field stands for an odd exponent.
    let is_odd = u32::try_from(!i & 1).unwrap_or(0);
    let significand = fraction(x << (58 - F64.trailing_width() + is_odd));
    let field = (i + bias(&F64)) >> 1;
    Unrounded { sign: 0, field, significand }.round(&F64, direction)
}

/// The root of a fraction of 60 bits, as a significand before rounding.
///
/// The upper 30 bits are too low by less than 2, so the remainder is less than 4 of their units.
///
/// The remainder times the reciprocal root, less a quarter, gives 25 bits more. It is off by less
/// than 1/4 for the error of the reciprocal, and too high by less than 1/16 for its own square,
/// which is not subtracted before. So it is never too high, and too low by at most one.
#[cfg_attr(optimized_for_speed, inline(always))]
fn fraction(radicand: u64) -> u64 {
    let (upper, reciprocal) = near_root_of_60_bits(radicand);
    let rest = radicand - upper * upper;
    let lower = ((rest >> 1) * reciprocal).saturating_sub(1 << 35) >> 37;
    let root = (upper << 25) + lower;
    let rest = ((rest << 25) - (upper << 1) * lower).wrapping_shl(25).wrapping_sub(lower * lower);
    let next = root << 1 | 1;
    // Whether the root is too low is unpredictable, so nothing branches on it.
    let is_below = rest >= next;
    let is_cut = rest != select_unpredictable(is_below, next, 0);
    known_length(root + u64::from(is_below), 55) << (LEADING - 54) | u64::from(is_cut)
}
