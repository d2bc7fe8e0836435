//! The consequences of observed GPU results in a sequence, beside the permitted results.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{
    Action, Call, Enclosure, Enclosures, Outcomes, ResultCount, Sequence, Standing, Value,
};
use crate::catalog::Context;
use crate::observed::Observed;

/// The largest number of runs that try permitted results.
const MAX_RUNS: usize = 4096;

/// The consequences of observations for all registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequences {
    /// The registers where approximate results are those that were observed, as far as that is
    /// known.
    values: Vec<Value>,
    /// The number of results that the permitted ones lead to; not known of registers that are no
    /// outputs.
    several: Vec<ResultCount>,
    /// Whether they come after an approximate instruction that leaves its result open.
    are_after: Vec<bool>,
}

/// The consequences for a register that an approximate instruction leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// Its bits according to observations, if there are any of everything that it depends on.
    pub observed: Option<u64>,
    /// The number of results that the permitted ones lead to.
    pub several: ResultCount,
}

impl Consequence {
    /// The standing of a register that was open without these consequences.
    #[must_use]
    pub fn settle(&self, standing: Standing) -> Standing {
        if self.several == ResultCount::One { Standing::Determined } else { standing }
    }
}

impl Sequence {
    /// Finds the consequences of observed results, and tries permitted results. Inputs are raw bits
    /// in the order of [`Self::inputs`]; a missing one counts as 0. `None` if no instruction is
    /// approximate.
    #[must_use]
    pub fn consequences(&self, inputs: &[u64], context: &Context) -> Option<Consequences> {
        let observing = self.observing(context)?;
        let mut several = alloc::vec![ResultCount::Unknown; self.registers.len()];
        for (output, reached) in self.outputs.iter().zip(self.reach(inputs, MAX_RUNS).outputs) {
            if let Some(place) = several.get_mut(*output) {
                *place = reached;
            }
        }
        let values = self.evaluate(inputs);
        let is_open = |register| values.get(register).is_some_and(|it: &Value| !it.is_determined());
        let are_after = self.after_approximate(is_open);
        Some(Consequences { values: observing.evaluate(inputs), several, are_after })
    }

    /// The sequence with the results that were observed, where they are known, in place of those of
    /// approximate instructions. `None` if no instruction is approximate.
    #[must_use]
    pub fn observing(&self, context: &Context) -> Option<Self> {
        if !self.is_approximate() {
            return None;
        }
        let mut observing = self.clone();
        for statement in &mut observing.statements {
            let Action::Call(call) = &mut statement.action else { continue };
            if call.is_approximate() {
                call.observed = Observed::of(&call.instruction, context).map(Box::new);
            }
        }
        Some(observing)
    }

    /// For each register, whether it is the open result of an approximate instruction or depends on
    /// one, even if its bits are the same for all permitted results.
    #[must_use]
    pub fn after_approximate(&self, is_open: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut all = alloc::vec![false; self.registers.len()];
        let is = |all: &[bool], register: usize| all.get(register).copied().unwrap_or(false);
        for statement in &self.statements {
            let mut read = statement.reads().into_iter().chain(statement.kept());
            let is_after = read.any(|register| is(&all, register));
            let is_approximate = statement.action.call().is_some_and(Call::is_approximate);
            for register in statement.destinations() {
                if let Some(place) = all.get_mut(register) {
                    *place = is_after || is_approximate && is_open(register);
                }
            }
        }
        all
    }
}

impl Consequences {
    /// Returns the consequences for a register, beside its references and its guarantee. `None` if
    /// it depends on no result that an approximate instruction leaves open, or nothing is known.
    #[must_use]
    pub fn of(
        &self,
        register: usize,
        outcomes: &Outcomes,
        enclosed: &Enclosures,
    ) -> Option<Consequence> {
        let is_after = self.are_after.get(register).copied().unwrap_or(false);
        let standing = outcomes.value(register).standing;
        if standing != Standing::Reference && !(standing == Standing::Determined && is_after) {
            return None;
        }
        let value = self.values.get(register)?;
        let observed = (value.standing == Standing::Determined).then_some(value.bits);
        let several = match enclosed.of(register) {
            Enclosure::Bits(_) => ResultCount::One,
            Enclosure::AnyNan(_) | Enclosure::Within(_) | Enclosure::Open => {
                *self.several.get(register)?
            }
        };
        // A few observed results are not permitted, and what follows may not be either.
        let is_other = observed.is_some_and(|bits| bits != outcomes.value(register).bits);
        let several =
            if is_other && several == ResultCount::One { ResultCount::Unknown } else { several };
        let is_known = observed.is_some() || several != ResultCount::Unknown;
        is_known.then_some(Consequence { observed, several })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{LATEST_ISA, Target};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// The consequences for the register of a name, on `sm_90`.
    fn followed(text: &str, inputs: &[u64], name: &str) -> Option<Consequence> {
        followed_on("sm_90", text, inputs, name)
    }

    fn followed_on(target: &str, text: &str, inputs: &[u64], name: &str) -> Option<Consequence> {
        let context = Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() };
        let sequence = Sequence::new(text, &context);
        let index = sequence.registers().iter().position(|register| register.name == name);
        let followed = sequence.consequences(inputs, &context)?;
        followed.of(index.unwrap(), &sequence.outcomes(inputs), &sequence.enclose(inputs, 1024))
    }

    #[test]
    fn what_follows_says_whether_it_could_be_different() {
        let quotient = "div.full.f32 q, a, b; cvt.rn.bf16.f32 d, q;";
        let operands = [0x4096_0000, 0x3f70_0000];
        let within = Consequence { observed: Some(0x40a0_0001), several: ResultCount::Unknown };
        assert_eq!(followed(quotient, &operands, "q"), Some(within));
        let rounded = Consequence { observed: Some(0x40a0), several: ResultCount::One };
        assert_eq!(followed(quotient, &operands, "d"), Some(rounded));
        let alone = Consequence { observed: Some(0x40a0_0001), several: ResultCount::Many };
        assert_eq!(followed("div.full.f32 d, a, b", &operands, "d"), Some(alone));
    }

    #[test]
    fn what_is_not_permitted_is_not_said_to_be() {
        // Every permitted quotient is less than the observed one.
        let beyond = "div.approx.f32 q, a, b; set.ge.f32.f32 d, q, 0f86f6216b;";
        let operands = [0x2b6d_cf1e, 0xe3f7_5845];
        let expected = Consequence { observed: Some(0x3f80_0000), several: ResultCount::Unknown };
        assert_eq!(followed(beyond, &operands, "d"), Some(expected));
    }

    #[test]
    fn what_nobody_observed_takes_nothing_from_the_rest() {
        let two = "rcp.approx.f32 r, a; ex2.approx.f16x2 t, b; add.f16x2 s, t, t;";
        let followed = |name| followed_on("sm_103", two, &[0x4040_0000, 0x3801_3802], name);
        assert!(followed("r").unwrap().observed.is_some());
        assert_eq!(followed("t"), None);
        assert_eq!(followed("s"), None);
    }

    #[test]
    fn nothing_follows_where_nothing_is_approximate() {
        assert_eq!(followed("fma.rn.f32 d, a, a, a", &[0x3f80_0000], "d"), None);
        // The reciprocal of a power of 2 is exact, and this one is infinite.
        assert_eq!(followed("rcp.approx.f32 d, a", &[0], "d"), None);
        let beside = "rcp.approx.f32 r, a; mul.rn.f32 d, b, b;";
        assert_eq!(followed(beside, &[0x4040_0000, 0x3f80_0000], "d"), None);
    }
}
