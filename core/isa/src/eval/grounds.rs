//! The possible grounds of the results of a form, beside the text.

use alloc::string::String;
use alloc::vec::Vec;

use super::Prepared;
use crate::catalog::{Context, Form, LATEST_ISA, Target, instructions_of, isa};
use crate::source::observation::Observation;
use crate::source::reading::Readings;

/// The possible grounds of the results of a form, beside the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds {
    /// The readings that decide some of its results.
    pub readings: Readings,
    /// The observations behind the bits of its open NaNs.
    pub observations: Vec<&'static Observation>,
}

impl Grounds {
    /// The grounds of a form, on a target that flushes f32 subnormals and on newer ones.
    #[must_use]
    pub fn of(form: &'static Form) -> Self {
        let old = isa(1, 4);
        let places = [
            ("sm_100a", LATEST_ISA),
            ("sm_107a", LATEST_ISA),
            ("sm_90", LATEST_ISA),
            ("sm_13", old),
            ("sm_10", isa(1, 0)),
        ];
        let mut grounds = Self::default();
        for instruction in instructions_of(form) {
            for (target, isa) in places {
                let Some(target) = Target::parse(target) else { continue };
                let context = Context { isa, target };
                if !instruction.is_available(&context) {
                    continue;
                }
                let op = *Prepared::new(&instruction, &context).lane_op();
                grounds.readings = grounds.readings.union(op.readings);
                if op.result.canonical_nan().is_none() || !op.leaves_nans_open() {
                    continue;
                }
                // One NaN among the operands, and as many as there are.
                let nans = op.operands.map(|format| format.canonical_nan().unwrap_or(0));
                let [first, ..] = nans;
                for operands in [[first, 0, 0], nans] {
                    let observation = op.observation(&operands);
                    if !grounds.observations.contains(&observation) {
                        grounds.observations.push(observation);
                    }
                }
            }
        }
        grounds
    }

    /// A sentence or two for each reading, and one for the observations.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let reading = |reading: &'static crate::source::reading::Reading| {
            let parts =
                ["Reading ", reading.id, ": ", reading.question, ". Chosen: ", reading.taken, "."];
            parts.concat()
        };
        let mut sentences: Vec<String> = self.readings.iter().map(reading).collect();
        if !self.observations.is_empty() {
            let origins =
                self.observations.iter().map(|it| [it.kind.name(), " (", it.origin, ")"].concat());
            let origins = origins.collect::<Vec<_>>().join("; ");
            sentences.push(["Bits of NaNs that the ISA leaves open: ", &origins, "."].concat());
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Grounds;
    use crate::catalog::forms;
    use crate::source::reading::ALL;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_reading_is_that_of_a_form() {
        let all = forms().map(|form| Grounds::of(form).readings);
        let all = all.reduce(crate::source::reading::Readings::union).unwrap();
        let missing: Vec<_> = ALL.iter().filter(|it| !all.has(it.key)).map(|it| it.id).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
