//! The page of the course that teaches what decided a lane of the result.

use ptxfp::catalog::Operation;
use ptxfp::eval::{Guarantee, Outcome, Rule, Step};
use ptxfp::format::{Class, Format};
use ptxfp::internals::arith::Datum;
use ptxfp::internals::arith::clamp::Clamp;
use ptxfp::internals::arith::rounding::{Conversion, Rounding, Tail};

use super::Lane;
use crate::taught::{self, Taught};

impl Lane<'_> {
    /// The page, if something happened that one of them teaches; [`Lane::sentence`] says the same in
    /// words.
    pub(in crate::playground) fn taught(&self) -> Option<Taught> {
        if self.result.guarantee == Guarantee::AnyNan {
            return Some(taught::NAN_BITS);
        }
        let mut rounded = None;
        for step in &self.trace.steps {
            match step {
                Step::Flush { changed, .. } if !changed.is_empty() => {
                    return Some(taught::FLUSHED_OPERAND);
                }
                Step::Bound { .. } => return Some(taught::APPROXIMATE),
                Step::Clamp { clamp, before, after } if before != after => {
                    return self.of_clamp(*clamp, before);
                }
                Step::Round { conversion: Some(of), rounding, .. } => {
                    rounded = Some((of, *rounding));
                }
                Step::Flush { .. }
                | Step::Exact { .. }
                | Step::Round { .. }
                | Step::Clamp { .. }
                | Step::Pack { .. } => {}
            }
        }
        match (self.trace.outcome(), rounded) {
            (Some(Outcome::Rule { rule, .. }), _) => self.of_rule(*rule),
            (Some(Outcome::Finite { .. }), Some((conversion, rounding))) => {
                self.of_rounding(conversion, rounding)
            }
            (Some(Outcome::Finite { .. }) | None, _) => None,
        }
    }

    /// The page about a clamp.
    fn of_clamp(&self, clamp: Clamp, before: &Datum) -> Option<Taught> {
        match clamp {
            Clamp::Unit => Some(taught::SATURATED),
            Clamp::Relu => Some(taught::RELU),
            Clamp::FiniteRelu if before.negative => Some(taught::RELU),
            Clamp::Range => Some(taught::CLAMPED_INTEGER),
            Clamp::Finite | Clamp::FiniteRelu if matches!(self.op.result, Format::Float(_)) => {
                Some(taught::SATFINITE)
            }
            Clamp::PositiveZero | Clamp::FinitePositiveZero => Some(taught::TWO_ZEROS),
            Clamp::None | Clamp::Finite | Clamp::FiniteRelu => None,
        }
    }

    /// The page about a rule.
    fn of_rule(&self, rule: Rule) -> Option<Taught> {
        let is_selection = matches!(self.op.operation, Operation::Min | Operation::Max);
        let of_opcode = || match self.op.operation {
            Operation::Min => taught::opcode("min"),
            _ => taught::opcode("max"),
        };
        match rule {
            Rule::NanOperand { .. } if is_selection => of_opcode(),
            Rule::NanOperand { .. }
            | Rule::InfinityTimesZero
            | Rule::OppositeInfinities
            | Rule::ZeroByZero
            | Rule::InfinityByInfinity
            | Rule::NoValue => Some(taught::NAN),
            Rule::NanToInteger { .. } => Some(taught::CLAMPED_INTEGER),
            Rule::Zero { .. } => self.of_zero(),
            Rule::Infinite { .. } if self.operands().iter().all(|it| !it.is_infinite()) => {
                Some(taught::OVER_ZERO)
            }
            Rule::Sign if self.op.operation == Operation::CopySign => Some(taught::COPIED_SIGN),
            Rule::Sign => Some(taught::SIGN),
            Rule::Selected { .. } => {
                let zeros = self.operands().iter().filter(|datum| datum.is_zero());
                if zeros.count() > 1 { Some(taught::ZERO_ORDER) } else { of_opcode() }
            }
            Rule::OutOfBounds { .. }
            | Rule::Infinite { .. }
            | Rule::Tested { .. }
            | Rule::Wrapped { .. } => None,
        }
    }

    /// The page about an exact zero.
    fn of_zero(&self) -> Option<Taught> {
        let is_zero = self.operands().iter().any(Datum::is_zero);
        match self.op.operation {
            Operation::Add | Operation::Sub if !is_zero => Some(taught::CANCELED),
            Operation::Add | Operation::Sub | Operation::Mul | Operation::Div => {
                Some(taught::TWO_ZEROS)
            }
            _ => None,
        }
    }

    /// The page about a rounding.
    fn of_rounding(&self, conversion: &Conversion, rounding: Rounding) -> Option<Taught> {
        let format = self.op.result;
        if conversion.flushed {
            return Some(taught::FLUSHED);
        }
        if conversion.overflowed {
            return Some(match format {
                Format::Fixed(_) => taught::CLAMPED_INTEGER,
                Format::Float(_) if !conversion.datum.is_infinite() => taught::ALMOST,
                Format::Float(float) if float.infinity().is_none() => taught::SATFINITE,
                Format::Float(_) => taught::OVERFLOW,
            });
        }
        if !conversion.is_inexact() {
            return (!self.typed.is_empty()).then_some(taught::TENTH);
        }
        if self.is_integral() {
            return Some(taught::INTEGER);
        }
        if format.name().starts_with("ue") {
            return Some(taught::SCALE);
        }
        if conversion.datum.is_zero() {
            return Some(taught::SMALLEST);
        }
        if format.classify(format.encode(&conversion.datum)) == Class::Subnormal {
            return Some(taught::FEW_DIGITS);
        }
        Some(match rounding {
            Rounding::TiesToEven if conversion.rounded.tail == Tail::Half => taught::TIE,
            Rounding::TowardZero | Rounding::TowardNegative | Rounding::TowardPositive => {
                taught::DIRECTIONS
            }
            Rounding::TiesToEven | Rounding::TiesToAway | Rounding::Stochastic { .. }
                if self.op.operation == Operation::Fma =>
            {
                taught::FUSED
            }
            Rounding::TiesToEven | Rounding::TiesToAway | Rounding::Stochastic { .. } => {
                taught::NEAREST
            }
        })
    }
}
