//! Sums, products, quotients and roots of numbers of one format.

use super::conversions::{Limits, each};
use super::{Columns, Kernel, Run};
use crate::arith::clamp::Clamp;
use crate::arith::host::{Column, Double, Finish, Operation as Host, Single, States};
use crate::arith::packed::{self, Direction};
use crate::arith::rounding::Rounding;
use crate::catalog::Operation;
use crate::eval::op::{LANE_OPERANDS, LaneOp, NanRule};
use crate::eval::readings::OF_SMALL_RESULTS;
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, F32, F64};
use crate::source::reading::{Key, Readings};

/// The format of operands and result, if it is one, and the number of operands.
fn format(op: &LaneOp, n_operands: usize) -> Option<&'static FloatFormat> {
    let is_alike = op.operands.iter().take(n_operands).all(|format| *format == op.result);
    let is_usual = op.is_specified && !op.has_oob && !op.is_integral && op.bound.is_none();
    let is_whole = op.sources() == n_operands && op.readings.is_within(OF_SMALL_RESULTS);
    op.result.float().filter(|_| is_alike && is_usual && is_whole)
}

/// The kernel that computes with the processor's arithmetic.
pub(super) fn in_host(op: &LaneOp) -> Option<Kernel> {
    let (operation, n_operands) = match op.operation {
        Operation::Add => (Host::Add, 2),
        Operation::Sub => (Host::Sub, 2),
        Operation::Mul => (Host::Mul, 2),
        Operation::Fma => (Host::Fma, 3),
        Operation::Div => (Host::Div, 2),
        Operation::Rcp => (Host::Rcp, 1),
        _ => return None,
    };
    let format = format(op, n_operands)?;
    if *format == F64 {
        let is_plain = op.clamp == Clamp::None && op.readings.is_empty();
        let is_nearest = op.rounding == Rounding::TiesToEven && operation != Host::Fma;
        return (is_plain && is_nearest).then_some(Kernel::Double(Double::Arithmetic(operation)));
    }
    let finish = finish(op)?;
    Single::new(operation, format, op.rounding, finish, [op.flush.operands, op.clamp.is_finite()])
        .map(Kernel::Single)
}

/// What follows rounding to a format of at most 32 bits.
pub(super) fn finish(op: &LaneOp) -> Option<Finish> {
    let format = op.result.float()?;
    let plain = if op.nans.rule == NanRule::Kept {
        Finish::plain(format, None, !op.nans.is_determined)
    } else {
        let (nan, is_open) = op.nan()?;
        Finish::plain(format, Some(nan), is_open)
    };
    Some(match op.clamp {
        Clamp::None if op.flush.result => plain.flushing(format),
        Clamp::None if op.readings.is_within(Readings::NONE.with(Key::Fp6Padding)) => plain,
        Clamp::Finite if !op.flush.result => plain,
        Clamp::None => plain.clamping(format, false, None),
        Clamp::Unit => plain.clamping(format, true, Some(format.one())),
        Clamp::Relu | Clamp::FiniteRelu => plain.clamping(format, true, None),
        Clamp::Range | Clamp::Finite | Clamp::PositiveZero | Clamp::FinitePositiveZero => {
            plain.clamping(format, false, None)
        }
    })
}

/// The kernel that computes in integers.
pub(super) fn find(op: &LaneOp) -> Option<Run> {
    macro_rules! runs {
        ($($operation:ident $n:literal |$direction:ident, $format:ident, $a:ident, $b:ident, $all:ident| $value:expr;)*) => {
            match op.operation {
                $(Operation::$operation => {
                    macro_rules! run {
                        ($of:ident) => {{
                            fn run(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
                                known::<$n>(&$of, op, columns, bits, states, |$direction, $all| {
                                    let ($format, [$a, $b, _]) = (&$of, *$all);
                                    let _ = ($a, $b);
                                    $value
                                });
                            }
                            run as Run
                        }};
                    }
                    let runs = [(&F16, run!(F16)), (&BF16, run!(BF16)), (&F32, run!(F32)), (&F64, run!(F64))];
                    let format = format(op, $n)?;
                    runs.into_iter().find(|(each, _)| *each == format).map(|(_, run)| run)
                })*
                _ => None,
            }
        };
    }
    Direction::new(op.rounding, 53)?;
    Limits::of(op)?;
    runs![
        Add 2 |direction, format, a, b, all| packed::add(format, a, b, direction);
        Sub 2 |direction, format, a, b, all| packed::add(format, a, b ^ format.sign_mask(), direction);
        Mul 2 |direction, format, a, b, all| packed::mul(format, a, b, direction);
        Fma 3 |direction, format, a, b, all| packed::fma(format, *all, direction);
        Div 2 |direction, format, a, b, all| packed::div(format, a, b, direction);
        Rcp 1 |direction, format, a, b, all| packed::rcp(format, a, direction);
        Sqrt 1 |direction, format, a, b, all| packed::sqrt(format, a, direction);
    ]
}

/// Evaluates rows whose operands and results are normal numbers, as nearly all are.
#[cfg_attr(optimized_for_speed, inline(always))]
fn known<const N: usize>(
    format: &FloatFormat,
    op: &LaneOp,
    columns: &Columns,
    bits: &mut Column,
    states: &mut States,
    packed: impl Fn(&Direction, &[u64; LANE_OPERANDS]) -> Option<u64>,
) {
    let made = Direction::new(op.rounding, format.precision).zip(Limits::of(op));
    each(
        columns,
        bits,
        states,
        made.map(|(direction, limits)| {
            move |operands: &[u64; LANE_OPERANDS]| {
                if !operands.iter().take(N).all(|operand| format.is_normal(*operand)) {
                    return None;
                }
                Some(limits.apply(packed(&direction, operands)?))
            }
        }),
    );
}
