//! The search for operands on which two subjects differ, and the comparison on the present
//! operands, both done by a worker.

use crate::questions::{Request, Response};
use ptxfp::explore::difference::{By, CONTRACT, Proof, Severity, Verdict};
use ptxfp::internals::tasks::search::{Answer, Compared, Comparison, DifferenceText};
use ptxfp::text::grouped;

use crate::background::{Question, Reply};
use crate::number::with_minus;

/// A search for a difference between two subjects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// The question about the present operands.
    question: Comparison,
    answer: Option<Box<Answer>>,
    /// Whether the answer is about the present operands.
    is_of_present: bool,
    /// The reason why there can be none.
    failure: Option<String>,
    /// Whether the search was begun.
    pub is_begun: bool,
    /// Whether it is running.
    pub is_running: bool,
}

impl Search {
    /// Creates a search without an answer.
    pub fn new(subjects: [Compared; 2], by: By) -> Self {
        Self {
            question: Comparison { by, subjects, registers: Vec::new() },
            answer: None,
            is_of_present: false,
            failure: None,
            is_begun: false,
            is_running: false,
        }
    }

    /// Whether both are about the same subjects.
    pub fn is_of(&self, other: &Self) -> bool {
        self.is_about(&other.question)
    }

    /// Whether a question is about the same subjects, on whatever operands.
    fn is_about(&self, question: &Comparison) -> bool {
        self.question.by == question.by && self.question.subjects == question.subjects
    }

    /// Sets the present operands.
    pub fn follow(&mut self, registers: &[u64]) {
        self.is_of_present &= self.question.registers == registers;
        self.question.registers = registers.to_vec();
    }

    /// Returns the question for a worker.
    pub fn wanted(&self) -> Option<Question> {
        let is_wanted = self.failure.is_none() && (self.is_running || !self.is_of_present);
        let request = || Request::Compare(self.question.clone());
        is_wanted.then(|| Question { request: request(), is_search: self.is_running })
    }

    /// Takes an answer, if it is about these subjects.
    pub fn take(&mut self, reply: &Reply) {
        let Request::Compare(question) = &reply.question.request else { return };
        if !self.is_about(question) {
            return;
        }
        match &reply.answer {
            Ok(Response::Compared(Ok(answer))) => {
                self.is_running &= answer.verdict == Verdict::Open;
                self.is_of_present = *question == self.question;
                self.answer = Some(answer.clone());
            }
            Ok(Response::Compared(Err(wrong))) => self.fail(wrong),
            Ok(Response::Read(_) | Response::Observed(_)) => {}
            Err(failure) => self.fail(failure),
        }
    }

    fn fail(&mut self, failure: &str) {
        self.failure = Some(failure.to_owned());
        self.is_running = false;
    }

    /// Returns the outcome so far.
    pub fn known(&self) -> Option<&Answer> {
        self.answer.as_deref()
    }

    /// The operands found by a search.
    pub fn found(&self) -> Option<&DifferenceText> {
        self.known()?.found.as_ref().filter(|_| self.is_begun)
    }

    /// Returns the difference on the present operands, if there is one; `None` if that is not known
    /// yet.
    pub fn here(&self) -> Option<Option<&DifferenceText>> {
        Some(self.known().filter(|_| self.is_of_present)?.here.as_ref())
    }

    /// Returns the observed results of both on the present operands, where these are compared and
    /// known.
    pub fn observed(&self) -> Option<&[Vec<u64>; 2]> {
        let known = self.known().filter(|_| self.is_of_present && self.by() == By::Observed)?;
        Some(&known.results)
    }

    /// Returns the reason why nothing can be known.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// The limits of a proof, by the property compared.
const fn open(by: By) -> &'static str {
    match by {
        By::Permitted => " The permitted results overlap: GPUs may still differ.",
        By::Reference => " Where the ISA doesn't fix the result, GPUs may still differ.",
        By::Observed => " This is an observation; it does not change what is permitted.",
    }
}

/// The kind of comparison, in words.
const fn compared(by: By) -> &'static str {
    match by {
        By::Permitted => "permitted results; ",
        By::Reference => "",
        By::Observed => "observed results; ",
    }
}

/// The compared results, in words.
const fn results(by: By) -> &'static str {
    match by {
        By::Permitted => "permitted results",
        By::Reference => "references",
        By::Observed => "observed results",
    }
}

/// A search for operands on which two instructions differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchView {
    /// Whether a search can begin or continue.
    pub is_offered: bool,
    /// Whether it is running.
    pub is_running: bool,
    /// The outcome.
    pub words: String,
    /// The operands found.
    pub found: Option<String>,
    /// The result of each subject there, where both are instructions.
    pub answers: Vec<AnswerView>,
    /// The reason why the results differ there.
    pub reason: Option<[String; 3]>,
}

