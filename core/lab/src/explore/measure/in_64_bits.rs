//! Measures of approximate f32 results in 64 bits: a first attempt, which agrees with
//! [`measure`](super::measure) or does not decide.

use super::{ERROR_BITS, Exactness, Measure, ULP, is_border, least_unit, measure};
use crate::arith::elementary::{Function, Short};
use crate::bits::mask;
use crate::catalog::bound::{Bound, SINGLE, ShortRange};
use crate::eval::{Flush, Guarantee, LaneOp, LaneResult};
use crate::format::Format;
use crate::format::table::F32;

/// The sign bit.
const SIGN: u32 = 1 << 31;
/// Infinity.
const INFINITY: u32 = 0x7f80_0000;
/// The smallest normal number.
const MIN_NORMAL: u32 = 0x0080_0000;
/// The exponent of the smallest normal number.
const MIN_EXPONENT: i32 = -126;
/// The number of bits of a significand below the leading one.
const FRACTION_WIDTH: i32 = 23;

/// A first attempt at the measures of a lane.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Attempt {
    function: Function,
    flush: Flush,
    measures: bool,
    ranges: [Option<ShortRange>; 2],
    /// The measure of all NaNs, the measure of all negative normal numbers for a function without a
    /// value there, and those of all positive and negative operands that are `far`.
    constants: [Measure; 4],
    /// A magnitude from which on all finite operands of a sign have equal measures.
    far: u32,
    has_negative: bool,
    op: LaneOp,
    /// The exponent of the smallest binade whose ulp is a unit of errors.
    least: i32,
}

impl Attempt {
    /// A first attempt for a function of f32 with a bound and without readings.
    pub(in super::super) fn new(op: &LaneOp, measures: bool) -> Option<Self> {
        const SINGLE: Format = Format::Float(&F32);
        let bound: &Bound = op.bound?;
        if bound.ranges.len() > 2 {
            return None;
        }
        let is_single = op.result == SINGLE && op.operands.first() == Some(&SINGLE);
        if !is_single || !op.readings.is_empty() {
            return None;
        }
        let mut ranges = bound.ranges.iter().map(ShortRange::of_single);
        let far = match bound.function {
            // 2^10: powers of two are out of range.
            Function::Exp2 => 0x4480_0000,
            // 16: 1 - tanh is less than 2^-45, and an ulp of 1 has 2^-43 as its 2^20th part.
            Function::Tanh => 0x4180_0000,
            Function::Quotient
            | Function::Reciprocal
            | Function::Root
            | Function::ReciprocalRoot
            | Function::Sine
            | Function::Cosine
            | Function::Log2 => INFINITY,
        };
        let constant = |bits: u32| measure(op, &[bits.into(), 0x3f80_0000, 0], measures);
        Some(Self {
            function: bound.function,
            flush: op.flush,
            measures,
            ranges: [ranges.next(), ranges.next()],
            op: *op,
            least: least_unit(op).map_or(i32::MIN, |unit| unit + FRACTION_WIDTH),
            constants: [INFINITY | 1, SIGN | 0x3f80_0000, far, SIGN | far].map(constant),
            far,
            has_negative: !matches!(
                bound.function,
                Function::Root | Function::ReciprocalRoot | Function::Log2
            ),
        })
    }

    /// Returns the result of [`measure`] for operands, with the observed result in place of the
    /// reference if there is one; `None` if 64 bits do not decide it.
    #[inline]
    pub(in super::super) fn measure(
        &self,
        [a, b]: [u32; 2],
        observed: Option<u32>,
    ) -> Option<Measure> {
        if let Some(constant) = self.constant(a) {
            let reference = constant.result.bits;
            let bits = observed.map_or(reference, u64::from);
            let is_known = bits == reference || constant.exactness == Exactness::Given;
            let result = LaneResult { bits, ..constant.result };
            return is_known.then_some(Measure { result, ..*constant });
        }
        let operand = |bits| SINGLE.operand(bits, self.flush.operands);
        let x = operand(a)?;
        let is_quotient = self.function == Function::Quotient;
        let value = self.function.short(x, if is_quotient { operand(b)? } else { x })?;
        let reference = SINGLE.nearest(&value)?;
        let result = observed.unwrap_or(reference);
        let size = if is_quotient { b } else { a } & !SIGN;
        let contains = |range: &&ShortRange| range.contains(size);
        let range = self.ranges.iter().flatten().find(contains);
        let ends = match range {
            None => None,
            Some(range) => Some(range.permitted(&value, reference)?),
        };
        let (distance, is_exact) = error(&value, result, self.least)?;
        // A single permitted result is determined.
        let is_single = ends.is_some_and(|[lo, hi]| lo == hi);
        let is_border = self.measures
            && !is_single
            && ends.is_some_and(|[lo, hi]| is_border(&self.op, [lo, hi, reference].map(u64::from)));
        let band = match ends {
            Some(ends) if self.measures && !is_border && !is_single => {
                Some(band(reference, ends, self.least)?)
            }
            Some(_) | None => None,
        };
        // Only the ulp of the smallest results distinguishes a flush from a rounding.
        let is_zero = result & !SIGN == 0;
        let is_flushed = self.measures
            && self.flush.result
            && is_zero
            && error(&value, result, i32::MIN)?.0.unsigned_abs() > ULP.unsigned_abs() / 2;
        let guarantee = match ends {
            None => Guarantee::Unbounded,
            Some(_) if is_single => Guarantee::Bits,
            Some([lo, hi]) => Guarantee::Within { lo: lo.into(), hi: hi.into() },
        };
        Some(Measure {
            result: LaneResult { bits: result.into(), guarantee },
            reference: reference.into(),
            nearest: reference.into(),
            exactness: if is_exact { Exactness::Exact } else { Exactness::Inexact },
            error: self.measures.then_some(distance),
            band,
            is_border,
            is_open: self.measures && ends.is_none() && self.ranges[0].is_some(),
            is_flushed,
        })
    }

