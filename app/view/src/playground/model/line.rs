//! The statement and the values: each follows the other.

use ptxfp::catalog::Type;
use ptxfp::syntax::{operand_list, operand_text, read};
use ptxfp::text::concise;

use crate::module::Visit;
use crate::number::with_minus;
use crate::playground::drafts::{Draft, Drafts, FieldId};
use crate::playground::model::{Model, Origin};
use crate::playground::operand::{self, EntryView};
use crate::playground::statement;
use crate::playground::values::{self, Value};
use crate::questions::Asked;

impl Model {
    /// Takes a text as the statement; values among its operands are stored.
    pub(super) fn write(&mut self, text: String) {
        self.origin = Origin::Written;
        self.read_line(text);
    }

    /// Takes a text that a person types as the statement.
    pub(super) fn type_line(&mut self, text: String) {
        self.origin = Origin::Typed;
        self.read_line(text);
    }

    fn read_line(&mut self, text: String) {
        self.caret = None;
        self.statement = text;
        let before = self.analysis.reply.take();
        self.analysis = statement::analyze(&self.statement, &self.context);
        self.recall();
        if self.is_asking() || self.picker.is_some() {
            self.analysis.keep(before);
        }
        self.take_over();
    }

    /// Adopts the instruction and the values of the text.
    pub(super) fn take_over(&mut self) {
        let Some(instruction) = self.analysis.instruction else {
            for (index, register) in self.elsewhere().into_iter().flatten().enumerate() {
                if let Some(register) = register {
                    self.store(index, register);
                }
            }
            return;
        };
        let is_other = !operand::same_sources(&instruction, &self.instruction);
        if is_other {
            self.drafts = Drafts::default();
            self.cursors.clear();
            self.focused = None;
            // It is about removed operands.
            self.sweep = None;
        }
        self.instruction = instruction;
        let question = self.analysis.question.as_ref();
        self.legal_context = question.map_or(self.context, |question| question.context);
        for Value { place, text, entry, .. } in self.analysis.values.clone() {
            // Those of a question, and of another type, are no text of the page.
            let is_typed = self.analysis.question.is_some() || self.is_typing() && is_other;
            if !is_typed && self.is_written_by_the_page(place, &text, &entry) {
                continue;
            }
            if place.lane == Some(self.kind(place.operand).packing().lanes - 1) {
                self.clear_padding(place.operand);
            }
            self.put(place, text, entry);
        }
        if self.analysis.is_clean() {
            self.see();
        }
    }

    /// Writes the present values into the statement, unless it is being typed or is not legal. A
    /// statement that is legal elsewhere gets values that have changed.
    pub(super) fn rewrite(&mut self) {
        if self.is_typing() || self.analysis.reply.is_some() {
            return;
        }
        if self.is_as_asked(self.analysis.question.as_ref()) {
            return;
        }
        let head = match self.analysis.question.take() {
            Some(question) => {
                self.context = question.context;
                self.instruction.to_string()
            }
            None if self.analysis.instruction.is_none() && !self.is_changed_elsewhere() => return,
            None => statement::head(&self.statement).to_owned(),
        };
        let text = self.line(&head);
        if text != self.statement {
            self.analysis = statement::analyze(&text, &self.context);
            self.origin = Origin::Written;
            self.statement = text;
        }
    }

    /// Whether a question has the present values.
    pub(super) fn is_as_asked(&self, question: Option<&Asked>) -> bool {
        let read = question.and_then(|it| read(&it.statement, &it.context).ok());
        let registers = self.registers();
        read.is_some_and(|(_, asked)| asked.into_iter().eq(registers.into_iter().map(Some)))
    }

    /// Whether a statement that is legal elsewhere has other values than the present ones.
    fn is_changed_elsewhere(&self) -> bool {
        let registers = self.registers();
        self.elsewhere().is_some_and(|given| {
            given.iter().zip(&registers).any(|(one, now)| one.is_some_and(|one| one != *now))
        })
    }

    /// Opcode and modifiers with the present values: the draft of an operand, or else its canonical
    /// text.
    fn line(&self, head: &str) -> String {
        self.line_of(head, |place, kind| self.typed(place, kind))
    }

    /// Opcode and modifiers with another text for some of the places.
    fn line_of(&self, head: &str, typed: impl Fn(FieldId, Type) -> Option<String>) -> String {
        let (instruction, registers) = (&self.instruction, self.registers());
        let operands = operand_list(instruction, |index| {
            let operand = instruction.form.sources().get(index);
            let (Some(operand), Some(register)) = (operand, registers.get(index)) else {
                return String::new();
            };
            let kind = instruction.operand_type(operand);
            let typed = |lane| typed(FieldId { operand: index, lane }, kind);
            typed(None)
                .unwrap_or_else(|| operand_text(operand, kind, *register, |lane| typed(Some(lane))))
        });
        [head, " ", &operands].concat()
    }