/// The result of an instruction for the operands found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerView {
    /// The instruction, with the place where that is another one.
    pub name: String,
    /// The digits; those that differ from the first answer are marked.
    pub digits: Vec<(char, bool)>,
    /// The values of the lanes.
    pub values: String,
}

impl Search {
    /// The kind of results that are compared.
    pub fn by(&self) -> By {
        self.question.by
    }

    /// Whether the compared results agree on the present operands; `is_same` says whether the
    /// references have the same bits.
    pub fn agrees(&self, is_same: bool) -> bool {
        match self.here() {
            Some(here) if self.by() != By::Reference => {
                here.is_none_or(|difference| difference.severity == Severity::Alike)
            }
            Some(_) | None => is_same,
        }
    }
}

/// Returns the verdict on the present operands, with the reason; `is_same` says whether the results
/// have the same bits.
pub fn verdict(search: &Search, is_same: bool) -> (&'static str, Option<[String; 3]>) {
    match search.here() {
        Some(here) if search.by() == By::Observed => match here {
            Some(difference) if difference.severity == Severity::Alike => (
                "observed results are the same; the ISA leaves others open",
                Some(reason(difference)),
            ),
            Some(difference) => ("observed results differ", Some(reason(difference))),
            None => ("observed results are the same", None),
        },
        Some(Some(difference)) if difference.severity == Severity::Certain => {
            ("differs", Some(reason(difference)))
        }
        Some(Some(difference)) if difference.severity == Severity::Alike => {
            ("same result, which the ISA leaves open", Some(reason(difference)))
        }
        Some(Some(difference)) => ("may differ", Some(reason(difference))),
        Some(None) => ("same result", None),
        None if is_same => ("same result", None),
        None => ("different result", None),
    }
}

fn reason(difference: &DifferenceText) -> [String; 3] {
    difference.reason.clone()
}

/// The search for operands.
pub fn searched(search: &Search) -> SearchView {
    if let Some(failure) = search.failure() {
        return SearchView { words: failure.to_owned(), ..SearchView::default() };
    }
    let known = search.known();
    let verdict = known.map_or(Verdict::Open, |known| known.verdict);
    let tried = known.map_or(0, |known| known.progress.tried);
    let tried = [&*grouped(tried), " operands tried"].concat();
    let words = match (verdict, search.is_begun) {
        (Verdict::NoneExists(Proof::SameOperation), _) => {
            let is_open = known.is_some_and(|known| known.is_open);
            let open = if is_open { open(search.by()) } else { "" };
            ["Identical for every input: both do the same.", open].concat()
        }
        (_, false) => String::new(),
        (Verdict::NoneExists(Proof::EveryOperand), _) => {
            // A comparison of references reports an open result as a possible difference, so none
            // is left.
            let is_open = known.is_some_and(|known| known.is_open) && search.by() != By::Reference;
            let open = if is_open { open(search.by()) } else { "" };
            ["Identical for every input: ", compared(search.by()), "all ", &tried, ".", open]
                .concat()
        }
        (Verdict::MayDiffer, _)
            if search.found().is_some_and(|difference| difference.severity == Severity::Alike) =>
        {
            [
                "The ",
                results(search.by()),
                " are the same, but the ISA doesn't fix all of them, for example on",
            ]
            .concat()
        }
        (Verdict::Differ | Verdict::MayDiffer, _) if search.by() == By::Observed => {
            String::from("Observed results differ, for example on")
        }
        (Verdict::Differ, _) if search.by() == By::Permitted => {
            String::from("No result is permitted for both, for example on")
        }
        (Verdict::Differ, _) => String::from("They differ, for example on"),
        (Verdict::MayDiffer, _)
            if search.found().is_some_and(|difference| difference.reason[0] == CONTRACT) =>
        {
            String::from("They may differ: contraction permits several results, for example on")
        }
        (Verdict::MayDiffer, _) => {
            String::from("Our readings differ, but the ISA doesn't fix the results, for example on")
        }
        (Verdict::Open, _) => known.map_or(tried.clone(), |known| {
            let of = known.progress.of.map(|of| [" of ", &*grouped(of)].concat());
            [&*tried, &of.unwrap_or_default(), ": ", known.progress.phase.name()].concat()
        }),
    };
    let found = search.found();
    SearchView {
        is_offered: verdict == Verdict::Open && !search.is_running,
        is_running: search.is_running,
        words,
        found: found.map(|found| with_minus(&found.operands)),
        answers: Vec::new(),
        // On the present operands, the verdict has it.
        reason: found.filter(|found| search.here() != Some(Some(found))).map(reason),
    }
}

/// Returns the outcome of searches that have ended, for a screen reader.
pub fn spoken<'h>(searches: impl IntoIterator<Item = &'h Search>) -> String {
    let mut spoken = String::new();
    for search in searches.into_iter().filter(|search| search.is_begun && !search.is_running) {
        let SearchView { words, found, .. } = searched(search);
        for part in [Some(words), found].into_iter().flatten() {
            spoken.extend([&*part, " "]);
        }
    }
    spoken
}
