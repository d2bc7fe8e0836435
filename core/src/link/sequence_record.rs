//! Results that a link to a sequence recorded, beside the current ones.

use alloc::vec::Vec;

use super::sequence::SequenceState;
use crate::explore::sequence::{Standing, Value};
use crate::verdict::Verdict;

/// A recorded result of a sequence that is not the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedOutput {
    /// The register, by its index in the sequence.
    pub register: usize,
    /// The bits that were recorded.
    pub recorded: u64,
    /// The bits of the present result; where contraction leaves a choice, of the one where nothing
    /// is fused.
    pub bits: u64,
    /// The guarantee of the present result.
    pub standing: Standing,
    /// Whether the recorded result is permitted, or differs.
    pub verdict: Verdict,
}

impl SequenceState {
    /// The recorded results that are not the present ones; `None` if nothing was recorded.
    ///
    /// A result is permitted if it is one that contraction leaves, together with the other recorded
    /// results, or if it differs only in bits that a reference or a NaN leaves open.
    #[must_use]
    pub fn changed_outputs(&self) -> Option<Vec<ChangedOutput>> {
        let recorded = self.recorded.as_ref()?;
        let sequence = self.sequence();
        let outcomes = sequence.outcomes(&self.registers);
        let pairs = || sequence.outputs().iter().copied().zip(recorded.iter().copied());
        // One way to contract that has all of them.
        let is_possible = outcomes.branches().any(|values| {
            pairs().all(|(register, then)| {
                values.get(register).is_some_and(|value| value.partial().admits(then))
            })
        });
        let changed = pairs().filter_map(|(register, then)| {
            let Value { bits, standing, .. } = outcomes.value(register);
            let may_be = outcomes.of(register).iter().any(|it| it.partial().admits(then));
            let is_permitted = may_be && is_possible;
            let verdict = if is_permitted { Verdict::Permitted } else { Verdict::Differs };
            let changed = ChangedOutput { register, recorded: then, bits, standing, verdict };
            (bits != then).then_some(changed)
        });
        Some(changed.collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::link::{Verdict, parse_sequence};
    use alloc::format;
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn verdicts(code: &str, out: &str) -> Vec<Verdict> {
        let link = format!("v1/sequence@sm_90?code={code}&a=0x3f800800&c=0xbf801000&out={out}");
        let parsed = parse_sequence(&link).unwrap();
        assert_eq!(parsed.problems, [], "{link}");
        let changed = parsed.state.changed_outputs().unwrap();
        changed.into_iter().map(|each| each.verdict).collect()
    }

    #[test]
    fn each_result_that_contraction_leaves_is_permitted() {
        let code = "mul.f32~t,a,a~~add.f32~d,t,c";
        assert_eq!(verdicts(code, "0x00000000"), []);
        assert_eq!(verdicts(code, "0x33800000"), [Verdict::Permitted]);
        assert_eq!(verdicts(code, "0x33800001"), [Verdict::Differs]);
        let rounded = "mul.rn.f32~t,a,a~~add.rn.f32~d,t,c";
        assert_eq!(verdicts(rounded, "0x33800000"), [Verdict::Differs]);
        // A sum has one result, wherever it is read.
        let twice = "mul.f32~t,a,a~~add.f32~s,t,c~~mov.b32~d,s~~mov.b32~e,s";
        assert_eq!(verdicts(twice, "0x33800000,0x33800000"), [Verdict::Permitted; 2]);
        assert_eq!(verdicts(twice, "0x33800000,0x00000000"), [Verdict::Differs]);
    }

    #[test]
    fn only_open_bits_may_be_others() {
        // The upper lane is a NaN of any bits, the lower one is 2.
        let verdict = |bits: &str| {
            let link = format!("v1/sequence@sm_90?code=add.f16x2~d,a,a&a=0x7e003c00&out={bits}");
            let changed = parse_sequence(&link).unwrap().state.changed_outputs().unwrap();
            changed.first().map(|each| each.verdict)
        };
        assert_eq!(verdict("0x7fff4000"), None);
        assert_eq!(verdict("0xfe014000"), Some(Verdict::Permitted));
        // Another number, and an infinity.
        assert_eq!(verdict("0x7fff4001"), Some(Verdict::Differs));
        assert_eq!(verdict("0x7c004000"), Some(Verdict::Differs));
    }
}
