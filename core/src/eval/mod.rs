//! Evaluation: from an instruction and registers to what the ISA guarantees.
//!
//! [`Prepared`] resolves an instruction once; [`Prepared::evaluate`] is then total and cheap.
//! The stages of a lane follow the ISA's prose, and their order is fixed in `lane` only:
//! flush operands, exact result or special rule, round once, clamp, encode.

mod explain;
mod lane;
mod trace;

pub use explain::{Explanation, Piece, explain};
pub use lane::LaneOp;
pub use trace::{Outcome, Recorder, Step, Trace};

use crate::catalog::{Context, Instruction, Modifier, Status, Type};
use crate::clamp::Clamp;
use crate::format::Packing;
use crate::rounding::{Rounding, Subnormals};

/// How many lanes a destination register has at most.
pub const MAX_LANES: usize = 4;
/// How many source operands an instruction has at most.
pub const MAX_SOURCES: usize = 3;

/// What the ISA says of a destination lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// It determines the bits.
    Bits,
    /// A NaN whose sign and payload it leaves open; the bits are what hardware was seen to return.
    AnyNan,
    /// It does not determine the result, or the instruction is not in the ISA and its meaning is
    /// not plain. The bits are those of the correctly rounded result, for reference.
    Unspecified,
}

/// The result of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneResult {
    /// The bits of the element, in the lowest bits.
    pub bits: u64,
    /// How sure they are.
    pub guarantee: Guarantee,
}

/// The result of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The destination register.
    pub destination: u64,
    lanes: [LaneResult; MAX_LANES],
    count: u8,
}

impl Evaluation {
    /// The lanes, least significant first.
    pub fn lanes(&self) -> &[LaneResult] {
        self.lanes.get(..usize::from(self.count)).unwrap_or_default()
    }
}

/// An instruction made ready to evaluate.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    op: LaneOp,
    sources: [Packing; MAX_SOURCES],
    destination: Packing,
}

impl Prepared {
    /// Resolves what the modifiers mean on this target.
    #[must_use]
    pub fn new(instruction: &Instruction, context: &Context) -> Self {
        let result = instruction.destination_type();
        let mut sources = [result.packing(); MAX_SOURCES];
        let mut operands = [result.format(); MAX_SOURCES];
        let fields = sources.iter_mut().zip(&mut operands);
        for (operand, (packing, format)) in instruction.form.sources().iter().zip(fields) {
            *packing = instruction.operand_type(operand).packing();
            *format = instruction.operand_type(operand).format();
        }
        let flush = flush_of(instruction, context);
        let op = LaneOp {
            operation: instruction.form.operation,
            operands,
            source_count: u8::try_from(instruction.form.sources().len()).unwrap_or(0),
            result: result.format(),
            rounding: rounding_of(instruction),
            flush,
            has_oob: instruction.has(Modifier::Oob),
            clamp: clamp_of(instruction),
            keeps_nan_payload: result == Type::F64,
            is_specified: !matches!(
                instruction.form.status,
                Status::Undocumented { is_evident: false, .. }
            ),
        };
        Self { op, sources, destination: result.packing() }
    }

    /// The operation on one lane.
    pub fn lane_op(&self) -> &LaneOp {
        &self.op
    }

    /// How many lanes the destination has.
    pub fn lanes(&self) -> u8 {
        self.destination.lanes
    }

    /// How lanes lie in the destination register.
    pub fn destination(&self) -> Packing {
        self.destination
    }

    /// How lanes lie in the register of source operand `index`.
    pub fn source(&self, index: usize) -> Packing {
        self.sources.get(index).copied().unwrap_or(self.destination)
    }

    /// Evaluates every lane. Registers are raw bits in the order of the syntax line, without the
    /// destination; a missing one counts as 0, bits above a register's width are ignored.
    #[must_use]
    pub fn evaluate(&self, registers: &[u64]) -> Evaluation {
        let nothing = LaneResult { bits: 0, guarantee: Guarantee::Bits };
        let mut lanes = [nothing; MAX_LANES];
        let mut destination = 0;
        for (lane, result) in (0..self.destination.lanes).zip(&mut lanes) {
            *result = self.evaluate_lane(lane, registers, &mut ());
            destination = self.destination.insert(destination, lane, result.bits);
        }
        Evaluation { destination, lanes, count: self.destination.lanes }
    }

    /// Evaluates one lane and reports the steps to `recorder`.
    #[must_use]
    pub fn evaluate_lane(
        &self,
        lane: u8,
        registers: &[u64],
        recorder: &mut impl Recorder,
    ) -> LaneResult {
        let mut operands = [0; MAX_SOURCES];
        let fields = operands.iter_mut().zip(registers).zip(&self.sources);
        for ((operand, register), packing) in fields {
            *operand = packing.extract(*register, lane);
        }
        self.op.evaluate(&operands, recorder)
    }

    /// The steps of one lane.
    #[must_use]
    pub fn trace(&self, lane: u8, registers: &[u64]) -> Trace {
        let mut trace = Trace::default();
        trace.result = Some(self.evaluate_lane(lane, registers, &mut trace));
        trace
    }
}

/// Why subnormals are flushed, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// They are kept.
    No,
    /// The instruction says `.ftz`.
    Modifier,
    /// The target has no f32 subnormals (`sm_1x`).
    Target,
}

impl Flush {
    /// What happens to subnormal results.
    pub const fn subnormals(self) -> Subnormals {
        match self {
            Self::No => Subnormals::Keep,
            Self::Modifier | Self::Target => Subnormals::Flush,
        }
    }
}

/// The first target whose f32 instructions keep subnormals (PTX ISA 9.7.3).
const FIRST_WITH_SUBNORMALS: u16 = 20;

fn flush_of(instruction: &Instruction, context: &Context) -> Flush {
    let is_single = matches!(instruction.destination_type(), Type::F32 | Type::F32x2);
    if instruction.has(Modifier::Ftz) {
        Flush::Modifier
    } else if is_single && context.target.sm < FIRST_WITH_SUBNORMALS {
        Flush::Target
    } else {
        Flush::No
    }
}

fn rounding_of(instruction: &Instruction) -> Rounding {
    let directions = [
        (Modifier::Rz, Rounding::TowardZero),
        (Modifier::Rm, Rounding::TowardNegative),
        (Modifier::Rp, Rounding::TowardPositive),
    ];
    let chosen = directions.into_iter().find(|(modifier, _)| instruction.has(*modifier));
    chosen.map_or(Rounding::TiesToEven, |(_, rounding)| rounding)
}

fn clamp_of(instruction: &Instruction) -> Clamp {
    if instruction.has(Modifier::Sat) {
        Clamp::Unit
    } else if instruction.has(Modifier::Relu) {
        Clamp::Relu
    } else {
        Clamp::None
    }
}

#[cfg(test)]
mod tests;
