//! Many operands, one operation.
//!
//! Nothing is defined here. The results for most operands are computed in one step
//! ([`packed`](crate::arith::packed)): arithmetic on normal numbers with the operation and the format
//! as constants (`arithmetic`), conversions, choices and tests with parameters prepared before the first
//! operand (`conversions`), and approximate functions in 64 bits (`approximate`). Other operands and
//! operations take the stages of `lane`.

mod approximate;
mod arithmetic;
mod conversions;

use super::op::{LANE_OPERANDS, LaneOp};
use super::{LaneResult, Prepared};
use crate::catalog::Operation;
use crate::catalog::bound::FirstAttempt;
use crate::format::Format;
use crate::number::Word;

/// Evaluates an operation on many operands.
type Run = fn(&LaneOp, &[[u64; LANE_OPERANDS]], &mut [LaneResult]);

/// An operation on one lane, ready for many operands.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    op: LaneOp,
    run: Run,
    /// A first attempt, if the operation is approximate.
    attempt: Option<FirstAttempt>,
}

impl Prepared {
    /// The operation on one lane, for many operands.
    #[must_use]
    pub fn batch(&self) -> Batch {
        Batch::new(*self.lane_op())
    }
}

impl Batch {
    /// Chooses the evaluator.
    #[doc(hidden)]
    pub fn new(op: LaneOp) -> Self {
        let common = || if op.fits_64_bits() { common::<u64> } else { common::<u128> };
        let run = arithmetic::find(&op).or_else(|| conversions::find(&op)).unwrap_or_else(common);
        Self { op, run, attempt: approximate::attempt(&op) }
    }

    /// The number of operands that a first attempt in 64 bits does not decide; `None` if the
    /// operation is not approximate.
    #[must_use]
    pub fn second_attempts(&self, operands: &[[u64; LANE_OPERANDS]]) -> Option<usize> {
        let attempt = self.attempt.as_ref()?;
        Some(operands.iter().filter(|it| approximate::first(attempt, it).is_none()).count())
    }

    /// Evaluates each of the operands, given as [`LaneOp::evaluate`] takes them.
    #[inline]
    pub fn run(&self, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
        match &self.attempt {
            Some(attempt) => approximate::run(&self.op, attempt, operands, results),
            None => (self.run)(&self.op, operands, results),
        }
    }
}

/// Evaluates by the stages.
fn common<W: Word>(op: &LaneOp, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
    for (operands, result) in operands.iter().zip(results) {
        *result = op.evaluate_in::<W>(operands, &mut ());
    }
}

impl LaneOp {
    /// Whether significands of 64 bits are wide enough; for products, only if the factors are
    /// narrow.
    fn fits_64_bits(&self) -> bool {
        let is_product =
            matches!(self.operation, Operation::Mul | Operation::Fma | Operation::MadTruncated);
        let is_narrow = |format: &Format| format.float().is_some_and(|it| it.precision <= 24);
        !is_product || self.operands.iter().all(is_narrow)
    }
}
