//! The registers of a sequence with all that is known of them.

use alloc::vec::Vec;

use super::{Consequence, Consequences, Enclosures, Outcomes, Register, Sequence, Standing, Value};
use crate::catalog::Context;

/// The number of sets of operands tried to find the guarantees.
const MAX_SETS: u64 = 32 * 1024;

/// The registers of a sequence for some inputs: values, guarantees, and what follows from results
/// that were observed.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The values; where contraction leaves a choice, those where nothing is fused.
    pub values: Vec<Value>,
    /// All of them.
    pub outcomes: Outcomes,
    /// The guarantees.
    pub enclosed: Enclosures,
    followed: Option<Consequences>,
}

impl Sequence {
    /// Evaluates all registers for raw bits in the order of [`Self::inputs`]; a missing one counts
    /// as 0.
    #[must_use]
    pub fn evaluated(&self, inputs: &[u64], context: &Context) -> Evaluated {
        let outcomes = self.outcomes(inputs);
        Evaluated {
            values: (0..self.registers.len()).map(|index| outcomes.value(index)).collect(),
            outcomes,
            enclosed: self.enclose(inputs, MAX_SETS),
            followed: self.consequences(inputs, context),
        }
    }
}

impl Evaluated {
    /// The consequences of observed and of permitted results for a register.
    #[must_use]
    pub fn consequence(&self, index: usize) -> Option<Consequence> {
        self.followed.as_ref()?.of(index, &self.outcomes, &self.enclosed)
    }

    /// The standing of a register as it is shown: where every permitted result leads to the same bits,
    /// they are determined.
    #[must_use]
    pub fn standing(&self, index: usize, register: &Register) -> Standing {
        let own = self.outcomes.value(index).shown(register, self.enclosed.of(index));
        self.consequence(index).map_or(own, |it| it.settle(own))
    }
}
