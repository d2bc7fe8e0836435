//! Arithmetic of f32, and of narrower formats in f32.

use super::narrow::{Narrow, Widen};
use super::vectors::{self, Kernel};
use super::{
    Column, DONE, LEFT, NAN, States, all_if, each, each_in_place, short_sum_to_odd, sum_to_odd,
};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::format::FloatFormat;
use crate::format::table::F32;

/// An operation on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// *a* + *b*.
    Add,
    /// *a* − *b*.
    Sub,
    /// *a*·*b*.
    Mul,
    /// *a*·*b* + *c*, rounded once.
    Fma,
    /// *a*/*b*.
    Div,
    /// 1/*a*.
    Rcp,
    /// √*a*.
    Sqrt,
}

/// The steps after rounding a magnitude to at most 32 bits, and the NaN that is returned.
#[derive(Clone, Copy, Debug)]
pub struct Finish {
    /// The bits of a NaN, those that it keeps, and its state.
    nan: [u32; 3],
    /// The sign bit, and the same if negative numbers become 0.
    sign: u32,
    cleared: u32,
    /// The largest magnitude.
    last: u32,
    /// Magnitudes below this one become 0, and it is left to the stages.
    flushed: u32,
    /// Magnitudes below this one are left to the stages.
    small: u32,
}

impl Finish {
    /// Numbers are kept as they are, and NaNs become `nan`, whose bits may be open, or are kept too.
    #[must_use]
    pub fn plain(format: &FloatFormat, nan: Option<u64>, is_open: bool) -> Self {
        let sign = low_half(format.sign_mask());
        let state = if is_open { NAN } else { DONE };
        let nan = nan.map_or([0, u32::MAX, state], |nan| [low_half(nan), 0, state]);
        Self { nan, sign, cleared: 0, last: sign - 1, flushed: 0, small: 0 }
    }

    /// Subnormal results become 0.
    #[must_use]
    pub fn flushing(self, format: &FloatFormat) -> Self {
        Self { flushed: low_half(format.min_normal()), ..self }
    }

    /// Zeros, subnormal results and the least normal one are left to the stages; of the others
    /// negative ones may become 0, and `last` is the largest.
    #[must_use]
    pub fn clamping(self, format: &FloatFormat, clears: bool, last: Option<u64>) -> Self {
        Self {
            cleared: if clears { self.sign } else { 0 },
            last: last.map_or(self.last, low_half),
            small: low_half(format.min_normal()) + 1,
            ..self
        }
    }

    /// Whether nothing but NaNs is changed.
    pub(super) fn is_plain(&self) -> bool {
        self.cleared | self.flushed | self.small == 0 && self.last == self.sign - 1
    }

    /// The result for a magnitude and a sign bit in its place.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn apply<const PLAIN: bool>(
        &self,
        magnitude: u32,
        sign: u32,
        is_nan: bool,
    ) -> (u32, u32) {
        let [nan, keeps, state] = self.nan;
        let nan = nan | (magnitude | sign) & keeps;
        if PLAIN {
            let bits = if is_nan { nan } else { magnitude | sign };
            return (bits, if is_nan { state } else { DONE });
        }
        let at = magnitude.cast_signed();
        let is_left = (at < self.small.cast_signed())
            | ((at == self.flushed.cast_signed()) & (self.flushed != 0));
        let kept = if at < self.flushed.cast_signed() { 0 } else { magnitude };
        let kept = if kept.cast_signed() > self.last.cast_signed() { self.last } else { kept };
        let is_cleared = sign & self.cleared != 0;
        let bits = if is_cleared { 0 } else { kept | sign };
        let (bits, done) = (if is_nan { nan } else { bits }, if is_left { LEFT } else { DONE });
        (bits, if is_nan { state } else { done })
    }

    /// The result for the bits of an f32 number.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn end<const PLAIN: bool>(&self, bits: u32) -> (u32, u32) {
        let magnitude = bits & 0x7fff_ffff;
        let is_nan = magnitude.cast_signed() > 0x7f80_0000;
        self.apply::<PLAIN>(magnitude, bits ^ magnitude, is_nan)
    }
}

