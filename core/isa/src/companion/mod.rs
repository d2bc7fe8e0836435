//! Companion instructions: those that surround floating-point code and compute with integers,
//! bits and predicates.
//!
//! They have their own table, in the language of the [catalog](crate::catalog), which also fills
//! their slots. They involve no rounding, no clamping to a format and no reading, so a row only
//! names an operation on registers, and users of the catalog (sweeps, corner cases, accuracy) do
//! not include them.
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA, Target};
//! use ptxfp::internals::companion::resolve;
//! use ptxfp::syntax::parse;
//!
//! let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
//! let (statement, _) = parse("lop3.b32 d, a, b, c, 0x96");
//! let found = resolve(&statement, &context).unwrap().unwrap();
//! assert_eq!(found.to_string(), "lop3.b32");
//! assert_eq!(found.prepare(&context).evaluate(&[0b1100, 0b1010, 0b1111, 0x96]), [0b1001, 0]);
//! ```

mod arithmetic;
mod bits;
mod compare;
mod complete;
mod evaluate;
mod find;
mod follow;
#[cfg(test)]
mod follow_tests;
mod form;
#[cfg(test)]
mod legality_tests;
mod list;
mod partial;
mod resolve;
mod rows;
mod shape;
#[cfg(test)]
mod tests;
mod words;

pub use complete::{Word, complete};
pub use evaluate::{Prepared, Results};
pub use find::find;
pub use follow::{Given, MAX_OPERANDS};
pub use form::{Constants, Form, Kind, Operand, Operation, Slot};
pub use list::{forms_of, opcodes};
pub use partial::Partial;
pub use resolve::{Instruction, NEGATED, resolve};
pub use rows::ROWS;
pub use shape::{Class, Shape};
