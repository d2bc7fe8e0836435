//! The front door: an instruction that is legal, evaluated on operands that fit it.
//!
//! What the modules below compute is put together here, and what can go wrong is an error: nothing
//! that is illegal is evaluated, and no operand is missing or cut off.

mod diagnostics;
mod evaluation;
mod instruction;
mod link;
mod many;
#[cfg(test)]
mod tests;
mod value;

pub use diagnostics::Diagnostics;
pub use evaluation::{Evaluation, Lane};
pub use instruction::{Instruction, Operand, OperandError};
pub use link::{Link, LinkError};
pub use value::Value;
