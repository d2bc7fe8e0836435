//! Terms of sums.

use super::{LEADING, Unrounded, lesser};

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
