//! The evidence for observed results: the words around the data of the core.

use ptxfp::observed::{self, Evidence, Grade};
use ptxfp::source::observation::{self, Observation};

/// The whole view; also a page without scripts.
#[derive(PartialEq, Eq, Debug)]
pub struct EvidenceView {
    /// The introduction.
    pub lead: &'static str,
    /// The grades, the strongest first.
    pub grades: [Grade; 4],
    /// The introduction to the grades.
    pub grades_lead: &'static str,
    /// The claims about approximate instructions.
    pub claims: &'static [&'static Evidence],
    /// The note on what is not known.
    pub unknown: &'static str,
    /// The observations of NaNs and of other bits that the ISA leaves open.
    pub observations: &'static [&'static Observation],
    /// The introduction to these.
    pub observations_lead: &'static str,
    /// The steps to add a capture; code is between back quotes.
    pub steps: [&'static str; 4],
}

/// The contents of the view.
pub static EVIDENCE: EvidenceView = EvidenceView {
    lead: "For approximate instructions the PTX ISA bounds the error and leaves the bits open. For 18 of them, the bits that GPUs return are known. That is an observation: it does not change what is guaranteed, and NVIDIA may change it. This project had no GPU; each claim names who measured what.",
    grades: [Grade::Measured, Grade::SameCode, Grade::Composed, Grade::Spot],
    grades_lead: "Every observed result has a grade, the strongest first:",
    claims: &observed::ALL,
    unknown: observed::UNKNOWN,
    observations: &observation::ALL,
    observations_lead: "The PTX ISA leaves some bits open: those of NaNs, those for operands outside the domain or for the special NaN of `.oob`, and the layout of random bits for `.rs`. There the page shows one result, says that it is open, and names one of these observations:",
    steps: [
        "On a machine with this repository, `cargo xtask hardware FOLDER --target sm_90` packs a folder: a kernel for every instruction of the target, and a program that runs them.",
        "On a machine with a GPU, `./hardware run . --record sm_90.txt -- python3 cuda.py .` in that folder runs each kernel with all operands of 16 bits, or 2^20 selected ones, and writes a record with a line for each instruction.",
        "Add the record to `tests/vectors/hardware/` in a pull request; its first lines name GPU, driver, target and date. From then on, a test compares the evaluator with it, without a GPU.",
        "Agreement raises a claim's grade; disagreement means a bug in the model or a difference between GPUs, and the claim is narrowed.",
    ],
};

#[cfg(test)]
mod tests {
    use super::EVIDENCE;

    #[test]
    fn every_claim_and_every_observation_is_there_with_its_grade() {
        for claim in EVIDENCE.claims {
            assert!(EVIDENCE.grades.contains(&claim.grade), "{}", claim.id);
        }
        assert!(EVIDENCE.grades.is_sorted());
        assert!(EVIDENCE.steps.iter().all(|step| step.ends_with('.')));
    }
}
