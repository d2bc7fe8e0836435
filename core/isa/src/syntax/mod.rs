//! Text to instruction: parsing, legality, diagnostics, and the choices around an instruction.
//!
//! Parsing never fails: [`check`] reports errors with positions and fixes.
//! Everything derives from the catalog; printing an [`Instruction`](crate::catalog::Instruction)
//! gives the canonical spelling back.

#[cfg(feature = "full")]
pub mod ask;
mod availability;
mod chips;
#[cfg(feature = "full")]
mod complete;
#[doc(hidden)]
pub mod constant;
mod destination;
mod diagnostic;
mod fit;
mod intended;
mod mismatch;
mod name;
mod operands;
mod parse;
mod register;
mod resolve;
mod suggest;
#[cfg(feature = "full")]
mod switch;
mod unknown;
mod values;

#[cfg(feature = "full")]
pub(crate) use availability::{fix, lacking};
pub use chips::{Chip, ChipGroup, ChipState, chips, overloads};
#[cfg(feature = "full")]
pub use complete::{Completion, Proposal, Standing, complete};
pub use constant::Constant;
pub use destination::valued_destination;
pub use diagnostic::{Action, Code, Diagnostic, Fix};
#[cfg(feature = "full")]
pub(crate) use intended::Intended;
#[doc(hidden)]
pub use intended::usual_instruction;
#[doc(hidden)]
pub use name::{is_name, is_word};
pub use parse::{OperandText, Statement, Token, parse};
pub use register::{example, input, register, stated, stated_for, value};
pub use resolve::{Legality, Resolution, legality, resolve};
#[cfg(feature = "full")]
pub use switch::with_opcode;
pub use values::{operand_list, operand_text, operand_values, read, written_sources};

use alloc::vec::Vec;

use crate::catalog::Context;
use crate::order::sort_by_key;

/// Parses and resolves a statement.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::syntax::{Legality, check};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let found = check("fma.rn.relu.bf16x2 d, a, b, c;", &context);
/// assert_eq!(found.legality, Legality::Documented);
///
/// let rejected = check("fma.rn.ftz.bf16x2 d, a, b, c;", &context);
/// assert_eq!(rejected.diagnostics[0].span, 6..10);
/// assert_eq!(rejected.nearest.unwrap().to_string(), "fma.rn.bf16x2");
/// ```
#[must_use]
pub fn check(text: &str, context: &Context) -> Resolution {
    let (statement, mut diagnostics) = parse(text);
    let mut resolution = resolve(&statement, context);
    if !diagnostics.is_empty() {
        resolution.instruction = None;
        resolution.legality = Legality::Rejected;
        // A fix keeps the text that cannot be parsed, unless it replaces the whole statement.
        for diagnostic in &mut resolution.diagnostics {
            diagnostic.fixes.retain(|fix| matches!(fix.action, Action::Statement(_)));
        }
    }
    diagnostics.append(&mut resolution.diagnostics);
    sort_by_key(&mut diagnostics, |diagnostic| diagnostic.span.start);
    resolution.diagnostics = diagnostics;
    resolution
}

/// Returns the errors in a statement: those of [`check`], and, if it is
/// [written as in a file of PTX](Statement::is_ptx), its constants that the assembler refuses.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::syntax::errors;
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// assert_eq!(errors("add.f32 d, 1, b", &context), []);
/// let found = errors("add.f32 d, 1, b;", &context);
/// assert_eq!(found[0].to_string(), ".f32 takes a floating-point constant, but `1` is an integer; write 1.0");
/// ```
#[must_use]
pub fn errors(text: &str, context: &Context) -> Vec<Diagnostic> {
    let found = check(text, context);
    match found.instruction {
        Some(instruction) => parse(text).0.wrong_constants(&instruction),
        None => found.diagnostics,
    }
}

#[cfg(test)]
mod diagnostics_tests;
#[cfg(test)]
mod fixes_tests;
#[cfg(test)]
mod tests;
