//! Conversions between floating-point formats, and to and from integers.
//!
//! The parameters of each pair of formats are precomputed as numbers, so that one function is quick
//! for all of them.

use core::hint::select_unpredictable;

use super::sum::shifted;
use super::{Direction, LEADING, flipped, lesser};
use crate::arith::rounding::Rounding;
use crate::bits::mask;
use crate::format::{FixedFormat, FloatFormat};

/// The parameters of a signed floating-point format with subnormals.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// The bits below the sign.
    magnitudes: u64,
    /// The place of the sign.
    sign: u32,
    /// The largest finite magnitude.
    last: u64,
    /// The encoding of 1.
    one: u64,
    /// The number of bits below the exponent field.
    width: u32,
    /// The bias of the exponent.
    bias: i64,
}

impl Places {
    const fn of(format: &FloatFormat) -> Option<Self> {
        if !format.subnormals || !format.signed {
            return None;
        }
        Some(Self {
            magnitudes: format.magnitude_mask(),
            sign: format.width as u32 - 1,
            last: format.max_finite(),
            one: format.one(),
            width: format.trailing_width(),
            bias: format.bias as i64,
        })
    }
}

/// A conversion of finite numbers to a floating-point format.
#[derive(Clone, Copy, Debug)]
pub struct ToFloat {
    to: Places,
    direction: Direction,
    /// The magnitude that replaces one above the largest finite number, and the bits of it that are
    /// flipped for negative numbers. It is above `end` if the stages must decide.
    beyond: [u64; 2],
    /// The largest magnitude that is returned.
    end: u64,
}

impl ToFloat {
    /// A conversion that rounds in a direction. If it saturates, a magnitude that is too large
    /// becomes the largest finite one. `None` for stochastic rounding and for a format without
    /// subnormals or a sign.
    pub const fn new(to: &FloatFormat, rounding: Rounding, saturates: bool) -> Option<Self> {
        let (Some(places), Some(direction)) =
            (Places::of(to), Direction::new(rounding, to.precision))
        else {
            return None;
        };
        let last = places.last;
        let (beyond, end) = match to.infinity() {
            _ if saturates => ([last, 0], last),
            None => ([u64::MAX >> 1, 0], last),
            Some(infinity) => {
                let beyond = match rounding {
                    Rounding::TowardZero => [last, 0],
                    Rounding::TowardNegative => [last, last ^ infinity],
                    Rounding::TowardPositive => [infinity, last ^ infinity],
                    Rounding::TiesToEven | Rounding::TiesToAway | Rounding::Stochastic { .. } => {
                        [infinity, 0]
                    }
                };
                (beyond, infinity)
            }
        };
        Some(Self { to: places, direction, beyond, end })
    }

    /// Encodes a significand, which is 0 or has its leading bit at [`LEADING`]; `field` is the
    /// exponent field that it has as a normal number.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn encode(&self, negative: u64, significand: u64, field: i64) -> Option<u64> {
        // Below the smallest normal number the significand is shifted and the field stays 1.
        let below = (field - 1).min(0);
        let kept = self.direction.apply(shifted(significand, below.unsigned_abs()), negative);
        let binades = (field - 1 - below).unsigned_abs() << self.to.width;
        let magnitude = if significand == 0 { 0 } else { binades + kept };
        let [beyond, flip] = self.beyond;
        let beyond = flipped(beyond, flip, negative);
        let is_beyond = (self.to.last.cast_signed() - magnitude.cast_signed()) >> 63;
        let magnitude = magnitude ^ (magnitude ^ beyond) & is_beyond.cast_unsigned();
        (magnitude <= self.end).then_some(negative << self.to.sign | magnitude)
    }
}

/// A conversion from one floating-point format to another.
#[derive(Clone, Copy, Debug)]
pub struct FromFloat {
    from: Places,
    to: ToFloat,
    /// Magnitudes below this one become 0 before the conversion.
    flushed: u64,
}

