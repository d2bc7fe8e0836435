//! Questions as people type them, as statements, programs and numbers: `0.1 + 0.2 in bf16`,
//! `500 to fp8`, `max(nan, 1)`, `1/3*3 == 1`, `0x7e in e4m3`, `largest half`.
//!
//! A question names numbers, operations by their signs, their opcodes or names from elsewhere
//! ([`crate::catalog::elsewhere`]), a format, and perhaps how to round. One operation is a statement;
//! several are a program, with a statement for each in the order of C. A function of another language
//! may be several statements, or something that PTX does not have. Any other text is not a question.
//!
//! A reading is never that of another function, format, rounding or instruction: what PTX does not
//! have is said, with the statement that comes nearest.

mod asked;
mod assigned;
mod chain;
mod class;
mod compared;
mod conversion;
mod found;
mod in_c;
mod named;
mod once;
mod reading;
mod registers;
mod reinterpreted;
mod statement;
mod tree;
mod value;
mod words;

use alloc::string::{String, ToString};

#[doc(hidden)]
pub use self::found::needed;
pub use self::reading::{Means, Note, Reading, Rounded, Truth, Value};
#[doc(hidden)]
pub use self::words::is_filler;

use self::asked::{Asked, Offers};
use self::tree::with_cast_behind;
use self::words::{is_comparison, pieces};
use crate::catalog::{Context, Modifier, opcode_spelled};
use crate::syntax::parse;

/// Reads a question; `None` if the text is not one.
///
/// ```
/// use ptxfp::syntax::ask::{self, Means};
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let read = |text| ask::read(text, &context);
/// let statement = |text| match read(text).unwrap().means {
///     Means::Statement(statement) => statement,
///     other => panic!("{other:?}"),
/// };
/// assert_eq!(statement("0.1 + 0.2 in bf16"), "add.rn.bf16 0.1, 0.2");
/// assert_eq!(statement("500 to e4m3"), "cvt.rn.satfinite.e4m3x2.f32 500, 0");
/// assert_eq!(statement("max(NaN, 1)"), "max.f32 nan, 1");
/// assert!(matches!(read("0.1 + 0.2 + 0.3").unwrap().means, Means::Program(_)));
/// assert!(matches!(read("0.1 + 0.2 == 0.3").unwrap().means, Means::Truth(_)));
/// assert!(matches!(read("0x7e in e4m3").unwrap().means, Means::Value(value) if value.bits == 0x7e));
/// assert!(read("sinf(1)").unwrap().is_nothing());
/// assert_eq!(read("hello"), None);
/// ```
#[must_use]
pub fn read(text: &str, context: &Context) -> Option<Reading> {
    read_with(&with_hyphens(text), context, Offers::Wanted)
}

/// Reads expressions with variables: `d = a*b + c`, `x = 0.1; y = x * 3`.
#[doc(hidden)]
#[must_use]
pub fn read_assigned(text: &str, context: &Context) -> Option<Reading> {
    let text = with_hyphens(text);
    assigned::read(text.trim().trim_end_matches(['?', ';']).trim_end(), context, Offers::Wanted)
}

/// A text with hyphens for minus signs, as numbers that were copied from a page have them.
fn with_hyphens(text: &str) -> String {
    text.replace('−', "-")
}

/// Reads a question, with the alternatives to its assumptions or without.
fn read_with(text: &str, context: &Context, offers: Offers) -> Option<Reading> {
    let text = text.trim().trim_end_matches(['?', ';']).trim_end();
    if let Some(reading) = respelled(text, context) {
        return Some(reading);
    }
    if let Some(reading) = assigned::read(text, context, offers) {
        return Some(reading);
    }
    if let Some([function, bits]) = class::questions(text) {
        let read = |question: &str| read_with(question, context, offers);
        return read(&function).filter(|reading| !reading.is_nothing()).or_else(|| read(&bits));
    }
    if let Some(question) = reinterpreted::question(text) {
        return read_with(&question, context, offers);
    }
    let pieces = with_cast_behind(pieces(text)?);
    let asked = || Asked { text: text.to_string(), offers, ..Asked::default() };
    if let Some(reading) = value::read(asked(), &pieces, context) {
        return Some(reading);
    }
    if pieces.iter().any(is_comparison) {
        return compared::read(asked(), &pieces, context);
    }
    asked().question(&pieces, context)
}

/// A statement of PTX in other letter case.
fn respelled(text: &str, context: &Context) -> Option<Reading> {
    let (statement, problems) = parse(text);
    let opcode = opcode_spelled(&statement.opcode.as_ref()?.text.to_ascii_lowercase())?;
    let mut spelled = String::from(opcode);
    for modifier in &statement.modifiers {
        let is_it = |known: &str| known.eq_ignore_ascii_case(modifier.text);
        spelled.push_str(Modifier::find(&is_it)?.spelling());
    }
    let span = statement.head_span();
    let is_other = text.get(span.clone()) != Some(&*spelled);
    if !is_other || !problems.is_empty() || statement.modifiers.is_empty() {
        return None;
    }
    let whole = [&*spelled, text.get(span.end..)?].concat();
    let (_, registers) = super::read(&whole, context).ok()?;
    if registers.iter().any(Option::is_none) {
        return None;
    }
    let note = Note::from(String::from("PTX is spelled in lower case"));
    Some(Reading::statement(whole, *context, alloc::vec![note]))
}
