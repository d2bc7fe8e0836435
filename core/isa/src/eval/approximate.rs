//! Approximate functions: the correctly rounded result, and the others that the ISA permits.

use super::op::{LANE_OPERANDS, LaneOp, NanRule};
use super::trace::{Outcome, Recorder, Rounded, Rule, Step};
use super::{Guarantee, LaneResult};
use crate::arith::clamp::{Clamp, canonical_nan};
use crate::arith::elementary::Truth;
use crate::arith::rounding::{Rounding, round};
use crate::catalog::bound::{Approximation, Bound, Permitted};
use crate::format::{FloatFormat, Format};
use crate::number::dyadic::Dyadic;
use crate::number::{Datum, Exact};

impl LaneOp {
    /// The correctly rounded result of a lane: the reference, unless the ISA specifies another one.
    #[must_use]
    pub fn nearest(&self, operands: &[u64; LANE_OPERANDS], reference: u64) -> u64 {
        let (Some(bound), Some(format)) = (self.bound, self.result.float()) else {
            return reference;
        };
        let data = self.decode(operands, &mut ());
        let operands = data.get(..self.sources()).unwrap_or_default();
        bound.nearest(operands, format, self.flush.subnormals()).unwrap_or(reference)
    }

    /// Evaluates a function whose error is documented by a bound.
    #[inline(never)]
    pub(super) fn approximate(
        &self,
        bound: &'static Bound,
        data: &[Datum; LANE_OPERANDS],
        format: &'static FloatFormat,
        recorder: &mut impl Recorder,
    ) -> LaneResult {
        debug_assert_eq!(self.clamp, Clamp::None, "no approximate row has a clamp");
        let operands = data.get(..self.sources()).unwrap_or(data);
        let subnormals = self.flush.subnormals();
        let Approximation { reference, permitted, value } =
            bound.approximate(operands, format, subnormals);
        // A format that keeps payloads keeps those of approximate functions too.
        let reference = match operands {
            [nan] if nan.is_nan() && self.nans.rule == NanRule::Quieted => {
                format.encode(&self.propagate(*nan, 0).0)
            }
            _ => reference,
        };
        recorder.record(|| Step::Exact {
            operands: operands.to_vec(),
            outcome: outcome(bound, data, format),
        });
        recorder.record(|| Step::Round {
            rounding: Rounding::TiesToEven,
            format: self.result,
            is_integral: false,
            flush: self.flush,
            conversion: match truth(bound, data) {
                Truth::Finite(value) => {
                    let (negative, sticky) = (value.negative, !value.is_exact());
                    let exact = Exact {
                        negative,
                        significand: value.low,
                        exponent: value.exponent,
                        sticky,
                    };
                    Some(round(&exact, format, Rounding::TiesToEven, subnormals))
                }
                Truth::Zero { .. } | Truth::Infinite { .. } | Truth::Invalid => None,
            },
        });
        recorder.record(|| Step::Bound { bound, range: bound.range_for(operands), permitted });
        if let Some(value) = value {
            recorder.rounded(|| {
                let result = format.decode(reference);
                Rounded {
                    value,
                    is_inexact: !value.is(&result),
                    overflowed: result.is_infinite(),
                    is_clamped: false,
                }
            });
        }
        let guarantee = match permitted {
            Permitted::Interval { lo, hi } if lo != hi => Guarantee::Within { lo, hi },
            Permitted::Interval { .. } | Permitted::Pinned => Guarantee::Bits,
            Permitted::Nearest => Guarantee::Reading,
            Permitted::AnyNan => Guarantee::AnyNan,
            Permitted::Unbounded => Guarantee::Unbounded,
        };
        LaneResult { bits: reference, guarantee }
    }
}

/// The true value.
fn truth(bound: &Bound, [a, b, _]: &[Datum; LANE_OPERANDS]) -> Truth {
    bound.function.evaluate(*a, *b)
}

/// The result of the function before rounding.
fn outcome(bound: &Bound, data: &[Datum; LANE_OPERANDS], format: &'static FloatFormat) -> Outcome {
    let rule = |rule, datum| Outcome::Rule { rule, datum };
    match truth(bound, data) {
        Truth::Finite(value) => {
            // For a tiny operand one end is the first term of a series, so the shorter end is
            // shown.
            let (low, high) = value.bounds();
            let length = |end: &Dyadic| end.magnitude().bit_length();
            let near = if length(&high) < length(&low) { high } else { low };
            let is_cut = !value.is_exact();
            Outcome::Finite { value: if value.negative { near.neg() } else { near }, is_cut }
        }
        Truth::Zero { negative } => rule(Rule::Zero { negative }, Datum::zero(negative)),
        Truth::Infinite { negative } => {
            rule(Rule::Infinite { negative }, Datum::infinite(negative))
        }
        Truth::Invalid => {
            let operand = data.iter().position(Datum::is_nan);
            let cause = operand.map_or(Rule::NoValue, |operand| Rule::NanOperand { operand });
            rule(cause, canonical_nan(Format::Float(format)))
        }
    }
}
