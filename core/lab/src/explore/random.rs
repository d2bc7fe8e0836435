//! Random operands, biased towards those where arithmetic goes wrong, and reproducible.

use super::domain::{STEP, mix};
use crate::bits::mask;
use crate::format::{FloatFormat, Format};

/// A generator of pseudorandom numbers: `SplitMix64`.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed, the same for ever.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below a limit; 0 if that is 0.
    pub const fn below(&mut self, limit: u64) -> u64 {
        // The bias of the remainder does not matter here.
        match self.bits().checked_rem(limit) {
            Some(rest) => rest,
            None => 0,
        }
    }

    /// A datum of a format; `near` is another operand.
    pub(crate) fn datum(&mut self, format: Format, near: u64) -> u64 {
        match format {
            Format::Float(format) => self.float(format, near),
            Format::Fixed(format) => {
                let width = u32::from(format.width);
                let bits = match self.below(3) {
                    0 => self.bits(),
                    1 => self.bits() >> self.below(64),
                    _ => (self.bits() >> self.below(64)).wrapping_neg(),
                };
                bits & mask(width)
            }
        }
    }

    fn float(&mut self, format: &FloatFormat, near: u64) -> u64 {
        let trailing = format.trailing_width();
        let low = mask(trailing);
        let sign = if self.below(2) == 0 { 0 } else { format.sign_mask() };
        let top = format.max_finite() >> trailing;
        let other = (near & format.magnitude_mask()) >> trailing;
        let precision = u64::from(format.precision);
        let field = match self.below(8) {
            0 => self.below(top + 1),
            1 => self.below(precision + 2),
            2 => top.saturating_sub(self.below(3)),
            3 => (format.one() >> trailing).saturating_add(self.below(5)).saturating_sub(2),
            // Below the other operand by as many binades as its significand has bits: ties of sums.
            4 => other.saturating_sub(precision).saturating_add(self.below(4)).saturating_sub(1),
            5 => other.saturating_add(self.below(3)).saturating_sub(1),
            // The product with the other operand is about 1, or about the smallest number.
            6 => {
                (2 * (format.one() >> trailing)).saturating_sub(other).saturating_sub(self.below(2))
            }
            _ => (format.one() >> trailing).saturating_sub(other).saturating_add(self.below(3)),
        };
        let significand = match self.below(6) {
            0 => self.bits() & low,
            1 => 0,
            2 => self.few(trailing),
            3 => low & !self.few(trailing),
            4 => low << self.below(u64::from(trailing) + 1) & low,
            _ => self.bits() & low << self.below(u64::from(trailing) + 1) & low,
        };
        let magnitude = match self.below(24) {
            0 => self.bits() & format.magnitude_mask(),
            1 => near & format.magnitude_mask(),
            2 => (near ^ 1) & format.magnitude_mask(),
            3 => significand,
            _ => field.min(top) << trailing | significand,
        };
        sign | magnitude.min(format.magnitude_mask())
    }

    /// A number of some bits, at most two of which are set.
    fn few(&mut self, width: u32) -> u64 {
        let limit = u64::from(width.max(1));
        (1 << self.below(limit) | 1 << self.below(limit)) & mask(width)
    }
}
