//! Approximate functions: a first attempt in 64 bits, and the stages where it does not decide.

use crate::bits::low_half;
use crate::catalog::bound::FirstAttempt;
use crate::eval::op::{LANE_OPERANDS, LaneOp};
use crate::eval::{Guarantee, LaneResult};

/// A first attempt for a function of f32, f16 or bf16, unless readings may decide its results.
pub(super) fn attempt(op: &LaneOp) -> Option<FirstAttempt> {
    let bound = op.bound.filter(|_| op.is_specified && op.readings.is_empty())?;
    let format = op.result.float().filter(|_| op.operands.iter().all(|it| *it == op.result))?;
    FirstAttempt::new(bound, format, op.flush.operands, |bits| {
        let result = op.evaluate(&[bits.into(), 0, 0], &mut ());
        let ends = match result.guarantee {
            Guarantee::Within { lo, hi } => Some([lo, hi].map(low_half)),
            Guarantee::Bits => Some([low_half(result.bits); 2]),
            Guarantee::Reading
            | Guarantee::AnyNan
            | Guarantee::Unbounded
            | Guarantee::Unspecified => None,
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
        None => Guarantee::Unbounded,
        Some([lo, hi]) if lo == hi => Guarantee::Bits,
        Some([lo, hi]) => Guarantee::Within { lo: lo.into(), hi: hi.into() },
    };
    Some(LaneResult { bits: bits.into(), guarantee })
}
