//! Choices among encodings, and tests of them.

use core::hint::select_unpredictable;

use crate::format::{Class, FloatFormat};

/// The magnitudes of a format: their mask, the limit beyond which they are NaNs, and flushing.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    magnitudes: u64,
    /// The magnitude of infinity, or the largest finite one in a format without infinities.
    last: u64,
    /// Magnitudes below this one are read as 0.
    least: u64,
}

impl Reader {
    /// A reader for a format, which may flush subnormal numbers.
    pub const fn new(format: &FloatFormat, flushes: bool) -> Self {
        let last = match format.infinity() {
            Some(infinity) => infinity,
            None => format.max_finite(),
        };
        let least = if flushes { format.min_normal() } else { 0 };
        Self { magnitudes: format.magnitude_mask(), last, least }
    }

    /// The magnitude of an encoding; `None` for a NaN.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub fn magnitude(&self, bits: u64) -> Option<u64> {
        let magnitude = bits & self.magnitudes;
        let kept = select_unpredictable(magnitude < self.least, 0, magnitude);
        (magnitude <= self.last).then_some(kept)
    }
}

/// The choice of `min` or `max`.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The reader of operands.
    pub reader: Reader,
    /// The sign bit.
    pub sign: u64,
    /// Whether the largest operand is wanted, and not the smallest.
    pub is_max: bool,
    /// Whether magnitudes are compared.
    pub of_magnitudes: bool,
    /// Whether the result has the sign of the product of the operands (`.xorsign.abs`).
    pub has_xorsign: bool,
}

impl Choice {
    /// The smallest or largest of the first `N` operands; `None` if one of them is a NaN.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub fn of<const N: usize>(&self, operands: &[u64]) -> Option<u64> {
        // An integer with the order of the numbers, -0 below +0.
        let place = |bits: u64, magnitude: u64| {
            let is_negative = bits & self.sign != 0 && !self.of_magnitudes;
            (magnitude ^ if is_negative { u64::MAX } else { 0 }).cast_signed()
        };
        let mut best: Option<i64> = None;
        let mut signs = 0;
        let (operands, _) = operands.split_first_chunk::<N>()?;
        for bits in *operands {
            let next = place(bits, self.reader.magnitude(bits)?);
            signs ^= bits & self.sign;
            best = Some(match best {
                None => next,
                Some(best) => {
                    let is_better = (next > best) == self.is_max;
                    select_unpredictable(is_better, next, best)
                }
            });
        }
        let best = best?;
        let magnitude = (best ^ best >> 63).cast_unsigned();
        let sign = if best < 0 { self.sign } else { 0 };
        Some(magnitude | if self.has_xorsign { signs } else { sign })
    }
}

/// A set of magnitudes: a run of consecutive ones, and perhaps 0.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    magnitudes: u64,
    first: u64,
    count: u64,
    has_zero: bool,
}

impl Test {
    /// The magnitudes in some classes of a format with infinities. Those classes, except for zero,
    /// must be neighbors.
    pub fn new(format: &FloatFormat, holds: impl Fn(Class) -> bool) -> Self {
        let magnitudes = format.magnitude_mask();
        let infinity = format.max_finite() + 1;
        let quiet = infinity | 1 << (format.trailing_width() - 1);
        let classes = [
            (Class::Subnormal, 1, format.min_normal()),
            (Class::Normal, format.min_normal(), infinity),
            (Class::Infinite, infinity, infinity + 1),
            (Class::SignalingNan, infinity + 1, quiet),
            (Class::QuietNan, quiet, magnitudes + 1),
        ];
        let (mut first, mut count) = (0, 0);
        for (_, start, end) in classes.into_iter().filter(|(class, ..)| holds(*class)) {
            first = if count == 0 { start } else { first };
            count += end - start;
        }
        Self { magnitudes, first, count, has_zero: holds(Class::Zero) }
    }

    /// Whether the magnitude of an encoding is in the set.
    #[expect(clippy::needless_bitwise_bool, reason = "lazy evaluation branches")]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn holds(&self, bits: u64) -> bool {
        let magnitude = bits & self.magnitudes;
        (magnitude.wrapping_sub(self.first) < self.count) | (self.has_zero & (magnitude == 0))
    }
}