/// The direction in which f32 results are rounded: which nearest results take one step.
#[derive(Clone, Copy, Debug)]
pub struct Rounded {
    /// All ones if a positive number is rounded up, and a negative one away from 0.
    away: [u32; 2],
    /// Whether the stages decide the sign of a zero.
    leaves_zeros: bool,
}

impl Rounded {
    /// A direction; `None` if it is to nearest, which takes no step, or random.
    pub(super) fn of(rounding: Rounding) -> Option<Self> {
        let (away, leaves_zeros) = match rounding {
            Rounding::TowardZero => ([0, 0], false),
            Rounding::TowardNegative => ([0, u32::MAX], true),
            Rounding::TowardPositive => ([u32::MAX, 0], false),
            Rounding::TiesToEven | Rounding::TiesToAway | Rounding::Stochastic { .. } => {
                return None;
            }
        };
        Some(Self { away, leaves_zeros })
    }

    /// Moves the nearest number to the exact one in this direction; `larger` and `smaller` say how
    /// its magnitude compares.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn step(&self, nearest: u32, larger: bool, smaller: bool) -> u32 {
        let [positive, negative] = self.away;
        let away = if nearest.cast_signed() < 0 { negative } else { positive };
        // All ones are -1.
        nearest.wrapping_add(all_if(larger) & !away).wrapping_sub(all_if(smaller) & away)
    }
}

/// An operation on operands of one format of at most 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    operation: Operation,
    /// The direction, unless it is to nearest.
    rounded: Option<Rounded>,
    /// Operands and results that are not of f32.
    narrow: Option<(Widen, Narrow)>,
    finish: Finish,
    /// Operands of smaller magnitudes become 0.
    flushed: u32,
}

impl Single {
    /// The kernel of an operation; `None` if it rounds in a direction that has none. Quotients are of
    /// f32 only, and narrow formats are rounded to nearest.
    #[must_use]
    pub fn new(
        operation: Operation,
        format: &'static FloatFormat,
        rounding: Rounding,
        finish: Finish,
        [flushes, saturates]: [bool; 2],
    ) -> Option<Self> {
        let rounded = Rounded::of(rounding);
        let is_narrow = *format != F32;
        let is_quotient = matches!(operation, Operation::Div | Operation::Rcp | Operation::Sqrt);
        if saturates && !is_narrow
            || is_narrow && is_quotient
            || (rounded.is_none() || is_narrow) && rounding != Rounding::TiesToEven
        {
            return None;
        }
        let narrow = if is_narrow {
            Some((Widen::new(format)?, Narrow::new(format, rounding, saturates)?))
        } else {
            None
        };
        let flushed = if flushes { low_half(format.min_normal()) } else { 0 };
        Some(Self { operation, rounded, narrow, finish, flushed })
    }

    /// Evaluates columns of a narrow format. f32 has more than twice as many bits, so that rounding a
    /// sum or a product twice does no harm.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run_narrow<const WIDE: bool>(
        &self,
        both: &(Widen, Narrow),
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let out = (bits, states);
        match self.operation {
            Operation::Add => self.narrowed(both, columns, out, |[a, b]| (a + b).to_bits()),
            Operation::Sub => self.narrowed(both, columns, out, |[a, b]| (a - b).to_bits()),
            Operation::Mul => self.narrowed(both, columns, out, |[a, b]| (a * b).to_bits()),
            Operation::Fma if both.0.has_short_products() => {
                self.narrowed(both, columns, out, |[a, b, c]| short_sum_to_odd(a * b, c).to_bits());
            }
            Operation::Fma => self.narrowed(both, columns, out, |operands| {
                vectors::short_fused::<WIDE>(operands)
                    .map_or_else(|| to_odd(fused(operands)), |near| not_lost(operands, near))
            }),
            Operation::Div | Operation::Rcp | Operation::Sqrt => out.1.fill(LEFT),
        }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn narrowed<const N: usize>(
        &self,
        (widen, narrow): &(Widen, Narrow),
        columns: &[Column; 3],
        (bits, states): (&mut Column, &mut States),
        value: impl Fn([f32; N]) -> u32,
    ) {
        let read = |operands: [u32; N]| operands.map(|bits| f32::from_bits(widen.apply(bits)));
        if self.finish.is_plain() && self.flushed == 0 {
            each(columns, bits, states, |operands| {
                narrow.apply::<true, true>(value(read(operands)), &self.finish)
            });
        } else {
            each(columns, bits, states, |operands: [u32; N]| {
                let operands = operands.map(|bits| self.flush(bits));
                narrow.apply::<true, false>(value(read(operands)), &self.finish)
            });
        }
    }

