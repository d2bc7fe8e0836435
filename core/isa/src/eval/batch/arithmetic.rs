//! Sums, products, quotients and roots of numbers of one format.

use super::{Columns, Kernel};
use crate::arith::clamp::Clamp;
use crate::arith::host::{
    Column, DONE, Double, Finish, LEFT, Measuring, NAN, Operation as Host, Single, States,
};
use crate::arith::packed::{self, Direction};
use crate::arith::rounding::Rounding;
use crate::catalog::Operation;
use crate::eval::op::{LaneOp, NanRule};
use crate::eval::readings::OF_SMALL_RESULTS;
use crate::format::FloatFormat;
use crate::format::table::F64;
use crate::source::reading::{Key, Readings};

/// The format of operands and result, if it is one, and the number of operands.
fn format(op: &LaneOp, n_operands: usize) -> Option<&'static FloatFormat> {
    let is_alike = op.operands.iter().take(n_operands).all(|format| *format == op.result);
    let is_usual = op.is_specified && !op.has_oob && !op.is_integral && op.bound.is_none();
    let is_whole = op.sources() == n_operands && op.readings.is_within(OF_SMALL_RESULTS);
    op.result.float().filter(|_| is_alike && is_usual && is_whole)
}

/// The kernel of roots of f64 in integers, which find them sooner than the processor's sums and products.
pub(super) fn root(op: &LaneOp) -> Option<Kernel> {
    let format = format(op, 1).filter(|format| **format == F64)?;
    let is_plain = op.operation == Operation::Sqrt && op.clamp == Clamp::None;
    let is_quieted = op.nans.rule == NanRule::Quieted && op.readings.is_empty();
    Direction::new(op.rounding, format.precision)?;
    (is_plain && is_quieted).then_some(Kernel::Packed(roots))
}

fn roots(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    if op.rounding == Rounding::TiesToEven {
        // A constant direction takes less time.
        roots_in(Rounding::TiesToEven, columns, bits, states);
    } else {
        roots_in(op.rounding, columns, bits, states);
    }
}

#[cfg_attr(optimized_for_speed, inline(always))]
fn roots_in(rounding: Rounding, [a, ..]: &Columns, bits: &mut Column, states: &mut States) {
    let Some(direction) = Direction::new(rounding, F64.precision) else { return };
    let (infinity, sign) = (F64.infinity().unwrap_or(0), F64.sign_mask());
    let invalid = F64.canonical_nan.unwrap_or(0);
    for ((a, bits), state) in a.iter().zip(bits).zip(states) {
        (*bits, *state) = match packed::sqrt(*a, &direction) {
            Some(bits) => (bits, DONE),
            // Infinity and zeros are their own roots.
            None if *a == infinity || a & !sign == 0 => (*a, DONE),
            None if a & !sign > infinity => (a | invalid & !sign, NAN),
            None if a & sign != 0 => (invalid, NAN),
            None => (0, LEFT),
        };
    }
}

/// The processor's operation, and the number of its operands.
fn host_operation(operation: Operation) -> Option<(Host, usize)> {
    Some(match operation {
        Operation::Add => (Host::Add, 2),
        Operation::Sub => (Host::Sub, 2),
        Operation::Mul => (Host::Mul, 2),
        Operation::Fma => (Host::Fma, 3),
        Operation::Div => (Host::Div, 2),
        Operation::Rcp => (Host::Rcp, 1),
        Operation::Sqrt => (Host::Sqrt, 1),
        Operation::MadTruncated
        | Operation::Convert
        | Operation::Abs
        | Operation::Neg
        | Operation::CopySign
        | Operation::Min
        | Operation::Max
        | Operation::TestProperty
        | Operation::Rsqrt
        | Operation::Sin
        | Operation::Cos
        | Operation::Lg2
        | Operation::Ex2
        | Operation::Tanh
        | Operation::RcpUpper
        | Operation::RsqrtUpper => return None,
    })
}

/// The kernel that computes with the processor's arithmetic.
pub(super) fn in_host(op: &LaneOp) -> Option<Kernel> {
    let (operation, n_operands) = host_operation(op.operation)?;
    let format = format(op, n_operands)?;
    if *format == F64 {
        let is_plain = op.clamp == Clamp::None && op.readings.is_empty();
        let kernel = || Double::arithmetic(operation, op.rounding).map(Kernel::Double);
        return is_plain.then(kernel).flatten();
    }
    let finish = finish(op)?;
    Single::new(operation, format, op.rounding, finish, [op.flush.operands, op.clamp.is_finite()])
        .map(Kernel::Single)
}

/// A way to measure the results of arithmetic and conversions of at most 32 bits; `least_unit` is
/// the exponent of the least ulp that errors are counted in.
pub(super) fn measuring(op: &LaneOp, least_unit: Option<i32>) -> Option<Measuring> {
    let (operation, n_operands) = if op.operation == Operation::Convert {
        (None, 1)
    } else {
        let (operation, n_operands) = host_operation(op.operation)?;
        (Some(operation), n_operands)
    };
    let [from, ..] = op.operands;
    let is_alike = op.operands.iter().take(n_operands).all(|format| *format == from);
    let is_usual = !op.has_oob && op.bound.is_none() && op.sources() == n_operands;
    // `.pzo` changes the sign of a zero, which is no error of a number.
    let is_kept = match op.clamp {
        Clamp::PositiveZero | Clamp::FinitePositiveZero => false,
        Clamp::None
        | Clamp::Unit
        | Clamp::Range
        | Clamp::Relu
        | Clamp::Finite
        | Clamp::FiniteRelu => true,
    };
    if !(is_alike && is_usual && is_kept) {
        return None;
    }
    // A number that becomes the integer 0 is not flushed.
    let flushes = [op.flush.operands, op.flush.result && !op.is_integral];
    Measuring::new(operation, [from.float()?, op.result.float()?], least_unit, flushes, op.clamp)
}

/// The steps after rounding to a format of at most 32 bits.
pub(super) fn finish(op: &LaneOp) -> Option<Finish> {
    let format = op.result.float()?;
    let plain = if op.nans.rule == NanRule::Kept && op.clamp == Clamp::None {
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