impl FromFloat {
    /// A conversion from a format, which may flush subnormal operands; `None` for a format without
    /// subnormals or a sign.
    pub const fn new(format: &FloatFormat, to: ToFloat, flushes: bool) -> Option<Self> {
        let flushed = if flushes { format.min_normal() } else { 0 };
        match Places::of(format) {
            Some(from) => Some(Self { from, to, flushed }),
            None => None,
        }
    }

    /// Converts a finite number; `None` for infinities, NaNs and results that the stages must
    /// decide.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub fn apply(&self, bits: u64) -> Option<u64> {
        let from = &self.from;
        let magnitude = bits & from.magnitudes;
        if magnitude > from.last {
            return None;
        }
        let magnitude = if magnitude < self.flushed { 0 } else { magnitude };
        let field = (magnitude >> from.width).cast_signed();
        let is_normal = i64::from(field != 0);
        let significand = magnitude & mask(from.width) | is_normal.cast_unsigned() << from.width;
        let shift = (significand | 1).leading_zeros() - (63 - LEADING);
        let field = field + 1 - is_normal + i64::from(LEADING) - i64::from(from.width)
            + (self.to.to.bias - from.bias)
            - i64::from(shift);
        self.to.encode(bits >> from.sign & 1, significand << shift, field)
    }
}

/// The parameters of an integer type.
#[derive(Clone, Copy, Debug)]
struct Integers {
    all: u64,
    /// The position of the topmost bit.
    top: u32,
    /// 1 if the topmost bit is a sign.
    signed: u64,
}

impl Integers {
    const fn of(format: &FixedFormat) -> Option<Self> {
        if format.fraction != 0 {
            return None;
        }
        let all = mask(format.width as u32);
        Some(Self { all, top: format.width as u32 - 1, signed: format.signed as u64 })
    }
}

/// A conversion of integers to a floating-point format.
#[derive(Clone, Copy, Debug)]
pub struct FromInteger {
    from: Integers,
    to: ToFloat,
}

impl FromInteger {
    /// A conversion from an integer type; `None` for other fixed-point formats.
    pub const fn new(from: &FixedFormat, to: ToFloat) -> Option<Self> {
        match Integers::of(from) {
            Some(from) => Some(Self { from, to }),
            None => None,
        }
    }

    /// Converts an integer; `None` if the stages must decide because it is too large.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub fn apply(&self, bits: u64) -> Option<u64> {
        let bits = bits & self.from.all;
        let negative = bits >> self.from.top & self.from.signed;
        let magnitude = negated_if(negative, bits) & self.from.all;
        let n_zeros = (magnitude | 1).leading_zeros();
        let top = magnitude << n_zeros;
        let field = self.to.to.bias + 63 - i64::from(n_zeros);
        self.to.encode(negative, top >> 1 | top & 1, field)
    }
}

/// Negates a number if `negative` is 1, and returns it unchanged if it is 0.
#[cfg_attr(optimized_for_speed, inline(always))]
const fn negated_if(negative: u64, number: u64) -> u64 {
    (number ^ negative.wrapping_neg()).wrapping_add(negative)
}

/// A rounding of finite numbers to integral values of their format.
///
/// From 1 on, an increment of the magnitude carries into the exponent field, as it should. In [1,
/// 2) the lowest bit that stays is that of the exponent field, which is set because each bias is
/// odd. Magnitudes below 1 become 0 or 1.
#[derive(Clone, Copy, Debug)]
pub struct ToIntegral {
    of: Places,
    /// All ones if the mask of the cut bits is added, and the bits that are flipped for negative
    /// numbers.
    all: [u64; 2],
    /// All ones if half of that mask is added.
    half: u64,
    /// 1 if one more is added, so that ties go away from zero.
    away: u64,
    /// 1 if the lowest kept bit is added, so that ties go to even.
    evens: u64,
    /// Magnitudes below 1 become 0 up to this one, and 1 above it; and the bits of it that are
    /// flipped for negative numbers.
    least: [u64; 2],
    /// Magnitudes below this one become 0 before rounding.
    flushed: u64,
}

