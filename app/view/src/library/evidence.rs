//! The evidence for observed results: the words around the data of the core.

use ptxfp::observed::{self, Evidence, Grade};
use ptxfp::source::claim::{self, Claim};
use ptxfp::source::reading::{self, Reading};

/// The whole view; also a page without scripts.
#[derive(PartialEq, Eq, Debug)]
pub struct EvidenceView {
    /// The introduction.
    pub lead: &'static str,
    /// The grades, the strongest first.
    pub grades: [Grade; 4],
    /// The introduction to the grades.
    pub grades_lead: &'static str,
    /// The gaps in the evidence for approximate instructions.
    pub unknown: &'static str,
    /// The introduction to the claims about unspecified bits.
    pub open_lead: &'static str,
    /// The introduction to the readings of the text.
    pub readings_lead: &'static str,
    /// The steps to add a capture; code is between back quotes.
    pub steps: [&'static str; 4],
}

/// A claim with its origin; code is between back quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimView {
    /// The stable name, distinct among all claims.
    pub id: &'static str,
    /// The finding, as a sentence.
    pub words: &'static str,
    /// Its grade, or the kind of its observation.
    pub label: &'static str,
    /// The GPUs that it was found on.
    pub place: &'static str,
    /// The number of results.
    pub count: &'static str,
    /// The method.
    pub method: &'static str,
    /// The publication, or the tools that it was found with.
    pub source: &'static str,
    /// The web address of the source, empty where there is none.
    pub url: &'static str,
    /// The date.
    pub date: &'static str,
}

impl EvidenceView {
    /// The claims about approximate instructions.
    pub fn claims(&self) -> impl Iterator<Item = ClaimView> {
        observed::ALL.iter().map(|each| {
            let Evidence { id, grade, words, place, count, method, source, url, date } = *each;
            ClaimView { id, words, label: grade.name(), place, count, method, source, url, date }
        })
    }

    /// The claims about NaNs and other bits that the ISA does not specify.
    pub fn open(&self) -> impl Iterator<Item = ClaimView> {
        claim::ALL.iter().map(|each| {
            let Claim { id, observation, found: words, place, count, method, date } = *each;
            let (label, source) = (observation.kind.name(), observation.origin);
            ClaimView { id, words, label, place, count, method, source, url: "", date }
        })
    }

    /// The readings with evidence.
    pub fn readings(&self) -> impl Iterator<Item = &'static Reading> {
        reading::ALL.into_iter().filter(|each| !each.evidence.is_empty())
    }

    /// Names the readings without evidence.
    pub fn unseen(&self) -> String {
        let all = reading::ALL.iter().filter(|each| each.evidence.is_empty());
        let ids: Vec<_> = all.map(|each| each.id).collect();
        ["There is no evidence for these: ", &ids.join(", "), "."].concat()
    }
}

/// The observations that a reading rests on.
pub fn seen_by(reading: &Reading) -> String {
    let all = reading.evidence.iter();
    all.map(|it| [it.kind.name(), " (", it.origin, ")"].concat()).collect::<Vec<_>>().join("; ")
}

/// The contents.
pub static EVIDENCE: EvidenceView = EvidenceView {
    lead: "For approximate instructions, the PTX ISA bounds the error but doesn't fix the bits. The bits that GPUs return are known for all of them. This is an observation, not a guarantee: NVIDIA may change them. Each claim names its source; an H200 was measured for this project.",
    grades: [Grade::Measured, Grade::SameCode, Grade::Composed, Grade::Spot],
    grades_lead: "Every observed result has a grade, the strongest first:",
    unknown: observed::UNKNOWN,
    open_lead: "The PTX ISA does not specify the bits of some NaNs, including those for operands outside the domain and the special NaN of `.oob`, or the layout of the random bits for `.rs`. The page shows one result, marks it as unspecified, and names one of these sources:",
    readings_lead: "Where the text can be read in two ways, one reading is chosen and marked. There is evidence for these readings:",
    steps: [
        "On a machine with this repository, `cargo xtask hardware FOLDER --target sm_90` packs a folder: a kernel for every instruction of the target, and a program that runs them.",
        "On a machine with a GPU, `./hardware run . --record sm_90.txt -- python3 cuda.py .` in that folder runs each kernel with all 16-bit operands, or 2^20 selected ones, and writes a record with a line for each instruction.",
        "Add the record to `tests/vectors/hardware/` in a pull request; its first lines name GPU, driver, target and date. From then on, a test compares the evaluator with it, without a GPU.",
        "Agreement raises a claim's grade; disagreement means a bug in the model or a difference between GPUs, and the claim is narrowed.",
    ],
};

#[cfg(test)]
mod tests {
    use super::EVIDENCE;

    #[test]
    fn claims_have_a_grade_and_names_of_their_own() {
        for claim in EVIDENCE.claims() {
            let found = EVIDENCE.grades.iter().any(|grade| grade.name() == claim.label);
            assert!(found, "{}", claim.id);
        }
        assert!(EVIDENCE.grades.is_sorted());
        assert!(EVIDENCE.steps.iter().all(|step| step.ends_with('.')));
        let mut ids: Vec<_> = EVIDENCE.claims().chain(EVIDENCE.open()).map(|it| it.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn every_reading_is_seen_or_said_to_be_unseen() {
        let ids: Vec<_> = EVIDENCE.readings().map(|it| it.id).collect();
        assert!(ids.contains(&"rs-layout") && ids.contains(&"oob-nan"), "{ids:?}");
        for reading in ptxfp::source::reading::ALL {
            let is_unseen = EVIDENCE.unseen().contains(reading.id);
            assert_ne!(ids.contains(&reading.id), is_unseen, "{}", reading.id);
        }
    }
}
