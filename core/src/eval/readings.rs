//! Which results a reading of the text decides, and what they are by another one.
//!
//! Nothing here runs where an operation has no readings, and little where its results are far from
//! what one is about.

use alloc::vec::Vec;

use super::op::{FlushCause, LANE_OPERANDS, LaneOp};
use super::operate::OOB_NAN;
use super::{Guarantee, LaneResult, Prepared};
use crate::arith::Value;
use crate::bits::low_half;
use crate::catalog::Operation;
use crate::clamp::Clamp;
use crate::format::table::{E2M1, F32, TF32, UE8M0};
use crate::format::{FloatFormat, Format};
use crate::number::{Datum, Exact};
use crate::reading::{Key, Reading, Readings};
use crate::rounding::{Rounding, Subnormals, round};

/// The result of a lane by another reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// These bits.
    Bits(u64),
    /// The same bits, with any bits of the register below them.
    LowBits,
    /// Any bits.
    Any,
}

impl Otherwise {
    /// The bits, where they are known.
    #[must_use]
    pub const fn bits(self) -> Option<u64> {
        match self {
            Self::Bits(bits) => Some(bits),
            Self::LowBits | Self::Any => None,
        }
    }
}

/// A reading that decides the result of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Which one.
    pub reading: &'static Reading,
    /// The alternatives that lead to another result: their words and that result.
    pub alternatives: Vec<(&'static str, Otherwise)>,
}

/// Readings that are about results that are zero, or became the smallest normal number.
const OF_SMALL_RESULTS: Readings =
    Readings::NONE.with(Key::FtzTininess).with(Key::SatNegativeZero).with(Key::ReluNegativeZero);

impl Prepared {
    /// The readings that decide the result of a lane, with the results by their alternatives.
    #[must_use]
    pub fn decisions(&self, lane: u8, registers: &[u64]) -> Vec<Decision> {
        self.lane_op().decisions(&self.gather(lane, registers))
    }
}

