//! From an instruction to the operation on one lane: what the modifiers mean on this target.

use super::nan_origins::{keeps_payload, origin};
use super::op::{Comparison, Flush, FlushCause, LANE_OPERANDS, LaneOp, NanRule, Nans};
use super::random::Layout;
use crate::catalog::{
    Context, Group, Instruction, IsaVersion, Modifier, Operation, Role, Status, isa,
};
use crate::format::table::{BF16, F16, F32, F64, F64_UPPER, TF32};
use crate::format::{FloatFormat, Format};
use crate::source::reading::Readings;

/// The operation on one lane.
pub(super) fn lane_op(instruction: &Instruction, context: &Context) -> LaneOp {
    let form = instruction.form;
    let is_upper = is_upper(form.operation);
    let format = |format: Format| if is_upper { Format::Float(&F64_UPPER) } else { format };
    let result = format(instruction.destination_type().format());
    let mut operands = [result; LANE_OPERANDS];
    let numbers = form.sources().iter().filter(|source| {
        // Operands for one lane each are of one type: those for lane 0 stand for all.
        matches!(source.role, Role::Lanes | Role::Lane(0) | Role::ScaleFactor | Role::SharedScale)
    });
    let mut source_count = 0;
    for (place, source) in operands.iter_mut().zip(numbers) {
        *place = format(instruction.operand_type(source).format());
        source_count += 1;
    }
    let [first, ..] = operands;
    let is_integral = instruction.is_integral();
    let flush = flush(instruction, context, first, result);
    let mut op = LaneOp {
        operation: form.operation,
        property: instruction.modifiers().find(|modifier| modifier.group() == Group::Property),
        bound: form.bound(),
        operands,
        source_count,
        result,
        rounding: instruction.rounding(Layout::of(instruction.destination_type()).count()),
        is_integral,
        flush,
        has_oob: instruction.has(Modifier::Oob),
        comparison: Comparison {
            returns_nan: instruction.has(Modifier::Nan),
            of_magnitudes: instruction.has(Modifier::Abs),
            has_xorsign: instruction.has(Modifier::Xorsign),
        },
        nans: nans(instruction, context, [first, result], is_integral, flush),
        clamp: instruction.clamp(),
        is_specified: !matches!(form.status, Status::Undocumented { is_evident: false, .. }),
        readings: Readings::NONE,
    };
    op.readings = op.open_readings(instruction.destination_type().packing().lanes > 1);
    op
}

/// Whether an operation reads and writes the upper word of f64 only.
pub(super) const fn is_upper(operation: Operation) -> bool {
    matches!(operation, Operation::RcpUpper | Operation::RsqrtUpper)
}

/// The last version in which `cvt` with 64 bits on a side flushes nothing (PTX ISA 9.7.9.21).
const LAST_KEEPING_WIDE: IsaVersion = isa(1, 4);

fn is(format: Format, float: &FloatFormat) -> bool {
    format.float().is_some_and(|each| each == float)
}

fn flush(instruction: &Instruction, context: &Context, from: Format, to: Format) -> Flush {
    let is_conversion = instruction.form.operation == Operation::Convert;
    let is_wide = is_conversion && (to.width() == 64 || is(from, &F64));
    let cause = if instruction.modifiers().any(|each| each == Modifier::Ftz) {
        FlushCause::Modifier
    } else if instruction.has(Modifier::Ftz) {
        FlushCause::Version
    } else if instruction.has(Modifier::ScaledAlike) {
        FlushCause::Scale
    } else if context.target.flushes_f32()
        && !(is_wide && context.isa <= LAST_KEEPING_WIDE)
        && (is(from, &F32) || is(to, &F32))
    {
        FlushCause::Target
    } else {
        FlushCause::None
    };
    // `cvt.ftz` is about f32 only. Elsewhere both sides are of one format, and a `.ftz` that the
    // assembler accepts on f64 does nothing.
    let is_flushed = |format| match cause {
        FlushCause::None => false,
        FlushCause::Target => is(format, &F32),
        FlushCause::Scale => format == from,
        FlushCause::Modifier | FlushCause::Version => {
            if is_conversion {
                is(format, &F32)
            } else {
                !is(format, &F64)
            }
        }
    };
    Flush { cause, operands: is_flushed(from), result: is_flushed(to) }
}

/// The treatment of NaN operands. The ISA documents it for `copysign.f64`, for `abs.f64`, for `.NaN`
/// and `.relu`, whose NaNs are canonical, and for formats with a single NaN; all else is an
/// observation.
fn nans(
    instruction: &Instruction,
    context: &Context,
    [from, to]: [Format; 2],
    is_integral: bool,
    flush: Flush,
) -> Nans {
    let operation = instruction.form.operation;
    let is_double = is(to, &F64);
    let rule = if operation == Operation::Convert {
        conversion_nans(instruction, [from, to], is_integral, flush, context)
    } else if operation == Operation::CopySign || operation == Operation::Abs && is_double {
        NanRule::Kept
    } else if is_double {
        NanRule::Quieted
    } else {
        NanRule::Canonical
    };
    // The sign of a NaN in f32 is as unspecified as its payload.
    let is_determined = matches!(operation, Operation::CopySign | Operation::Abs) && is_double
        || instruction.has(Modifier::Nan)
        || instruction.has(Modifier::Relu)
        || to.float().is_some_and(|format| !format.signed);
    Nans { rule, is_determined, origin: origin(instruction, context, [from, to]) }
}

fn conversion_nans(
    instruction: &Instruction,
    [from, to]: [Format; 2],
    is_integral: bool,
    flush: Flush,
    context: &Context,
) -> NanRule {
    let is_plain = flush.cause == FlushCause::None && !is_integral;
    let is_half = |format| is(format, &F16) || is(format, &BF16);
    // The machine code of `cvt.rna.tf32.f32` is a mask, for NaNs.
    let is_masked = is(to, &TF32) && instruction.has(Modifier::Rna);
    let is_copy = from == to && !is_half(to) || is(from, &BF16) && is(to, &F32);
    if is_plain && is_copy || is_masked {
        NanRule::Kept
    } else if is(from, &F64) && (is(to, &F32) || is(to, &F64) || is_half(to))
        || is_half(from) && is(to, &F64)
        || is(from, &F32) && is(to, &F64) && is_plain && keeps_payload(context)
    {
        NanRule::Quieted
    } else if is(to, &F64) {
        NanRule::CanonicalOfSingle
    } else {
        NanRule::Canonical
    }
}
