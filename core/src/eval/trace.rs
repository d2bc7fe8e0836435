//! The steps of an evaluation, recorded on demand.

use alloc::vec::Vec;

use super::{Flush, LaneResult};
use crate::clamp::Clamp;
use crate::format::FloatFormat;
use crate::number::Datum;
use crate::number::dyadic::Dyadic;
use crate::rounding::{Conversion, Rounding};

/// How the operation came out before rounding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Source operand `operand` is an out-of-bounds NaN, so the result is +0.
    OutOfBounds {
        /// Which source, counted from 0.
        operand: usize,
    },
    /// Source operand `operand` is a NaN.
    NanOperand {
        /// Which source, counted from 0.
        operand: usize,
    },
    /// Infinity times zero.
    InfinityTimesZero,
    /// Infinities of opposite signs are added.
    OppositeInfinities,
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
    /// A finite value, not zero.
    Finite {
        /// All its bits.
        value: Dyadic,
    },
}

/// A step of an evaluation. Every evaluation has one of each kind, in this order; a step that did
/// nothing says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Subnormal operands become zeros.
    Flush {
        /// Whether and why.
        flush: Flush,
        /// The source operands that changed: index, before, after.
        changed: Vec<(usize, u64, u64)>,
    },
    /// The operation, exactly.
    Exact {
        /// The source operands after flushing.
        operands: Vec<Datum>,
        /// The result.
        outcome: Outcome,
    },
    /// The one rounding.
    Round {
        /// The direction.
        rounding: Rounding,
        /// The format rounded to.
        format: &'static FloatFormat,
        /// Whether subnormal results are flushed.
        flush: Flush,
        /// What was rounded and how, `None` if there was nothing to round.
        conversion: Option<Conversion>,
    },
    /// The clamp.
    Clamp {
        /// Which.
        clamp: Clamp,
        /// The datum before it.
        before: Datum,
        /// The datum behind it.
        after: Datum,
    },
    /// The encoding.
    Pack {
        /// The format of the lane.
        format: &'static FloatFormat,
        /// What was encoded.
        result: LaneResult,
    },
}

/// Receives steps; `()` discards them unbuilt, so that an evaluation without trace pays nothing.
pub trait Recorder {
    /// Takes the step that `step` builds.
    fn record(&mut self, step: impl FnOnce() -> Step);
}

impl Recorder for () {
    fn record(&mut self, _step: impl FnOnce() -> Step) {}
}

/// The steps of one lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What the lane came to.
    pub result: Option<LaneResult>,
}

impl Trace {
    /// The exact value that was rounded, where there was one.
    pub fn exact(&self) -> Option<&Dyadic> {
        self.steps.iter().find_map(|step| {
            if let Step::Exact { outcome: Outcome::Finite { value }, .. } = step {
                Some(value)
            } else {
                None
            }
        })
    }

    /// How it was rounded.
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
