//! Choices, changes of sign, and tests.

use super::Kernel;
use crate::arith::clamp::Clamp;
use crate::arith::host::{Choice, Chosen, DONE, Extreme, NAN, Test};
use crate::catalog::Operation;
use crate::eval::op::{Comparison, LaneOp, NanRule};
use crate::source::reading::{Key, Readings};

/// The kernel of a choice, if there is one.
pub(super) fn kernel(op: &LaneOp) -> Option<Kernel> {
    let [from, ..] = op.operands;
    if op.clamp != Clamp::None {
        return None;
    }
    if op.operation == Operation::TestProperty {
        let test = |format| Kernel::Test(Test::new(format, |class| op.has_property(class)));
        return from.float().filter(|_| op.readings.is_empty()).map(test);
    }
    let format = op.result.float().filter(|it| it.signed && from == op.result)?;
    // Readings about NaNs, which are left to the stages.
    let about_nans = Readings::NONE.with(Key::AbsF64Nan).with(Key::XorsignNan);
    let Comparison { returns_nan, of_magnitudes, has_xorsign } = op.comparison;
    let chosen = match (op.operation, op.source_count) {
        (Operation::Abs, 1) => Chosen::Magnitude,
        (Operation::Neg, 1) => Chosen::Negative,
        (Operation::CopySign, 2) => Chosen::Signed,
        (Operation::Min | Operation::Max, n @ (2 | 3)) => Chosen::Extreme(Extreme {
            is_max: op.operation == Operation::Max,
            is_of_three: n == 3,
            of_magnitudes,
            has_xorsign,
            returns_nan,
        }),
        _ => return None,
    };
    if !op.readings.is_within(about_nans) {
        return None;
    }
    let is_fixed = op.readings.is_empty() && op.nans.rule == NanRule::Canonical;
    let nan = if is_fixed { op.nan() } else { None };
    let nan = nan.map(|(nan, is_open)| (nan, if is_open { NAN } else { DONE }));
    Some(Kernel::Choice(Choice::new(chosen, format, op.flush.operands, nan)))
}