    /// Returns the draft of a field, if it can be part of a statement.
    fn typed(&self, place: FieldId, kind: Type) -> Option<String> {
        let draft = self.drafts.of(place)?;
        values::reads_alike(&draft.text, place.lane, kind, &draft.entry)
            .then(|| String::from(draft.text.trim()))
    }

    /// Commits the statement: a legal one gets the values in their canonical text, except those
    /// that were rounded or cannot be read.
    ///
    /// A question stays as it is. A statement with its modifiers in another order keeps it. An empty box
    /// has the answer of the example.
    pub(super) fn settle(&mut self) {
        self.picker = None;
        self.commit();
        if self.statement.trim().is_empty() {
            self.visit = Visit::Step;
            self.show_example();
        }
        self.recall();
        if self.analysis.instruction.is_some() {
            self.drafts.settle_all();
        }
        self.rewrite();
        self.remember();
    }

    /// Notes that the statement is not being typed any more.
    fn commit(&mut self) {
        if self.is_typing() {
            self.origin = Origin::Written;
        }
    }

    /// Discards the draft of the statement if it cannot be accepted, else the statement: the box is empty.
    pub(super) fn give_up(&mut self) {
        self.commit();
        let is_other = !self.analysis.is_clean() || self.analysis.reply.is_some();
        if is_other && self.has_result() {
            self.drafts = Drafts::default();
            self.write(self.instruction.statement());
        } else if !is_other && !self.is_example() {
            self.visit = Visit::Step;
            self.show_example();
        }
    }

    /// Returns the error in the first entry that cannot be read.
    pub(in crate::playground) fn wrong_entry(&self) -> Option<&str> {
        match &self.drafts.wrong()?.entry {
            EntryView::Wrong(message) => Some(message),
            EntryView::Exact(_) | EntryView::Rounded { .. } => None,
        }
    }

    /// Returns the text that is typed for a lane of an operand, if it had to be rounded.
    pub(in crate::playground) fn rounded_entry(&self, operand: usize, lane: u8) -> Option<String> {
        let draft = self.drafts.of(FieldId { operand, lane: Some(lane) })?;
        matches!(draft.entry, EntryView::Rounded { .. }).then(|| with_minus(draft.text.trim()))
    }

    /// The present instruction with the values of its operands as they are typed.
    pub(in crate::playground) fn present_line(&self) -> String {
        self.line(&self.instruction.to_string())
    }

    /// The statement whose result is shown.
    pub(in crate::playground) fn stored_line(&self) -> String {
        self.line_of(&self.instruction.to_string(), |_, _| None)
    }

    /// Reads a text typed in the field of a source operand.
    pub(super) fn enter(&mut self, place: FieldId, text: String) {
        let kind = self.kind(place.operand);
        let entry = match place.lane {
            Some(_) => operand::entry(kind, &text),
            None => operand::register_entry(kind, &text),
        };
        self.put(place, text, entry);
    }

    /// Stores the value of a text typed for a source operand, if it has one, and keeps the draft.
    fn put(&mut self, place: FieldId, text: String, entry: EntryView) {
        if let Some(bits) = entry.bits() {
            match place.lane {
                Some(lane) => self.store_lane(place.operand, lane, bits),
                None => self.store(place.operand, bits),
            }
        }
        let stored = self.stored(place);
        self.drafts.keep(Draft { place, text, entry, stored });
    }

    /// Whether a value in the statement is the page's own text of what is stored. Nobody typed it,
    /// so nothing was rounded, although a short text need not be exact.
    fn is_written_by_the_page(&self, place: FieldId, text: &str, entry: &EntryView) -> bool {
        let (kind, stored) = (self.kind(place.operand), self.stored(place));
        place.lane.is_some()
            && self.drafts.of(place).is_none()
            && entry.bits() == Some(stored)
            && text == concise(stored, kind.format())
    }

    /// Clears the bits of a register outside its lanes.
    fn clear_padding(&mut self, index: usize) {
        let (packing, register) = (self.kind(index).packing(), self.register(index));
        let lanes = (0..packing.lanes)
            .fold(0, |sum, lane| packing.insert(sum, lane, packing.extract(register, lane)));
        self.store(index, lanes);
    }
}
