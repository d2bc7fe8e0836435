//! The tail: the part of a value that rounding discards.

use crate::bits::{mask128, shift_right};
use crate::number::Exact;

/// How the discarded part compares with half a unit in the last place kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tail {
    /// Nothing is discarded: the value is exact.
    Zero,
    /// Above zero, below one half.
    BelowHalf,
    /// Exactly one half: a tie.
    Half,
    /// Above one half, below one.
    AboveHalf,
}

impl Tail {
    /// Splits the magnitude at `quantum`: the multiple of 2^`quantum` below it, and the tail.
    ///
    /// A value whose least significant bit lies at or above the quantum is a multiple as it is:
    /// then the first part counts units of 2^`exponent` instead (see [`super::Rounded`]).
    pub(super) const fn split(exact: &Exact, quantum: i32) -> (u128, Self) {
        let shift = quantum.saturating_sub(exact.exponent);
        if shift <= 0 {
            let tail = if exact.sticky { Self::BelowHalf } else { Self::Zero };
            return (exact.significand, tail);
        }
        let shift = shift.unsigned_abs();
        let kept = shift_right(exact.significand, shift);
        let discarded = exact.significand & mask128(shift);
        // Above bit 128 lies nothing: a shift of more than 128 leaves less than one half.
        let half = if shift > u128::BITS { 0 } else { 1 << (shift - 1) };
        let tail = if discarded < half || half == 0 {
            if discarded == 0 && !exact.sticky { Self::Zero } else { Self::BelowHalf }
        } else if discarded == half && !exact.sticky {
            Self::Half
        } else {
            Self::AboveHalf
        };
        (kept, tail)
    }

    /// The topmost `count` bits of the tail as an integer, 0 to 2^`count` - 1.
    pub(super) const fn top_bits(exact: &Exact, quantum: i32, count: u32) -> u128 {
        let shift = quantum.saturating_sub(exact.exponent);
        if shift <= 0 {
            return 0;
        }
        let shift = shift.unsigned_abs();
        let discarded = exact.significand & mask128(shift);
        if shift > count {
            shift_right(discarded, shift - count)
        } else {
            discarded << (count - shift)
        }
    }
}
