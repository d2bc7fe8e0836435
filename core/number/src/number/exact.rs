//! The value before rounding.

use super::Word;

/// A nonzero real number, known well enough to round it correctly to any format.
///
/// It stands for ±(`significand` + ε)·2^`exponent`, where ε is 0, or, if `sticky`, some number
/// strictly between 0 and 1.
/// Rounding to *p* bits is correct whenever `sticky` comes with more than *p* + 1 significand bits:
/// what the discarded tail is compared with, 0 and one half, lies on a significand boundary.
/// The operations that set `sticky` leave enough: a sum all bits of the word but three, a quotient
/// and a root at least 60, or two more than the precision of the format in narrow evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact<W = u128> {
    /// The sign.
    pub negative: bool,
    /// The leading bits as an integer, not zero.
    pub significand: W,
    /// The exponent of the significand's least significant bit.
    pub exponent: i32,
    /// Whether the value goes on below the significand.
    pub sticky: bool,
}

impl<W: Word> Exact<W> {
    /// ⌊log2 |value|⌋.
    #[inline]
    pub fn leading_exponent(&self) -> i32 {
        self.exponent + self.significand.bit_length() - 1
    }

    /// Converts the significand to 128 bits.
    #[inline]
    pub fn widen(self) -> Exact {
        let Self { negative, significand, exponent, sticky } = self;
        Exact { negative, significand: significand.into(), exponent, sticky }
    }
}
