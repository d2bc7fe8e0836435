//! One lane: the stages, in the only place that fixes their order.

use alloc::vec::Vec;

use super::trace::{Outcome, Recorder, Step};
use super::{Flush, Guarantee, LaneResult, MAX_SOURCES};
use crate::arith::{self, Value};
use crate::catalog::Operation;
use crate::clamp::{Clamp, canonical_nan};
use crate::format::FloatFormat;
use crate::number::dyadic::Dyadic;
use crate::number::{Datum, Kind};
use crate::rounding::{Rounding, round};

/// An operation on one lane, with every modifier resolved.
#[derive(Clone, Copy, Debug)]
pub struct LaneOp {
    /// What is computed.
    pub operation: Operation,
    /// The formats of the source operands.
    pub operands: [&'static FloatFormat; MAX_SOURCES],
    /// How many of them there are.
    pub source_count: u8,
    /// The format of the result.
    pub result: &'static FloatFormat,
    /// The direction.
    pub rounding: Rounding,
    /// Whether and why subnormals are flushed.
    pub flush: Flush,
    /// Whether an out-of-bounds NaN in a factor makes the result +0.
    pub has_oob: bool,
    /// The limits on the result.
    pub clamp: Clamp,
    /// Whether a NaN operand's sign and payload survive (PTX ISA 9.7.3: in double precision).
    pub keeps_nan_payload: bool,
    /// Whether the meaning of the instruction is known.
    pub is_specified: bool,
}

/// The NaN that out-of-bounds elements of a tensor are filled with, without its sign.
/// Its bits are an observation; the ISA's section on tensors does not give them.
const OOB_NAN: u64 = 0x7ff7;

impl LaneOp {
    /// Evaluates the lane. Total: every bit pattern of the operands has a result.
    #[must_use]
    pub fn evaluate(&self, bits: &[u64; MAX_SOURCES], recorder: &mut impl Recorder) -> LaneResult {
        let data = self.decode(bits, recorder);
        let used = data.get(..self.sources()).unwrap_or(&data);
        let (before, guarantee) = match self.special(bits, used) {
            Some((outcome, datum, guarantee)) => {
                recorder.record(|| Step::Exact { operands: used.to_vec(), outcome });
                self.record_round(None, recorder);
                (datum, guarantee)
            }
            None => self.compute(&data, recorder),
        };
        let after = self.clamp.apply(before, self.result);
        recorder.record(|| Step::Clamp { clamp: self.clamp, before, after });
        let guarantee = match (self.is_specified, after.is_nan()) {
            (false, _) => Guarantee::Unspecified,
            (true, true) => guarantee,
            (true, false) => Guarantee::Bits,
        };
        let result = LaneResult { bits: self.result.encode(&after), guarantee };
        recorder.record(|| Step::Pack { format: self.result, result });
        result
    }

    fn sources(&self) -> usize {
        usize::from(self.source_count)
    }

    /// Decodes the operands and flushes subnormal ones where that is asked for.
    fn decode(
        &self,
        bits: &[u64; MAX_SOURCES],
        recorder: &mut impl Recorder,
    ) -> [Datum; MAX_SOURCES] {
        let mut data = [Datum::zero(false); MAX_SOURCES];
        for ((datum, bits), format) in data.iter_mut().zip(bits).zip(&self.operands) {
            *datum = self.flush_operand(*bits, format);
        }
        recorder.record(|| {
            let operands = bits.iter().zip(&self.operands).zip(&data).take(self.sources());
            let flushed =
                |(index, ((bits, format), datum)): (usize, ((&u64, &&FloatFormat), &Datum))| {
                    let after = format.encode(datum);
                    (datum.is_zero() && after != *bits).then_some((index, *bits, after))
                };
            let changed: Vec<_> = operands.enumerate().filter_map(flushed).collect();
            Step::Flush { flush: self.flush, changed }
        });
        data
    }

    fn flush_operand(&self, bits: u64, format: &FloatFormat) -> Datum {
        let datum = format.decode(bits);
        let is_subnormal =
            bits & format.magnitude_mask() < format.min_normal() && self.flush != Flush::No;
        if is_subnormal { Datum::zero(datum.negative) } else { datum }
    }

