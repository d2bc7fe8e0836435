//! Results that GPUs were observed to return for approximate instructions, bit for bit, with evidence.
//!
//! The ISA bounds the error of these instructions and leaves the bits open; what a GPU returns is
//! an observation, with [`Evidence`], and does not change guarantees.
//! `unit.rs` is the special-function unit, a table and integer arithmetic; `operations.rs` has the
//! f32 operations that an instruction performs before and after it, `conversions.rs` the other formats,
//! `refined.rs` the reciprocal root of f64.
//! [`Observed::of`] returns `None` without observations: for other instructions, and for targets
//! that nobody has examined.
//!
//! [`Prepared`] does not depend on it: a program that never calls
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
mod conversions;
mod evidence;
mod explain;
#[doc(hidden)]
pub mod message;
mod operations;
mod refined;
mod unit;
mod weights;

pub use evidence::{ALL, Evidence, Grade, UNKNOWN};
pub use operations::{Change, Operator, Part, Purpose};
pub use unit::{Argument, Inside, Passage, Rows, Unit};

use alloc::vec::Vec;

use self::evidence::Subject;
use self::operations::{Sequence, Single};
use crate::arith::rounding::Subnormals;
use crate::bits::mask;
use crate::catalog::{Context, Instruction, Modifier, Operation};
use crate::eval::{Explanation, Prepared};
use crate::format::table::{F32, F64};
use crate::format::{FloatFormat, Format, Packing};

/// The behavior of GPUs that was observed for an instruction on a target.
#[derive(Clone, Copy, Debug)]
pub struct Observed {
    sequence: Sequence,
    unit: Unit,
    subject: Subject,
    grade: Grade,
    /// The target, as in [`Target::sm`](crate::catalog::Target::sm).
    sm: u16,
    /// The lanes of each register.
    packing: Packing,
    /// The functions that run the sequence for an operand and for many. Pointers, so that only those
    /// who make an observation carry them.
    run: fn(Sequence, [u64; 2]) -> u64,
    fill: fn(Sequence, [&[u64]; 2], &mut [u64]),
}

impl Observed {
    /// Looks up an instruction; `None` where nothing is known.
    #[must_use]
    pub fn of(instruction: &Instruction, context: &Context) -> Option<Self> {
        let Known { unit, subject, grade, format } = known(instruction, context)?;
        let is_flushed = instruction.has(Modifier::Ftz);
        let single = match (instruction.form.operation, unit) {
            (Operation::Div, _) => Single::Quotient {
                is_full: instruction.has(Modifier::Full),
                subnormals: if is_flushed { Subnormals::Flush } else { Subnormals::Keep },
            },
            (_, Unit::Sine | Unit::Cosine) => Single::Turned(unit),
            (_, Unit::Tanh) => Single::Alone(unit),
            _ if is_flushed => Single::Alone(unit),
            _ => Single::Scaled(unit),
        };
        let sequence = match subject {
            Subject::Upper => Sequence::Upper(unit),
            Subject::Refined => Sequence::Refined,
            Subject::Narrow { .. } => Sequence::Narrowed(unit, format),
            Subject::Plain | Subject::Flushed | Subject::Quotient => Sequence::Single(single),
        };
        let packing = Prepared::new(instruction, context).destination();
        let run = |sequence: Sequence, operands| sequence.run(operands, &mut ());
        let sm = context.target.sm;
        Some(Self { sequence, unit, subject, grade, sm, packing, run, fill: Sequence::fill })
    }

    /// Returns the destination register; `None` unless there is a register for each operand, and each
    /// has no more bits than an operand.
    #[must_use]
    pub fn bits(&self, registers: &[u64]) -> Option<u64> {
        self.fits(registers).then(|| {
            (0..self.packing.lanes).fold(0, |bits, lane| {
                self.packing.insert(bits, lane, self.result(self.operands(lane, registers)))
            })
        })
    }

    /// Returns the result in a lane for its operands; the second one does not matter if the
    /// instruction has one operand.
    #[doc(hidden)]
    #[inline]
    pub fn result(&self, operands: [u64; 2]) -> u64 {
        (self.run)(self.sequence, operands)
    }

