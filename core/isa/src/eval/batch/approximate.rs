//! Approximate functions: a first attempt in 64 bits, and the stages where it does not decide.

use crate::bits::low_half;
use crate::catalog::bound::{Ends, FirstAttempt};
use crate::eval::op::{LANE_OPERANDS, LaneOp};
use crate::eval::readings::OF_DISTANT_RESULTS;
use crate::eval::{Guarantee, LaneResult};

/// A first attempt for a function of f32, f16 or bf16, unless readings may decide its results where
/// they are normal.
pub(super) fn attempt(op: &LaneOp) -> Option<FirstAttempt> {
    let is_usual = op.is_specified && op.readings.is_within(OF_DISTANT_RESULTS);
    let bound = op.bound.filter(|_| is_usual)?;
    let format = op.result.float().filter(|_| op.operands.iter().all(|it| *it == op.result))?;
    FirstAttempt::new(bound, format, op.flush.operands, |bits| {
        let result = op.evaluate(&[bits.into(), 0, 0], &mut ());
        let ends = match result.guarantee {
            Guarantee::Within { lo, hi } => Ends::Between([lo, hi].map(low_half)),
            Guarantee::Bits => Ends::Between([low_half(result.bits); 2]),
            Guarantee::Reading => Ends::Reading,
            Guarantee::AnyNan | Guarantee::Unbounded | Guarantee::Unspecified => Ends::Unbounded,
        };
        (low_half(result.bits), ends)
    })
}

/// The result of the first attempt; `None` if 64 bits do not decide.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn first(attempt: &FirstAttempt, operands: &[u64; LANE_OPERANDS]) -> Option<LaneResult> {
    let [a, b, _] = operands.map(low_half);
    let (bits, ends) = attempt.approximate([a, b])?;
    let guarantee = match ends {
        Ends::Unbounded => Guarantee::Unbounded,
        Ends::Reading => Guarantee::Reading,
        Ends::Between([lo, hi]) if lo == hi => Guarantee::Bits,
        Ends::Between([lo, hi]) => Guarantee::Within { lo: lo.into(), hi: hi.into() },
    };
    Some(LaneResult { bits: bits.into(), guarantee })
}
