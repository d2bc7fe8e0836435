//! Any text that a person types into one field: what it is, and its answer.
//!
//! [`read`] tries the kinds in this order; the first that fits counts:
//!
//! 1. a [link](Link) of the page;
//! 2. an instruction of [tensor cores](crate::tensor);
//! 3. a statement of PTX that is legal, with values, as it stands;
//! 4. a [message](Said) of the assembler;
//! 5. code: statements of PTX, or inline assembly of another language, which run as a program;
//! 6. a [question](crate::syntax::ask) in other words: an operation, a program, a comparison, a number;
//! 7. a statement of PTX without values, or one that is rejected;
//! 8. source code of a language that is compiled to PTX, which is not read, but named.
//!
//! Everything else is not read: the page looks for its words in lessons, terms and forms.

mod code;
mod link;
mod message;
mod outcome;
mod source;

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

pub use self::link::Link;
pub use self::message::Said;
pub use self::outcome::{Line, Outcome, Register};

use crate::arith::elementary::Enclosure;
use crate::catalog::elsewhere::{Row, WORLDS, meanings};
use crate::catalog::{Context, Instruction, forms_of, spelled};
use crate::order::{push_new, sort_by_key};
use crate::syntax::ask::{self, Means, Reading};
use crate::syntax::{self, check, parse};
use crate::tensor::{Mma, WrongName};
use crate::text::quote::unquoted;

/// The reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A statement of PTX that is legal and has a value for each source, as it stands.
    Statement,
    /// An instruction without values, by its spelling.
    Form(String),
    /// A statement of PTX that is rejected: [`syntax::read`] has the reasons.
    Rejected,
    /// A question in other words.
    Question(Box<Answered>),
    /// Statements that are a program.
    Code(Box<Answered>),
    /// A link of the page.
    Link(Link),
    /// A message of the assembler.
    Message(Said),
    /// An instruction of tensor cores, or what is wrong with its spelling.
    Tensor(Result<Box<Mma>, WrongName>),
}

/// A question or code with its reading, and what its program leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The reading.
    pub reading: Reading,
    /// The values of the program that it is, if it is one.
    pub outcome: Option<Outcome>,
    /// The true value of the function that the program computes, where it is known.
    pub exact: Option<Enclosure>,
}

impl Answered {
    /// Runs the program of a reading, if it is one, on the version and target that have it.
    fn of(mut reading: Reading) -> Self {
        let program = match &reading.means {
            Means::Program(text) => text,
            Means::Truth(truth) => &truth.program,
            Means::Statement(_) | Means::Value(_) | Means::Nothing(_) => {
                return Self { reading, outcome: None, exact: None };
            }
        };
        let (context, outcome) = Outcome::of(program, &reading.context);
        reading.notes.extend(ask::needed(&context, &reading.context));
        reading.context = context;
        let exact = reading.function.and_then(|function| match &*outcome.inputs {
            [input] => function.evaluate(input.format()?.decode(input.bits?)),
            _ => None,
        });
        Self { reading, outcome: Some(outcome), exact }
    }
}

/// Reads a text; `None` if it is nothing that has an answer.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::internals::typed::{Typed, read};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// assert_eq!(read("add.f32 1, 2", &context), Some(Typed::Statement));
/// let Some(Typed::Question(answered)) = read("0.1 + 0.2 == 0.3", &context) else { panic!() };
/// assert_eq!(answered.outcome.unwrap().truth(), Some(true));
/// assert_eq!(read("hello", &context), None);
/// ```
#[must_use]
pub fn read(text: &str, context: &Context) -> Option<Typed> {
    if let Some(link) = Link::of(text) {
        return Some(Typed::Link(link));
    }
    let bare = unquoted(text);
    if is_of_tensor_cores(&bare) {
        return Some(Typed::Tensor(Mma::parse(&bare).map(Box::new)));
    }
    let found = syntax::read(&bare, context);
    if let Ok((_, registers)) = &found
        && registers.iter().all(Option::is_some)
    {
        return Some(Typed::Statement);
    }
    if found.is_err()
        && let Some(said) = Said::of(text)
    {
        return Some(Typed::Message(said));
    }
    if found.is_err()
        && let Some(reading) =
            code::read(text, context).or_else(|| ask::read_assigned(&bare, context))
    {
        return Some(Typed::Code(Box::new(Answered::of(reading))));
    }
    match (found, ask::read(&bare, context)) {
        (Ok((instruction, _)), _) => Some(Typed::Form(instruction.to_string())),
        (Err(_), Some(reading)) => Some(Typed::Question(Box::new(Answered::of(reading)))),
        (Err(_), None) => intrinsic(&bare)
            .or_else(|| asked_about(&bare, context))
            .map(Typed::Form)
            .or_else(|| is_statement(&bare).then_some(Typed::Rejected))
            .or_else(|| {
                source::read(text, context).map(|it| Typed::Question(Box::new(Answered::of(it))))
            }),
    }
}

