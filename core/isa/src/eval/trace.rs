//! The steps of an evaluation, recorded on demand.

use alloc::string::String;
use alloc::vec::Vec;

use super::LaneResult;
use super::op::{Flush, LaneOp};
use crate::arith::clamp::Clamp;
use crate::arith::elementary::Enclosure;
use crate::arith::rounding::{Conversion, Rounding};
use crate::catalog::bound::{Bound, Permitted, Range};
use crate::format::{Class, Format};
use crate::number::Datum;
use crate::number::dyadic::{Dyadic, ulp_error};
use crate::source::{Source, ieee};

/// A rule that gives the result of an operation before rounding, where there is nothing to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An operand is an out-of-bounds NaN, so the result is +0.
    OutOfBounds {
        /// Its index among the operands of the lane, from 0.
        operand: usize,
    },
    /// An operand is a NaN.
    NanOperand {
        /// Its index among the operands of the lane, from 0.
        operand: usize,
    },
    /// A NaN becomes an integer.
    NanToInteger {
        /// Whether f64 or an integer of 64 bits is involved.
        is_wide: bool,
    },
    /// Infinity times zero.
    InfinityTimesZero,
    /// Infinities of opposite signs are added.
    OppositeInfinities,
    /// Zero divided by zero.
    ZeroByZero,
    /// Infinity divided by infinity.
    InfinityByInfinity,
    /// The function has no value for the operand.
    NoValue,
    /// A zero.
    Zero {
        /// The sign.
        negative: bool,
    },
    /// An infinity.
    Infinite {
        /// The sign.
        negative: bool,
    },
    /// The magnitude of an operand with another sign.
    Sign,
    /// One of the operands.
    Selected {
        /// Its index among the operands of the lane, from 0.
        operand: usize,
    },
    /// A property holds or not.
    Tested {
        /// Whether it holds.
        holds: bool,
        /// The class of the operand.
        class: Class,
    },
    /// The lowest bits of an integer.
    Wrapped {
        /// Whether it is the same number.
        is_same: bool,
    },
}

/// The result of the operation before rounding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A rule gives the result.
    Rule {
        /// The rule.
        rule: Rule,
        /// The result.
        datum: Datum,
    },
    /// A finite value, not zero.
    Finite {
        /// All its bits, or as many as are known.
        value: Dyadic,
        /// Whether there are more.
        is_cut: bool,
    },
}

/// A step of an evaluation, in this order; a step that did nothing is marked.
///
/// An approximate function has a bound, everything else a clamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Subnormal operands become zeros.
    Flush {
        /// Whether and why.
        flush: Flush,
        /// The operands that changed: index among those of the lane, before, after.
        changed: Vec<(usize, u64, u64)>,
    },
    /// The operation, exactly.
    Exact {
        /// The operands after flushing.
        operands: Vec<Datum>,
        /// The result.
        outcome: Outcome,
    },
    /// The one rounding.
    Round {
        /// The direction.
        rounding: Rounding,
        /// The format rounded to.
        format: Format,
        /// Whether it is rounded to an integral value of that format.
        is_integral: bool,
        /// Whether subnormal results are flushed.
        flush: Flush,
        /// The rounded value and its rounding; `None` if there was nothing to round.
        conversion: Option<Conversion>,
    },
    /// The clamp.
    Clamp {
        /// The kind of clamp.
        clamp: Clamp,
        /// The datum before it.
        before: Datum,
        /// The datum after it.
        after: Datum,
    },
    /// The permitted results of an approximate function.
    Bound {
        /// The documented bound.
        bound: &'static Bound,
        /// The range that the operand lies in.
        range: Option<&'static Range>,
        /// The results that the bound permits.
        permitted: Permitted,
    },
    /// The encoding.
    Pack {
        /// The format of the lane.
        format: Format,
        /// The encoded result.
        result: LaneResult,
    },
}