    /// The rules that come before any arithmetic: out-of-bounds NaNs, then NaNs.
    fn special(
        &self,
        bits: &[u64; MAX_SOURCES],
        data: &[Datum],
    ) -> Option<(Outcome, Datum, Guarantee)> {
        if self.has_oob {
            let is_oob = |bits: &u64| bits & self.result.magnitude_mask() == OOB_NAN;
            // The factors are the first two operands.
            if let Some(operand) = bits.iter().take(2).position(is_oob) {
                return Some((
                    Outcome::OutOfBounds { operand },
                    Datum::zero(false),
                    Guarantee::Bits,
                ));
            }
        }
        let operand = self
            .nan_priority()
            .iter()
            .copied()
            .find(|index| data.get(*index).is_some_and(Datum::is_nan))?;
        let nan = data.get(operand).copied().unwrap_or(canonical_nan(self.result));
        Some((Outcome::NanOperand { operand }, self.propagate(nan), Guarantee::AnyNan))
    }

    /// Which NaN operand decides the result, the first one first.
    ///
    /// An observation on f64, where payloads survive; elsewhere the result is canonical anyway.
    fn nan_priority(&self) -> &'static [usize] {
        match self.operation {
            Operation::Add | Operation::Sub | Operation::Mul => &[1, 0],
            Operation::Fma => &[1, 2, 0],
        }
    }

    /// The NaN that results from a NaN operand: quieted where payloads survive, else canonical.
    fn propagate(&self, nan: Datum) -> Datum {
        if let (true, Kind::Nan { payload, .. }) = (self.keeps_nan_payload, nan.kind) {
            Datum { kind: Kind::Nan { quiet: true, payload }, ..nan }
        } else {
            canonical_nan(self.result)
        }
    }

    /// The exact result, rounded.
    fn compute(
        &self,
        data: &[Datum; MAX_SOURCES],
        recorder: &mut impl Recorder,
    ) -> (Datum, Guarantee) {
        let [a, b, c] = data.map(Value::from);
        let value = match self.operation {
            Operation::Add => arith::add(a, b, self.rounding),
            Operation::Sub => arith::add(a, Value::from(data[1].negated()), self.rounding),
            Operation::Mul => arith::mul(a, b),
            Operation::Fma => arith::fma(a, b, c, self.rounding),
        };
        recorder.record(|| Step::Exact {
            operands: data.get(..self.sources()).unwrap_or(data).to_vec(),
            outcome: self.outcome(&value, data),
        });
        let Value::Finite(exact) = value else {
            self.record_round(None, recorder);
            return match value {
                Value::Zero { negative } => (Datum::zero(negative), Guarantee::Bits),
                Value::Infinite { negative } => (Datum::infinite(negative), Guarantee::Bits),
                Value::Finite(_) | Value::Invalid => {
                    (canonical_nan(self.result), Guarantee::AnyNan)
                }
            };
        };
        let conversion = round(&exact, self.result, self.rounding, self.flush.subnormals());
        self.record_round(Some(conversion), recorder);
        (conversion.datum, Guarantee::Bits)
    }

    fn record_round(
        &self,
        conversion: Option<crate::rounding::Conversion>,
        recorder: &mut impl Recorder,
    ) {
        recorder.record(|| Step::Round {
            rounding: self.rounding,
            format: self.result,
            flush: self.flush,
            conversion,
        });
    }

    /// The result before rounding for the trace, with all its bits.
    fn outcome(&self, value: &Value, data: &[Datum; MAX_SOURCES]) -> Outcome {
        let [a, b, c] = data;
        match *value {
            Value::Invalid => {
                let multiplies = matches!(self.operation, Operation::Mul | Operation::Fma);
                let mixes = a.is_infinite() && b.is_zero() || a.is_zero() && b.is_infinite();
                if multiplies && mixes {
                    Outcome::InfinityTimesZero
                } else {
                    Outcome::OppositeInfinities
                }
            }
            Value::Zero { negative } => Outcome::Zero { negative },
            Value::Infinite { negative } => Outcome::Infinite { negative },
            Value::Finite(_) => {
                let [x, y, z] =
                    [a, b, c].map(|datum| Dyadic::from_datum(datum).unwrap_or(Dyadic::ZERO));
                let value = match self.operation {
                    Operation::Add => x.add(&y),
                    Operation::Sub => x.sub(&y),
                    Operation::Mul => x.mul(&y),
                    Operation::Fma => x.mul(&y).add(&z),
                };
                Outcome::Finite { value }
            }
        }
    }
}
