//! The registers of a sequence, evaluated.

use ptxfp::explore::sequence::{Consequence, Consequences, Enclosures, Outcomes, Value};

use crate::program::code::Code;

/// The number of sets of operands tried to find the guarantees.
const MAX_SETS: u64 = 32 * 1024;

/// The registers of a sequence.
pub(super) struct Evaluated {
    /// Their values; where contraction leaves a choice, those where nothing is fused.
    pub(super) values: Vec<Value>,
    /// All of them.
    pub(super) outcomes: Outcomes,
    /// Their guarantees.
    pub(super) enclosed: Enclosures,
    /// The values that follow from observed results.
    followed: Option<Consequences>,
}

impl Evaluated {
    pub(super) fn new(code: &Code, inputs: &[u64]) -> Self {
        let sequence = &code.sequence;
        let outcomes = sequence.outcomes(inputs);
        let registers = 0..sequence.registers().len();
        Self {
            values: registers.map(|register| outcomes.value(register)).collect(),
            outcomes,
            enclosed: sequence.enclose(inputs, MAX_SETS),
            followed: sequence.consequences(inputs, &code.context),
        }
    }

    /// The consequences of observed and of permitted results for a register.
    pub(super) fn consequence(&self, index: usize) -> Option<Consequence> {
        self.followed.as_ref()?.of(index, &self.outcomes, &self.enclosed)
    }
}
