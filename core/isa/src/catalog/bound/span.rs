//! Documented errors as numbers of f64, for columns of operands.

use super::{Error, Over, Range};
use crate::arith::host::{self, Span};
use crate::bits::low_word;
use crate::format::FloatFormat;

impl Range {
    /// The magnitudes of a format that lie in the range, and the error there; operands for which the
    /// result vanishes are left to the stages. Signs do not count: functions have no value for the
    /// operands that ranges leave out by their sign.
    pub(crate) fn span(&self, format: &FloatFormat) -> Span {
        let (significand, exponent) = self.size.parts();
        // The upper 53 of 127 bits.
        let size = host::number(low_word(significand >> 74), exponent + 74);
        let is_cut = !significand.is_power_of_two();
        let none = Span { magnitudes: self.magnitudes(format), is_cut, ..Span::NONE };
        match self.error {
            Error::Ulp(count) => Span { ulps: count.into(), ..none },
            Error::UlpOfRounded(count) => Span { ulps: count.into(), is_of_rounded: true, ..none },
            Error::Absolute(_) => Span { absolute: size, ..none },
            Error::Relative(_) => Span { relative: size, ..none },
            Error::Vanishes => Span { absolute: f64::NAN, ..none },
        }
    }

    /// The least and the largest magnitude of a format in the range.
    fn magnitudes(&self, format: &FloatFormat) -> [f64; 2] {
        let power = |exponent| host::number(1, exponent);
        match self.over {
            Over::Everything | Over::PositiveFinite => [0.0, f64::INFINITY],
            // Beside a power of two f64 has no number of the format.
            Over::Between(x, y) | Over::MagnitudeBetween(x, y) => {
                [power(x).next_up(), power(y).next_down()]
            }
            Over::MagnitudeWithin(x, y) => [power(x), power(y)],
            Over::MagnitudeUpToPi(_) => {
                // The largest magnitude in the range, found bit by bit.
                let contains = |bits: u64| self.over.contains(&format.decode(bits));
                let bits = (0..u32::from(format.width) - 1).rev().map(|index| 1 << index);
                let add = |most, bit: u64| if contains(most | bit) { most | bit } else { most };
                [0.0, host::magnitude(&format.decode(bits.fold(0, add)))]
            }
        }
    }
}
