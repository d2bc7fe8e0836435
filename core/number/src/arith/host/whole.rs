//! Choices, signs, and integers of f32 and narrower formats.

use super::vectors::Kernel;
use super::{Column, DONE, NAN, PLACE, States, all_if, each, each_in_place};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::format::FloatFormat;

/// `min`, `max`, `abs` and `neg` in one format of at most 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    sign: u32,
    /// The largest magnitude that is no NaN.
    last: u32,
    /// Magnitudes below this one are read as 0.
    flushed: u32,
    /// The bits flipped for `max`, so that the smaller place is wanted.
    flip: u32,
    /// All ones if magnitudes are compared.
    of_magnitudes: u32,
    /// The NaN, and its state.
    nan: [u32; 2],
    /// Whether one NaN is enough to return one.
    returns_nan: bool,
}

impl Choice {
    /// A choice that returns `nan`, whose bits may be open, where a NaN is returned.
    #[must_use]
    pub fn new(format: &FloatFormat, flushes: bool, nan: u64, is_open: bool) -> Option<Self> {
        let infinity = format.infinity().filter(|_| format.width <= 32)?;
        Some(Self {
            sign: low_half(format.sign_mask()),
            last: low_half(infinity),
            flushed: if flushes { low_half(format.min_normal()) } else { 0 },
            flip: 0,
            of_magnitudes: 0,
            nan: [low_half(nan), if is_open { NAN } else { DONE }],
            returns_nan: true,
        })
    }

    /// The choice of one of two operands, of which one may be a NaN if `returns_nan` is not set.
    #[must_use]
    pub fn of_two(self, is_max: bool, of_magnitudes: bool, returns_nan: bool) -> Self {
        let (flip, of_magnitudes) = (all_if(is_max), all_if(of_magnitudes));
        Self { flip, of_magnitudes, returns_nan, ..self }
    }

    /// Chooses one of two operands.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn choose<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        each(columns, bits, states, |[a, b]| {
            let ((a, is_nan), (b, is_nan_too)) = (self.read(a), self.read(b));
            let is_second = (self.place(b) < self.place(a)) & !is_nan_too | is_nan;
            let is_nan = is_nan & is_nan_too | (is_nan | is_nan_too) & self.returns_nan;
            let chosen = if is_second { b } else { a };
            let kept = chosen & !(self.sign & self.of_magnitudes);
            self.end(kept, is_nan)
        });
    }

    /// Clears the sign, or flips it.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn change_sign<const WIDE: bool>(
        &self,
        is_abs: bool,
        column: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let kept = if is_abs { 0 } else { self.sign };
        each_in_place(column, bits, states, |[bits]| {
            let (read, is_nan) = self.read(bits);
            self.end(read & (self.sign - 1) | !read & kept, is_nan)
        });
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn end(&self, bits: u32, is_nan: bool) -> (u32, u32) {
        let [nan, state] = self.nan;
        (if is_nan { nan } else { bits }, if is_nan { state } else { DONE })
    }

    /// The bits, or the zero that they are flushed to, and whether they are a NaN.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn read(&self, bits: u32) -> (u32, bool) {
        let magnitude = bits & (self.sign - 1);
        let at = magnitude.cast_signed();
        let kept = if at < self.flushed.cast_signed() { 0 } else { magnitude };
        (bits & self.sign | kept, at > self.last.cast_signed())
    }

    /// An integer with the order of the numbers, -0 before +0.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn place(&self, bits: u32) -> i32 {
        let magnitude = bits & (self.sign - 1);
        let is_negative = all_if(bits & self.sign != 0) & !self.of_magnitudes;
        (magnitude ^ is_negative ^ self.flip).cast_signed()
    }
}

/// A rounding of f32 numbers to integers, in f32 or as signed integers of 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// Whether a nearest integer above is replaced by its neighbor, one below, and either if it is
    /// farther from 0.
    steps: [bool; 3],
    /// Magnitudes below this one become 0 first.
    flushed: u32,
    /// The result of a NaN, and its state.
    nan: [u32; 2],
    is_integer: bool,
}

impl Whole {
    /// A rounding; `None` for ties away from zero and random rounding.
    #[must_use]
    pub fn new(
        rounding: Rounding,
        flushed: u64,
        (nan, is_open): (u64, bool),
        is_integer: bool,
    ) -> Option<Self> {
        let steps = match rounding {
            Rounding::TiesToEven => [false; 3],
            Rounding::TowardZero => [false, false, true],
            Rounding::TowardNegative => [true, false, false],
            Rounding::TowardPositive => [false, true, false],
            Rounding::TiesToAway | Rounding::Stochastic { .. } => return None,
        };
        let nan = [low_half(nan), if is_open { NAN } else { DONE }];
        Some(Self { steps, flushed: low_half(flushed), nan, is_integer })
    }

    /// Rounds a column.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn round<const WIDE: bool>(
        &self,
        column: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let [down, up, to_zero] = self.steps;
        each(column, bits, states, |[bits]| {
            let magnitude = bits & 0x7fff_ffff;
            let is_flushed = magnitude.cast_signed() < self.flushed.cast_signed();
            let value = f64::from(f32::from_bits(if is_flushed { bits ^ magnitude } else { bits }));
            let [least, most] = [-2_147_483_648.0, 2_147_483_647.0];
            let sum = value + PLACE;
            let near = sum - PLACE;
            let is_down = (near > value) & (down | to_zero & (value > 0.0));
            let is_up = (near < value) & (up | to_zero & (value < 0.0));
            let near = near - f64::from(u8::from(is_down)) + f64::from(u8::from(is_up));
            if self.is_integer {
                let near = if near < least { least } else { near };
                let near = if near > most { most } else { near };
                let integer = low_half((near + PLACE).to_bits());
                let (nan, state) = (self.nan[0], self.nan[1]);
                return if value.is_nan() { (nan, state) } else { (integer, DONE) };
            }
            // From 2^23 on all numbers are integers. A zero keeps its sign.
            #[expect(clippy::cast_possible_truncation, reason = "it is a small integer")]
            let near = (near as f32).to_bits() & 0x7fff_ffff | bits & 1 << 31;
            let result = if magnitude.cast_signed() >= 0x4b00_0000 { bits } else { near };
            if value.is_nan() { (self.nan[0], self.nan[1]) } else { (result, DONE) }
        });
    }

    /// Converts signed integers of 32 bits to f32, to nearest.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn from_integers<const WIDE: bool>(
        column: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        #[expect(clippy::cast_precision_loss, reason = "it is rounded")]
        each(column, bits, states, |[bits]| ((bits.cast_signed() as f32).to_bits(), DONE));
    }
}

/// An operation on whole columns.
#[derive(Clone, Copy, Debug)]
pub enum Plain {
    /// `min` or `max`.
    Choose(Choice),
    /// `abs`, or else `neg`.
    Sign(Choice, bool),
    /// To integers.
    Whole(Whole),
    /// From signed integers of 32 bits to f32.
    FromIntegers,
}

impl Kernel for Plain {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        match self {
            Self::Choose(choice) => choice.choose::<WIDE>(columns, bits, states),
            Self::Sign(choice, is_abs) => {
                choice.change_sign::<WIDE>(*is_abs, columns, bits, states);
            }
            Self::Whole(whole) => whole.round::<WIDE>(columns, bits, states),
            Self::FromIntegers => Whole::from_integers::<WIDE>(columns, bits, states),
        }
    }
}
