//! Questions to a worker about two subjects, and its answers, both as text.
//!
//! ```text
//! question = budget NUL registers NUL by NUL subject NUL subject
//! by       = "permitted" | "reference" | "observed"
//! subject  = the link of an instruction
//!          | target " " version LF statements
//! ```
//!
//! The registers are those of the first subject's inputs, in hexadecimal digits with spaces between.
//! [`Searches`] keeps what was begun, so that asking again continues it; the budget is the number of
//! operands to try at most.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::bits::hex_digits;
use crate::catalog::{Context, Instruction, IsaVersion, Target};
use crate::explore::difference::{
    By, Difference, Phase, Progress, Proof, Search, Severity, Subject, Verdict,
};
use crate::link::{self, State};
use crate::text::concise;

/// The separator of the parts of a question.
const BREAK: char = '\0';
/// The largest number of searches that are kept.
const MAX_KEPT: usize = 10;

/// An instruction as one of the subjects.
#[must_use]
pub fn instruction(instruction: &Instruction, context: &Context) -> String {
    let state = State::new(*instruction, *context, Vec::new());
    state.to_fragment()
}

/// Statements as one of the subjects.
#[must_use]
pub fn statements(text: &str, context: &Context) -> String {
    let text = text.replace(BREAK, " ");
    [context.target.name, " ", &*context.isa.to_string(), "\n", &text].concat()
}

/// The question about two subjects, without the budget.
#[must_use]
pub fn question([a, b]: [&str; 2], by: By, registers: &[u64]) -> String {
    let mut text = String::new();
    for part in [&*written_registers(registers), by.name(), a, b] {
        text.push(BREAK);
        text.push_str(part);
    }
    text
}

/// The digits of registers.
fn written_registers(registers: &[u64]) -> String {
    let digits: Vec<_> = registers.iter().map(|bits| hex_digits(*bits, 64)).collect();
    digits.join(" ")
}

fn subject(text: &str) -> Option<Result<Subject, String>> {
    if text.starts_with("v1/") {
        let State { instruction, context, .. } = link::parse(text).linked.legal()?;
        return Some(Ok(Subject::of_instruction(&instruction, &context)));
    }
    let (place, statements) = text.split_once('\n')?;
    let (target, version) = place.split_once(' ')?;
    let context = Context { isa: IsaVersion::parse(version)?, target: Target::parse(target)? };
    Some(Subject::of_statements(statements, &context).map_err(|all| {
        all.first().map_or_else(|| "there is no result".into(), |first| first.message.clone())
    }))
}

/// The outcome for two subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    kept: Vec<(String, Result<Search, String>)>,
}

impl Searches {
    /// The answer to a question with its budget; none if it is no question.
    #[must_use]
    pub fn answer(&mut self, question: &str) -> Option<String> {
        let (budget, rest) = question.split_once(BREAK)?;
        let (registers, subjects) = rest.split_once(BREAK)?;
        let budget = budget.parse().ok()?;
        let registers = registers_of(registers)?;
        let known = self.kept.iter().position(|(text, _)| text == subjects);
        let (text, mut search) = match known {
            Some(index) => self.kept.remove(index),
            None => (subjects.into(), begin(subjects)?),
        };
        let answer = search.as_mut().map_err(|wrong| wrong.clone()).map(|search| {
            search.step(budget);
            answered(search, &registers)
        });
        if self.kept.len() >= MAX_KEPT {
            drop(self.kept.remove(0));
        }
        self.kept.push((text, search));
        Some(written(&answer))
    }
}

fn registers_of(text: &str) -> Option<Vec<u64>> {
    let digits = text.split(' ').filter(|digits| !digits.is_empty());
    digits.map(|digits| u64::from_str_radix(digits, 16).ok()).collect()
}

fn begin(subjects: &str) -> Option<Result<Search, String>> {
    let (by, subjects) = subjects.split_once(BREAK)?;
    let by = By::named(by)?;
    let (a, b) = subjects.split_once(BREAK)?;
    let both = subject(a)?.and_then(|a| Ok((a, subject(b).transpose()?)));
    Some(both.and_then(|(a, b)| {
        let b = b.ok_or_else(|| String::from("the second subject is not there"))?;
        Search::by(by, a, b).map_err(|mismatch| mismatch.message)
    }))
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

const VERDICTS: [Verdict; 5] = [
    Verdict::Open,
    Verdict::Differ,
    Verdict::MayDiffer,
    Verdict::NoneExists(Proof::SameOperation),
    Verdict::NoneExists(Proof::EveryOperand),
];
const PHASES: [Phase; 4] = [Phase::Edges, Phase::Random, Phase::Exhaustive, Phase::Done];

fn place<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|each| each == one).unwrap_or(0)
}

fn line(text: &mut String, line: &str) {
    text.push_str(&line.replace('\n', " "));
    text.push('\n');
}

