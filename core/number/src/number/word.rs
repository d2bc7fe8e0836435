//! The width of a significand: 128 bits hold everything; 64 hold most, and are faster.

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitOr, Mul, Shl, Shr, Sub};

/// An unsigned integer that significands are computed in.
///
/// The stages of an evaluation are written once, for any such word. 128 bits are enough for every
/// operation, and what traces and statistics are made of; 64 bits are enough where data have at
/// most 24 bits of precision, and for sums, quotients, roots and conversions of any.
pub trait Word:
    Copy
    + Debug
    + Ord
    + From<bool>
    + From<u64>
    + Into<u128>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// The position of the most significant set bit plus one: 0 for 0.
    fn bit_length(self) -> i32;

    /// The difference, without its sign.
    #[must_use]
    fn abs_diff(self, other: Self) -> Self;

    /// The lowest 64 bits.
    fn low_word(self) -> u64;

    /// `self >> amount`, 0 where `amount` is as many bits as it has, or more.
    #[must_use]
    fn shift_right(self, amount: u32) -> Self;

    /// The lowest `width` bits set, all where that is as many as it has, or more.
    fn mask(width: u32) -> Self;
}

macro_rules! word {
    ($word:ty, $low_word:expr) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn bit_length(self) -> i32 {
                (Self::BITS - self.leading_zeros()).cast_signed()
            }

            #[inline]
            fn abs_diff(self, other: Self) -> Self {
                if self > other { self - other } else { other - self }
            }

            #[inline]
            fn low_word(self) -> u64 {
                $low_word(self)
            }

            #[inline]
            fn shift_right(self, amount: u32) -> Self {
                if amount >= Self::BITS { 0 } else { self >> amount }
            }

            #[inline]
            fn mask(width: u32) -> Self {
                if width >= Self::BITS { Self::MAX } else { (1 << width) - 1 }
            }
        }
    };
}

word!(u64, core::convert::identity);
word!(u128, crate::bits::low_word);