    /// Evaluates with a function that is rounded to nearest, and one whose value is rounded later.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn with<const N: usize>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
        nearest: impl Fn([f32; N]) -> f32,
        exact: impl Fn([f32; N]) -> f64,
    ) {
        let read = |operands: [u32; N]| operands.map(|bits| f32::from_bits(self.flush(bits)));
        let is_plain = self.finish.is_plain() && self.flushed == 0;
        match &self.rounded {
            None if is_plain => each_in_place(columns, bits, states, |operands: [u32; N]| {
                self.finish.end::<true>(nearest(operands.map(f32::from_bits)).to_bits())
            }),
            None => each(columns, bits, states, |operands| {
                self.finish.end::<false>(nearest(read(operands)).to_bits())
            }),
            Some(rounded) => each(columns, bits, states, |operands| {
                let value = exact(read(operands));
                #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
                let near = value as f32;
                let wide = f64::from(near);
                let (is_larger, is_smaller) = (wide.abs() > value.abs(), wide.abs() < value.abs());
                let (result, state) =
                    self.finish.end::<false>(rounded.step(near.to_bits(), is_larger, is_smaller));
                (result, if rounded.leaves_zeros & (wide == 0.0) { LEFT } else { state })
            }),
        }
    }

    /// Evaluates quotients. The quotient times the divisor, which f64 has exactly, compared with the
    /// dividend, shows on which side of the exact quotient it is.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn divide<const N: usize>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
        terms: impl Fn([f32; N]) -> [f32; 2],
    ) {
        let read =
            |operands: [u32; N]| terms(operands.map(|bits| f32::from_bits(self.flush(bits))));
        match &self.rounded {
            None => each(columns, bits, states, |operands| {
                let [a, b] = read(operands);
                self.finish.end::<false>((a / b).to_bits())
            }),
            Some(rounded) => each(columns, bits, states, |operands| {
                let [a, b] = read(operands);
                let near = a / b;
                let (product, exact) = ((f64::from(near) * f64::from(b)).abs(), f64::from(a).abs());
                self.finish.end::<false>(rounded.step(
                    near.to_bits(),
                    product > exact,
                    product < exact,
                ))
            }),
        }
    }

    /// Evaluates square roots. In f64 they are right to the last place or the one before, and no exact
    /// root is that close to where rounding changes.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn root<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let kernel = |[bits]: [u32; 1], rounded: Option<&Rounded>| {
            let bits = self.flush(bits);
            let value = f64::from(f32::from_bits(bits));
            // Newton's method goes astray below 0, through subnormal numbers, which are slow.
            let size = value.abs();
            #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
            let near = vectors::near_root::<WIDE>(size) as f32;
            let square = f64::from(near) * f64::from(near);
            let root = rounded
                .map_or(near.to_bits(), |it| it.step(near.to_bits(), square > size, square < size));
            // Zeros, infinity and NaNs are their own roots.
            let is_usual = (size > 0.0) & (size < f64::INFINITY);
            let root = if is_usual { root } else { bits };
            self.finish.end::<false>(if value < 0.0 { f32::NAN.to_bits() } else { root })
        };
        match &self.rounded {
            None => each(columns, bits, states, |operands| kernel(operands, None)),
            Some(rounded) => {
                each(columns, bits, states, |operands| kernel(operands, Some(rounded)));
            }
        }
    }

    /// A number, or the zero that a subnormal one is flushed to.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn flush(&self, bits: u32) -> u32 {
        let magnitude = bits & (self.finish.sign - 1);
        let is_flushed = magnitude.cast_signed() < self.flushed.cast_signed();
        if is_flushed { bits ^ magnitude } else { bits }
    }
}

