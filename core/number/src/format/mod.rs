//! Formats: the meaning of a datum's bits, as parameters.
//!
//! A format is data ([`table`] holds them all); everything else is derived from the parameters,
//! so no format has code of its own.
//! A finite datum of a [`FloatFormat`] is ±*m*·2^*q* with 0 ≤ *m* < 2^precision.

pub mod table;
mod words;

mod decode;
mod either;
mod encode;
mod fixed;
mod landmarks;
mod packing;

pub use crate::bits::{bit_length, low_word, mask};
pub use either::Format;
pub use packing::Packing;

use crate::source::Source;

/// The meaning of the topmost bit patterns of each sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// An all-ones exponent field holds infinities and NaNs (IEEE 754-2019 §3.4).
    Ieee754,
    /// Only the all-ones magnitude is special, and it is a NaN; there is no infinity.
    NanOnly,
    /// Every bit pattern is finite.
    None,
}

/// A binary floating-point format.
#[derive(Debug, PartialEq, Eq)]
pub struct FloatFormat {
    /// The name PTX gives it, without the dot.
    pub name: &'static str,
    /// Bits of the encoding.
    pub width: u8,
    /// Significand bits, the implicit one included.
    pub precision: u8,
    /// The bias, which is subtracted from the exponent field.
    pub bias: i32,
    /// Whether the topmost bit is a sign.
    pub signed: bool,
    /// Whether an exponent field of 0 holds zero and subnormals; otherwise it is a normal binade
    /// and the format has no zero.
    pub subnormals: bool,
    /// The meaning of the topmost bit patterns.
    pub specials: Specials,
    /// The canonical NaN, where there are NaNs: the one that `.NaN` and `.relu` return, and that
    /// invalid operations were seen to return.
    pub canonical_nan: Option<u64>,
    /// The definition of the format.
    pub source: Source,
}

/// A fixed-point format: an integer times 2^-fraction.
#[derive(Debug, PartialEq, Eq)]
pub struct FixedFormat {
    /// The name PTX gives it, without the dot.
    pub name: &'static str,
    /// Bits of the encoding.
    pub width: u8,
    /// Bits after the binary point; 0 for the integers.
    pub fraction: u8,
    /// Whether it is two's complement.
    pub signed: bool,
    /// The definition of the format.
    pub source: Source,
}

/// The class of a datum (IEEE 754-2019 §5.7.2, without the sign).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A zero of either sign.
    Zero,
    /// Finite, nonzero, below the smallest normal magnitude.
    Subnormal,
    /// Finite with full precision.
    Normal,
    /// An infinity.
    Infinite,
    /// A NaN whose most significant trailing bit is set.
    QuietNan,
    /// A NaN whose most significant trailing bit is clear.
    SignalingNan,
}

impl Class {
    /// The word shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Subnormal => "subnormal",
            Self::Normal => "normal",
            Self::Infinite => "infinity",
            Self::QuietNan => "quiet NaN",
            Self::SignalingNan => "signaling NaN",
        }
    }
}

/// The field of an encoding that a bit belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Field {
    /// The sign bit.
    Sign,
    /// A bit of the biased exponent.
    Exponent,
    /// A bit of the trailing significand.
    Significand,
}