/// The words that begin an instruction of tensor cores.
const TENSOR_CORES: [&str; 4] = ["mma.", "wmma.mma.", "wgmma.mma_async.", "tcgen05.mma."];

/// Whether a text begins like an instruction of tensor cores.
fn is_of_tensor_cores(text: &str) -> bool {
    TENSOR_CORES.iter().any(|beginning| text.trim_start().starts_with(beginning))
}

/// The largest number of calls that are offered.
const MAX_CALLS: usize = 3;

/// Calls of functions of CUDA and C whose names begin so, the shortest names first: `expf(1)` for
/// `exp`.
#[must_use]
pub fn calls(beginning: &str, context: &Context) -> Vec<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if beginning.len() < 2 || !beginning.chars().all(is_name) {
        return Vec::new();
    }
    let mut names: Vec<&'static str> = Vec::new();
    for world in WORLDS.iter().filter(|world| ["CUDA", "C and C++"].contains(&world.name)) {
        let all = world.all().flat_map(Row::names).filter(|name| name.chars().all(is_name));
        all.filter(|name| name.starts_with(beginning)).for_each(|name| push_new(&mut names, name));
    }
    sort_by_key(&mut names, |name| name.len());
    let call = |name: &'static str| {
        let calls = ["(1)", "(1, 2)", "(1, 2, 3)"].map(|values| [name, values].concat());
        calls
            .into_iter()
            .find(|call| ask::read(call, context).is_some_and(|reading| !reading.is_nothing()))
    };
    names.into_iter().filter_map(call).take(MAX_CALLS).collect()
}

/// The instruction of a name from elsewhere that is called with names or types only:
/// `@llvm.nvvm.ex2.approx.ftz.f(float %x)`.
fn intrinsic(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(';');
    let (name, arguments) = text.split_once('(')?;
    let name = name.split_whitespace().last()?;
    let is_closed = arguments.ends_with(')') && !arguments.contains(|c: char| "\"'".contains(c));
    let meaning = meanings(name).into_iter().next().filter(|_| is_closed)?;
    meaning.is_instruction().then_some(meaning.spelling)
}

/// Words around an instruction that ask for nothing else, besides those of every question: `what does
/// cvt.rna.tf32.f32 do`.
const ABOUT: &[&str] = &[
    "what's",
    "are",
    "about",
    "explain",
    "describe",
    "mean",
    "means",
    "work",
    "works",
    "computes",
    "instruction",
    "ptx",
    "in",
];

/// The instruction that a question in words is about, if it names one and asks for nothing else; if its
/// spelling is not complete, the nearest one that has all of its modifiers.
fn asked_about(text: &str, context: &Context) -> Option<String> {
    let words = text.split_whitespace().map(|word| word.trim_matches(['?', '!', ',', '`', '"']));
    let (around, named): (Vec<_>, Vec<_>) =
        words.filter(|word| !word.is_empty()).partition(|word| {
            ask::is_filler(word) || ABOUT.iter().any(|known| known.eq_ignore_ascii_case(word))
        });
    let [spelling] = named[..] else { return None };
    let (statement, _) = parse(spelling);
    let is_known = forms_of(statement.opcode.as_ref()?.text).next().is_some();
    if around.is_empty() || !is_known || statement.modifiers.is_empty() {
        return None;
    }
    let has_all = |found: &Instruction| {
        statement
            .modifiers
            .iter()
            .all(|each| found.modifiers().any(|it| it.spelling() == each.text))
    };
    let nearest = || check(spelling, context).nearest.filter(has_all);
    let found = spelled(spelling).into_iter().next().or_else(nearest);
    found.map(|instruction| instruction.to_string())
}

/// Whether a text is meant as a statement of PTX: it has an opcode with modifiers, perhaps misspelled.
#[must_use]
pub fn is_statement(text: &str) -> bool {
    let (statement, _) = parse(text);
    let Some(opcode) = &statement.opcode else { return false };
    if is_of_tensor_cores(text) {
        return false;
    }
    let is_known = forms_of(opcode.text).next().is_some();
    let mut modifiers = statement.modifiers.iter();
    let has_type = modifiers.any(|it| it.text.bytes().any(|byte| byte.is_ascii_digit()));
    !statement.modifiers.is_empty() && (has_type || is_known && !statement.operands.is_empty())
}
