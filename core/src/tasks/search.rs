//! Searches for operands on which two subjects differ, continued when they are asked about again.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::{Context, Instruction};
use crate::explore::difference::{By, Difference, Progress, Search, Severity, Subject, Verdict};
use crate::link::{self, State};
use crate::text::concise;

/// The largest number of searches that are kept.
const MAX_KEPT: usize = 10;

/// The question's description of one of the two subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Compared {
    /// An instruction, as its link.
    Instruction(String),
    /// A program.
    Program(String, Context),
}

impl Compared {
    /// An instruction.
    #[must_use]
    pub fn instruction(instruction: &Instruction, context: &Context) -> Self {
        let state = State::new(*instruction, *context, Vec::new());
        Self::Instruction(state.to_fragment())
    }

    fn subject(&self) -> Option<Result<Subject, String>> {
        match self {
            Self::Instruction(link) => {
                let State { instruction, context, .. } = link::parse(link).linked.legal()?;
                Some(Ok(Subject::of_instruction(&instruction, &context)))
            }
            Self::Program(text, context) => {
                Some(Subject::of_statements(text, context).map_err(|all| {
                    let first = all.first();
                    first.map_or_else(|| "there is no result".into(), |it| it.message.clone())
                }))
            }
        }
    }
}

/// A question about two subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub struct Comparison {
    /// The kind of results that are compared.
    pub by: By,
    /// The subjects.
    pub subjects: [Compared; 2],
    /// The registers of the first subject's inputs.
    pub registers: Vec<u64>,
}

/// The outcome for two subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub struct Answer {
    /// The outcome for all operands.
    pub verdict: Verdict,
    /// The progress of the search.
    pub progress: Progress,
    /// The operands that were found.
    pub found: Option<DifferenceText>,
    /// The difference on the operands of the question, if there is one.
    pub here: Option<DifferenceText>,
    /// The outputs of both on those operands: what was observed where that is compared, else the
    /// references.
    pub results: [Vec<u64>; 2],
    /// Whether the ISA leaves results of one of them open, so that GPUs may differ where the
    /// references agree.
    pub is_open: bool,
}

/// A difference in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub struct DifferenceText {
    /// The guarantee.
    pub severity: Severity,
    /// The registers of the inputs, in the order of the first subject.
    pub registers: Vec<u64>,
    /// Their names and values.
    pub operands: String,
    /// The step at which the subjects diverge, and what each does there.
    pub reason: [String; 3],
}

/// Searches that continue when they are asked about again.
#[derive(Clone, Debug, Default)]
pub struct Searches {
    kept: Vec<Kept>,
}

/// A search with its subjects, or the reason why they cannot be compared.
type Kept = (By, [Compared; 2], Result<Search, String>);

impl Searches {
    /// Answers a question after trying at most so many more operands.
    ///
    /// # Errors
    ///
    /// Why the two cannot be compared.
    pub fn answer(&mut self, question: &Comparison, budget: u64) -> Result<Answer, String> {
        let Comparison { by, subjects, registers } = question;
        let is_known = |(kept, both, _): &Kept| kept == by && both == subjects;
        let mut search = match self.kept.iter().position(is_known) {
            Some(index) => self.kept.remove(index).2,
            None => begin(*by, subjects),
        };
        let answer = search.as_mut().map_err(|wrong| wrong.clone()).map(|search| {
            search.step(budget);
            answered(search, registers)
        });
        if self.kept.len() >= MAX_KEPT {
            drop(self.kept.remove(0));
        }
        self.kept.push((*by, subjects.clone(), search));
        answer
    }
}

fn begin(by: By, [a, b]: &[Compared; 2]) -> Result<Search, String> {
    let subject = |compared: &Compared| {
        compared.subject().unwrap_or_else(|| Err(String::from("the instruction is not there")))
    };
    Search::by(by, subject(a)?, subject(b)?).map_err(|mismatch| mismatch.message)
}

fn answered(search: &Search, registers: &[u64]) -> Answer {
    let describe = |difference: &Difference| DifferenceText {
        severity: difference.severity,
        registers: difference.inputs.clone(),
        operands: operands(search, difference),
        reason: [
            difference.reason.title.into(),
            difference.reason.a.clone(),
            difference.reason.b.clone(),
        ],
    };
    Answer {
        verdict: search.verdict(),
        progress: search.progress(),
        found: search.found().map(describe),
        here: search.difference(registers).as_ref().map(describe),
        results: search.results(registers),
        is_open: search.subjects().iter().any(|subject| subject.is_open()),
    }
}

