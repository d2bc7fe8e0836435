//! The answer to a text that is no single statement: a number in a format, the values of a program,
//! or what is found for its words.

mod form;
mod found;
pub mod kinds;
mod program;
mod tensor;
mod value;

use ptxfp::catalog::Context;
use ptxfp::internals::arith::Dyadic;
use ptxfp::internals::arith::elementary::Enclosure;
use ptxfp::internals::quote::code;
use ptxfp::internals::typed::{Answered, Link, Said, Typed};
use ptxfp::link;
use ptxfp::syntax::ask::{Means, Note, Reading};
use serde::{Deserialize, Serialize};

use crate::find;
use crate::message::sentence;

/// How a text was read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
pub struct ReadingView {
    /// The reading; code is between back quotes.
    pub what: String,
    /// Its assumptions, with texts that ask for something else.
    pub notes: Vec<Note>,
}

impl ReadingView {
    /// A reading as it is shown.
    pub(crate) fn of(reading: &Reading) -> Self {
        Self { what: reading.summary.clone(), notes: reading.notes.clone() }
    }
}

/// How certain the bits of a program's register are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub enum Certainty {
    /// The ISA determines them.
    Exact,
    /// They depend on results that the ISA leaves open.
    Bounded,
    /// Nothing is known of them.
    Open,
}

impl Certainty {
    /// The style class of the digits.
    pub const fn digits_class(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::Bounded => "within-digits",
            Self::Open => "open-digits",
        }
    }
}

/// A number that answers a text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct NumberView {
    /// The number, to at most 9 or 17 digits, or a truth value.
    pub value: String,
    /// Its bits as `0x` and hex digits; empty for a truth value.
    pub hex: String,
    /// How certain the bits are.
    pub certainty: Certainty,
    /// The change from the typed number, in a few words.
    pub change: String,
    /// The guarantee, in a few words; empty where the bits are exact.
    pub guarantee: String,
    /// The number where GPUs were observed, in a few words.
    pub observed: String,
    /// Every digit.
    pub in_full: String,
    /// The picture of its bits.
    pub picture: Option<PictureView>,
}

/// The number of a format whose bits are drawn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct PictureView {
    /// The name of the format.
    pub format: String,
    /// The bits.
    pub bits: u64,
    /// The ends of the interval that the ISA permits, and the observed bits; `None` if the number is
    /// not rounded, so that its fields are drawn.
    pub permitted: Option<([u64; 2], Option<u64>)>,
    /// The true value that the result approximates, where it is known.
    pub exact: Option<ExactView>,
}

/// A true value, cut off after 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct ExactView {
    negative: bool,
    significand: u64,
    exponent: i32,
}

impl ExactView {
    /// The true value of a function.
    pub(crate) fn of(value: Enclosure) -> Self {
        let Enclosure { negative, low, exponent, .. } = value;
        let shift = low.leading_zeros();
        // The upper half of what has no leading zeros.
        let significand = u64::try_from((low << shift) >> u64::BITS).unwrap_or_default();
        let exponent = exponent + u64::BITS.cast_signed() - shift.cast_signed();
        Self { negative, significand, exponent }
    }

    /// The value.
    pub(crate) fn value(self) -> Dyadic {
        Dyadic::new(self.negative, &self.significand.into(), self.exponent)
    }
}

/// A statement of a program with what it writes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct LineView {
    /// The statement.
    pub code: String,
    /// The value that it writes; empty if there is none.
    pub value: String,
    /// How certain its bits are.
    pub certainty: Certainty,
}

/// Where something that was found leads to.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub enum Target {
    /// An address.
    Address(String),
    /// Another text in the box.
    Text(String),
}

/// Something that was found.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct HitView {
    /// The kind: `Try`, `Lesson`.
    pub kind: String,
    /// Its name; code is between back quotes.
    pub title: String,
    /// A few words about it; code is between back quotes.
    pub note: String,
    /// Where it leads to.
    pub target: Target,
    /// Whether it is suggested while its beginning is typed.
    pub completes: bool,
}

impl HitView {
    /// A text that the box answers with it.
    pub(crate) fn text(&self) -> &str {
        match &self.target {
            Target::Text(text) => text,
            Target::Address(_) => &self.title,
        }
    }
}

/// The answer to a text that is no single statement.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
pub struct ReplyView {
    /// How the text was read.
    pub reading: ReadingView,
    /// The number that answers it.
    pub number: Option<NumberView>,
    /// The program that computes it.
    pub lines: Vec<LineView>,
    /// The answer in words; code is between back quotes.
    pub sentence: String,
    /// The list that was found, the best first.
    pub hits: Vec<HitView>,
    /// A button that leads on: its label and its address.
    pub open: Option<(String, String)>,
}

