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
    /// What is not known of approximate instructions.
    pub unknown: &'static str,
    /// What claims of bits that the ISA leaves open are for.
    pub open_lead: &'static str,
    /// What the readings of the text rest on.
    pub readings_lead: &'static str,
    /// How a capture is added, in steps; code is between back quotes.
    pub steps: [&'static str; 4],
}

/// A claim with all that is known of where it is from; code is between back quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimView {
    /// The stable name, distinct among all claims.
    pub id: &'static str,
    /// What was found, as a sentence.
    pub words: &'static str,
    /// Its grade, or the kind of its observation.
    pub label: &'static str,
    /// Where it was found.
    pub place: &'static str,
    /// How many results.
    pub count: &'static str,
    /// By what it was found.
    pub method: &'static str,
    /// Who published it where, or which tools it was found with.
    pub source: &'static str,
    /// The web address of the source, empty where there is none.
    pub url: &'static str,
    /// When.
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

    /// The claims about NaNs and about other bits that the ISA leaves open.
    pub fn open(&self) -> impl Iterator<Item = ClaimView> {
        claim::ALL.iter().map(|each| {
            let Claim { id, observation, found: words, place, count, method, date } = *each;
            let (label, source) = (observation.kind.name(), observation.origin);
            ClaimView { id, words, label, place, count, method, source, url: "", date }
        })
    }

    /// The readings that something was seen of.
    pub fn readings(&self) -> impl Iterator<Item = &'static Reading> {
        reading::ALL.into_iter().filter(|each| !each.evidence.is_empty())
    }

    /// Says of which readings nothing was seen.
    pub fn unseen(&self) -> String {
        let all = reading::ALL.iter().filter(|each| each.evidence.is_empty());
        let ids: Vec<_> = all.map(|each| each.id).collect();
        ["Nothing was seen of these: ", &ids.join(", "), "."].concat()
    }
}

/// The observations that a reading rests on.
pub fn seen_by(reading: &Reading) -> String {
    let all = reading.evidence.iter();
    all.map(|it| [it.kind.name(), " (", it.origin, ")"].concat()).collect::<Vec<_>>().join("; ")
}

/// What there is to say.
pub static EVIDENCE: EvidenceView = EvidenceView {
    lead: "For approximate instructions the PTX ISA bounds the error and leaves the bits open. For 18 of them, the bits that GPUs return are known. That is an observation: it does not change what is guaranteed, and NVIDIA may change it. This project had no GPU; each claim names who measured what.",
    grades: [Grade::Measured, Grade::SameCode, Grade::Composed, Grade::Spot],
    grades_lead: "Every observed result has a grade, the strongest first:",
    unknown: observed::UNKNOWN,
    open_lead: "Where the PTX ISA leaves the bits of a NaN open, of an operand outside the domain or the special NaN of `.oob` too, or the layout of random bits for `.rs`, the page shows one result, says that it is open, and names a source of these:",
    readings_lead: "Where the text can be read in two ways, one reading is taken and marked. These are the readings of which something was seen:",
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
