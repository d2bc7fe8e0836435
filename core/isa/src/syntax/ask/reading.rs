//! How a text is read: what it means, and every assumption that was made.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::arith::elementary::Composed;
use crate::catalog::Context;
use crate::format::Format;
use crate::text::quote::code;

/// The meaning of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// One statement with its values, without a destination: `add.rn.bf16 0.1, 0.2`.
    Statement(String),
    /// A program of several statements, whose inputs are in comments, as `input_comments` of
    /// `explore::sequence` reads them.
    Program(String),
    /// A comparison.
    Truth(Truth),
    /// A number in a format.
    Value(Value),
    /// Nothing that PTX has; perhaps a statement comes nearest.
    Nothing(Option<String>),
}

/// A comparison: a program whose last statement writes whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// The program.
    pub program: String,
    /// The registers of the program that are compared; there is one where a property is asked for.
    pub sides: Vec<String>,
    /// The sign between them, or the words for the property.
    pub sign: String,
}

/// A number in a format: its bits, and how they follow from the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The format.
    pub format: Format,
    /// The encoding.
    pub bits: u64,
    /// The change from a typed number, if the format does not have that number.
    pub rounded: Option<Rounded>,
}

/// The change from a typed number to the nearest one of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The number as it was typed.
    pub typed: String,
    /// Whether it became greater.
    pub is_up: bool,
    /// The stored number minus the typed one in units in the last place, with a sign; `None` if the
    /// typed one is beyond the largest number.
    pub error_ulp: Option<String>,
}

/// A remark on the reading of a text, such as an assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub struct Note {
    /// The remark, a part of a sentence; code is between back quotes.
    pub text: String,
    /// Texts that ask for the alternatives; each of them is read.
    pub instead: Vec<String>,
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self { text, instead: Vec::new() }
    }
}

/// The remark on questions in other formats than the one that lacks a function.
pub(super) const IN_OTHER_FORMATS: &str = "other formats have it";

/// The reading of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The meaning.
    pub means: Means,
    /// The version and target that have it: those asked for if they do, else the nearest ones.
    pub context: Context,
    /// The beginning of the sentence on the reading: without its assumptions, without a full stop.
    pub summary: String,
    /// The assumptions and remarks, in the order of their weight.
    pub notes: Vec<Note>,
    /// The lane of the number that is asked for, if the instruction returns two.
    pub lane: Option<u8>,
    /// The function that the program computes of its input, if its true value is known.
    pub function: Option<Composed>,
}

impl Reading {
    /// The statement or the program, or the statement that comes nearest; empty for a value.
    #[must_use]
    pub fn text(&self) -> &str {
        match &self.means {
            Means::Statement(text) | Means::Program(text) | Means::Nothing(Some(text)) => text,
            Means::Truth(truth) => &truth.program,
            Means::Value(_) | Means::Nothing(None) => "",
        }
    }

    /// The reading, or why there is none, in sentences; code between back quotes.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut sentence = self.summary.clone();
        let mut separator = ": ";
        // A text that PTX has nothing for has a reason, and no assumptions.
        for note in self.notes.iter().filter(|_| !self.is_nothing()) {
            sentence.extend([separator, &note.text]);
            separator = "; ";
        }
        sentence.push('.');
        sentence
    }

    /// Whether PTX has nothing that answers it.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        matches!(self.means, Means::Nothing(_))
    }

    /// A function that PTX does not have, with questions that it answers, and a remark on them.
    pub(super) fn offering(mut self, remark: &str, instead: Vec<String>) -> Self {
        if !instead.is_empty() {
            self.notes.push(Note { text: remark.to_string(), instead });
        }
        self
    }

    /// A statement with its values.
    #[must_use]
    pub fn statement(text: String, context: Context, notes: Vec<Note>) -> Self {
        let summary = ["Read as ", &code(&text)].concat();
        Self::new(Means::Statement(text), context, summary, notes)
    }

    /// A meaning of the whole text.
    #[must_use]
    pub const fn new(means: Means, context: Context, summary: String, notes: Vec<Note>) -> Self {
        Self { means, context, summary, notes, lane: None, function: None }
    }

    /// A function that PTX does not have, with the reason; this is the reading that comes nearest.
    pub(super) fn in_place_of(self, name: &str, reason: &str) -> Self {
        let nearest = match &self.means {
            Means::Statement(text) | Means::Nothing(Some(text)) => Some(text.clone()),
            Means::Program(_) | Means::Truth(_) | Means::Value(_) | Means::Nothing(None) => None,
        };
        Self::nothing(name, reason, nearest, self.context)
    }

    /// A function that PTX does not have, with the reason, and the statement that comes nearest.
    pub(super) fn nothing(
        name: &str,
        reason: &str,
        nearest: Option<String>,
        context: Context,
    ) -> Self {
        let mut summary = ["PTX has no ", name, ": ", reason].concat();
        if let Some(nearest) = &nearest {
            summary.extend([". The nearest is ", &*code(nearest)]);
        }
        Self::new(Means::Nothing(nearest), context, summary, Vec::new())
    }
}

/// A number with the words for the change to it.
impl Rounded {
    /// The change as a part of a sentence.
    #[must_use]
    pub fn words(&self, format: Format) -> String {
        let (typed, name) = (&*self.typed, format.name());
        match &self.error_ulp {
            Some(error) => {
                let nearest = if self.is_up { "above" } else { "below" };
                let all = [
                    typed,
                    " is no number of ",
                    name,
                    "; the nearest is ",
                    nearest,
                    " it, ",
                    error,
                    " ulp",
                ];
                all.concat()
            }
            None => [typed, " is beyond the largest number of ", name].concat(),
        }
    }
}

/// A typed number or its bits in a format; `None` if the format does not have it.
pub(super) fn value(text: &str, format: Format) -> Option<Value> {
    use crate::text::Exactness;
    let entry = crate::text::parse(text, format).ok()?;
    let typed = || text.to_string();
    let is_negative = text.trim_start().starts_with(['-', '\u{2212}']);
    let rounded = match entry.exactness {
        Exactness::Given | Exactness::Exact => None,
        Exactness::Rounded { error_ulp, .. } => Some(Rounded {
            typed: typed(),
            is_up: error_ulp.starts_with('+'),
            error_ulp: Some(error_ulp),
        }),
        Exactness::Overflowed { .. } => {
            let is_infinite =
                matches!(format.decode(entry.bits).kind, crate::number::Kind::Infinite);
            let is_up = is_infinite != is_negative;
            Some(Rounded { typed: typed(), is_up, error_ulp: None })
        }
    };
    Some(Value { format, bits: entry.bits, rounded })
}