impl ToIntegral {
    /// A rounding in a direction, which may flush subnormal operands. `None` for stochastic
    /// rounding and for a format without subnormals or a sign.
    pub const fn new(of: &FloatFormat, rounding: Rounding, flushes: bool) -> Option<Self> {
        let flushed = if flushes { of.min_normal() } else { 0 };
        let Some(of) = Places::of(of) else { return None };
        let (one, half) = (of.one, of.one - (1 << of.width));
        let cut = Self { of, all: [0; 2], half: 0, away: 0, evens: 0, least: [one, 0], flushed };
        let (all, one_side) = ([0, u64::MAX], [u64::MAX; 2]);
        Some(match rounding {
            Rounding::TiesToEven => Self { half: u64::MAX, evens: 1, least: [half, 0], ..cut },
            Rounding::TiesToAway => Self { half: u64::MAX, away: 1, least: [half - 1, 0], ..cut },
            Rounding::TowardZero => cut,
            Rounding::TowardNegative => Self { all, least: [one, one], ..cut },
            Rounding::TowardPositive => Self { all: one_side, least: [0, one], ..cut },
            Rounding::Stochastic { .. } => return None,
        })
    }

    /// Rounds a finite number; `None` for infinities and NaNs.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub fn apply(&self, bits: u64) -> Option<u64> {
        let magnitude = self.magnitude(bits)?;
        Some(bits >> self.of.sign << self.of.sign | magnitude)
    }

    /// Like [`Self::apply`], without the sign.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn magnitude(&self, bits: u64) -> Option<u64> {
        let of = &self.of;
        let magnitude = bits & of.magnitudes;
        if magnitude > of.last {
            return None;
        }
        let magnitude = if magnitude < self.flushed { 0 } else { magnitude };
        let negative = bits >> of.sign & 1;
        let of_sign = |[number, bits]: [u64; 2]| flipped(number, bits, negative);
        let small = if magnitude > of_sign(self.least) { of.one } else { 0 };
        let above = (magnitude >> of.width).cast_signed() - of.bias - i64::from(of.width);
        // Unused when the magnitude is below 1.
        let below = (1 << (above.min(0).unsigned_abs() & 63)) - 1;
        let added = (below & of_sign(self.all))
            + (below >> 1 & self.half)
            + (self.away | magnitude >> (above.min(0).unsigned_abs() & 63) & self.evens);
        // Where nothing is cut off, nothing is added.
        let added = if below == 0 { 0 } else { added };
        let large = magnitude.wrapping_add(added) & !below;
        Some(select_unpredictable(magnitude < of.one, small, large))
    }
}

/// A conversion from a floating-point format to integers.
#[derive(Clone, Copy, Debug)]
pub struct ToInteger {
    rounding: ToIntegral,
    to: Integers,
    /// Magnitudes from this one on may be out of range, so the stages decide.
    end: u64,
}

impl ToInteger {
    /// A conversion that rounds; `None` for fixed-point formats other than integers.
    pub const fn new(rounding: ToIntegral, to: &FixedFormat) -> Option<Self> {
        let Some(to) = Integers::of(to) else { return None };
        // Half of the first power of two that is out of range.
        let exponent = to.top as u64 - to.signed;
        let end = rounding.of.one + (exponent << rounding.of.width);
        let last = rounding.of.last;
        Some(Self { rounding, to, end: if end < last { end } else { last } })
    }

    /// Rounds a finite number to an integer; `None` for infinities, NaNs and magnitudes that may be
    /// out of range.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub fn apply(&self, bits: u64) -> Option<u64> {
        let Self { rounding: ToIntegral { of, .. }, to, end } = self;
        if bits & of.magnitudes >= *end {
            return None;
        }
        let magnitude = self.rounding.magnitude(bits)?;
        let significand = magnitude & mask(of.width) | 1 << of.width;
        let above = (magnitude >> of.width).cast_signed() - of.bias - i64::from(of.width);
        // For 0, whose significand has a leading bit here, every bit is shifted out.
        let below = above.min(0);
        let integer = significand >> lesser(below.unsigned_abs(), 63) << (above - below);
        let negative = bits >> of.sign & 1;
        let unsigned = integer & (negative.wrapping_sub(1) | to.signed.wrapping_neg());
        Some(negated_if(negative & to.signed, unsigned) & to.all)
    }
}