impl LaneOp {
    /// The guarantee of a result, if a reading may have decided it.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn weighed(
        &self,
        operands: &[u64; LANE_OPERANDS],
        before: &Datum,
        result: LaneResult,
    ) -> Guarantee {
        if self.readings.is_empty() {
            return result.guarantee;
        }
        let is_small = before.is_zero()
            || self
                .result
                .float()
                .is_some_and(|format| result.bits & format.magnitude_mask() == format.min_normal());
        if self.readings.is_within(OF_SMALL_RESULTS) && !is_small {
            return result.guarantee;
        }
        self.weigh(operands, result)
    }

    /// The same for any result.
    #[cold]
    #[inline(never)]
    pub(super) fn weigh(&self, operands: &[u64; LANE_OPERANDS], result: LaneResult) -> Guarantee {
        if result.guarantee == Guarantee::Unspecified {
            return result.guarantee;
        }
        let is_open = result.guarantee == Guarantee::AnyNan;
        let decides = self.readings.iter().any(|reading| {
            (0..reading.alternatives.len()).any(|index| {
                match self.otherwise(reading.key, index, operands, result.bits) {
                    None => false,
                    // Another NaN is as open as this one.
                    Some(Otherwise::Bits(bits)) => !is_open || !self.result.is_nan(bits),
                    Some(Otherwise::LowBits) => !is_open,
                    Some(Otherwise::Any) => true,
                }
            })
        });
        if decides { Guarantee::Reading } else { result.guarantee }
    }

    /// The readings that decide a result.
    fn decisions(&self, operands: &[u64; LANE_OPERANDS]) -> Vec<Decision> {
        if self.readings.is_empty() {
            return Vec::new();
        }
        let bits = self.evaluate(operands, &mut ()).bits;
        let decision = |reading: &'static Reading| {
            let alternatives: Vec<_> = reading
                .alternatives
                .iter()
                .enumerate()
                .filter_map(|(index, words)| {
                    Some((*words, self.otherwise(reading.key, index, operands, bits)?))
                })
                .collect();
            (!alternatives.is_empty()).then_some(Decision { reading, alternatives })
        };
        self.readings.iter().filter_map(decision).collect()
    }

    /// The result by an alternative of a reading, if it is another one.
    fn otherwise(
        &self,
        key: Key,
        index: usize,
        operands: &[u64; LANE_OPERANDS],
        bits: u64,
    ) -> Option<Otherwise> {
        let other = match key {
            Key::Tf32LowBits => return Some(Otherwise::LowBits),
            Key::Fp6Padding => {
                let [_, padding, _] = *operands;
                return (padding != 0).then_some(Otherwise::Any);
            }
            Key::FtzTininess => self.flushed_otherwise(index, operands),
            Key::SatNegativeZero | Key::ReluNegativeZero | Key::S2f6Saturation => {
                self.less_clamped(key, operands)
            }
            Key::Ue8m0Negative | Key::Ue8m0Overflow | Key::Ue8m0Zero | Key::Ue8m0Infinity => {
                self.without_sign(key, index, operands, bits)
            }
            Key::RsLayout | Key::RsReversal | Key::RsAlignment | Key::RsOverflow => {
                self.stochastic(key, index, operands, bits)
            }
            Key::OobNan | Key::OobAddend => self.out_of_bounds_otherwise(key, operands),
            Key::XorsignNan => self.signed_otherwise(operands, bits),
            Key::RcpF64UpperWord => self.whole_nan(operands),
            Key::MadSm1xRounding => {
                let [_, _, c] = self.data(operands);
                let op = Self { rounding: Rounding::TowardZero, ..*self };
                (!c.is_zero()).then(|| op.plainly(operands))
            }
            Key::CvtRpiSm13 => {
                let mut op = *self;
                op.flush.operands = false;
                Some(op.plainly(operands))
            }
            Key::AbsF64Nan => {
                let [a, ..] = *operands;
                self.result.is_nan(a).then_some(a)
            }
        };
        other.filter(|other| *other != bits).map(Otherwise::Bits)
    }

    /// The result with no thought of readings.
    fn plainly(&self, operands: &[u64; LANE_OPERANDS]) -> u64 {
        Self { readings: Readings::NONE, ..*self }.evaluate(operands, &mut ()).bits
    }

    fn data(&self, operands: &[u64; LANE_OPERANDS]) -> [Datum; LANE_OPERANDS] {
        self.decode::<false>(operands, &mut ())
    }

    /// Flushed by the exact value, or when it has been rounded with subnormals.
    fn flushed_otherwise(&self, index: usize, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let format = self.result.float()?;
        let data = self.data(operands);
        let Value::Finite(exact) = self.value::<u128>(operands, &data) else { return None };
        let [_, random, _] = *operands;
        let rounding = self.rounding.with_random(low_half(random));
        let zero = Datum::zero(exact.negative);
        let datum = if index == 0 {
            let is_tiny = exact.leading_exponent() < format.emin();
            if is_tiny { zero } else { round(&exact, format, rounding, Subnormals::Keep).datum }
        } else {
            let datum = round(&exact, format, rounding, Subnormals::Keep).datum;
            let magnitude = format.encode(&datum) & format.magnitude_mask();
            if magnitude < format.min_normal() { zero } else { datum }
        };
        let after = self.clamp.apply(self.signed(datum, &data), self.result);
        Some(self.result.encode(&after))
    }

    /// -0, or the least number of two's complement, kept by the clamp.
    fn less_clamped(&self, key: Key, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let is_finite = matches!(self.clamp, Clamp::Finite | Clamp::FiniteRelu);
        let clamp = match (key, self.clamp) {
            (Key::ReluNegativeZero, Clamp::FiniteRelu) => Clamp::Finite,
            (Key::S2f6Saturation, Clamp::FiniteRelu) => return None,
            _ => Clamp::None,
        };
        let before = Self { clamp, ..*self }.plainly(operands);
        let is_it = match self.result {
            Format::Float(format) => before == format.sign_mask(),
            Format::Fixed(format) => is_finite && before == format.min(),
        };
        is_it.then_some(before)
    }

    /// Numbers that ue8m0 does not have.
    fn without_sign(
        &self,
        key: Key,
        index: usize,
        operands: &[u64; LANE_OPERANDS],
        bits: u64,
    ) -> Option<u64> {
        const NAN: u64 = 0xff;
        const MIN: u64 = 0;
        let max = UE8M0.max_finite();
        let [a, ..] = self.data(operands);
        let is_saturating = matches!(self.clamp, Clamp::Finite);
        let exact = a.exact();
        let leading = exact.as_ref().map(Exact::leading_exponent);
        match key {
            Key::Ue8m0Negative if a.negative && leading.is_some() => {
                // Beyond the largest number the text names what `.satfinite` gives.
                let is_beyond = exact.as_ref().is_some_and(|it| {
                    it.leading_exponent() >= UE8M0.emax() && !it.significand.is_power_of_two()
                });
                match index {
                    _ if is_saturating && is_beyond => None,
                    0 if self.rounding == Rounding::TowardPositive => {
                        Some(Self { rounding: Rounding::TowardZero, ..*self }.plainly(operands))
                    }
                    0 => None,
                    1 => Some(MIN),
                    _ => Some(NAN),
                }
            }
            Key::Ue8m0Overflow => (leading.is_some() && bits == NAN).then_some(max),
            Key::Ue8m0Zero => {
                let is_below = leading.is_some_and(|leading| leading < UE8M0.emin())
                    && self.rounding == Rounding::TowardZero;
                (a.is_zero() || is_below).then_some(NAN)
            }
            Key::Ue8m0Infinity => (a.is_infinite() && !is_saturating).then_some(max),
            _ => None,
        }
    }

    /// Random bits that are other ones, or lie elsewhere; results beyond the largest number.
    fn stochastic(
        &self,
        key: Key,
        index: usize,
        operands: &[u64; LANE_OPERANDS],
        bits: u64,
    ) -> Option<u64> {
        let format = self.result.float()?;
        let [a, ..] = self.data(operands);
        let exact = a.exact()?;
        let [number, random, _] = *operands;
        let with = |random: u64, count: u8| {
            let rounding = Rounding::Stochastic { random: 0, count };
            Self { rounding, ..*self }.plainly(&[number, random, 0])
        };
        match (key, index) {
            (Key::RsLayout, 0) => Some(with(random >> 8, 8)),
            (Key::RsLayout, 1) => Some(with(random & 0xff, 8)),
            (Key::RsLayout, _) if is(self.result, &E2M1) => {
                Some(with(random >> 8 | (random & 0xff) << 8, 16))
            }
            (Key::RsReversal, _) => Some(with(random.reverse_bits() >> 48, 16)),
            (Key::RsAlignment, _) => {
                let unit = lowest_exponent(exact.leading_exponent());
                let quantum = exact.leading_exponent() - i32::from(format.precision) + 1;
                let discarded = quantum.max(format.min_quantum()) - unit;
                match u8::try_from(discarded) {
                    Ok(count @ 1..=32) => Some(with(random, count)),
                    // The sum does not carry.
                    _ if discarded > 32 => {
                        Some(Self { rounding: Rounding::TowardZero, ..*self }.plainly(operands))
                    }
                    _ => None,
                }
            }
            (Key::RsOverflow, _) => {
                let magnitude = bits & format.magnitude_mask();
                let is_infinite = self.result.decode(magnitude).is_infinite();
                is_infinite.then_some(bits & format.sign_mask() | format.max_finite())
            }
            _ => None,
        }
    }

    /// A NaN that is heeded otherwise.
    fn out_of_bounds_otherwise(&self, key: Key, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let format = self.result.float()?;
        let is_special = |bits: u64| bits & format.magnitude_mask() == OOB_NAN;
        let [a, b, c] = *operands;
        let is_heeded = is_special(a) || is_special(b);
        match key {
            Key::OobNan if is_heeded => Some(Self { has_oob: false, ..*self }.plainly(operands)),
            Key::OobNan => [a, b].into_iter().any(|bits| self.result.is_nan(bits)).then_some(0),
            _ => (!is_heeded && is_special(c)).then_some(0),
        }
    }

    /// The sign as the pseudocode of packed max has it, which looks at the first operand.
    fn signed_otherwise(&self, operands: &[u64; LANE_OPERANDS], bits: u64) -> Option<u64> {
        let format = self.result.float()?;
        let [a, b, _] = *operands;
        let sign = (a ^ b) & format.sign_mask();
        if !self.result.is_nan(a) && self.result.is_nan(bits) {
            Some(bits | sign)
        } else if self.result.is_nan(a) && !self.result.is_nan(bits) {
            Some(bits & format.magnitude_mask())
        } else {
            None
        }
    }

    /// The canonical NaN of an operand that is one by its lower word.
    fn whole_nan(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [upper, lower, _] = *operands;
        let is_infinite = self.result.decode(upper).is_infinite();
        (is_infinite && lower != 0).then(|| self.result.canonical_nan())?
    }

    /// Whether a NaN that it returns may be any.
    #[must_use]
    pub const fn leaves_nans_open(&self) -> bool {
        !self.nans.is_determined
    }

    /// The readings that an operation may depend on; `is_packed` of its destination.
    pub(super) fn open_readings(&self, is_packed: bool) -> Readings {
        use Operation::{
            Abs, Add, Convert, Div, Fma, MadTruncated, Max, Mul, Rcp, RcpUpper, RsqrtUpper, Sqrt,
            Sub,
        };
        if !self.is_specified {
            return Readings::NONE;
        }
        let [from, ..] = self.operands;
        let float = self.result.float();
        let is_rounding = matches!(
            self.operation,
            Add | Sub | Mul | Fma | MadTruncated | Div | Rcp | Sqrt | Convert
        );
        let is_flushing = is_rounding && self.bound.is_none() && !self.is_integral;
        let has_signed_zero = float.is_some_and(|format| format.signed);
        let is_relu = matches!(self.clamp, Clamp::Relu | Clamp::FiniteRelu);
        let is_convert = self.operation == Convert;
        let is_ue8m0 = is_convert && is(self.result, &UE8M0);
        let is_finite = matches!(self.clamp, Clamp::Finite | Clamp::FiniteRelu);
        let is_stochastic = matches!(self.rounding, Rounding::Stochastic { .. });
        let is_mirrored = is_stochastic && float.is_some_and(|format| format.width <= 8);
        let is_integral = is_convert && (self.is_integral || float.is_none());
        let is_upper = matches!(self.operation, RcpUpper | RsqrtUpper);
        Readings::NONE
            .with_if(is_flushing && self.flush.result && float.is_some(), Key::FtzTininess)
            .with_if(self.clamp == Clamp::Unit && has_signed_zero, Key::SatNegativeZero)
            .with_if(is_relu && has_signed_zero, Key::ReluNegativeZero)
            .with_if(is_ue8m0, Key::Ue8m0Negative)
            .with_if(is_ue8m0 && !is_finite, Key::Ue8m0Overflow)
            .with_if(is_ue8m0, Key::Ue8m0Zero)
            .with_if(is_ue8m0 && !is_finite, Key::Ue8m0Infinity)
            .with_if(is_mirrored, Key::RsLayout)
            .with_if(is_mirrored, Key::RsReversal)
            .with_if(is_stochastic, Key::RsAlignment)
            .with_if(is_stochastic && !is_finite, Key::RsOverflow)
            .with_if(is_convert && is(self.result, &TF32), Key::Tf32LowBits)
            .with_if(self.has_oob, Key::OobNan)
            .with_if(self.has_oob, Key::OobAddend)
            .with_if(
                self.operation == Max && self.comparison.has_xorsign && is_packed,
                Key::XorsignNan,
            )
            .with_if(is_upper, Key::RcpF64UpperWord)
            .with_if(self.operation == MadTruncated, Key::MadSm1xRounding)
            .with_if(
                is_integral && self.flush.cause == FlushCause::Target && self.flush.operands,
                Key::CvtRpiSm13,
            )
            .with_if(is_convert && from.width() == 6, Key::Fp6Padding)
            .with_if(self.operation == Abs && self.result.width() == 64, Key::AbsF64Nan)
            .with_if(is_finite && matches!(self.result, Format::Fixed(_)), Key::S2f6Saturation)
    }
}

/// The exponent of the lowest bit of an f32 with such a leading one.
fn lowest_exponent(leading: i32) -> i32 {
    (leading - i32::from(F32.precision) + 1).max(F32.min_quantum())
}

fn is(format: Format, float: &FloatFormat) -> bool {
    format.float().is_some_and(|each| each == float)
}

#[cfg(test)]
mod tests;