impl Kernel for Single {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        if let Some(both) = &self.narrow {
            return self.run_narrow::<WIDE>(both, columns, bits, states);
        }
        match self.operation {
            Operation::Add => self.with(
                columns,
                bits,
                states,
                |[a, b]| a + b,
                |[a, b]| sum_to_odd(a.into(), b.into()),
            ),
            Operation::Sub => self.with(
                columns,
                bits,
                states,
                |[a, b]| a - b,
                |[a, b]| sum_to_odd(a.into(), (-b).into()),
            ),
            Operation::Mul => self.with(
                columns,
                bits,
                states,
                |[a, b]| a * b,
                |[a, b]| f64::from(a) * f64::from(b),
            ),
            #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
            Operation::Fma => {
                self.with(columns, bits, states, |operands| fused(operands) as f32, fused);
            }
            Operation::Div => self.divide(columns, bits, states, |[a, b]: [f32; 2]| [a, b]),
            Operation::Rcp => self.divide(columns, bits, states, |[a]: [f32; 1]| [1.0, a]),
            Operation::Sqrt => self.root::<WIDE>(columns, bits, states),
        }
    }
}

/// The square root of a normal number, right to the last place or the one before: three steps of Newton's
/// method for its reciprocal, each of which doubles the number of right bits, and one for the root.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn newton_root(number: f64) -> f64 {
    let half = 0.5 * number;
    let mut reciprocal =
        f64::from_bits(0x5fe6_eb50_c7b5_37a9_u64.wrapping_sub(number.to_bits() >> 1));
    for _ in 0..3 {
        reciprocal *= 1.5 - half * reciprocal * reciprocal;
    }
    let near = number * reciprocal;
    near + (number - near * near) * (0.5 * reciprocal)
}

/// *a*·*b* + *c*, to be rounded to f32.
#[cfg_attr(optimized_for_speed, inline(always))]
fn fused([a, b, c]: [f32; 3]) -> f64 {
    sum_to_odd(f64::from(a) * f64::from(b), c.into())
}

/// The bits of an f32 number that rounds to a bf16 number as *a*·*b* + *c* does, for bf16 numbers and
/// the f32 number nearest to it.
///
/// The product has 16 bits. Where the nearest number lies halfway between bf16 numbers, whose significands
/// with that bit have 9, all bits of the terms fit into 24 and it is exact, unless it is the product and *c*
/// is too small to show: then the neighbor on the side of *c* is taken. A product below 2^-134, half of the
/// least bf16 number, has bits below 2^-149, the least f32 number; it would be rounded up to that half only
/// with 16 ones, and 65535 is no product of two significands.
#[cfg_attr(optimized_for_speed, inline(always))]
fn not_lost([a, b, c]: [f32; 3], near: f32) -> u32 {
    let bits = near.to_bits();
    let is_lost = (near == a * b) & (c != 0.0) & (near.abs() < f32::INFINITY);
    let is_toward_zero = (bits ^ c.to_bits()) >> 31;
    bits.wrapping_add(u32::from(is_lost).wrapping_sub((u32::from(is_lost) & is_toward_zero) << 1))
}

/// The bits of an f32 number that rounds to fewer bits as a value does: the value, or the neighbor
/// with an odd significand.
#[cfg_attr(optimized_for_speed, inline(always))]
fn to_odd(value: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
    let near = value as f32;
    let wide = f64::from(near).abs();
    let (is_larger, is_smaller) = (wide > value.abs(), wide < value.abs());
    near.to_bits().wrapping_add(all_if(is_larger)) | u32::from(is_larger | is_smaller)
}
