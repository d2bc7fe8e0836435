//! The search for operands on which two subjects differ, which a worker does, and how they differ on
//! the present operands, which it is asked too.

use ptxfp::explore::difference::Verdict;
use ptxfp::explore::question::{Answer, Told, question};

use crate::browser::questions::{Question, Reply};

/// What is known of two subjects, and whether more is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunt {
    /// The subjects, as questions have them.
    subjects: [String; 2],
    /// The question about the present operands.
    question: String,
    answer: Option<Answer>,
    /// Whether that is of the present operands.
    is_of_present: bool,
    /// Why there can be none.
    failure: Option<String>,
    /// Whether the search was begun.
    pub is_begun: bool,
    /// Whether it goes on.
    pub is_running: bool,
}

impl Hunt {
    /// Nothing is known yet.
    pub fn new(subjects: [&str; 2]) -> Self {
        Self {
            subjects: subjects.map(str::to_owned),
            question: question(subjects, &[]),
            answer: None,
            is_of_present: false,
            failure: None,
            is_begun: false,
            is_running: false,
        }
    }

    /// Whether both are about the same subjects.
    pub fn is_of(&self, other: &Self) -> bool {
        self.subjects == other.subjects
    }

    /// These are the operands now.
    pub fn follow(&mut self, registers: &[u64]) {
        let [a, b] = &self.subjects;
        let question = question([a, b], registers);
        self.is_of_present &= question == self.question;
        self.question = question;
    }

    /// What is to be asked of a worker.
    pub fn wanted(&self) -> Option<Question> {
        let is_wanted = self.failure.is_none() && (self.is_running || !self.is_of_present);
        is_wanted.then(|| Question { text: self.question.clone(), is_search: self.is_running })
    }

    /// Takes an answer, if it is about these subjects.
    pub fn take(&mut self, reply: &Reply) {
        let [a, b] = &self.subjects;
        if !reply.question.text.ends_with(&["\0", a, "\0", b].concat()) {
            return;
        }
        let answer = reply.answer.as_ref().map(|text| Answer::parse(text));
        match answer {
            Ok(Some(Ok(answer))) => {
                self.is_running &= answer.verdict == Verdict::Open;
                self.is_of_present = reply.question.text == self.question;
                self.answer = Some(answer);
            }
            Ok(Some(Err(wrong))) => self.fail(&wrong),
            Ok(None) => self.fail("The two could not be read."),
            Err(failure) => self.fail(failure),
        }
    }

    fn fail(&mut self, failure: &str) {
        self.failure = Some(failure.to_owned());
        self.is_running = false;
    }

    /// What is known.
    pub fn known(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// The operands that were found, once they were looked for.
    pub fn found(&self) -> Option<&Told> {
        self.known()?.found.as_ref().filter(|_| self.is_begun)
    }

    /// How the subjects differ on the present operands, if they do; nothing if that is not known
    /// yet.
    pub fn here(&self) -> Option<Option<&Told>> {
        Some(self.known().filter(|_| self.is_of_present)?.here.as_ref())
    }

    /// Why nothing can be known.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}
