//! Arithmetic of f32, and of narrower formats in f32.

use super::narrow::{Narrow, Widen};
use super::vectors::{self, Kernel, short_root};
use super::{
    Column, DONE, LEFT, States, each, each_in_place, short_sum_to_odd, short_to_odd, sum_to_odd,
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
    /// *a*.
    Convert,
    /// The integer nearest to *a*, or the next one in the direction.
    Integral,
}

impl Operation {
    /// The number of operands.
    #[must_use]
    pub const fn n_operands(self) -> usize {
        match self {
            Self::Add | Self::Sub | Self::Mul | Self::Div => 2,
            Self::Fma => 3,
            Self::Rcp | Self::Sqrt | Self::Convert | Self::Integral => 1,
        }
    }
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
    /// Numbers are kept as they are, and NaNs become `nan` or are kept too; `state` is that of their rows.
    #[must_use]
    pub fn plain(format: &FloatFormat, nan: Option<u64>, state: u32) -> Self {
        let sign = low_half(format.sign_mask());
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

/// An operation on operands of one format of at most 32 bits, rounded to nearest.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    operation: Operation,
    /// Operands and results that are not of f32.
    narrow: Option<(Widen, Narrow)>,
    finish: Finish,
    /// Operands of smaller magnitudes become 0.
    flushed: u32,
}

impl Single {
    /// The kernel of an operation; `None` for other directions, and for quotients and roots that are not of
    /// f32.
    #[must_use]
    pub fn new(
        operation: Operation,
        format: &'static FloatFormat,
        rounding: Rounding,
        finish: Finish,
        [flushes, saturates]: [bool; 2],
    ) -> Option<Self> {
        use Operation::{Add, Fma, Mul, Sub};
        let is_narrow = *format != F32;
        let has_kernel = if is_narrow {
            matches!(operation, Add | Sub | Mul | Fma)
        } else {
            !saturates && !matches!(operation, Operation::Convert | Operation::Integral)
        };
        if !has_kernel || rounding != Rounding::TiesToEven {
            return None;
        }
        let narrow = if is_narrow {
            Some((Widen::new(format)?, Narrow::new(format, rounding, saturates)?))
        } else {
            None
        };
        let flushed = if flushes { low_half(format.min_normal()) } else { 0 };
        Some(Self { operation, narrow, finish, flushed })
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
                vectors::short_fused::<WIDE>(operands).map_or_else(
                    || short_to_odd(fused(operands)).to_bits(),
                    |near| not_lost(operands, near),
                )
            }),
            Operation::Div
            | Operation::Rcp
            | Operation::Sqrt
            | Operation::Convert
            | Operation::Integral => out.1.fill(LEFT),
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
        if self.is_plain() {
            each(columns, bits, states, |operands| {
                narrow.apply::<true>(value(read(operands)), &self.finish)
            });
        } else {
            each(columns, bits, states, |operands: [u32; N]| {
                let operands = operands.map(|bits| self.flush(bits));
                narrow.apply::<false>(value(read(operands)), &self.finish)
            });
        }
    }

    /// Evaluates columns of f32. The least instructions are computed where their operands stand.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run_short<const SHORTEST: bool, const N: usize>(
        &self,
        columns: &[Column; 3],
        (bits, states): (&mut Column, &mut States),
        value: impl Fn([f32; N]) -> f32,
    ) {
        if !self.is_plain() {
            each(columns, bits, states, |operands: [u32; N]| {
                let operands = operands.map(|bits| f32::from_bits(self.flush(bits)));
                self.finish.end::<false>(value(operands).to_bits())
            });
        } else if SHORTEST {
            each_in_place(columns, bits, states, |operands: [u32; N]| {
                self.finish.end::<true>(value(operands.map(f32::from_bits)).to_bits())
            });
        } else {
            each(columns, bits, states, |operands: [u32; N]| {
                self.finish.end::<true>(value(operands.map(f32::from_bits)).to_bits())
            });
        }
    }

    /// Whether operands are read and results are written as they are.
    fn is_plain(&self) -> bool {
        self.finish.is_plain() && self.flushed == 0
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
        let out = (bits, states);
        match self.operation {
            Operation::Add => self.run_short::<true, 2>(columns, out, |[a, b]| a + b),
            Operation::Sub => self.run_short::<true, 2>(columns, out, |[a, b]| a - b),
            Operation::Mul => self.run_short::<true, 2>(columns, out, |[a, b]| a * b),
            #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
            Operation::Fma => self.run_short::<true, 3>(columns, out, |[a, b, c]| {
                vectors::short_fused::<WIDE>([a, b, c]).unwrap_or_else(|| fused([a, b, c]) as f32)
            }),
            Operation::Div => self.run_short::<false, 2>(columns, out, |[a, b]| a / b),
            Operation::Rcp => self.run_short::<false, 1>(columns, out, |[a]| 1.0 / a),
            Operation::Sqrt => {
                self.run_short::<false, 1>(columns, out, |[a]| short_root::<WIDE>(a));
            }
            Operation::Convert | Operation::Integral => out.1.fill(LEFT),
        }
    }
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