/// The operands of a difference by name, the lanes of each from the highest on.
fn operands(search: &Search, difference: &Difference) -> String {
    let both = search.inputs().iter().zip(&difference.inputs);
    let all = both.map(|(input, register)| {
        let (packing, format) = (input.kind.packing(), input.kind.format());
        let lanes = (0..packing.lanes).rev();
        let values = lanes.map(|lane| concise(packing.extract(*register, lane), format));
        format!("{} = {}", input.name, values.collect::<Vec<_>>().join(", "))
    });
    all.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{LATEST_ISA, Target};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn context(target: &str) -> Context {
        Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
    }

    fn named(text: &str) -> Compared {
        let context = context("sm_90");
        let instruction_of = |text| crate::syntax::check(text, &context).instruction;
        match instruction_of(text).filter(|_| !text.contains(' ')) {
            Some(found) => Compared::instruction(&found, &context),
            None => Compared::Program(text.into(), context),
        }
    }

    fn comparison(by: By, subjects: [&str; 2], registers: &[u64]) -> Comparison {
        Comparison { by, subjects: subjects.map(named), registers: registers.to_vec() }
    }

    fn ask(searches: &mut Searches, budget: u64, subjects: [&str; 2], registers: &[u64]) -> Answer {
        searches.answer(&comparison(By::Reference, subjects, registers), budget).unwrap()
    }

    /// Makes a search directly, without a worker.
    fn search([a, b]: [&str; 2]) -> Search {
        let context = context("sm_90");
        let subject = |text| Subject::read(text, &context).unwrap();
        Search::new(subject(a), subject(b)).unwrap()
    }

    #[test]
    fn the_answer_is_that_of_the_search() {
        for subjects in [
            ["add.rn.f32", "add.rz.f32"],
            ["add.f32", "add.ftz.f32"],
            ["min.f32", "min.NaN.f32"],
            ["fma.rn.f32 d, a, b, c;", "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;"],
            ["fma.rn.f32", "mul.rn.f32 t, a, b; add.rn.f32 d, t, c;"],
            ["abs.f16 d, a", "neg.f16 t, a; abs.f16 d, t"],
            ["add.f32", "add.rn.f32"],
            ["fma.rn.f32", "mul.f32 t, a, b; add.f32 d, t, c;"],
            [
                "ex2.approx.f32 t, a; mul.rn.f32 d, t, 3.0",
                "ex2.approx.f32 t, a; mul.rz.f32 d, t, 3.0",
            ],
        ] {
            let (mut searches, mut alone) = (Searches::default(), search(subjects));
            let registers = [0x3f80_0000, 0x3f80_0001, 0xbf80_0001];
            loop {
                let answer = ask(&mut searches, 40_000, subjects, &registers);
                alone.step(40_000);
                assert_eq!(answer, answered(&alone, &registers), "{subjects:?}");
                if answer.verdict != Verdict::Open || answer.progress.tried > 2_000_000 {
                    break;
                }
            }
            assert_ne!(alone.verdict(), Verdict::Open, "{subjects:?}");
        }
    }

    #[test]
    fn searches_are_kept_and_the_operands_of_the_question_are_answered() {
        let mut searches = Searches::default();
        let subjects = ["add.f32", "neg.f32 t, b; sub.f32 d, a, t"];
        assert_eq!(ask(&mut searches, 500, subjects, &[]).progress.tried, 500);
        let other = ask(&mut searches, 10_000, ["add.rn.f32", "add.rz.f32"], &[]);
        assert_eq!(other.found.unwrap().operands, "a = 1; b = 9e-8");
        assert_eq!(ask(&mut searches, 500, subjects, &[1, 2]).progress.tried, 1000);
        let signaling = [0x3f80_0000, 0x3380_0001];
        let here = ask(&mut searches, 0, ["add.rn.f32", "add.rz.f32"], &signaling).here.unwrap();
        assert_eq!((here.severity, here.registers.as_slice()), (Severity::Certain, &signaling[..]));
        assert_eq!(here.reason[0], "Round");
        for index in 0..2 * MAX_KEPT {
            let text = alloc::format!("add.f32 d, a, {index}.0");
            let _ = ask(&mut searches, 0, [&text, &text], &[]);
        }
        assert!(searches.kept.len() <= MAX_KEPT);
    }

    #[test]
    fn what_is_compared_is_chosen() {
        let ask = |by| {
            let subjects = ["div.full.f32", "div.rn.f32"];
            let question = comparison(by, subjects, &[0x4096_0000, 0x3f70_0000]);
            Searches::default().answer(&question, 9000).unwrap()
        };
        assert_eq!(ask(By::Permitted).here, None);
        let reference = ask(By::Reference).here.unwrap();
        assert_eq!((reference.severity, &*reference.reason[0]), (Severity::Alike, "Open"));
        let observed = ask(By::Observed);
        assert!(observed.here.is_some(), "{observed:?}");
        assert!(observed.found.is_some(), "{observed:?}");
    }

    #[test]
    fn subjects_that_cannot_be_compared_are_reported() {
        let mut searches = Searches::default();
        let mut wrong = |a: &str, b: &str| {
            searches.answer(&comparison(By::Reference, [a, b], &[]), 0).unwrap_err()
        };
        assert!(wrong("add.f32", "fma.rn.f32").contains("different inputs"));
        assert!(wrong("add.f31 d, a, b", "add.f32").contains("f31"));
        assert!(wrong("add.f32", "bra L").contains("bra"));
        assert_eq!(wrong("", "add.f32"), "there is no result");
        let gone = Compared::Instruction("v1/".into());
        let subjects = [gone.clone(), gone];
        let question = Comparison { by: By::Reference, subjects, registers: Vec::new() };
        assert_eq!(searches.answer(&question, 0).unwrap_err(), "the instruction is not there");
    }
}
