//! One lane: the stages, in the only place that fixes their order.

use alloc::vec::Vec;

use super::op::{LANE_OPERANDS, LaneOp};
use super::readings::OF_DISTANT_RESULTS;
use super::trace::{Outcome, Recorder, Rounded, Step};
use super::{Guarantee, LaneResult};
use crate::arith::Value;
use crate::arith::clamp::{Clamp, is_beyond_max};
use crate::arith::rounding::{Conversion, Rounding, round, round_to_fixed, round_to_integral};
use crate::catalog::Operation;
use crate::format::Format;
use crate::number::{Datum, Exact, Kind};

impl LaneOp {
    /// Evaluates the lane. Total: every bit pattern of the operands has a result.
    ///
    /// The operands are in the order of the syntax line; random bits come last.
    // Else the stages are copied into each of its callers, none of which knows the operation: a quarter of
    // the time to compile the core.
    #[must_use]
    #[inline(never)]
    pub fn evaluate(
        &self,
        bits: &[u64; LANE_OPERANDS],
        recorder: &mut impl Recorder,
    ) -> LaneResult {
        let data = self.decode(bits, recorder);
        let result = if let (Some(bound), Format::Float(format)) = (self.bound, self.result) {
            let result = self.approximate(bound, &data, format, recorder);
            if self.readings.is_within(OF_DISTANT_RESULTS) {
                result
            } else {
                LaneResult { guarantee: self.weigh(bits, result), ..result }
            }
        } else {
            self.round_once(bits, &data, recorder)
        };
        recorder.record(|| Step::Pack { format: self.result, result });
        result
    }

    /// The number of operands that are numbers.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn sources(&self) -> usize {
        usize::from(self.source_count)
    }

    /// Decodes the operands, and flushes subnormal ones if the instruction does.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn decode(
        &self,
        bits: &[u64; LANE_OPERANDS],
        recorder: &mut impl Recorder,
    ) -> [Datum; LANE_OPERANDS] {
        let [a, b, c] = *bits;
        let data = [self.decode_one(0, a), self.decode_one(1, b), self.decode_one(2, c)];
        recorder.record(|| {
            let operands = bits.iter().zip(&self.operands).zip(&data).take(self.sources());
            let flushed = |(index, ((bits, format), datum)): (usize, ((&u64, &Format), &Datum))| {
                let after = format.encode(datum);
                let is_flushed = self.flush.operands && is_subnormal(*bits, *format);
                (is_flushed && after != *bits).then_some((index, *bits, after))
            };
            let changed: Vec<_> = operands.enumerate().filter_map(flushed).collect();
            Step::Flush { flush: self.flush, changed }
        });
        data
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn decode_one(&self, index: usize, bits: u64) -> Datum {
        let format = self.operands.get(index).filter(|_| index < self.sources());
        match format {
            None => Datum::zero(false),
            Some(format) => {
                let mut datum = format.decode(bits);
                if self.flush.operands && is_subnormal(bits, *format) {
                    datum.kind = Kind::Zero;
                }
                datum
            }
        }
    }

    /// The exact result, or the one that a rule gives, rounded once and clamped.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn round_once(
        &self,
        bits: &[u64; LANE_OPERANDS],
        data: &[Datum; LANE_OPERANDS],
        recorder: &mut impl Recorder,
    ) -> LaneResult {
        let [_, random, _] = *bits;
        let rounding = self.rounding.with_random(crate::bits::low_half(random));
        let sources = || data.get(..self.sources()).unwrap_or(data).to_vec();
        let rounded = |conversion| Step::Round {
            rounding,
            format: self.result,
            is_integral: self.is_integral,
            flush: self.flush,
            conversion,
        };
        let value = self.value(bits, data);
        let mut finite = None;
        let before = match &value {
            Value::Finite(exact) => {
                recorder.record(|| Step::Exact {
                    operands: sources(),
                    outcome: self.outcome(exact, data),
                });
                let conversion = self.round(exact, rounding);
                recorder.record(|| rounded(Some(conversion)));
                finite = Some((exact, conversion));
                self.signed(conversion.datum, data)
            }
            special @ (Value::Zero { .. } | Value::Infinite { .. } | Value::Invalid) => {
                let (datum, rule) = self.given(bits, data, special);
                recorder.record(|| Step::Exact {
                    operands: sources(),
                    outcome: Outcome::Rule { rule, datum },
                });
                recorder.record(|| rounded(None));
                datum
            }
        };
        let after = self.clamp.apply(before, self.result);
        recorder.record(|| Step::Clamp { clamp: self.clamp, before, after });
        let operands = bits;
        let bits = self.result.encode(&after);
        if let Some((exact, conversion)) = finite {
            recorder.rounded(|| {
                let is_clamped = self.clamp != Clamp::None && self.result.encode(&before) != bits;
                Rounded {
                    value: (*exact).into(),
                    is_inexact: conversion.is_inexact() || is_clamped,
                    overflowed: conversion.overflowed,
                    is_clamped,
                }
            });
        }
        let result = LaneResult { bits, guarantee: self.guarantee(bits, &before, &after) };
        LaneResult { guarantee: self.weighed(operands, &before, result), ..result }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn round(&self, exact: &Exact, rounding: Rounding) -> Conversion {
        match self.result {
            Format::Float(_) if self.is_integral => round_to_integral(exact, rounding),
            Format::Float(format) => round(exact, format, rounding, self.flush.subnormals()),
            Format::Fixed(format) => round_to_fixed(exact, format, rounding),
        }
    }

    /// The rounded datum. If `mad` adds a zero to a product that became 0, the sign is that of the
    /// sum of these zeros.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn signed(&self, rounded: Datum, [_, _, c]: &[Datum; LANE_OPERANDS]) -> Datum {
        if self.operation == Operation::MadTruncated && rounded.is_zero() && c.is_zero() {
            Datum::zero(rounded.negative && c.negative)
        } else {
            rounded
        }
    }

    /// The ISA's guarantee of the result.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn guarantee(&self, bits: u64, before: &Datum, after: &Datum) -> Guarantee {
        if !self.is_specified {
            return Guarantee::Unspecified;
        }
        match self.result {
            // A NaN may stand for an infinity that the format lacks.
            Format::Float(_) if self.nans.is_determined || !self.result.is_nan(bits) => {
                Guarantee::Bits
            }
            Format::Float(_) => Guarantee::AnyNan,
            Format::Fixed(format) if is_beyond_max(before, format) && after.negative => {
                if before == after { Guarantee::Bits } else { Guarantee::Unspecified }
            }
            Format::Fixed(_) => Guarantee::Bits,
        }
    }
}

/// Whether bits encode what `.ftz` flushes: a magnitude below that of the smallest normal number.
#[cfg_attr(optimized_for_speed, inline(always))]
fn is_subnormal(bits: u64, format: Format) -> bool {
    match format {
        Format::Float(format) => bits & format.magnitude_mask() < format.min_normal(),
        Format::Fixed(_) => false,
    }
}
