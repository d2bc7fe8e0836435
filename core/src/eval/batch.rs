//! Many operands, one operation.

use super::op::{LANE_OPERANDS, LaneOp};
use super::{LaneResult, Prepared};

/// An operation on one lane, ready for many operands.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    op: LaneOp,
    run: fn(&LaneOp, &[[u64; LANE_OPERANDS]], &mut [LaneResult]),
}

impl Prepared {
    /// The operation on one lane, for many operands.
    #[must_use]
    pub fn batch(&self) -> Batch {
        Batch { op: *self.lane_op(), run: any }
    }
}

impl Batch {
    /// Evaluates each of the operands, which are what [`LaneOp::evaluate`] takes.
    pub fn run(&self, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
        (self.run)(&self.op, operands, results);
    }
}

fn any(op: &LaneOp, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
    for (operands, result) in operands.iter().zip(results) {
        *result = op.evaluate(operands, &mut ());
    }
}
