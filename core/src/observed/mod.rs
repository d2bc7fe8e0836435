//! What GPUs return for approximate instructions, bit for bit, and how that is known.
//!
//! The ISA bounds the error of these instructions and leaves the bits open; what a GPU returns is
//! an observation, with [`Evidence`], and takes nothing from what is guaranteed.
//! `unit.rs` is the special-function unit, a table and integer arithmetic; `around.rs` has the
//! operations of f32 that an instruction does before and after it.
//! Where nothing was observed, [`Observed::of`] has nothing: it says nothing of other instructions
//! and of targets on which nobody looked.
//!
//! It stands beside [`Prepared`](crate::eval::Prepared), which does not know of it: a program that
//! never calls [`Observed::of`] carries no tables.
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA, Target};
//! use ptxfp::observed::{Grade, Observed};
//! use ptxfp::syntax::check;
//!
//! let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
//! let instruction = check("div.full.f32", &context).instruction.unwrap();
//! let observed = Observed::of(&instruction, &context).unwrap();
//! // 4.6875 / 0.9375 is 5, and a GPU returns the number next to it.
//! assert_eq!(observed.bits(&[0x4096_0000, 0x3f70_0000]), 0x40a0_0001);
//! assert_eq!(observed.grade(), Grade::Composed);
//! ```

mod around;
mod coefficients;
mod evidence;
mod explain;
pub mod message;
mod unit;

pub use around::{Operator, Part, Purpose};
pub use evidence::{ALL, Evidence, Grade, UNKNOWN};
pub use unit::{Argument, Inside, Passage, Unit};

use alloc::vec::Vec;

use self::around::Sequence;
use crate::arith::rounding::Subnormals;
use crate::bits::low_half;
use crate::catalog::{Context, Instruction, Modifier, Operation};
use crate::eval::Explanation;
use crate::format::Format;
use crate::format::table::F32;

/// What GPUs were observed to return for an instruction on a target.
#[derive(Clone, Copy, Debug)]
pub struct Observed {
    sequence: Sequence,
    unit: Unit,
    grade: Grade,
    /// What runs the sequence. A pointer, so that only those who make an observation carry it.
    run: fn(Sequence, [u32; 2]) -> u32,
}

impl Observed {
    /// Looks up an instruction; `None` where nothing is known.
    #[must_use]
    pub fn of(instruction: &Instruction, context: &Context) -> Option<Self> {
        let (unit, grade) = known(instruction, context)?;
        let is_flushed = instruction.has(Modifier::Ftz);
        let sequence = match (instruction.form.operation, unit) {
            (Operation::Div, _) => Sequence::Quotient {
                is_full: instruction.has(Modifier::Full),
                subnormals: if is_flushed { Subnormals::Flush } else { Subnormals::Keep },
            },
            (_, Unit::Sine | Unit::Cosine) => Sequence::Turned(unit),
            _ if is_flushed => Sequence::Alone(unit),
            _ => Sequence::Scaled(unit),
        };
        let run = |sequence: Sequence, numbers| sequence.run(numbers, &mut ());
        Some(Self { sequence, unit, grade, run })
    }

    /// The destination register for source registers, which have one number each.
    #[must_use]
    pub fn bits(&self, registers: &[u64]) -> u64 {
        u64::from((self.run)(self.sequence, numbers(registers)))
    }

    /// What the instruction does, in order.
    #[must_use]
    pub fn parts(&self, registers: &[u64]) -> Vec<Part> {
        let mut parts = Vec::new();
        self.sequence.run(numbers(registers), &mut parts);
        parts
    }

    /// The same in words.
    #[must_use]
    pub fn explain(&self, instruction: &Instruction, registers: &[u64]) -> Vec<Explanation> {
        explain::explain(instruction, &self.parts(registers))
    }

    /// The function of the unit.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// How it is known.
    #[must_use]
    pub const fn grade(&self) -> Grade {
        self.grade
    }

    /// What it is known from, the evidence that the grade is of first.
    #[must_use]
    pub fn evidence(&self) -> Vec<&'static Evidence> {
        let is_quotient = matches!(self.sequence, Sequence::Quotient { .. });
        evidence::list(self.unit, is_quotient, self.grade)
    }
}

/// How it is known what GPUs return for an instruction; `None` where it is not. It takes none of the
/// tables.
#[must_use]
pub fn grade(instruction: &Instruction, context: &Context) -> Option<Grade> {
    known(instruction, context).map(|(_, grade)| grade)
}

/// The function of the unit that an instruction is made with, and how that is known.
fn known(instruction: &Instruction, context: &Context) -> Option<(Unit, Grade)> {
    let form = instruction.form;
    let is_single = instruction.destination_type().format() == Format::Float(&F32);
    if !is_single || form.bound().is_none() || !form.is_documented() {
        return None;
    }
    let unit = unit_of(form.operation)?;
    let is_composed = instruction.has(Modifier::Ftz) || form.operation == Operation::Div;
    Some((unit, evidence::grade(unit, is_composed, context.target.sm)?))
}

/// The unit that an operation is made with.
const fn unit_of(operation: Operation) -> Option<Unit> {
    match operation {
        Operation::Div | Operation::Rcp => Some(Unit::Reciprocal),
        Operation::Sqrt => Some(Unit::Root),
        Operation::Rsqrt => Some(Unit::ReciprocalRoot),
        Operation::Sin => Some(Unit::Sine),
        Operation::Cos => Some(Unit::Cosine),
        Operation::Lg2 => Some(Unit::Log2),
        Operation::Ex2 => Some(Unit::Exp2),
        Operation::Add
        | Operation::Sub
        | Operation::Mul
        | Operation::Fma
        | Operation::MadTruncated
        | Operation::Abs
        | Operation::Neg
        | Operation::Min
        | Operation::Max
        | Operation::Tanh
        | Operation::RcpUpper
        | Operation::RsqrtUpper
        | Operation::CopySign
        | Operation::TestProperty
        | Operation::Convert => None,
    }
}

/// The numbers in source registers; a missing one counts as 0.
fn numbers(registers: &[u64]) -> [u32; 2] {
    [0, 1].map(|index: usize| registers.get(index).map_or(0, |register| low_half(*register)))
}

#[cfg(test)]
mod tests;
