//! Conversions between f32 and narrower formats.

use super::single::Finish;
use super::vectors::Kernel;
use super::{Column, DONE, LEFT, States, each};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::format::{FloatFormat, Specials};

/// The exponent field and the bias of f32.
const BIAS: i32 = 127;
const WIDTH: u32 = 23;
const INFINITY: u32 = 0x7f80_0000;

/// The bits of the f32 number 2^`exponent`, which must be normal.
const fn power(exponent: i32) -> u32 {
    (exponent + BIAS).cast_unsigned() << WIDTH
}

/// A format whose numbers are numbers of f32, with the way to them.
#[derive(Clone, Copy, Debug)]
pub struct Widen {
    magnitudes: u32,
    /// How far fields and the sign move up.
    up: u32,
    sign_up: u32,
    /// The number added to the exponent field.
    rebias: u32,
    /// Magnitudes below this one, after the move, are subnormal, and the f32 number that is subtracted
    /// from them; 0 if f32 has the same subnormals.
    least: u32,
    magic: u32,
    /// Larger magnitudes are infinite, and larger ones than `infinity` NaNs.
    last: u32,
    infinity: u32,
}

impl Widen {
    /// The way from a signed format with subnormals, whose exponents f32 has.
    #[must_use]
    pub fn new(format: &FloatFormat) -> Option<Self> {
        let width = u32::from(format.width);
        let is_inside = format.bias <= BIAS && format.precision <= 24 && width <= 32;
        if !is_inside || !format.signed || !format.subnormals {
            return None;
        }
        let up = WIDTH - u32::from(format.precision - 1);
        let is_alike = format.bias == BIAS;
        let rebias = (BIAS - format.bias).cast_unsigned() << WIDTH;
        let last = low_half(format.max_finite());
        let infinity = if format.specials == Specials::Ieee754 { last + 1 } else { last };
        // With the exponents of f32, a format also has its infinities and NaNs.
        let [last, infinity] = if is_alike { [u32::MAX >> 1; 2] } else { [last, infinity] };
        Some(Self {
            magnitudes: low_half(format.magnitude_mask()),
            up,
            sign_up: 32 - width,
            rebias,
            least: if is_alike { 0 } else { 1 << WIDTH },
            magic: if is_alike { 0 } else { rebias + (1 << WIDTH) },
            last,
            infinity,
        })
    }

    /// Whether f32 has every product of two numbers.
    pub(super) const fn has_short_products(&self) -> bool {
        self.least != 0
    }

    /// The bits of the number in f32; of some NaN for a NaN.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn apply(&self, bits: u32) -> u32 {
        let magnitude = bits & self.magnitudes;
        let moved = magnitude << self.up;
        let normal = moved.wrapping_add(self.rebias);
        // A subnormal number is one with the same trailing bits in the lowest binade, less that binade.
        let above = f32::from_bits(moved.wrapping_add(self.magic));
        let small = (above - f32::from_bits(self.magic)).to_bits();
        let number = if moved.cast_signed() < self.least.cast_signed() { small } else { normal };
        let at = magnitude.cast_signed();
        let special =
            if at > self.infinity.cast_signed() { INFINITY | 1 << (WIDTH - 1) } else { INFINITY };
        let number = if at > self.last.cast_signed() { special } else { number };
        number | (bits ^ magnitude) << self.sign_up & 1 << 31
    }
}

/// The way from f32 to the nearest number of a format with fewer bits.
#[derive(Clone, Copy, Debug)]
pub struct Narrow {
    /// The number of trailing bits that are cut off, what is added before, and 1 if the lowest bit that is
    /// kept is added too, so that ties go to even.
    dropped: u32,
    increment: u32,
    evens: u32,
    /// The number subtracted from the exponent field.
    rebias: u32,
    /// Smaller f32 magnitudes are subnormal; in `magic`, an f32 number, their lowest bit is the lowest.
    least: u32,
    magic: u32,
    /// The largest number, and what replaces larger magnitudes.
    last: u32,
    beyond: u32,
    sign_down: u32,
}

