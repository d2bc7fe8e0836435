//! Results that GPUs were observed to return for approximate instructions, bit for bit, with evidence.
//!
//! The ISA bounds the error of these instructions and leaves the bits open; what a GPU returns is
//! an observation, with [`Evidence`], and does not change guarantees.
//! `unit.rs` is the special-function unit, a table and integer arithmetic; `around.rs` has the
//! f32 operations that an instruction performs before and after it.
//! [`Observed::of`] returns `None` without observations: for other instructions, and for targets
//! that nobody has examined.
//!
//! [`Prepared`](crate::eval::Prepared) does not depend on it: a program that never calls
//! [`Observed::of`] carries no tables.
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA};
//! use ptxfp::observed::{Grade, Observed};
//! use ptxfp::syntax::check;
//!
//! let context = Context { isa: LATEST_ISA, target: "sm_90".parse()? };
//! let instruction = check("div.full.f32", &context).instruction.unwrap();
//! let observed = Observed::of(&instruction, &context).unwrap();
//! // 4.6875 / 0.9375 is 5, and a GPU returns the number next to it.
//! assert_eq!(observed.bits(&[0x4096_0000, 0x3f70_0000]), Some(0x40a0_0001));
//! assert_eq!(observed.bits(&[0x4096_0000]), None);
//! assert_eq!(observed.grade(), Grade::Composed);
//! # Ok::<(), ptxfp::UnknownTarget>(())
//! ```

mod coefficients;
mod evidence;
mod explain;
#[doc(hidden)]
pub mod message;
mod operations;
mod unit;

pub use evidence::{ALL, Evidence, Grade, UNKNOWN};
pub use operations::{Operator, Part, Purpose};
pub use unit::{Argument, Inside, Passage, Unit};

use alloc::vec::Vec;

use self::operations::Sequence;
use crate::arith::rounding::Subnormals;
use crate::catalog::{Context, Instruction, Modifier, Operation};
use crate::eval::Explanation;
use crate::format::Format;
use crate::format::table::F32;

/// The behavior of GPUs that was observed for an instruction on a target.
#[derive(Clone, Copy, Debug)]
pub struct Observed {
    sequence: Sequence,
    unit: Unit,
    grade: Grade,
    /// The function that runs the sequence. A pointer, so that only those who make an observation
    /// carry it.
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

    /// Returns the destination register; `None` unless there is a register of 32 bits for each
    /// operand.
    #[must_use]
    pub fn bits(&self, registers: &[u64]) -> Option<u64> {
        Some(self.result(self.numbers(registers)?))
    }

    /// Returns the destination register for the numbers in the source registers; the second one does
    /// not matter if the instruction has one operand.
    #[doc(hidden)]
    pub fn result(&self, numbers: [u32; 2]) -> u64 {
        u64::from((self.run)(self.sequence, numbers))
    }

    /// Returns the operations of the instruction, in order; none where [`bits`](Self::bits) is `None`.
    #[must_use]
    pub fn parts(&self, registers: &[u64]) -> Vec<Part> {
        let mut parts = Vec::new();
        if let Some(numbers) = self.numbers(registers) {
            self.sequence.run(numbers, &mut parts);
        }
        parts
    }

    /// Returns the numbers in source registers, if these fit.
    fn numbers(&self, registers: &[u64]) -> Option<[u32; 2]> {
        let number = |register: u64| u32::try_from(register).ok();
        match (self.sequence, registers) {
            (Sequence::Quotient { .. }, [a, b]) => Some([number(*a)?, number(*b)?]),
            (Sequence::Alone(_) | Sequence::Scaled(_) | Sequence::Turned(_), [a]) => {
                Some([number(*a)?, 0])
            }
            _ => None,
        }
    }

    /// Returns the same in words.
    #[must_use]
    pub fn explain(&self, instruction: &Instruction, registers: &[u64]) -> Vec<Explanation> {
        explain::explain(instruction, &self.parts(registers))
    }

    /// Returns the function of the unit.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// Returns the grade of the evidence.
    #[must_use]
    pub const fn grade(&self) -> Grade {
        self.grade
    }

    /// Returns the evidence, that of the grade first.
    #[must_use]
    pub fn evidence(&self) -> Vec<&'static Evidence> {
        let is_quotient = matches!(self.sequence, Sequence::Quotient { .. });
        evidence::list(self.unit, is_quotient, self.grade)
    }
}

/// Returns the grade of the evidence for an instruction, if there is any. This needs none of the
/// tables.
#[must_use]
pub fn grade(instruction: &Instruction, context: &Context) -> Option<Grade> {
    known(instruction, context).map(|(_, grade)| grade)
}

/// Returns the function of the unit that an instruction is made with, and the grade of the evidence.
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

/// Returns the unit that an operation is made with.
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

#[cfg(test)]
mod tests;
