//! Approximate functions of f32, f16 and bf16: the way to evaluate columns.

use super::state_of;
use crate::arith::elementary::Function;
use crate::arith::host::{self, Approximate, Given, Operands, Span};
use crate::catalog::bound::{Bound, Input};
use crate::eval::op::LaneOp;
use crate::eval::readings::OF_DISTANT_RESULTS;
use crate::eval::{Guarantee, LaneResult};
use crate::format::FloatFormat;
use crate::format::table::F32;

/// The kernel of an approximate function, unless readings may decide its normal results.
pub(super) fn kernel(op: &LaneOp) -> Option<Approximate> {
    let is_usual = op.is_specified && op.readings.is_within(OF_DISTANT_RESULTS);
    let bound = op.bound.filter(|bound| is_usual && bound.ranges.len() <= 2)?;
    let format = op.result.float().filter(|_| op.operands.iter().all(|it| *it == op.result))?;
    if format.precision > F32.precision || format.bias > F32.bias {
        return None;
    }
    let mut spans = bound.ranges.iter().map(|range| range.span(format));
    let mut span = || spans.next().unwrap_or(Span::NONE);
    // A reading decides where no subnormal number is close enough, and a flush below normal numbers.
    let is_whole = !op.flush.result && op.readings.is_empty();
    let least = if is_whole { 0 } else { format.min_normal() + 1 };
    let least = host::magnitude(&format.decode(least));
    Approximate::new(bound.function, format, operands(op, bound, format), [span(), span()], least)
}

/// The operands that are evaluated, and the results of the others.
fn operands(op: &LaneOp, bound: &Bound, format: &FloatFormat) -> Operands {
    let function = bound.function;
    let far = match function {
        // Powers of two are out of range.
        Function::Exp2 => {
            let limit = (format.emax() + i32::from(format.precision) + 2).unsigned_abs();
            Some(limit.next_power_of_two().ilog2().cast_signed())
        }
        // 1 - tanh 16 is less than 2^-45.
        Function::Tanh => Some(4),
        Function::Quotient
        | Function::Reciprocal
        | Function::Root
        | Function::ReciprocalRoot
        | Function::Sine
        | Function::Cosine
        | Function::Log2 => None,
    };
    let has_negative =
        !matches!(function, Function::Root | Function::ReciprocalRoot | Function::Log2);
    let is_corner = |input| bound.corners.iter().any(|corner| corner.input == input);
    let has_subnormals = !op.flush.operands && !is_corner(Input::PositiveSubnormal);
    let least = if has_subnormals { 1 } else { format.min_normal() };
    let sign = format.sign_mask();
    let far_bits = far.map(|exponent| {
        u64::from((exponent + format.bias).unsigned_abs()) << format.trailing_width()
    });
    let nan = (function != Function::Quotient).then_some(format.max_finite() + 2);
    let negative = (!has_negative).then_some(sign | format.one());
    let given = [nan, negative, far_bits, far_bits.map(|bits| sign | bits)];
    Operands {
        ends: [
            host::magnitude(&format.decode(least)),
            far.map_or(f64::INFINITY, |exponent| host::number(1, exponent)),
        ],
        has_negative,
        given: given.map(|bits| bits.map(|bits| common(op, bits))),
    }
}

/// The result that the operands of a kind have in common.
fn common(op: &LaneOp, bits: u64) -> Given {
    let LaneResult { bits, guarantee } = op.evaluate(&[bits, 0, 0], &mut ());
    let ends = match guarantee {
        Guarantee::Within { lo, hi } => [lo, hi],
        Guarantee::Bits
        | Guarantee::Reading
        | Guarantee::AnyNan
        | Guarantee::Unbounded
        | Guarantee::Unspecified => [bits; 2],
    };
    Given { bits, ends, state: state_of(guarantee) }
}