impl Narrow {
    /// The way to a signed format with subnormals. `None` if f32 lacks its numbers, for directions, for ties
    /// away from zero unless f32 has the same exponents, and where the format has no infinity and does not
    /// saturate.
    #[must_use]
    pub fn new(to: &FloatFormat, rounding: Rounding, saturates: bool) -> Option<Self> {
        Widen::new(to).filter(|_| to.precision < 24)?;
        let dropped = WIDTH + 1 - u32::from(to.precision);
        let last = low_half(to.max_finite());
        let beyond = if saturates { last } else { low_half(to.infinity()?) };
        let half = 1 << (dropped - 1);
        let is_alike = to.bias == BIAS;
        let (increment, evens) = match rounding {
            Rounding::TiesToEven => (half - 1, 1),
            Rounding::TiesToAway if is_alike => (half, 0),
            Rounding::TiesToAway
            | Rounding::TowardZero
            | Rounding::TowardNegative
            | Rounding::TowardPositive
            | Rounding::Stochastic { .. } => return None,
        };
        let exponent = 1 - to.bias;
        Some(Self {
            dropped,
            increment,
            evens,
            rebias: (BIAS - to.bias).cast_unsigned() << (WIDTH - dropped),
            least: if is_alike { 0 } else { power(exponent) },
            magic: if is_alike { 0 } else { power(exponent + dropped.cast_signed()) },
            last,
            beyond,
            sign_down: 32 - u32::from(to.width),
        })
    }

    /// The magnitude of an f32 number in the format, by its own; for a NaN, any.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn magnitude(&self, magnitude: u32) -> u32 {
        let odd = magnitude >> self.dropped & self.evens;
        let normal = ((magnitude + self.increment + odd) >> self.dropped).wrapping_sub(self.rebias);
        // A sum with a power of two is rounded where subnormal numbers are.
        let sum = f32::from_bits(magnitude) + f32::from_bits(self.magic);
        let small = sum.to_bits().wrapping_sub(self.magic);
        let is_small = magnitude.cast_signed() < self.least.cast_signed();
        self.limited(if is_small { small } else { normal })
    }

    /// A magnitude, or what replaces one that is too large.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn limited(&self, magnitude: u32) -> u32 {
        let is_beyond = magnitude.cast_signed() > self.last.cast_signed();
        if is_beyond { self.beyond } else { magnitude }
    }

    /// The sign bit of an f32 number, at its place.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn sign(&self, bits: u32) -> u32 {
        (bits & 1 << 31) >> self.sign_down
    }

    /// The encoding of an f32 number in the format, and its state.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn apply<const PLAIN: bool>(&self, bits: u32, finish: &Finish) -> (u32, u32) {
        let magnitude = bits & 0x7fff_ffff;
        let is_nan = magnitude.cast_signed() > INFINITY.cast_signed();
        finish.apply::<PLAIN>(self.magnitude(magnitude), self.sign(bits), is_nan)
    }
}

/// A conversion to the nearest number, between formats of which one at most is f32, and none is wider.
#[derive(Clone, Copy, Debug)]
pub struct Narrowing {
    /// The way to f32, except from f32 itself.
    pub from: Option<Widen>,
    /// The way from f32, except to f32 itself.
    pub to: Option<Narrow>,
    /// The steps after it.
    pub finish: Finish,
    /// Operands of f32 with smaller magnitudes become 0.
    pub flushed: u32,
    /// Whether rows with bits in the second column are left to the stages.
    pub is_padded: bool,
}

impl Kernel for Narrowing {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let is_plain = self.finish.is_plain();
        let flush = |bits: u32| {
            let magnitude = bits & 0x7fff_ffff;
            if magnitude.cast_signed() < self.flushed.cast_signed() {
                bits ^ magnitude
            } else {
                bits
            }
        };
        let finish = &self.finish;
        match (&self.from, &self.to) {
            (None, Some(to)) if is_plain && self.flushed == 0 => {
                each(columns, bits, states, |[bits]| to.apply::<true>(bits, finish));
            }
            (None, Some(to)) => {
                each(columns, bits, states, |[bits]| to.apply::<false>(flush(bits), finish));
            }
            (Some(from), Some(to)) if is_plain => {
                each(columns, bits, states, |[bits]| to.apply::<true>(from.apply(bits), finish));
            }
            (Some(from), Some(to)) => {
                each(columns, bits, states, |[bits]| to.apply::<false>(from.apply(bits), finish));
            }
            (Some(from), None) if is_plain => {
                each(columns, bits, states, |[bits]| finish.end::<true>(from.apply(bits)));
            }
            (Some(from), None) => {
                each(columns, bits, states, |[bits]| finish.end::<false>(from.apply(bits)));
            }
            (None, None) => states.fill(LEFT),
        }
        if self.is_padded {
            let [_, padding, _] = columns;
            for (state, padding) in states.iter_mut().zip(padding) {
                *state |= if *padding == 0 { DONE } else { LEFT };
            }
        }
    }
}
