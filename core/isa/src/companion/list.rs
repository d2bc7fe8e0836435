//! The list of all companion instructions.

use super::form::{Form, Slot};
use super::resolve::{Instruction, MAX_SLOTS};
use super::rows::ROWS;
use crate::catalog::{Availability, Context, Requires, Tolerated};
use crate::order::push_new;
use alloc::vec::Vec;

/// The opcodes of companions, each once, in the order of the rows.
pub fn opcodes() -> Vec<&'static str> {
    let mut all = Vec::new();
    for form in &ROWS {
        push_new(&mut all, form.opcode);
    }
    all
}

/// The rows of an opcode.
pub fn forms_of(opcode: &str) -> impl Iterator<Item = &'static Form> {
    ROWS.iter().filter(move |form| form.opcode == opcode)
}

impl Form {
    /// The instructions of the form: every way to fill its slots.
    pub fn instructions(&'static self) -> impl Iterator<Item = Instruction> {
        // A mixed-radix counter over the slots; an optional slot has one more state, empty.
        let states = |slot: &Slot| slot.choices.len() + usize::from(!slot.is_required);
        let total: usize = self.slots.iter().map(states).product();
        (0..total).map(move |mut number| {
            let mut chosen = [None; MAX_SLOTS];
            for (slot, place) in self.slots.iter().zip(&mut chosen) {
                let count = states(slot);
                let skipped = count - slot.choices.len();
                *place = (number % count)
                    .checked_sub(skipped)
                    .and_then(|index| slot.choices.get(index).copied());
                number /= count;
            }
            Instruction { form: self, chosen }
        })
    }
}

/// A part of an instruction that has requirements.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The modifier; nothing for the form.
    pub(super) modifier: Option<&'static str>,
    /// The requirements of the ISA.
    pub(super) requires: Requires,
    /// The requirements of the assembler, if they are different.
    pub(super) assembled: Option<Tolerated>,
}

impl Part {
    /// Whether the assembler accepts it.
    pub(super) fn is_assembled(&self, context: &Context) -> bool {
        self.assembled.map_or(self.requires, |other| other.requires).is_met(context)
    }
}

impl Instruction {
    /// The parts of the instruction that have requirements: the form, and each modifier.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        let Form { requires, assembled, .. } = *self.form;
        let filled = self.form.slots.iter().zip(self.chosen);
        let filled = filled.filter_map(|(slot, chosen)| {
            let Slot { requires, assembled, .. } = *slot;
            Some(Part { modifier: Some(chosen?), requires, assembled })
        });
        core::iter::once(Part { modifier: None, requires, assembled }).chain(filled)
    }

    /// Returns the requirements of the ISA, all of which apply.
    pub fn requires(&self) -> impl Iterator<Item = Requires> + '_ {
        self.parts().map(|part| part.requires)
    }

    /// Whether a version and a target have it, and why, if only the assembler accepts it.
    pub fn availability(&self, context: &Context) -> Availability {
        let is_known = context.isa >= context.target.since;
        if !is_known || !self.parts().all(|part| part.is_assembled(context)) {
            return Availability::None;
        }
        let mut tolerated = self.parts().filter(|part| !part.requires.is_met(context));
        match tolerated.find_map(|part| part.assembled) {
            Some(assembled) => Availability::Tolerated(assembled.note),
            None => Availability::Documented,
        }
    }

    /// Whether the assembler accepts it for a version and a target.
    pub fn is_available(&self, context: &Context) -> bool {
        self.availability(context) != Availability::None
    }
}
