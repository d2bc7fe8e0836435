//! The results that a reading of the text decides, and the results of other readings.
//!
//! Nothing here runs where an operation has no readings, and little where its results are far from
//! the cases that a reading concerns.

mod alternatives;

use alloc::vec::Vec;

use super::op::{FlushCause, LANE_OPERANDS, LaneOp};
use super::{Guarantee, LaneResult, Prepared};
use crate::arith::clamp::Clamp;
use crate::arith::rounding::Rounding;
use crate::catalog::Operation;
use crate::catalog::bound::{Error, Range};
use crate::format::table::{BF16, E4M3, F16, F32, TF32, UE5M3, UE8M0};
use crate::format::{FloatFormat, Format};
use crate::number::Datum;
use crate::source::reading::{Key, Reading, Readings};

/// The result of a lane by another reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// These bits.
    Bits(u64),
    /// The present bits, and any bits in the part of the register below them.
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
    /// The reading.
    pub reading: &'static Reading,
    /// The alternatives that lead to another result: their words and that result.
    pub alternatives: Vec<(&'static str, Otherwise)>,
}

/// Readings about results that are zero or were rounded to the smallest normal number.
pub(super) const OF_SMALL_RESULTS: Readings =
    Readings::NONE.with(Key::FtzTininess).with(Key::SatNegativeZero).with(Key::ReluNegativeZero);

/// The reading about approximate results that no number is close enough to: the evaluation itself says
/// which they are.
pub(super) const OF_DISTANT_RESULTS: Readings = Readings::NONE.with(Key::RelativeErrorSubnormal);

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

    /// Like [`Self::weighed`], without the shortcut for results that no reading concerns.
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
                    // A NaN is as open as another one.
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

    /// Returns the subset of `readings` that decides the result.
    #[doc(hidden)]
    pub fn decisive(&self, operands: &[u64; LANE_OPERANDS], readings: Readings) -> Readings {
        let bits = self.evaluate(operands, &mut ()).bits;
        let decides = |reading: &&Reading| {
            let mut alternatives = 0..reading.alternatives.len();
            alternatives.any(|index| self.otherwise(reading.key, index, operands, bits).is_some())
        };
        let decisive = readings.iter().filter(decides);
        decisive.fold(Readings::NONE, |all, reading| all.with(reading.key))
    }

    /// Whether the ISA leaves the bits of a NaN result open.
    #[must_use]
    pub const fn leaves_nans_open(&self) -> bool {
        !self.nans.is_determined
    }

    /// The readings that an operation may depend on; `is_packed` is about its destination.
    pub(super) fn open_readings(&self, is_packed: bool) -> Readings {
        use Operation::{
            Abs, Add, Convert, Div, Ex2, Fma, MadTruncated, Max, Mul, Rcp, RcpUpper, RsqrtUpper,
            Sqrt, Sub,
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
        let is_relu = self.clamp.is_relu();
        let is_convert = self.operation == Convert;
        let is_ue8m0 = is_convert && is(self.result, &UE8M0);
        let is_finite = self.clamp.is_finite();
        let is_stochastic = matches!(self.rounding, Rounding::Stochastic { .. });
        let is_mirrored = is_stochastic && float.is_some_and(|format| format.width <= 8);
        let is_integral = is_convert && (self.is_integral || float.is_none());
        let is_upper = matches!(self.operation, RcpUpper | RsqrtUpper);
        self.late_readings()
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
                self.operation == MadTruncated && self.flush.operands,
                Key::MadSm1xSubnormalAddend,
            )
            .with_if(
                is_integral && self.flush.cause == FlushCause::Target && self.flush.operands,
                Key::CvtRpiSm13,
            )
            .with_if(is_convert && from.width() == 6, Key::Fp6Padding)
            .with_if(self.operation == Abs && self.result.width() == 64, Key::AbsF64Nan)
            .with_if(is_finite && matches!(self.result, Format::Fixed(_)), Key::S2f6Saturation)
            .with_if(
                self.operation == Ex2 && self.has_relative_error() && !self.flush.result,
                Key::RelativeErrorSubnormal,
            )
    }

    /// Whether the documented error of some results is relative.
    fn has_relative_error(&self) -> bool {
        let is_relative = |range: &Range| matches!(range.error, Error::Relative(_));
        self.bound.is_some_and(|bound| bound.ranges.iter().any(is_relative))
    }

    /// The readings that PTX ISA 9.4 introduced.
    fn late_readings(&self) -> Readings {
        let [from, second, _] = self.operands;
        let is_convert = self.operation == Operation::Convert;
        let is_finite = self.clamp.is_finite();
        let has_signed_zero = self.result.float().is_some_and(|format| format.signed);
        let is_ue5m3 = is_convert && is(self.result, &UE5M3);
        let is_half = is(self.result, &F16) || is(self.result, &BF16);
        let is_narrowed = !is_convert && is_half && is(from, &F32);
        let is_e4m3 = !is_convert && is(self.result, &E4M3);
        let is_product = self.operation == Operation::Mul && is_half && from != second;
        Readings::NONE
            .with_if(is_ue5m3, Key::Ue5m3Negative)
            .with_if(is_ue5m3 && !is_finite, Key::Ue5m3Overflow)
            .with_if(is_ue5m3 && !is_finite, Key::Ue5m3Infinity)
            .with_if(self.flush.cause == FlushCause::Scale && has_signed_zero, Key::ScaledFlushSign)
            .with_if(is_narrowed && self.flush.operands, Key::MixedFtz)
            .with_if(is_product, Key::MixedProduct)
            .with_if(is_narrowed, Key::MixedThroughSingle)
            .with_if(is_e4m3 && !is_finite, Key::E4m3Overflow)
            .with_if(is_e4m3, Key::E4m3Infinity)
    }
}

fn is(format: Format, float: &FloatFormat) -> bool {
    format.float().is_some_and(|each| each == float)
}

#[cfg(test)]
mod tests;
