//! Straight-line PTX with named registers, evaluated statement by statement.
//!
//! ```text
//! { .reg .f32 t;             // declarations and braces are optional
//!   mul.rn.f32 t, a, b;      // a and b are read before they are written: inputs
//!   add.rn.f32 d, t, 0.5; }  // d is written and not read afterwards: an output
//! ```
//!
//! Statements end at semicolons, or with their line. Each is parsed and resolved by
//! [`syntax`](crate::syntax) and evaluated by [`eval`](crate::eval), or is one of the
//! [companions](crate::companion); `mov` and parameters are also known. The text may be
//! [inline assembly](crate::program::inline) of another language. A register that is loaded
//! from memory is an input, and one that is stored is an output; addresses are not computed.
//! Unknown statements (branches, other threads) are reported, and values that depend on them are
//! unknown; the rest is evaluated. Nothing here fails or panics, whatever the text. Texts with
//! branches, calls, loads and stores are evaluated as [kernels](kernel).
//!
//! Products and sums without rounding modifiers may be [contracted](Contraction): then registers
//! have several [`Outcomes`], and none of them is determined.
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA, Target};
//! use ptxfp::explore::sequence::Sequence;
//!
//! let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
//! let sequence = Sequence::new("mul.rn.f32 t, a, b; add.rn.f32 d, t, 0.5", &context);
//! assert!(sequence.is_complete());
//! let values = sequence.evaluate(&[0x4000_0000, 0x3f80_0000]);
//! assert_eq!(values[sequence.outputs()[0]].bits, 0x4020_0000);
//! ```

#[cfg(test)]
mod ask_tests;
mod build;
mod call;
mod companion;
mod consequences;
#[cfg(test)]
mod constant_tests;
mod context_directives;
mod contraction;
#[cfg(test)]
mod contraction_tests;
mod declare;
mod dependent_inputs;
#[cfg(test)]
mod dependent_inputs_tests;
#[cfg(test)]
mod elsewhere_tests;
mod evaluated;
mod fusion;
mod guard;
mod infer;
mod input_comments;
mod input_values;
#[cfg(test)]
mod input_values_tests;
mod interpret;
pub mod kernel;
mod memory;
#[cfg(test)]
mod memory_tests;
mod missing;
mod mov;
#[cfg(test)]
mod open_tests;
mod operand;
mod param;
#[cfg(test)]
mod program_tests;
mod read;
mod regions;
mod registers;
mod results;
mod run;
mod scope;
mod special;
mod split;
#[cfg(test)]
mod tests;
mod text;
mod unevaluated;
mod usual_context;
mod value;
mod wide_registers;

pub use companion::Companion;
pub use consequences::{Consequence, Consequences};
pub use context_directives::ContextDirectives;
pub use contraction::Contraction;
pub use evaluated::Evaluated;
pub use fusion::Fusion;
pub use guard::Guard;
pub use input_comments::input_comments;
pub use input_values::located;
pub(crate) use interpret::columns::{Columns, N_AT_ONCE};
pub use interpret::interval::{Enclosure, Enclosures, Lanes};
pub use interpret::outcomes::{MAX_BRANCHES, Outcomes};
pub use interpret::permitted::{Reach, ResultCount, differs_words};
pub use missing::{Missing, NoRun};
pub use read::inputs_in_text;
pub use text::normal;
pub use usual_context::{usual_context, usual_context_of_statement};
pub use value::{Standing, Value};

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::catalog::{Context, Instruction, Type};
use crate::eval::Prepared;
use crate::observed::Observed;
use crate::program::inline::Operand;
use crate::syntax::{Diagnostic, Legality};

/// The largest number of statements that are read.
pub const MAX_STATEMENTS: usize = 4096;

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;

/// A sequence of statements, resolved for a version and target; [`ContextDirectives`] has those that
/// a text names.
///
/// Every write of a register makes a new [`Register`], so that nothing is overwritten: the values
/// of all of them, in order, are the result of an evaluation.
#[derive(Clone, Debug)]
pub struct Sequence {
    statements: Vec<Statement>,
    registers: Vec<Register>,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    diagnostics: Vec<Diagnostic>,
    /// The operands of inline assembly whose expressions are of a variable.
    dependent: Vec<Operand>,
    /// For each register, one more than the last statement that reads it; the largest number for
    /// outputs.
    last_uses: Vec<usize>,
}

/// A register between one write and the next, or as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its name as written; a new one if a register of another block has that name.
    pub name: String,
    /// The type that it is read and shown as.
    pub kind: Type,
    /// Whether a statement determines that type; otherwise only the width is known.
    pub is_typed: bool,
    /// Whether its width is known; it is not where only an unknown statement writes it.
    pub is_known: bool,
    /// The statement that writes it; `None` for an input.
    pub writer: Option<usize>,
    /// The unevaluated statement that it depends on, if its value is not known.
    pub unknown_since: Option<usize>,
    /// Whether a later statement reads it.
    pub is_read: bool,
    /// The first place of its name.
    pub span: Range<usize>,
}

