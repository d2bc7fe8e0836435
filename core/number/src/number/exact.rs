//! The value before rounding.

use crate::bits::bit_length;

/// A nonzero real number, known well enough to round it correctly to any format.
///
/// It stands for ±(`significand` + ε)·2^`exponent`, where ε is 0, or, if `sticky`, some number
/// strictly between 0 and 1.
/// Rounding to *p* bits is correct whenever `sticky` comes with more than *p* + 1 significand bits:
/// what the discarded tail is compared with, 0 and one half, lies on a significand boundary.
/// The operations that set `sticky` leave enough: a sum 125 bits, a quotient and a root at least 119.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The sign.
    pub negative: bool,
    /// The leading bits as an integer, not zero.
    pub significand: u128,
    /// The exponent of the significand's least significant bit.
    pub exponent: i32,
    /// Whether the value goes on below the significand.
    pub sticky: bool,
}

impl Exact {
    /// ⌊log2 |value|⌋.
    #[inline]
    pub const fn leading_exponent(&self) -> i32 {
        self.exponent + bit_length(self.significand) - 1
    }
}
