//! The result of an operation before rounding: an exact value, or one that a rule gives.

use super::op::{LANE_OPERANDS, LaneOp, NanRule};
use super::trace::{Outcome, Rule};
use crate::arith::clamp::canonical_nan;
use crate::arith::{self, Value};
use crate::catalog::Operation;
use crate::format::Format;
use crate::format::table::F32;
use crate::number::dyadic::Dyadic;
use crate::number::{Datum, Exact, Kind};

/// The result that a rule gives; there is nothing to round.
pub(super) type Given = (Datum, Rule);

/// The NaN that out-of-bounds elements of a tensor are filled with, without its sign.
/// Its bits are an observation; the ISA's section on tensors does not give them.
pub(crate) const OOB_NAN: u64 = 0x7ff7;

impl LaneOp {
    /// The exact value of the operation; if it is not finite or is 0, [`Self::given`] has the
    /// result.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn value(
        &self,
        bits: &[u64; LANE_OPERANDS],
        data: &[Datum; LANE_OPERANDS],
    ) -> Value {
        if self.out_of_bounds(bits).is_some() {
            return Value::Invalid;
        }
        let [a, b, c] = data.map(Value::from);
        // A NaN operand makes the value of each of these invalid.
        match self.operation {
            Operation::Add => arith::add(a, b, self.rounding),
            Operation::Sub => arith::add(a, b.negated(), self.rounding),
            Operation::Mul => arith::mul(a, b),
            Operation::Fma => arith::fma(a, b, c, self.rounding),
            Operation::MadTruncated => self.mad_truncated(a, b, c),
            Operation::Div => arith::div(a, b),
            Operation::Rcp => arith::rcp(a),
            Operation::Sqrt => arith::sqrt(a),
            Operation::Convert => self.value_to_convert(data),
            // A rule gives the result of these.
            Operation::Abs
            | Operation::Neg
            | Operation::CopySign
            | Operation::Min
            | Operation::Max
            | Operation::TestProperty
            // These are always approximate: they have bounds, and are evaluated in `approximate`.
            | Operation::Rsqrt
            | Operation::Sin
            | Operation::Cos
            | Operation::Lg2
            | Operation::Ex2
            | Operation::Tanh
            | Operation::RcpUpper
            | Operation::RsqrtUpper => Value::Invalid,
        }
    }

    /// The result of the operation if its value is not finite or is 0.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn given(
        &self,
        bits: &[u64; LANE_OPERANDS],
        data: &[Datum; LANE_OPERANDS],
        value: &Value,
    ) -> Given {
        let [a, b, _] = data;
        if let Some(operand) = self.out_of_bounds(bits) {
            return (Datum::zero(false), Rule::OutOfBounds { operand });
        }
        match (self.operation, *value) {
            (Operation::Abs | Operation::Neg, _) => self.change_sign(a),
            (Operation::CopySign, _) => (Datum { negative: a.negative, ..*b }, Rule::Sign),
            (Operation::Min | Operation::Max, _) => self.select(data),
            (Operation::TestProperty, _) => self.test(bits),
            (Operation::Convert, _) => self.convert_special(data),
            (_, Value::Zero { negative }) => (Datum::zero(negative), Rule::Zero { negative }),
            (_, Value::Infinite { negative }) => {
                (Datum::infinite(negative), Rule::Infinite { negative })
            }
            (_, Value::Invalid | Value::Finite(_)) => self.invalid(data),
        }
    }

    /// `a`·`b` + `c` with a truncated product; if `c` is a zero the product is rounded instead, as
    /// by `mul`.
    fn mad_truncated(&self, a: Value, b: Value, c: Value) -> Value {
        match (arith::mul(a, b), c) {
            (product @ Value::Finite(_), Value::Zero { .. }) => product,
            _ => arith::mad_truncated(a, b, c, F32.precision, self.rounding),
        }
    }

    /// The index of the first factor that is an out-of-bounds NaN, if the instruction tests for
    /// them.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn out_of_bounds(&self, bits: &[u64; LANE_OPERANDS]) -> Option<usize> {
        if !self.has_oob {
            return None;
        }
        let mask = self.result.float()?.magnitude_mask();
        // The factors are the first two operands.
        bits.iter().take(2).map(|bits| bits & mask).position(|magnitude| magnitude == OOB_NAN)
    }

    /// The result for a NaN operand.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn propagate(&self, nan: Datum, operand: usize) -> Given {
        let datum = match (self.nans.rule, nan.kind, self.result) {
            (NanRule::Kept | NanRule::Quieted, Kind::Nan { quiet, payload }, Format::Float(to)) => {
                let from = self.operands.get(operand).and_then(|format| format.float());
                let width = from.unwrap_or(to).trailing_width();
                // Payloads are aligned at their most significant bit.
                let payload = if width > to.trailing_width() {
                    payload >> (width - to.trailing_width())
                } else {
                    payload << (to.trailing_width() - width)
                };
                // An infinity must not become of it.
                let quiet = quiet || self.nans.rule == NanRule::Quieted || payload == 0;
                Datum { kind: Kind::Nan { quiet, payload }, ..nan }
            }
            (NanRule::CanonicalOfSingle, _, Format::Float(to)) => {
                let payload = crate::bits::mask(F32.trailing_width())
                    << to.trailing_width().saturating_sub(F32.trailing_width());
                Datum { negative: false, kind: Kind::Nan { quiet: true, payload } }
            }
            // In a format without NaNs the clamp replaces this one.
            (_, _, to) => match to.canonical_nan() {
                Some(bits) => to.decode(bits),
                None => Datum { negative: false, kind: Kind::Nan { quiet: true, payload: 0 } },
            },
        };
        (datum, Rule::NanOperand { operand })
    }

    /// The result of an invalid operation.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn invalid(&self, data: &[Datum; LANE_OPERANDS]) -> Given {
        let first = (self.operation == Operation::Div && data[0].is_nan()).then_some((0, data[0]));
        if let Some((operand, nan)) = first.or_else(|| deciding_nan(data)) {
            return self.propagate(nan, operand);
        }
        let [a, b, _] = data;
        let rule = if self.operation == Operation::Div {
            if a.is_zero() { Rule::ZeroByZero } else { Rule::InfinityByInfinity }
        } else if self.operation == Operation::Sqrt {
            Rule::NoValue
        } else if a.is_infinite() && b.is_zero() || a.is_zero() && b.is_infinite() {
            Rule::InfinityTimesZero
        } else {
            Rule::OppositeInfinities
        };
        (canonical_nan(self.result), rule)
    }

    /// The exact value for the trace, with all its bits if there are finitely many.
    pub(super) fn outcome(&self, exact: &Exact, data: &[Datum; LANE_OPERANDS]) -> Outcome {
        let [x, y, z] = data.map(|datum| Dyadic::from_datum(&datum).unwrap_or(Dyadic::ZERO));
        // The terms of a sum may be far apart, so it is computed again without a limit.
        let sum = if self.operation == Operation::Add {
            Some(x.add(&y))
        } else if self.operation == Operation::Sub {
            Some(x.sub(&y))
        } else if self.operation == Operation::Fma {
            Some(x.mul(&y).add(&z))
        } else {
            None
        };
        let is_cut = exact.sticky && sum.is_none();
        let known = || Dyadic::new(exact.negative, &exact.significand.into(), exact.exponent);
        Outcome::Finite { value: sum.unwrap_or_else(known), is_cut }
    }
}

/// The NaN operand that decides the result.
///
/// Only f64 has a choice: elsewhere the result is canonical. Division, which is a program in machine
/// code, prefers the first.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn deciding_nan(data: &[Datum; LANE_OPERANDS]) -> Option<(usize, Datum)> {
    let [a, b, c] = *data;
    [(1, b), (2, c), (0, a)].into_iter().find(|(_, datum)| datum.is_nan())
}
