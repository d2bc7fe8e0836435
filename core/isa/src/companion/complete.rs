//! Completions of companion instructions.

use alloc::vec::Vec;
use core::ops::Range;

use super::form::{Form, Slot};
use super::list::forms_of;
use super::rows::ROWS;
use crate::catalog::{Context, Part, Requires};
use crate::order::sort_by_key;
use crate::syntax::{Token, parse};

/// A word that completes the text at the caret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word; a modifier with its dot.
    pub text: &'static str,
    /// The name of its slot in the syntax line; empty for an opcode.
    pub slot: &'static str,
    /// The requirements that version and target do not meet.
    pub lacks: Option<Requires>,
}

/// The words that may complete the opcode or modifier ending at byte `caret` of a statement, and
/// the bytes that a word replaces. Words that the version and the target have come first.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::internals::companion::complete;
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let words = |text: &str| -> Vec<_> {
///     complete(text, text.len(), &context).1.into_iter().map(|word| word.text).collect()
/// };
/// assert_eq!(words("se"), ["setp", "set", "selp"]);
/// assert_eq!(words("setp.lt.a"), [".and"]);
/// assert_eq!(words("lop3."), [".b32", ".or", ".and"]);
/// ```
#[must_use]
pub fn complete(text: &str, caret: usize, context: &Context) -> (Range<usize>, Vec<Word>) {
    let (statement, _) = parse(text);
    let ends = |token: &Token<'_>| token.span.start < caret && token.span.end == caret;
    let none = (caret..caret, Vec::new());
    let Some(opcode) = &statement.opcode else { return none };
    let mut words: Vec<Word> = Vec::new();
    let span = if ends(opcode) {
        for form in ROWS.iter().filter(|form| form.opcode.starts_with(opcode.text)) {
            if form.opcode != opcode.text {
                let lacks = lacks(&[form.part()], context);
                add(&mut words, Word { text: form.opcode, slot: "", lacks });
            }
        }
        opcode.span.clone()
    } else {
        let Some(place) = statement.modifiers.iter().position(ends) else { return none };
        let (before, rest) = statement.modifiers.split_at(place);
        let Some((typed, behind)) = rest.split_first() else { return none };
        for form in forms_of(opcode.text) {
            for slot in open(form, before, behind) {
                let begun = |word: &str| word.starts_with(typed.text) && word != typed.text;
                for choice in slot.choices.iter().filter(|choice| begun(choice.modifier)) {
                    let lacks = lacks(&[form.part(), Part::of(choice)], context);
                    add(&mut words, Word { text: choice.modifier, slot: slot.name, lacks });
                }
            }
        }
        typed.span.clone()
    };
    sort_by_key(&mut words, |word| usize::from(word.lacks.is_some()));
    (span, words)
}

/// Adds a word; a known one lacks nothing if one of its rows lacks nothing.
fn add(words: &mut Vec<Word>, word: Word) {
    match words.iter_mut().find(|known| known.text == word.text) {
        Some(known) if word.lacks.is_none() => known.lacks = None,
        Some(_) => {}
        None => words.push(word),
    }
}

/// Returns the first requirement of the assembler that the context does not meet.
fn lacks(parts: &[Part], context: &Context) -> Option<Requires> {
    let unmet = parts.iter().find(|part| !part.is_assembled(context));
    unmet.map(Part::assembler_requires)
}

/// The slots that the next modifier may fill, between those before and after it.
fn open<'f>(form: &'f Form, before: &[Token<'_>], behind: &[Token<'_>]) -> Vec<&'f Slot> {
    let has = |slot: &&Slot, token: &Token<'_>| slot.has(token.text);
    let mut slots = form.slots.iter();
    for token in before {
        // A slot that must be filled cannot be skipped.
        let found = slots.find(|slot| slot.is_required() || has(slot, token));
        if !found.is_some_and(|slot| has(&slot, token)) {
            return Vec::new();
        }
    }
    let mut found = Vec::new();
    while let Some(slot) = slots.next() {
        let mut rest = slots.clone();
        if behind.iter().all(|token| rest.any(|slot| has(&slot, token))) {
            found.push(slot);
        }
        if slot.is_required() {
            break;
        }
    }
    found
}