/// The lines of an answer: an empty one or an error; numbers; the results of each; the finding and
/// its reason.
fn written(answer: &Result<Answer, String>) -> String {
    let mut text = String::new();
    let answer = match answer {
        Ok(answer) => answer,
        Err(wrong) => {
            line(&mut text, wrong);
            return text;
        }
    };
    line(&mut text, "");
    let Progress { tried, of, phase } = answer.progress;
    let numbers = [
        place(&VERDICTS, &answer.verdict) as u64,
        place(&PHASES, &phase) as u64,
        u64::from(answer.is_open),
        tried,
        of.unwrap_or(0),
    ];
    line(&mut text, &numbers.map(|number| number.to_string()).join(" "));
    for results in &answer.results {
        line(&mut text, &written_registers(results));
    }
    for difference in [&answer.found, &answer.here] {
        let Some(difference) = difference else {
            line(&mut text, "");
            continue;
        };
        line(&mut text, difference.severity.name());
        let [title, a, b] = &difference.reason;
        for each in [&written_registers(&difference.registers), &difference.operands, title, a, b] {
            line(&mut text, each);
        }
    }
    text
}

impl Answer {
    /// Reads an answer; nothing if it is none.
    ///
    /// # Errors
    ///
    /// Why the two cannot be compared.
    #[must_use]
    pub fn parse(text: &str) -> Option<Result<Self, String>> {
        let mut lines = text.split('\n');
        let wrong = lines.next()?;
        if !wrong.is_empty() {
            return Some(Err(wrong.into()));
        }
        let numbers: Option<Vec<u64>> =
            lines.next()?.split(' ').map(|number| number.parse().ok()).collect();
        let [verdict, phase, is_open, tried, of] = *numbers? else { return None };
        let (verdict, phase) = (usize::try_from(verdict).ok()?, usize::try_from(phase).ok()?);
        let results = [registers_of(lines.next()?)?, registers_of(lines.next()?)?];
        let mut difference = || -> Option<Option<DifferenceText>> {
            let word = lines.next()?;
            let severity = Severity::ALL.into_iter().find(|severity| severity.name() == word);
            let Some(severity) = severity else { return Some(None) };
            let registers = registers_of(lines.next()?)?;
            let operands = lines.next()?.into();
            let reason = [lines.next()?.into(), lines.next()?.into(), lines.next()?.into()];
            Some(Some(DifferenceText { severity, registers, operands, reason }))
        };
        Some(Ok(Self {
            verdict: *VERDICTS.get(verdict)?,
            progress: Progress { tried, of: (of != 0).then_some(of), phase: *PHASES.get(phase)? },
            found: difference()?,
            here: difference()?,
            results,
            is_open: is_open != 0,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::LATEST_ISA;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn context(target: &str) -> Context {
        Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
    }

    fn named(text: &str) -> String {
        let context = context("sm_90");
        let instruction_of = |text| crate::syntax::check(text, &context).instruction;
        match instruction_of(text).filter(|_| !text.contains(' ')) {
            Some(found) => instruction(&found, &context),
            None => statements(text, &context),
        }
    }

    fn ask(searches: &mut Searches, budget: u64, subjects: [&str; 2], registers: &[u64]) -> Answer {
        let [a, b] = subjects.map(named);
        let question =
            [&*budget.to_string(), &question([&a, &b], By::Reference, registers)].concat();
        let text = searches.answer(&question).unwrap();
        Answer::parse(&text).unwrap().unwrap()
    }

    /// The same search without a worker.
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
                let answer = ask(&mut searches, 4000, subjects, &registers);
                alone.step(4000);
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
            let text = ["add.f32 d, a, ", &*index.to_string(), ".0"].concat();
            let _ = ask(&mut searches, 0, [&text, &text], &[]);
        }
        assert!(searches.kept.len() <= MAX_KEPT);
    }

    #[test]
    fn what_is_compared_is_chosen() {
        let ask = |by| {
            let [a, b] = ["div.full.f32", "div.rn.f32"].map(named);
            let question = ["9000", &question([&a, &b], by, &[0x4096_0000, 0x3f70_0000])].concat();
            Answer::parse(&Searches::default().answer(&question).unwrap()).unwrap().unwrap()
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
            let [a, b] = [a, b].map(named);
            let text =
                searches.answer(&["0", &question([&a, &b], By::Reference, &[])].concat()).unwrap();
            Answer::parse(&text).unwrap().unwrap_err()
        };
        assert!(wrong("add.f32", "fma.rn.f32").contains("different inputs"));
        assert!(wrong("add.f31 d, a, b", "add.f32").contains("f31"));
        assert!(wrong("add.f32", "bra L").contains("bra"));
        assert_eq!(wrong("", "add.f32"), "there is no result");
        for text in ["", "0", "x\0\0v1/\0v1/", "0\0zz\0v1/\0v1/", "0\0\0sm_90\0v1/", "0\0\0\0"] {
            assert_eq!(searches.answer(text), None, "{text}");
        }
        for text in ["\n", "\n0 0 0 0", "\n9 0 0 0 0\n\n\n", "\n0 0 0 0 0\ncertain\n"] {
            assert!(Answer::parse(text).is_none(), "{text}");
        }
    }
}