    /// The measure that an operand shares with many others.
    #[inline]
    fn constant(&self, a: u32) -> Option<&Measure> {
        let [nan, negative, far, far_negative] = &self.constants;
        let magnitude = a & !SIGN;
        if self.function == Function::Quotient {
            None
        } else if magnitude > INFINITY {
            Some(nan)
        } else if magnitude == INFINITY {
            None
        } else if !self.has_negative && a != magnitude && magnitude >= MIN_NORMAL {
            Some(negative)
        } else if magnitude >= self.far {
            Some(if a == magnitude { far } else { far_negative })
        } else {
            None
        }
    }
}

/// The error of a result, and whether it is exact; `least` is the exponent of the smallest binade
/// whose ulp is a unit.
#[inline]
fn error(value: &Short, result: u32, least: i32) -> Option<(i64, bool)> {
    let magnitude = result & !SIGN;
    let (exponent, significand) = match magnitude {
        0 => (MIN_EXPONENT, 0),
        MIN_NORMAL..INFINITY => SINGLE.decode(magnitude),
        _ => return None,
    };
    let is_across = value.negative != (result != magnitude);
    let (units, unit) = units(significand, exponent, least);
    let shift = unit - FRACTION_WIDTH - ERROR_BITS.cast_signed() - value.exponent;
    let turned = |error: i64| if value.negative { -error } else { error };
    // The value is far larger than the result, which has less than 45 bits.
    if shift < -6 {
        return Some((if value.negative { i64::MAX } else { i64::MIN }, false));
    }
    if shift < 4 {
        return None;
    }
    let whole = |value: u64| value.checked_shr(shift.unsigned_abs()).unwrap_or(0);
    let low = whole(value.low);
    if low != whole(value.low + value.width.saturating_sub(1)) {
        return None;
    }
    let is_cut = value.width != 0 || value.low & mask(shift.unsigned_abs()) != 0;
    // Whole units do not show whether an exact value equals the result.
    if value.width == 0 && unit != exponent {
        return None;
    }
    let [low, high] = [low, low + u64::from(is_cut)].map(u64::cast_signed);
    let result = if is_across { -units } else { units };
    let error = if result > high { result - high } else { (result - low).min(0) };
    Some((turned(error), !is_cut && result == low))
}

/// The whole units in a significand of a binade; `unit` is the exponent of the binade whose ulp is
/// the unit.
#[inline]
fn units(significand: u64, exponent: i32, least: i32) -> (i64, i32) {
    let unit = exponent.max(least);
    let below = (unit.saturating_sub(exponent)).unsigned_abs();
    ((significand << ERROR_BITS).checked_shr(below).unwrap_or(0).cast_signed(), unit)
}

/// The distances of the ends of the permitted interval from a normal reference.
#[inline]
fn band(reference: u32, [lo, hi]: [u32; 2], least: i32) -> Option<[i64; 2]> {
    let (exponent, significand) = SINGLE.decode(reference & !SIGN);
    let signed = |bits: u32, magnitude: i64| if bits & SIGN == 0 { magnitude } else { -magnitude };
    let (place, exponent) = units(significand, exponent, least);
    let place = signed(reference, place);
    let distance = |end: u32| {
        let (binade, significand) = SINGLE.decode(end & !SIGN);
        let shift = binade - exponent + ERROR_BITS.cast_signed();
        // The result is beyond the count in any case; near its end only 128 bits decide.
        if shift > 64 - FRACTION_WIDTH {
            return Some(signed(end, i64::MAX).saturating_sub(i64::from(end & SIGN != 0)));
        }
        if shift > 62 - FRACTION_WIDTH - 1 {
            return None;
        }
        let units = if shift >= 0 {
            significand << shift
        } else {
            significand.checked_shr(shift.unsigned_abs()).unwrap_or(0)
        };
        Some(signed(end, units.cast_signed()) - place)
    };
    Some([distance(lo)?, distance(hi)?])
}
