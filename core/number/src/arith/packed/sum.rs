//! Sums.

use core::hint::select_unpredictable;

use super::{Direction, LEADING, Unrounded, lesser};
use crate::bits::mask;
use crate::format::FloatFormat;

/// The position of the leading bit of the larger term, one lower so that a carry has room.
const TOP: u32 = LEADING - 1;

/// The sum of two normal numbers; `None` also if it is 0.
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn add(format: &FloatFormat, a: u64, b: u64, direction: &Direction) -> Option<u64> {
    let width = format.trailing_width();
    let [x, y] = [a, b].map(|bits| bits & format.magnitude_mask());
    let is_swapped = x < y;
    let (large, small) =
        (select_unpredictable(is_swapped, y, x), select_unpredictable(is_swapped, x, y));
    let sign = select_unpredictable(is_swapped, b, a) & format.sign_mask();
    let [high, low] =
        [large, small].map(|magnitude| (magnitude & mask(width) | 1 << width) << (TOP - width));
    let field = large >> width;
    let low = shifted(low, field - (small >> width));
    let is_difference = (a ^ b) & format.sign_mask() != 0;
    let sum = select_unpredictable(is_difference, high - low, high + low);
    if sum == 0 {
        return None;
    }
    normalized(sign, field + 1, sum).round(format, direction)
}

/// Shifts a term down, and sets its lowest bit if anything is cut off. The other term ends in
/// zeros, so that this bit survives a subtraction.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn shifted(term: u64, distance: u64) -> u64 {
    let distance = lesser(distance, 63);
    let kept = term >> distance;
    kept | u64::from(kept << distance != term)
}

/// Normalizes a significand other than 0; `field` is the exponent field that one with its leading
/// bit at [`LEADING`] has.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) const fn normalized(sign: u64, field: u64, significand: u64) -> Unrounded {
    // The lowest bit is set so that the compiler knows that the operand is not 0.
    let shift = (significand | 1).leading_zeros() - (63 - LEADING);
    Unrounded { sign, field: field.wrapping_sub(shift as u64), significand: significand << shift }
}
