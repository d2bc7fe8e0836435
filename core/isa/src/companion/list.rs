//! The list of all companion instructions.

use super::form::Form;
use super::resolve::Instruction;
use super::rows::ROWS;
use crate::catalog::{Availability, Context, Part, Requires, fillings, parts};
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
        fillings(self.slots).map(move |filled| Instruction { form: self, filled })
    }
}

impl Instruction {
    /// Its row and its modifiers, with the requirements of each.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        parts(self.form.part(), self.form.slots, &self.filled)
    }

    /// Returns the requirements of the ISA, all of which apply.
    pub fn requires(&self) -> impl Iterator<Item = Requires> + '_ {
        self.parts().map(|part| part.requires)
    }

    /// Whether a version and a target have it, and why, if only the assembler accepts it.
    pub fn availability(&self, context: &Context) -> Availability {
        Availability::of(|| self.parts(), context)
    }

    /// Whether the assembler accepts it for a version and a target.
    pub fn is_available(&self, context: &Context) -> bool {
        self.availability(context) != Availability::None
    }
}
