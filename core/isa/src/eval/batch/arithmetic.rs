//! Sums, products, quotients, roots and conversions.

use super::{Kernel, approximate, choices};
use crate::arith::clamp::Clamp;
use crate::arith::host::{
    Call, DONE, Double, Finish, LEFT, Measuring, NAN, Narrow, Narrowing, Operation as Host, Reader,
    Single, Widen, Writer,
};
use crate::bits::low_half;
use crate::catalog::Operation;
use crate::eval::op::{LaneOp, NanRule};
use crate::eval::readings::OF_SMALL_RESULTS;
use crate::format::table::{BF16, F32, F64};
use crate::format::{FloatFormat, Format};
use crate::source::reading::{Key, Readings};

/// The kernel of an operation, if there is one.
pub(super) fn kernel(op: &LaneOp) -> Option<Kernel> {
    if !op.is_specified || op.has_oob {
        return None;
    }
    if op.bound.is_some() {
        return approximate::kernel(op).map(Kernel::Approximate);
    }
    if op.is_choice() {
        return choices::kernel(op);
    }
    let operation = host_operation(op)?;
    // One is about every number, the other about operands that the kernel leaves to the stages.
    let elsewhere = OF_SMALL_RESULTS.with(Key::Tf32LowBits).with(Key::Fp6Padding);
    if op.sources() != operation.n_operands() || !op.readings.is_within(elsewhere) {
        return None;
    }
    let short = if operation == Host::Convert { narrowing(op) } else { single(op, operation) };
    short.or_else(|| double(op, operation))
}

