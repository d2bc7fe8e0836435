//! The tail: the part of a value that rounding discards.

use crate::bits::{mask128, shift_right};
use crate::number::Exact;

/// The discarded part, compared with half a unit in the last place kept.
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
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn split(exact: &Exact, quantum: i32) -> (u128, Self) {
        if exact.exponent >= quantum {
            let tail = if exact.sticky { Self::BelowHalf } else { Self::Zero };
            return (exact.significand, tail);
        }
        let shift = quantum.abs_diff(exact.exponent);
        if shift > u128::BITS {
            return (0, Self::BelowHalf);
        }
        let discarded = exact.significand << (u128::BITS - shift);
        // Two bits and no branch, which no processor could predict.
        let is_half_set = discarded >> (u128::BITS - 1) == 1;
        let is_more = (discarded & mask128(u128::BITS - 1) != 0) | exact.sticky;
        let tail = match u8::from(is_half_set) << 1 | u8::from(is_more) {
            0 => Self::Zero,
            1 => Self::BelowHalf,
            2 => Self::Half,
            _ => Self::AboveHalf,
        };
        (shift_right(exact.significand, shift), tail)
    }

    /// The topmost `count` bits of the tail as an integer, 0 to 2^`count` - 1.
    pub(super) fn top_bits(exact: &Exact, quantum: i32, count: u32) -> u128 {
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