impl Step {
    /// The section with the rule of the step; `form` is the section of the instruction, which has most
    /// of them.
    pub const fn source(&self, form: Source) -> Source {
        match self {
            Self::Exact { outcome: Outcome::Rule { rule, .. }, .. } => match rule {
                Rule::InfinityTimesZero
                | Rule::OppositeInfinities
                | Rule::ZeroByZero
                | Rule::InfinityByInfinity
                | Rule::NoValue => ieee("7.2"),
                Rule::Zero { .. } => ieee("6.3"),
                Rule::Infinite { .. } => ieee("6.1"),
                Rule::OutOfBounds { .. }
                | Rule::NanOperand { .. }
                | Rule::NanToInteger { .. }
                | Rule::Sign
                | Rule::Selected { .. }
                | Rule::Tested { .. }
                | Rule::Wrapped { .. } => form,
            },
            Self::Round { rounding, is_integral: false, .. } => match rounding {
                Rounding::TiesToEven
                | Rounding::TowardZero
                | Rounding::TowardNegative
                | Rounding::TowardPositive => ieee("4.3"),
                Rounding::TiesToAway | Rounding::Stochastic { .. } => form,
            },
            Self::Bound { bound, .. } => bound.source,
            Self::Flush { .. }
            | Self::Exact { .. }
            | Self::Round { .. }
            | Self::Clamp { .. }
            | Self::Pack { .. } => form,
        }
    }
}

/// A finite result other than 0 before rounding, and the effect of rounding on it.
///
/// Statistics need no more of an evaluation, and it costs next to nothing; [`Step`]s allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The exact value; for an approximate function, the true one.
    pub value: Enclosure,
    /// Whether the result differs from it.
    pub is_inexact: bool,
    /// Whether the rounded value is beyond the largest finite number.
    pub overflowed: bool,
    /// Whether a clamp changed the rounded value.
    pub is_clamped: bool,
}

/// Receives steps; `()` discards them unbuilt, so that an evaluation without trace pays nothing.
pub trait Recorder {
    /// Takes the step that `step` builds.
    fn record(&mut self, step: impl FnOnce() -> Step);

    /// Takes the value that was rounded, before the last step. It is not called if nothing was
    /// rounded.
    fn rounded(&mut self, _rounded: impl FnOnce() -> Rounded) {}
}

impl Recorder for () {
    fn record(&mut self, _step: impl FnOnce() -> Step) {}
}

/// The steps of one lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The result of the lane.
    pub result: Option<LaneResult>,
}

impl Trace {
    /// The result of the operation before rounding.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.steps.iter().find_map(|step| {
            if let Step::Exact { outcome, .. } = step { Some(outcome) } else { None }
        })
    }

    /// The exact value that was rounded, if there was one; of infinitely many bits, the first ones,
    /// at least 64.
    pub fn exact(&self) -> Option<&Dyadic> {
        match self.outcome()? {
            Outcome::Finite { value, .. } => Some(value),
            Outcome::Rule { .. } => None,
        }
    }

    /// Whether the exact value has more bits than [`Self::exact`] returns.
    pub fn is_cut(&self) -> bool {
        matches!(self.outcome(), Some(Outcome::Finite { is_cut: true, .. }))
    }

    /// The exact value in decimal, truncated with `…` after `n_digits` digits, or after fewer if no
    /// more are known. A `≈` comes before a known value that is only close to the exact one.
    pub fn exact_decimal(&self, n_digits: usize) -> Option<String> {
        /// A number of digits that 64 bits determine.
        const KNOWN_DIGITS: usize = 17;
        let n_digits = if self.is_cut() { n_digits.min(KNOWN_DIGITS) } else { n_digits };
        let text = self.exact()?.to_decimal_shortened(n_digits);
        Some(if self.is_cut() && !text.contains('…') { ["≈ ", &text].concat() } else { text })
    }

    /// The distance of a result from the exact value, in units of 2^`ulp_exponent`.
    pub fn error(&self, result: &Dyadic, ulp_exponent: i32) -> Option<String> {
        let exact = self.exact()?;
        let is_next = self.is_cut() && result == exact;
        Some(if is_next { "≈ 0".into() } else { ulp_error(result, exact, ulp_exponent) })
    }

    /// Whether a result is a zero to which a number was flushed.
    pub fn is_flushed(&self, op: &LaneOp, bits: u64) -> bool {
        let is_zero = op.result.float().is_some_and(|format| bits & format.magnitude_mask() == 0);
        op.flush.result && is_zero && self.exact().is_some_and(|exact| !exact.is_zero())
    }

    /// The rounding of the result.
    pub fn conversion(&self) -> Option<&Conversion> {
        self.steps.iter().find_map(|step| {
            if let Step::Round { conversion, .. } = step { conversion.as_ref() } else { None }
        })
    }
}

impl Recorder for Trace {
    fn record(&mut self, step: impl FnOnce() -> Step) {
        self.steps.push(step());
    }
}