/// The processor's operation.
fn host_operation(op: &LaneOp) -> Option<Host> {
    Some(match op.operation {
        Operation::Add => Host::Add,
        Operation::Sub => Host::Sub,
        Operation::Mul => Host::Mul,
        Operation::Fma => Host::Fma,
        Operation::Div => Host::Div,
        Operation::Rcp => Host::Rcp,
        Operation::Sqrt => Host::Sqrt,
        Operation::Convert if op.is_integral || op.result.float().is_none() => Host::Integral,
        Operation::Convert => Host::Convert,
        Operation::MadTruncated
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

/// Whether all operands have a format.
fn are_all(op: &LaneOp, holds: impl Fn(&FloatFormat) -> bool) -> bool {
    op.operands.iter().take(op.sources()).all(|format| format.float().is_some_and(&holds))
}

/// Arithmetic in f32.
fn single(op: &LaneOp, operation: Host) -> Option<Kernel> {
    let format = op.result.float().filter(|format| **format != F64)?;
    if !are_all(op, |it| it == format) {
        return None;
    }
    let options = [op.flush.operands, op.clamp.is_finite()];
    Single::new(operation, format, op.rounding, finish(op, format)?, options).map(Kernel::Single)
}

/// A conversion in f32.
fn narrowing(op: &LaneOp) -> Option<Kernel> {
    let ([Format::Float(from), ..], Format::Float(to)) = (op.operands, op.result) else {
        return None;
    };
    if from == to || *from == F64 || *to == F64 {
        return None;
    }
    let finish = finish(op, to)?;
    let flushed = if op.flush.operands { from.min_normal() } else { 0 };
    let from = if *from == F32 { None } else { Some(Widen::new(from)?) };
    let is_exact = *to == F32;
    let to =
        if is_exact { None } else { Some(Narrow::new(to, op.rounding, op.clamp.is_finite())?) };
    if from.is_some() && flushed != 0 {
        return None;
    }
    let (flushed, is_padded) = (low_half(flushed), op.readings.has(Key::Fp6Padding));
    Some(Kernel::Narrowing(Narrowing { from, to, finish, flushed, is_padded }))
}

/// The kernel that computes in f64.
fn double(op: &LaneOp, operation: Host) -> Option<Kernel> {
    let [from, ..] = op.operands;
    let is_other = operation == Host::Integral && op.is_integral && from != op.result;
    if is_other || op.readings.has(Key::Fp6Padding) {
        return None;
    }
    let call = call(op, operation)?;
    let is_plain = op.clamp == Clamp::None && !op.flush.result && op.readings.is_empty();
    let writer = match op.result {
        Format::Fixed(to) => {
            let is_usual = matches!(op.clamp, Clamp::None | Clamp::Range);
            let nan = op.nan().filter(|_| is_usual && op.readings.is_empty())?;
            Writer::integer(to, nan.0)?
        }
        Format::Float(to) if *to == F64 => {
            let (nan, state) = nan(op);
            is_plain.then_some(Writer::double(nan, state))?
        }
        Format::Float(to) => Writer::float(to, op.clamp.is_finite(), finish(op, to)?)?,
    };
    Double::new(call, op.rounding, writer).map(Kernel::Double)
}

/// The NaN that a kernel returns, or its own that keeps sign and payload, and the state of its rows.
fn nan(op: &LaneOp) -> (Option<u64>, u32) {
    let [from, ..] = op.operands;
    let is_bf16 = |format: Format| format == Format::Float(&BF16);
    let is_wide = |format: &FloatFormat| *format == F32 || *format == F64;
    let keeps = match op.nans.rule {
        NanRule::Kept => is_bf16(from) && op.clamp == Clamp::None,
        NanRule::Quieted => are_all(op, is_wide) && op.result.float().is_some_and(is_wide),
        NanRule::Canonical | NanRule::CanonicalOfSingle => false,
    };
    match op.nan() {
        Some((nan, is_open)) => (Some(nan), if is_open { NAN } else { DONE }),
        None if keeps => (None, NAN),
        None => (Some(0), LEFT),
    }
}

/// An operation on the operands.
fn call(op: &LaneOp, operation: Host) -> Option<Call> {
    let [from, ..] = op.operands;
    let mut readers = [Reader::new(from, op.flush.operands)?; 3];
    for (reader, format) in readers.iter_mut().zip(op.operands).take(op.sources()) {
        *reader = Reader::new(format, op.flush.operands)?;
    }
    Some(Call::new(operation, readers))
}

/// The exact values of an operation: of a conversion, the numbers that are converted.
pub(super) fn values(op: &LaneOp) -> Option<Call> {
    let operation = match host_operation(op)? {
        Host::Integral => Host::Convert,
        operation @ (Host::Add
        | Host::Sub
        | Host::Mul
        | Host::Fma
        | Host::Div
        | Host::Rcp
        | Host::Sqrt
        | Host::Convert) => operation,
    };
    let is_usual = !op.has_oob && op.bound.is_none() && op.sources() == operation.n_operands();
    // From integers to integers bits are cut off.
    let is_rounded = are_all(op, |_| true) || op.result.float().is_some();
    (is_usual && is_rounded).then(|| call(op, operation)).flatten()
}

/// A way to measure the results, unless they are integers; `least_unit` is the exponent of the least ulp
/// that errors are counted in.
pub(super) fn measuring(op: &LaneOp, least_unit: Option<i32>) -> Option<Measuring> {
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
    // A number that becomes the integer 0 is not flushed.
    let flushes = op.flush.result && !op.is_integral;
    let format = op.result.float().filter(|_| is_kept)?;
    Measuring::new(format, least_unit, flushes, op.clamp)
}

/// The steps after rounding to a format of at most 32 bits.
fn finish(op: &LaneOp, format: &FloatFormat) -> Option<Finish> {
    if format.width > 32 || !format.signed {
        return None;
    }
    let (nan, state) = nan(op);
    let plain = Finish::plain(format, nan, state);
    let is_about_bits = Readings::NONE.with(Key::Fp6Padding).with(Key::Tf32LowBits);
    Some(match op.clamp {
        Clamp::None if op.flush.result => plain.flushing(format),
        Clamp::None if op.readings.is_within(is_about_bits) => plain,
        Clamp::Finite if !op.flush.result => plain,
        Clamp::None => plain.clamping(format, false, None),
        Clamp::Unit => plain.clamping(format, true, Some(format.one())),
        Clamp::Relu | Clamp::FiniteRelu => plain.clamping(format, true, None),
        Clamp::Range | Clamp::Finite | Clamp::PositiveZero | Clamp::FinitePositiveZero => {
            plain.clamping(format, false, None)
        }
    })
}