impl ReplyView {
    /// The answer in words, to be announced.
    pub(crate) fn spoken(&self) -> String {
        let value = self.number.as_ref().map_or("", |number| &number.value);
        let found = match self.hits.len() {
            0 => String::new(),
            1 => String::from(" 1 result."),
            count => [" ", &*count.to_string(), " results."].concat(),
        };
        let stop = if value.is_empty() { "" } else { ". " };
        [value, stop, &*self.sentence.replace('`', ""), &*found].concat()
    }
}

/// The most that is listed.
const MAX_HITS: usize = 6;

/// The answer to a text as a worker read it; `None` if it is a statement, legal or not, which the
/// page answers itself.
pub(crate) fn reply(text: &str, context: &Context, typed: Option<&Typed>) -> Option<ReplyView> {
    match typed {
        Some(Typed::Statement | Typed::Rejected) => None,
        Some(Typed::Form(spelling)) => form::reply(text, spelling, context),
        Some(Typed::Question(answered) | Typed::Code(answered)) => question(answered),
        Some(Typed::Link(link)) => Some(of_link(link)),
        Some(Typed::Message(said)) => Some(of_message(said)),
        Some(Typed::Tensor(found)) => Some(tensor::reply(found, context)),
        None => Some(found::words(text, context)),
    }
}

/// The answer to a question, unless it is one statement.
fn question(answered: &Answered) -> Option<ReplyView> {
    let reading = &answered.reading;
    let view = ReplyView { reading: ReadingView::of(reading), ..ReplyView::default() };
    let with_program = |program: &str| {
        let address = ["#", &*link::sequence_of_text(program, &reading.context)].concat();
        ReplyView {
            open: Some((String::from("Open in Program and step"), address)),
            ..view.clone()
        }
    };
    Some(match &reading.means {
        Means::Statement(_) => return None,
        Means::Value(number) => value::reply(view, number),
        Means::Program(program) => program::reply(with_program(program), answered, None),
        Means::Truth(truth) => program::reply(with_program(&truth.program), answered, Some(truth)),
        Means::Nothing(nearest) => ReplyView {
            sentence: sentence(&reading.summary),
            hits: nearest
                .iter()
                .chain(reading.notes.iter().flat_map(|note| &note.instead))
                .map(|text| ask("Try", text))
                .collect(),
            ..ReplyView::default()
        },
    })
}

/// A text to try.
fn ask(kind: &str, text: &str) -> HitView {
    let target = Target::Text(String::from(text));
    HitView {
        kind: String::from(kind),
        title: code(text),
        note: String::new(),
        target,
        completes: false,
    }
}

/// The forms that a query finds in the reference.
fn in_reference(query: &str) -> HitView {
    HitView {
        kind: String::from("Form"),
        title: code(query),
        note: String::from("in the reference"),
        target: Target::Address(["#reference?q=", &*query.replace(' ', "%20")].concat()),
        completes: false,
    }
}

/// A link of the page.
fn of_link(link: &Link) -> ReplyView {
    let (what, note) = match link {
        Link::Instruction(_) => ("an instruction", "opens it here"),
        Link::Program(_) => ("a program", "opens it in Program"),
        Link::View(_) => ("a part of this page", "opens it"),
    };
    let hit = HitView {
        kind: String::from("Open"),
        title: code(link.fragment()),
        note: String::from(note),
        target: Target::Address(["#", link.fragment()].concat()),
        completes: false,
    };
    ReplyView {
        reading: ReadingView { what: ["Read as a link to ", what].concat(), notes: Vec::new() },
        sentence: String::from("This is a link of this page."),
        hits: vec![hit],
        ..ReplyView::default()
    }
}

/// A message of the assembler.
fn of_message(said: &Said) -> ReplyView {
    let mut hits: Vec<_> = said.instead.iter().map(|text| ask("Try", text)).collect();
    if !said.query.is_empty() {
        hits.push(in_reference(&said.query));
    }
    ReplyView {
        reading: ReadingView {
            what: String::from("Read as a message of the assembler"),
            notes: Vec::new(),
        },
        sentence: sentence(&said.sentence),
        hits,
        ..ReplyView::default()
    }
}

/// Something found in the page.
fn hit(found: &find::Found) -> HitView {
    HitView {
        kind: String::from(found.kind.name()),
        title: found.title.clone(),
        note: found.note.clone(),
        target: Target::Address(found.address()),
        // Opcodes are suggested without a search.
        completes: found.kind != find::Kind::Form,
    }
}