impl FloatFormat {
    /// Bits of the trailing significand field.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn trailing_width(&self) -> u32 {
        self.precision as u32 - 1
    }

    /// Bits of the exponent field.
    #[inline]
    pub const fn exponent_width(&self) -> u32 {
        self.width as u32 - self.signed as u32 - self.trailing_width()
    }

    /// All bits below the sign.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn magnitude_mask(&self) -> u64 {
        mask(self.width as u32 - self.signed as u32)
    }

    /// The sign bit, 0 for an unsigned format.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn sign_mask(&self) -> u64 {
        mask(self.width as u32) & !self.magnitude_mask()
    }

    /// The exponent of the smallest normal binade.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn emin(&self) -> i32 {
        if self.subnormals { 1 - self.bias } else { -self.bias }
    }

    /// The exponent of the binade of the largest finite magnitude.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn emax(&self) -> i32 {
        // A field of at most 11 bits fits.
        #[expect(clippy::cast_possible_truncation, reason = "a field of at most 11 bits fits")]
        let field = (self.max_finite() >> self.trailing_width()) as i32;
        field - self.bias
    }

    /// The exponent of the least significant bit of subnormals and of the smallest binade.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn min_quantum(&self) -> i32 {
        self.emin() - self.precision as i32 + 1
    }

    /// Whether it has every number of another format.
    #[must_use]
    pub const fn holds(&self, other: &Self) -> bool {
        self.precision >= other.precision
            && self.emax() >= other.emax()
            && self.min_quantum() <= other.min_quantum()
            && (self.signed || !other.signed)
    }

    /// The encoding of the largest finite magnitude; `MAX_NORM` in the PTX ISA.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn max_finite(&self) -> u64 {
        match self.specials {
            Specials::Ieee754 => self.magnitude_mask() - (1 << self.trailing_width()),
            Specials::NanOnly => self.magnitude_mask() - 1,
            Specials::None => self.magnitude_mask(),
        }
    }

    /// The encoding of the smallest positive normal datum.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn min_normal(&self) -> u64 {
        if self.subnormals { 1 << self.trailing_width() } else { 0 }
    }

    /// The encoding of the smallest positive subnormal datum, where the format has any.
    #[inline]
    pub const fn min_subnormal(&self) -> Option<u64> {
        if self.subnormals && self.precision > 1 { Some(1) } else { None }
    }

    /// The encoding of positive infinity, where the format has one.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn infinity(&self) -> Option<u64> {
        match self.specials {
            Specials::Ieee754 => Some(self.max_finite() + 1),
            Specials::NanOnly | Specials::None => None,
        }
    }

    /// The encoding of 1, where the format has it.
    #[inline]
    pub const fn one(&self) -> u64 {
        #[expect(clippy::cast_sign_loss, reason = "a bias is positive")]
        let field = self.bias as u64;
        field << self.trailing_width()
    }

    /// Whether the datum that `bits` encode is a normal number: one comparison.
    #[doc(hidden)]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn is_normal(&self, bits: u64) -> bool {
        let magnitude = bits & self.magnitude_mask();
        magnitude.wrapping_sub(self.min_normal()) <= self.max_finite() - self.min_normal()
    }

    /// The class of the datum that `bits` encode; bits above the width are ignored.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn classify(&self, bits: u64) -> Class {
        let magnitude = bits & self.magnitude_mask();
        // The most frequent class comes first, and takes one comparison.
        if self.is_normal(bits) {
            Class::Normal
        } else if magnitude > self.max_finite() {
            match self.infinity() {
                Some(infinity) if magnitude == infinity => Class::Infinite,
                Some(_) if magnitude >> (self.trailing_width() - 1) & 1 == 0 => Class::SignalingNan,
                Some(_) | None => Class::QuietNan,
            }
        } else if self.subnormals && magnitude == 0 {
            Class::Zero
        } else {
            Class::Subnormal
        }
    }

    /// The field that bit `index` belongs to, 0 being the least significant.
    pub const fn field(&self, index: u32) -> Field {
        if index < self.trailing_width() {
            Field::Significand
        } else if index < self.trailing_width() + self.exponent_width() {
            Field::Exponent
        } else {
            Field::Sign
        }
    }

    /// The next encoding towards positive infinity, where there is one.
    ///
    /// Zeros of both signs count as one datum; the neighbor of a NaN is `None`.
    #[inline]
    pub const fn next_up(&self, bits: u64) -> Option<u64> {
        self.neighbor(bits, false)
    }

    /// The next encoding towards negative infinity, where there is one.
    #[inline]
    pub const fn next_down(&self, bits: u64) -> Option<u64> {
        self.neighbor(bits, true)
    }

    const fn neighbor(&self, bits: u64, downwards: bool) -> Option<u64> {
        let magnitude = bits & self.magnitude_mask();
        let negative = bits & self.sign_mask() != 0;
        let top = match self.infinity() {
            Some(infinity) => infinity,
            None => self.max_finite(),
        };
        if magnitude > top {
            return None;
        }
        if self.subnormals && magnitude == 0 {
            let sign = if downwards { self.sign_mask() } else { 0 };
            return if downwards && !self.signed { None } else { Some(sign | 1) };
        }
        if negative == downwards {
            if magnitude == top { None } else { Some((bits & self.sign_mask()) | (magnitude + 1)) }
        } else if magnitude == 0 {
            None
        } else {
            Some((bits & self.sign_mask()) | (magnitude - 1))
        }
    }
}
