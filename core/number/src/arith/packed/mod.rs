//! Arithmetic from encoding to encoding, for the most frequent operands and results.
//!
//! Nothing is defined here: each function returns the bits that the exact operation, one rounding and
//! the encoding lead to ([`crate::arith`], [`super::rounding`], [`crate::format`]), or `None`. It
//! does so in one step: a rounded significand is added to an exponent field, with no datum or class
//! in between. Tests compare every function with those stages, on all operands of 16 bits and on
//! many of the others.
//!
//! A significand before rounding has its leading bit at bit `LEADING`, and its lowest bit is set if
//! anything below was discarded. So rounding adds to it and truncates it, and nothing branches.

mod convert;
mod product;
mod root;
mod select;
mod sum;

pub use convert::{FromFloat, FromInteger, ToFloat, ToInteger, ToIntegral};
pub use product::{fma, mul};
pub use root::sqrt;
pub use select::{Choice, Reader, Test};

use super::rounding::Rounding;
use crate::bits::mask;
use crate::format::FloatFormat;

/// The position of the leading bit in a significand before rounding.
const LEADING: u32 = 62;

/// A rounding direction to a precision, as numbers that are added to a significand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The number of bits that are cut off.
    dropped: u32,
    /// The number added before the cut.
    increment: u64,
    /// The bits of `increment` that are flipped for a negative number.
    flip: u64,
    /// 1 if the lowest kept bit is added too, so that ties go to even; otherwise 0.
    evens: u64,
}

impl Direction {
    /// The rounding of a significand to at most 53 bits; `None` for stochastic rounding, whose
    /// random bits differ from one operand to the next.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn new(rounding: Rounding, precision: u8) -> Option<Self> {
        Self::cutting(rounding, LEADING + 1 - precision as u32)
    }

    /// Like [`Self::new`], with the number of bits to cut off, at least 1, in place of the
    /// precision.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn cutting(rounding: Rounding, dropped: u32) -> Option<Self> {
        let (half, all) = (1 << (dropped - 1), mask(dropped));
        let ([increment, other], evens) = match rounding {
            Rounding::TiesToEven => ([half - 1; 2], 1),
            Rounding::TiesToAway => ([half; 2], 0),
            Rounding::TowardZero => ([0; 2], 0),
            Rounding::TowardNegative => ([0, all], 0),
            Rounding::TowardPositive => ([all, 0], 0),
            Rounding::Stochastic { .. } => return None,
        };
        Some(Self { dropped, increment, flip: increment ^ other, evens })
    }

    /// Rounds a significand and cuts bits off; the result is at most 2^precision. `negative` is 1
    /// or 0. A significand near the end of the word wraps.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn apply(&self, significand: u64, negative: u64) -> u64 {
        let increment = flipped(self.increment, self.flip, negative);
        let odd = significand >> self.dropped & self.evens;
        significand.wrapping_add(increment + odd) >> self.dropped
    }
}

/// Flips some bits of a number if `negative` is 1, and none if it is 0.
///
/// The choice is made by arithmetic because no processor can predict it: the compiler would turn an
/// `if` between registers into a branch.
#[cfg_attr(optimized_for_speed, inline(always))]
const fn flipped(number: u64, bits: u64, negative: u64) -> u64 {
    number ^ bits & negative.wrapping_neg()
}

/// The smaller of two numbers below 2^63, without a branch.
#[cfg_attr(optimized_for_speed, inline(always))]
fn lesser(a: u64, b: u64) -> u64 {
    let below = a.cast_signed() - b.cast_signed();
    b.wrapping_add_signed(below.min(0))
}

/// A number before rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unrounded {
    /// The sign bit, at its place in the encoding.
    sign: u64,
    /// The exponent field of a normal number with this significand; outside the range of the format
    /// it wraps.
    field: u64,
    /// The significand, its leading bit at `LEADING`.
    significand: u64,
}

impl Unrounded {
    /// Normalizes a significand whose leading bit is at `LEADING` or one below.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn moved_up(self) -> Self {
        let is_below = !self.significand >> LEADING & 1;
        let (field, significand) =
            (self.field.wrapping_sub(is_below), self.significand << is_below);
        Self { field, significand, ..self }
    }

    /// The encoding, if it is a finite number above the smallest normal one.
    ///
    /// An exponent field that has wrapped gives a magnitude outside that range: no sum, product or
    /// quotient of normal numbers wraps so far that its field is in range again.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn round(&self, format: &FloatFormat, direction: &Direction) -> Option<u64> {
        let kept = direction.apply(self.significand, (self.sign != 0) as u64);
        // The leading bit adds 1 to the field, and so does a carry.
        let binades = self.field.wrapping_sub(1) << format.trailing_width();
        let magnitude = binades.wrapping_add(kept);
        let least = format.min_normal() + 1;
        if magnitude.wrapping_sub(least) <= format.max_finite() - least {
            Some(self.sign | magnitude)
        } else {
            None
        }
    }
}

/// Exponent field and significand of a normal number.
#[cfg_attr(optimized_for_speed, inline(always))]
const fn split(format: &FloatFormat, bits: u64) -> (u64, u64) {
    let magnitude = bits & format.magnitude_mask();
    let width = format.trailing_width();
    (magnitude >> width, magnitude & mask(width) | 1 << width)
}

/// The bias of a format as a field.
#[cfg_attr(optimized_for_speed, inline(always))]
const fn bias(format: &FloatFormat) -> u64 {
    format.bias.unsigned_abs() as u64
}

#[cfg(test)]
mod tests;
