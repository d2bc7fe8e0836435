//! Choices among encodings, changes of their signs, and tests: nothing is rounded.

use super::vectors::Kernel;
use super::{Column, DONE, LEFT, N_ROWS, States};
use crate::format::{Class, FloatFormat};

/// A choice or a change of sign, in one format.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    chosen: Chosen,
    sign: u64,
    /// The largest magnitude that is no NaN.
    last: u64,
    /// Smaller magnitudes are read as 0.
    flushed: u64,
    /// The NaN that is returned, and the state of its rows; `None` where the stages decide about all NaNs.
    nan: Option<(u64, u32)>,
}

/// The bits that are chosen.
#[derive(Clone, Copy, Debug)]
pub enum Chosen {
    /// Those without the sign.
    Magnitude,
    /// Those with the other sign.
    Negative,
    /// Those of the second operand, with the sign of the first.
    Signed,
    /// Those of the least or largest of two or three operands.
    Extreme(Extreme),
}

/// The choice of `min` or `max`.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a modifier")]
pub struct Extreme {
    /// Whether the largest is wanted.
    pub is_max: bool,
    /// Whether there are three operands.
    pub is_of_three: bool,
    /// Whether magnitudes are compared.
    pub of_magnitudes: bool,
    /// Whether the result has the sign of the product.
    pub has_xorsign: bool,
    /// Whether one NaN is enough to return one.
    pub returns_nan: bool,
}

impl Choice {
    /// A choice in a format, which may flush subnormal operands. It returns `nan`, with the state, where a
    /// NaN is returned; without, the stages decide wherever an operand is one.
    #[must_use]
    pub fn new(
        chosen: Chosen,
        format: &FloatFormat,
        flushes: bool,
        nan: Option<(u64, u32)>,
    ) -> Self {
        Self {
            chosen,
            sign: format.sign_mask(),
            last: format.infinity().unwrap_or_else(|| format.max_finite()),
            flushed: if flushes { format.min_normal() } else { 0 },
            nan,
        }
    }

    /// The bits, or the zero that they are flushed to, and whether they are a NaN.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn read(&self, bits: u64) -> (u64, bool) {
        let magnitude = bits & (self.sign - 1);
        let at = magnitude.cast_signed();
        let kept = if at < self.flushed.cast_signed() { 0 } else { magnitude };
        (bits & self.sign | kept, at > self.last.cast_signed())
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn end(&self, bits: u64, is_nan: bool) -> (u64, u32) {
        let (nan, state) = self.nan.unwrap_or((0, LEFT));
        (if is_nan { nan } else { bits }, if is_nan { state } else { DONE })
    }

    /// Chooses the least or largest of the operands.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn choose<const N: usize>(&self, of: Extreme, operands: [u64; N]) -> (u64, u32) {
        let flip = if of.is_max { u64::MAX } else { 0 };
        // An integer with the order of the numbers, -0 before +0; the least one is wanted.
        let place = |bits: u64| {
            let is_negative = (bits & self.sign != 0) & !of.of_magnitudes;
            let magnitude = bits & (self.sign - 1);
            (magnitude ^ flip ^ if is_negative { u64::MAX } else { 0 }).cast_signed()
        };
        let (mut best, mut are_nans) = self.read(operands[0]);
        let (mut is_any_nan, mut signs) = (are_nans, best & self.sign);
        for bits in &operands[1..] {
            let (bits, is_nan) = self.read(*bits);
            let is_better = are_nans | (place(bits) < place(best)) & !is_nan;
            best = if is_better { bits } else { best };
            are_nans &= is_nan;
            is_any_nan |= is_nan;
            signs ^= bits & self.sign;
        }
        let magnitude = best & (self.sign - 1);
        let sign = if of.of_magnitudes { 0 } else { best & self.sign };
        let sign = if of.has_xorsign { signs } else { sign };
        let is_enough = of.returns_nan | self.nan.is_none();
        self.end(magnitude | sign, are_nans | is_any_nan & is_enough)
    }
}

impl Kernel for Choice {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        match self.chosen {
            Chosen::Magnitude => each(columns, bits, states, |[bits]| {
                let (bits, is_nan) = self.read(bits);
                self.end(bits & !self.sign, is_nan)
            }),
            Chosen::Negative => each(columns, bits, states, |[bits]| {
                let (bits, is_nan) = self.read(bits);
                self.end(bits ^ self.sign, is_nan)
            }),
            Chosen::Signed => each(columns, bits, states, |[sign, bits]| {
                let (bits, is_nan) = self.read(bits);
                self.end(bits & !self.sign | sign & self.sign, is_nan)
            }),
            Chosen::Extreme(of) if of.is_of_three => {
                each(columns, bits, states, |operands: [u64; 3]| self.choose(of, operands));
            }
            Chosen::Extreme(of) => {
                each(columns, bits, states, |operands: [u64; 2]| self.choose(of, operands));
            }
        }
    }
}

/// Evaluates rows.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each<const N: usize>(
    columns: &[Column; 3],
    bits: &mut Column,
    states: &mut States,
    kernel: impl Fn([u64; N]) -> (u64, u32),
) {
    for row in 0..N_ROWS {
        (bits[row], states[row]) = kernel(core::array::from_fn(|place| columns[place][row]));
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
}

impl Kernel for Test {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        each(columns, bits, states, |[bits]| {
            let magnitude = bits & self.magnitudes;
            let is_inside = magnitude.wrapping_sub(self.first) < self.count;
            ((is_inside | self.has_zero & (magnitude == 0)).into(), DONE)
        });
    }
}
