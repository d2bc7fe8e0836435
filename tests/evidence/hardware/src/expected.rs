//! The results that are expected of a GPU.

use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::Prepared;
use ptxfp::observed::Observed;

/// An instruction and what is known of its results.
pub struct Expected {
    /// The evaluator.
    pub prepared: Prepared,
    /// The observations of GPUs, where there are any.
    pub observed: Option<Observed>,
}

impl Expected {
    /// Looks up an instruction.
    #[must_use]
    pub fn of(instruction: &Instruction, context: &Context) -> Self {
        let prepared = Prepared::new(instruction, context);
        Self { prepared, observed: Observed::of(instruction, context) }
    }

    /// The destination register: the observed one, otherwise the evaluator's.
    #[must_use]
    pub fn result(&self, registers: &[u64]) -> u64 {
        let observed = self.observed.and_then(|it| it.bits(registers));
        observed.unwrap_or_else(|| self.prepared.evaluate(registers).destination)
    }
}
