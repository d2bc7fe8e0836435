//! Decoding: bits to datum.

use super::{Class, FixedFormat, FloatFormat};
use crate::bits::mask;
use crate::number::{Datum, Kind};

impl FloatFormat {
    /// Reads the datum that the lowest `width` bits encode; bits above them are ignored.
    ///
    /// ```
    /// use ptxfp::format::table::F16;
    /// use ptxfp::internals::arith::{Datum, Kind};
    ///
    /// let three_halves = Kind::Finite { significand: 0b11_0000_0000 << 1, exponent: -10 };
    /// assert_eq!(F16.decode(0x3e00), Datum { negative: false, kind: three_halves });
    /// ```
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn decode(&self, bits: u64) -> Datum {
        let negative = bits & self.sign_mask() != 0;
        let magnitude = bits & self.magnitude_mask();
        let trailing = magnitude & mask(self.trailing_width());
        let kind = match self.classify(bits) {
            Class::Zero => Kind::Zero,
            Class::Subnormal => {
                Kind::Finite { significand: trailing, exponent: self.min_quantum() }
            }
            Class::Normal => return self.decode_normal(bits),
            Class::Infinite => Kind::Infinite,
            Class::QuietNan => Kind::Nan { quiet: true, payload: trailing },
            Class::SignalingNan => Kind::Nan { quiet: false, payload: trailing },
        };
        Datum { negative, kind }
    }

    /// Like [`Self::decode`], for bits that are known to encode a normal number.
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(crate) const fn decode_normal(&self, bits: u64) -> Datum {
        let magnitude = bits & self.magnitude_mask();
        let trailing = magnitude & mask(self.trailing_width());
        #[expect(clippy::cast_possible_truncation, reason = "at most 11 bits")]
        let field = (magnitude >> self.trailing_width()) as i32;
        let kind = Kind::Finite {
            significand: trailing | 1 << self.trailing_width(),
            exponent: field - self.bias - self.precision as i32 + 1,
        };
        Datum { negative: bits & self.sign_mask() != 0, kind }
    }
}

impl FixedFormat {
    /// Reads the datum that the lowest `width` bits encode; bits above them are ignored.
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn decode(&self, bits: u64) -> Datum {
        let bits = bits & mask(self.width as u32);
        let negative = self.signed && bits >> (self.width - 1) == 1;
        let magnitude = if negative { bits.wrapping_neg() & mask(self.width as u32) } else { bits };
        let kind = if magnitude == 0 {
            Kind::Zero
        } else {
            Kind::Finite { significand: magnitude, exponent: -(self.fraction as i32) }
        };
        Datum { negative, kind }
    }
}