impl Register {
    /// Bits of the register.
    pub const fn width(&self) -> u8 {
        self.kind.packing().register_width()
    }
}

/// The source of an operand of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register.
    Register {
        /// The index of the register in the sequence.
        index: usize,
        /// Whether it was written as another type than it is read as.
        is_reinterpreted: bool,
    },
    /// A value in the statement.
    Value(u64),
}

/// An instruction of the catalog with its operands.
#[derive(Clone, Debug)]
pub struct Call {
    /// The instruction.
    pub instruction: Instruction,
    /// Whether it is documented.
    pub legality: Legality,
    /// The instruction, prepared.
    pub prepared: Prepared,
    /// The source operands, in the order of the syntax line.
    pub sources: Vec<Source>,
    /// The register that it writes.
    pub destination: usize,
    /// The extension of the result in a wider register.
    pub widened: Option<Widened>,
    /// The ways to fuse it with products, if it is a sum.
    pub contractions: Vec<Contraction>,
    /// The observed results, taken in place of the reference; see [`Sequence::observe`].
    pub observed: Option<Box<Observed>>,
}

/// A result in a register that is wider than the instruction's type (PTX ISA 9.7.9.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widened {
    /// Bits of the result.
    pub from: u8,
    /// Bits of the register.
    pub to: u8,
    /// Whether the sign is extended; zeros are put before the result otherwise.
    pub is_signed: bool,
}

/// A `mov`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The operands that are read: one register or value, the parts to pack, the lowest first, or
    /// as many as are written.
    pub sources: Vec<Source>,
    /// The registers that are written: one, or those that parts are unpacked to, the lowest first;
    /// `None` for a part that nothing takes.
    pub destinations: Vec<Option<usize>>,
    /// Bits of a part.
    pub part_width: u8,
}

/// The effect of a statement.
#[derive(Clone, Debug)]
pub enum Action {
    /// It computes.
    Call(Call),
    /// It computes with integers, bits or predicates.
    Companion(Companion),
    /// It copies, packs or unpacks.
    Move(Move),
    /// It is not known, and neither are the registers that it seems to write.
    Unknown(Vec<usize>),
    /// It names registers, or ends the function: nothing is computed.
    Declaration,
}

/// A statement of a sequence.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its bytes in the text, without the semicolon.
    pub span: Range<usize>,
    /// The place of opcode and modifiers, which a [`Fix`](crate::syntax::Fix) that spells replaces.
    pub head: Range<usize>,
    /// The statement on one line, in the usual notation, with the names of [`Register`]s.
    pub text: String,
    /// The effect of the statement.
    pub action: Action,
    /// The predicate that decides whether it runs.
    pub guard: Option<Guard>,
    /// The diagnostics of the statement, with places in the whole text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Sequence {
    /// Reads and resolves a text; [`Self::diagnostics`] has the errors in it.
    #[must_use]
    pub fn new(text: &str, context: &Context) -> Self {
        build::build(text, context)
    }

    /// An instruction alone, with the operands of its syntax line as registers; `-` in their names
    /// becomes `_`.
    #[must_use]
    pub fn of_instruction(instruction: &Instruction, context: &Context) -> Self {
        Self::new(&plain_statement(instruction), context)
    }

    /// The statements, in order, without labels and directives.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// The registers, in the order of their first use and of their writes.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    /// The indices of the registers that are read before they are written.
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// The indices of the registers whose last value is written and not read.
    pub fn outputs(&self) -> &[usize] {
        &self.outputs
    }

    /// The registers that are read before they are written.
    pub fn input_registers(&self) -> impl Iterator<Item = &Register> {
        self.inputs.iter().filter_map(|index| self.registers.get(*index))
    }

    /// The registers whose last value is written and not read.
    pub fn output_registers(&self) -> impl Iterator<Item = &Register> {
        self.outputs.iter().filter_map(|index| self.registers.get(*index))
    }

    /// The diagnostics in the order of the text, those of statements included.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let each = self.statements.iter().flat_map(|statement| &statement.diagnostics);
        let mut all: Vec<_> = self.diagnostics.iter().chain(each).collect();
        crate::order::sort_by_key(&mut all, |diagnostic| diagnostic.span.start);
        all
    }

    /// Whether all of it is evaluated and there is a result.
    pub fn is_complete(&self) -> bool {
        self.diagnostics().is_empty() && !self.outputs.is_empty()
    }

    /// The registers of an index.
    pub fn register(&self, index: usize) -> Option<&Register> {
        self.registers.get(index)
    }
}

/// The statement of an instruction, with the operands of its syntax line as registers.
#[doc(hidden)]
pub fn plain_statement(instruction: &Instruction) -> String {
    instruction.statement().replace('-', "_")
}

/// The line and the column of a byte of a text, both from 1, the column in characters.
#[must_use]
pub fn line_and_column(text: &str, position: usize) -> (usize, usize) {
    let before = text.get(..position.min(text.len())).unwrap_or(text);
    let line = before.split('\n').count();
    let last = before.rsplit('\n').next().unwrap_or_default();
    (line, last.chars().count() + 1)
}
