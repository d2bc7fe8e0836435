//! The words suggested for the statement while it is typed.

use ptxfp::catalog::{Context, Instruction, forms_of, instructions_of};
use ptxfp::syntax::{Completion, Proposal, Standing, complete};

use crate::playground::instruction::{ChipState, PickerView, ProposalView};
use crate::reply::{HitView, ReplyView};

/// Suggested words, and which of them is highlighted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picker {
    completion: Completion,
    /// The highlighted word.
    pub chosen: Option<usize>,
    /// Whether some of a word is typed, beyond its dot.
    pub is_begun: bool,
    /// The texts that a worker found, which the line answers.
    found: Vec<FoundText>,
}

/// A text that the line answers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FoundText {
    /// The kind of answer: `Lesson`, `Code`.
    kind: String,
    text: String,
}

/// The largest number of texts that follow the words.
const MAX_FOUND: usize = 4;

/// A statement in which a word was accepted.
pub(super) struct Taken {
    pub(super) text: String,
    /// The position after the word, in bytes.
    pub(super) caret: usize,
    pub(super) is_whole: bool,
}

impl Picker {
    /// The words for a caret in bytes, if there are any.
    pub(super) fn at(text: &str, caret: usize, context: &Context) -> Option<Self> {
        let completion = complete(text, caret, context);
        let typed = text.get(completion.span.start..caret).unwrap_or_default();
        let is_begun = !typed.trim_start_matches('.').is_empty();
        (!completion.proposals.is_empty()).then_some(Self {
            completion,
            chosen: None,
            is_begun,
            found: Vec::new(),
        })
    }

    /// The words for a caret in UTF-16 units, as browsers count; if the caret is in a word, its
    /// replacements.
    pub(super) fn asked(text: &str, units: usize, context: &Context) -> Option<Self> {
        let caret = bytes(text, units);
        let picker = Self::at(text, caret, context)?;
        let start = picker.completion.span.start;
        let typed = text.get(start..caret).unwrap_or_default();
        if picker.proposals().iter().any(|proposal| proposal.text == typed) {
            return Self::at(text, start + usize::from(typed.starts_with('.')), context);
        }
        Some(picker)
    }

    /// The words for a caret while typing; `None` if the text is already an instruction.
    pub(super) fn typed(text: &str, units: usize, context: &Context) -> Option<Self> {
        let picker = Self::at(text, bytes(text, units), context)?;
        let typed = text.get(picker.completion.span.clone()).unwrap_or_default();
        let is_done = |proposal: &Proposal| proposal.text == typed && proposal.is_whole;
        (!picker.proposals().iter().any(is_done)).then_some(picker)
    }

    /// The words.
    pub fn proposals(&self) -> &[Proposal] {
        &self.completion.proposals
    }

    /// Takes what a worker found for the text; opcodes are words already.
    pub(super) fn with_found(mut self, reply: &ReplyView) -> Self {
        let found = reply.hits.iter().filter(|hit| hit.completes).take(MAX_FOUND);
        let text =
            |hit: &HitView| FoundText { kind: hit.kind.clone(), text: hit.text().to_owned() };
        self.found = found.map(text).collect();
        self
    }

    /// The words and the texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let words = self.proposals().iter().map(|proposal| proposal.text);
        words.chain(self.found.iter().map(|found| &*found.text))
    }

    /// The number of words and texts.
    fn len(&self) -> usize {
        self.proposals().len() + self.found.len()
    }

    /// Highlights the word below; after the last comes the first.
    pub(super) fn next(mut self) -> Self {
        let next = self.chosen.map_or(0, |chosen| chosen + 1);
        self.chosen = Some(if next < self.len() { next } else { 0 });
        self
    }

    /// Highlights the word above; before the first comes the last.
    pub(super) fn previous(mut self) -> Self {
        let before = self.chosen.filter(|chosen| *chosen > 0);
        self.chosen = before.unwrap_or(self.len()).checked_sub(1);
        self
    }

    /// The statement with a word accepted, or the text in its place.
    pub(super) fn accept(&self, statement: &str, index: usize) -> Option<Taken> {
        if let Some(place) = index.checked_sub(self.proposals().len()) {
            let text = self.found.get(place)?.text.clone();
            return Some(Taken { caret: text.len(), text, is_whole: true });
        }
        let proposal = self.proposals().get(index)?;
        let span = &self.completion.span;
        let (before, after) = (statement.get(..span.start)?, statement.get(span.end..)?);
        let caret = before.len() + proposal.text.len();
        let text = [before, proposal.text, after].concat();
        Some(Taken { text, caret, is_whole: proposal.is_whole })
    }
}

/// Converts a place in UTF-16 units to bytes.
pub(crate) fn bytes(text: &str, units: usize) -> usize {
    let mut left = units;
    let is_before = |character: &(usize, char)| {
        let is_before = left > 0;
        left = left.saturating_sub(character.1.len_utf16());
        is_before
    };
    let last = text.char_indices().take_while(is_before).last();
    last.map_or(0, |(place, character)| place + character.len_utf8())
}

/// Converts a place in bytes to UTF-16 units.
pub fn units(text: &str, bytes: usize) -> usize {
    text.get(..bytes).unwrap_or_default().chars().map(char::len_utf16).sum()
}

/// The words, as they are meant in a context.
pub fn picker(picker: &Picker, context: &Context) -> PickerView {
    PickerView {
        words: picker
            .proposals()
            .iter()
            .map(|proposal| word(proposal, context))
            .chain(picker.found.iter().map(found))
            .collect(),
        chosen: picker.chosen,
        // Leaving the field must stay possible: a dot alone asks for nothing.
        nearest: picker.chosen.or(picker.is_begun.then_some(0)),
    }
}

/// One word.
fn word(proposal: &Proposal, context: &Context) -> ProposalView {
    let meaning = match proposal.group {
        None => formula(proposal.text, context),
        Some(_) => proposal.meaning.clone(),
    };
    let meaning = match proposal.also {
        Some(name) => [name, ": ", &meaning].concat(),
        None => meaning,
    };
    let (state, note) = match proposal.standing {
        Standing::Documented => (ChipState::Available, meaning),
        Standing::Undocumented => (ChipState::Undocumented, ["undocumented: ", &meaning].concat()),
        Standing::Unavailable(requires) => {
            (ChipState::Unavailable, ["needs ", &requires.to_string()].concat())
        }
    };
    ProposalView { text: proposal.text.to_owned(), note, state }
}

/// One text.
fn found(found: &FoundText) -> ProposalView {
    let note = found.kind.to_ascii_lowercase();
    ProposalView { text: found.text.clone(), note, state: ChipState::Available }
}

/// Returns the meaning of an opcode as a formula: that of its first form in the context, or else of
/// its first form.
fn formula(opcode: &str, context: &Context) -> String {
    let all = || forms_of(opcode).flat_map(instructions_of);
    let first = all().find(|each| each.is_available(context)).or_else(|| all().next());
    first.as_ref().map(Instruction::formula).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{bytes, units};

    #[test]
    fn places_are_counted_as_browsers_do() {
        let text = "aé\u{1d11e}z";
        for (in_units, in_bytes) in [(0, 0), (1, 1), (2, 3), (4, 7), (5, 8)] {
            assert_eq!(bytes(text, in_units), in_bytes);
            assert_eq!(units(text, in_bytes), in_units);
        }
        assert_eq!(bytes(text, 99), 8);
    }
}
