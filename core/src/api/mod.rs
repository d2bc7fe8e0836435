//! The front door: an instruction that is legal, evaluated on operands that fit it.
//!
//! It combines the modules below and checks their input: an illegal instruction, a missing operand
//! or an operand that is too wide is an error.

mod batch;
mod diagnostics;
mod evaluation;
mod instruction;
#[cfg(feature = "full")]
mod link;
#[cfg(feature = "full")]
mod program;
#[cfg(feature = "full")]
mod run;
#[cfg(test)]
mod tests;
mod value;

pub use diagnostics::Diagnostics;
pub use evaluation::{Evaluation, Lane};
pub use instruction::{Instruction, Operand, OperandError};
#[cfg(feature = "full")]
pub use link::{Link, LinkError};
#[cfg(feature = "full")]
pub use program::{InputError, Program, Register};
#[cfg(feature = "full")]
pub use run::{Outcome, Run};
pub use value::Value;