    /// Writes the results in a lane for rows of its operands, as [`result`](Self::result) returns them.
    #[doc(hidden)]
    pub fn fill(&self, operands: [&[u64]; 2], results: &mut [u64]) {
        (self.fill)(self.sequence, operands, results);
    }

    /// Returns the operations for a lane, in order; none where [`bits`](Self::bits) is `None`.
    #[must_use]
    pub fn parts(&self, lane: u8, registers: &[u64]) -> Vec<Part> {
        let mut parts = Vec::new();
        if self.fits(registers) {
            self.sequence.run(self.operands(lane, registers), &mut parts);
        }
        parts
    }

    /// Whether there is a register for each operand, with no more bits than it has.
    fn fits(&self, registers: &[u64]) -> bool {
        let n_operands = if self.subject == Subject::Quotient { 2 } else { 1 };
        let excess = !mask(self.packing.register_width().into());
        registers.len() == n_operands && registers.iter().all(|register| register & excess == 0)
    }

    /// The operands of a lane.
    fn operands(&self, lane: u8, registers: &[u64]) -> [u64; 2] {
        let operand = |index| {
            registers.get(index).map_or(0, |register: &u64| self.packing.extract(*register, lane))
        };
        [operand(0), operand(1)]
    }

    /// Returns the same in words.
    #[must_use]
    pub fn explain(
        &self,
        instruction: &Instruction,
        lane: u8,
        registers: &[u64],
    ) -> Vec<Explanation> {
        explain::explain(instruction, &self.parts(lane, registers))
    }

    /// Returns the lanes of its registers.
    #[doc(hidden)]
    #[must_use]
    pub const fn packing(&self) -> Packing {
        self.packing
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
        evidence::list(self.unit, self.subject, self.grade, self.sm)
    }
}

/// Returns the grade of the evidence for an instruction, if there is any. This needs none of the
/// tables.
#[must_use]
pub fn grade(instruction: &Instruction, context: &Context) -> Option<Grade> {
    known(instruction, context).map(|known| known.grade)
}

/// The unit, the grade and the format of an observed instruction.
struct Known {
    unit: Unit,
    subject: Subject,
    grade: Grade,
    /// The format of its lanes.
    format: &'static FloatFormat,
}

/// Returns what is known of an instruction, if anything is.
fn known(instruction: &Instruction, context: &Context) -> Option<Known> {
    let form = instruction.form;
    let Format::Float(format) = instruction.destination_type().format() else { return None };
    let unit = unit_of(form.operation)?;
    let is_upper = matches!(form.operation, Operation::RcpUpper | Operation::RsqrtUpper);
    let is_refined = form.operation == Operation::Rsqrt && format == &F64;
    let is_function = is_upper || is_refined || form.bound().is_some() && format != &F64;
    if !form.is_documented() || !is_function {
        return None;
    }
    let subject = if form.operation == Operation::Div {
        Subject::Quotient
    } else if is_upper {
        Subject::Upper
    } else if is_refined {
        Subject::Refined
    } else if format != &F32 {
        Subject::Narrow { is_pair: instruction.destination_type().packing().lanes > 1 }
    } else if instruction.has(Modifier::Ftz) {
        Subject::Flushed
    } else {
        Subject::Plain
    };
    let grade = evidence::grade(unit, subject, context.target.sm)?;
    Some(Known { unit, subject, grade, format })
}

/// Returns the unit that an operation is made with.
const fn unit_of(operation: Operation) -> Option<Unit> {
    match operation {
        Operation::Div | Operation::Rcp | Operation::RcpUpper => Some(Unit::Reciprocal),
        Operation::Sqrt => Some(Unit::Root),
        Operation::Rsqrt | Operation::RsqrtUpper => Some(Unit::ReciprocalRoot),
        Operation::Sin => Some(Unit::Sine),
        Operation::Cos => Some(Unit::Cosine),
        Operation::Lg2 => Some(Unit::Log2),
        Operation::Ex2 => Some(Unit::Exp2),
        Operation::Tanh => Some(Unit::Tanh),
        Operation::Add
        | Operation::Sub
        | Operation::Mul
        | Operation::Fma
        | Operation::MadTruncated
        | Operation::Abs
        | Operation::Neg
        | Operation::Min
        | Operation::Max
        | Operation::CopySign
        | Operation::TestProperty
        | Operation::Convert => None,
    }
}

#[cfg(test)]
mod tests;
