//! A form in words: what every rendering of the reference says of it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ptr;

use crate::catalog::{ANY, Form, Operand, Role, Slot, Status, forms_of};
use crate::explore::corner::{Condition, Corner};
use crate::source::Source;
use crate::text::quote::{code, with_code};

/// A fact about a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// A clause, in lower case and without a full stop; code is between back quotes.
    pub text: String,
    /// The section that has it, where that is not the section of the form.
    pub source: Option<Source>,
}

impl Note {
    fn new(text: String) -> Self {
        Self { text, source: None }
    }

    /// The clause as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut characters = self.text.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        let mut sentence: String = first.into_iter().chain(characters).collect();
        if !sentence.ends_with(['.', '?']) {
            sentence.push('.');
        }
        sentence
    }
}

/// The facts about a form: where text and assembler differ, contraction, implied modifiers, accuracy.
#[must_use]
pub fn notes(form: &Form) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Status::Undocumented { note, .. } | Status::Refused { note } = form.status {
        notes.push(Note::new(with_code(note)));
    }
    if let Some(other) = form.tolerated {
        let requires = other.requires.to_string();
        let note = with_code(other.note);
        notes.push(Note::new([&note, "; the assembler itself requires ", &requires].concat()));
    }
    if form.may_contract() {
        notes.push(Note::new(
            "without a rounding modifier, `mul` and `add` or `sub` may be fused, which omits the \
             rounding of the product; `.rn` on either prevents this"
                .into(),
        ));
    }
    if !form.implied.is_empty() {
        let implied: Vec<_> = form.implied.iter().map(|each| code(each.spelling())).collect();
        notes.push(Note::new(["implied: ", &implied.join(", ")].concat()));
    }
    let bound = form.bound().filter(|bound| !bound.ranges.is_empty());
    let source = bound.map(|bound| bound.source);
    notes.push(Note { text: with_code(&form.accuracy_words()), source });
    notes
}

/// The slots of a form that leave a choice or have requirements.
pub fn slots(form: &Form) -> impl Iterator<Item = &'static Slot> {
    let needs = |slot: &Slot| slot.choices.iter().any(|choice| choice.requires != ANY);
    form.slots.iter().filter(move |slot| slot.choices.len() > 1 || needs(slot))
}

/// The documented results of special operands.
#[derive(Debug)]
pub enum Special {
    /// None is documented.
    Nothing,
    /// They are those of an earlier form of the opcode.
    As(&'static Form),
    /// Each with its operands and its result.
    Table {
        /// The names of the operands and of the result.
        columns: Vec<&'static str>,
        /// The rows.
        cases: Vec<Corner>,
    },
}

/// The documented results of special operands of a form.
#[must_use]
pub fn special(form: &'static Form) -> Special {
    let cases: Vec<_> = form.special_cases().collect();
    if cases.is_empty() {
        return Special::Nothing;
    }
    let read = |corner: &Corner| (when(corner), corner.operands.clone(), corner.result);
    let is_same = |earlier: &&'static Form| {
        earlier.sources().len() == form.sources().len()
            && earlier.special_cases().map(|corner| read(&corner)).eq(cases.iter().map(read))
    };
    let mut before = forms_of(form.opcode).take_while(|earlier| !ptr::eq(*earlier, form));
    if let Some(earlier) = before.find(is_same) {
        return Special::As(earlier);
    }
    // Operands of the other lanes are not named, nor those that hold no numbers.
    let is_shown = |operand: &&Operand| {
        matches!(operand.role, Role::Lanes | Role::Lane(0)) || operand.role.is_scale()
    };
    let sources = form.sources().iter().filter(is_shown);
    let columns = sources.chain([form.destination()]).map(|operand| operand.name).collect();
    Special::Table { columns, cases }
}

/// The modifiers that a special case depends on; empty where it depends on none.
#[must_use]
pub fn when(corner: &Corner) -> String {
    corner.when.iter().map(Condition::words).collect::<Vec<_>>().join(", ")
}
