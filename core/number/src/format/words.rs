//! Formats in words.

use alloc::string::{String, ToString};

use super::{FixedFormat, FloatFormat, Format};

impl Format {
    /// Describes the composition of its numbers: `8-bit exponent, 8-bit precision`.
    #[must_use]
    pub fn shape(self) -> String {
        let number = |bits: u32| bits.to_string();
        match self {
            Self::Float(FloatFormat { precision: 1, .. }) => {
                ["powers of two, ", &number(self.exponent_width()), "-bit exponent"].concat()
            }
            Self::Float(format) => {
                let sign = if format.signed { "" } else { "no sign, " };
                let exponent = number(self.exponent_width());
                let precision = number(format.precision.into());
                [sign, &exponent, "-bit exponent, ", &precision, "-bit precision"].concat()
            }
            Self::Fixed(FixedFormat { fraction: 0, signed, width, .. }) => {
                let sign = if *signed { "signed" } else { "unsigned" };
                [sign, " integer of ", &number((*width).into()), " bits"].concat()
            }
            Self::Fixed(FixedFormat { fraction, .. }) => {
                ["fixed point, ", &number((*fraction).into()), " fraction bits"].concat()
            }
        }
    }
}
