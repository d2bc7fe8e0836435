//! The origins of the bits of NaNs that the ISA leaves open: one table of observations.

use super::Prepared;
use super::op::{LANE_OPERANDS, LaneOp};
use crate::catalog::{Context, Form, Instruction, Modifier, Operation, Role};
use crate::format::Format;
use crate::format::table::{BF16, F16, F32, F64, S2F6, TF32};
use crate::source::observation::{Observation, Origin};

/// The oldest target on which the special-function unit was compared.
const FIRST_COMPARED: u16 = 50;
/// The oldest target whose f32 instructions are those of the probes and of present machine code.
const FIRST_MODERN: u16 = 20;
/// The target whose instructions were all measured.
const MEASURED: u16 = 90;
/// The first target on which `cvt.f64.f32` was seen to return the canonical NaN.
const FIRST_WITH_CANONICAL: u16 = 100;

/// Whether `cvt.f64.f32` keeps the payload of a NaN on this target.
pub(super) const fn keeps_payload(context: &Context) -> bool {
    context.target.sm < FIRST_WITH_CANONICAL
}

impl Prepared {
    /// The observation behind the bits of a lane, if they are a NaN that the ISA leaves open.
    #[must_use]
    pub fn observation(&self, lane: u8, registers: &[u64]) -> &'static Observation {
        self.lane_op().observation(&self.gather(lane, registers))
    }
}

impl LaneOp {
    /// The observation behind the bits of a result, if they are a NaN that the ISA leaves open.
    #[must_use]
    pub fn observation(&self, operands: &[u64; LANE_OPERANDS]) -> &'static Observation {
        let numbers = operands.iter().zip(&self.operands).take(self.sources());
        let count = numbers.filter(|(bits, format)| format.is_nan(**bits)).count();
        // Which of several payloads is returned was observed for `min` and `max`, and on one GPU.
        // Without payloads it makes no difference.
        let is_choice = matches!(self.operation, Operation::Min | Operation::Max)
            || self.nans.origin == Origin::H200;
        let is_double = self.result == Format::Float(&F64);
        let origin = if count > 1 && is_double && !is_choice {
            Origin::Extrapolated
        } else {
            self.nans.origin
        };
        origin.observation()
    }
}

/// The origin of the NaNs of an operation.
pub(super) fn origin(
    instruction: &Instruction,
    context: &Context,
    [from, to]: [Format; 2],
) -> Origin {
    use Operation::{
        Abs, Add, Convert, CopySign, Cos, Div, Ex2, Fma, Lg2, MadTruncated, Max, Min, Mul, Neg,
        Rcp, RcpUpper, Rsqrt, RsqrtUpper, Sin, Sqrt, Sub, Tanh, TestProperty,
    };
    let form = instruction.form;
    let is = |format: Format, float| format == Format::Float(float);
    let is_half = is(to, &F16) || is(to, &BF16);
    let (is_single, is_double) = (is(to, &F32), is(to, &F64));
    let is_approximate = form.bound().is_some();
    if context.target.sm < FIRST_MODERN || !form.is_documented() || is_mixed(instruction, to) {
        return Origin::Extrapolated;
    }
    // Its NaNs were measured, and are others: the clamp makes them canonical here.
    if is(to, &TF32) && instruction.has(Modifier::Rna) && instruction.has(Modifier::Satfinite) {
        return Origin::Extrapolated;
    }
    if context.target.sm == MEASURED {
        return Origin::H200;
    }
    match form.operation {
        Convert => conversion(from, to, context),
        Add | Sub | Mul | Fma
            if is_single && instruction.destination_type().packing().lanes > 1 =>
        {
            Origin::Extrapolated
        }
        Fma if instruction.has(Modifier::Oob) => Origin::Extrapolated,
        Add | Sub | Mul | Fma | Div if is_single => Origin::F32Probes,
        Add | Sub | Mul | Fma if is_half || is_double => Origin::B200,
        Abs | Neg if is_double => Origin::H200,
        Min | Max | Rsqrt if is_double => Origin::Emitted,
        Abs | Neg | CopySign => Origin::Emitted,
        Min | Max if is_half => Origin::Host,
        Rcp | Sqrt | Rsqrt | Sin | Cos | Lg2 | Ex2
            if is_single && is_approximate && context.target.sm >= FIRST_COMPARED =>
        {
            Origin::SpecialFunctions
        }
        MadTruncated => Origin::Extrapolated,
        Add | Sub | Mul | Fma | Div | Min | Max | Rcp | Sqrt | Rsqrt | Sin | Cos | Lg2 | Ex2
        | Tanh | RcpUpper | RsqrtUpper | TestProperty => Origin::H200,
    }
}

/// Whether an operand of an instruction that is no conversion has another format than the result.
fn is_mixed(instruction: &Instruction, to: Format) -> bool {
    let form: &Form = instruction.form;
    let differs = |source: &crate::catalog::Operand| {
        source.role == Role::Lanes && instruction.operand_type(source).format() != to
    };
    !matches!(
        form.operation,
        Operation::Convert | Operation::TestProperty | Operation::RcpUpper | Operation::RsqrtUpper
    ) && form.sources().iter().any(differs)
}

fn conversion(from: Format, to: Format, context: &Context) -> Origin {
    let is = |format: Format, float| format == Format::Float(float);
    let is_narrow = |format: Format| format.width() <= 8 && format.float().is_some();
    let is_half = |format| is(format, &F16) || is(format, &BF16);
    let is_wide = |format| is(format, &F32) || is(format, &F64) || is_half(format);
    if from == Format::Fixed(&S2F6) {
        Origin::Gb10
    } else if is(to, &F64) && keeps_payload(context)
        || is(to, &TF32)
        || is_half(from) && (is_half(to) || is(to, &F64))
        || is(from, &F64) && is_half(to)
    {
        Origin::H200
    } else if from == to
        || is(from, &F32) && (is_half(to) || is_narrow(to) || is(to, &F64))
        || is(from, &F64) && is(to, &F32)
        || is(from, &BF16) && is(to, &F32)
        || is_narrow(from) && is_half(to)
        || is_half(from) && is_narrow(to)
    {
        Origin::B200
    } else if is(from, &F16) && is(to, &F32) {
        Origin::Host
    } else if is_wide(from) && is_wide(to) {
        Origin::H200
    } else {
        Origin::Extrapolated
    }
}
