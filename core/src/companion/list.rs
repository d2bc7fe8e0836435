//! The list of all companion instructions.

use super::form::{Form, Slot};
use super::resolve::{Instruction, MAX_SLOTS};
use super::rows::ROWS;
use crate::catalog::{Context, Requires};
use crate::order::push_new;
use alloc::vec::Vec;

/// Their opcodes, each once, in the order of the rows.
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
    /// Its instructions: every way to fill its slots.
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

impl Instruction {
    /// Returns its requirements, all of which apply.
    pub fn requires(&self) -> impl Iterator<Item = Requires> + '_ {
        let filled = self.form.slots.iter().zip(self.chosen);
        let filled = filled.filter(|(_, chosen)| chosen.is_some()).map(|(slot, _)| slot.requires);
        core::iter::once(self.form.requires).chain(filled)
    }

    /// Whether a version and a target have it.
    pub fn is_available(&self, context: &Context) -> bool {
        context.isa >= context.target.since
            && self.requires().all(|requires| requires.is_met(context))
    }
}
