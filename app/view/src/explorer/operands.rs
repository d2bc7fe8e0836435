//! The instruction that the explorer is about.

use ptxfp::catalog::{Context, Instruction};

/// An instruction with its present operands.
pub struct Operands<'m> {
    /// The instruction.
    pub instruction: &'m Instruction,
    /// The context.
    pub context: &'m Context,
    /// Its source registers.
    pub registers: &'m [u64],
}

impl Operands<'_> {
    /// The name of a source operand.
    pub(super) fn name(&self, source: usize) -> &'static str {
        let operand = self.instruction.form.sources().get(source);
        operand.map_or("", |operand| operand.name)
    }
}
