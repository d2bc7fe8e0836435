//! The initial values of registers, and the texts in their fields.

use ptxfp::catalog::Type;
use ptxfp::explore::sequence::Register;
use ptxfp::syntax;

use crate::playground::operand;
use crate::playground::operand::EntryView;
use crate::program::statements;

/// The values set for registers, by name, including registers no longer in the statements.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    set: Vec<Input>,
    drafts: Vec<Draft>,
}

/// The value set for a register.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Input {
    name: String,
    kind: Type,
    bits: u64,
}

/// The text in the field of an input, and how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    name: String,
    /// The text.
    pub text: String,
    /// How it was read.
    pub entry: EntryView,
    /// The value after it was read.
    stored: u64,
}

impl Inputs {
    /// The draft in the field of an input.
    pub fn draft(&self, name: &str) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.name == name)
    }

    /// The bits of an input: the value set for it, converted to its present type; 1 if none was
    /// set.
    pub fn bits(&self, register: &Register) -> u64 {
        let kind = register.kind;
        let width = |kind: Type| kind.packing().register_width();
        match self.set.iter().find(|input| input.name == register.name) {
            Some(input) if width(input.kind) == width(kind) => input.bits,
            Some(input) => operand::converted(input.bits, input.kind, kind),
            None => syntax::value("1", kind).unwrap_or(0),
        }
    }

    /// Sets an input.
    pub(super) fn set(&mut self, name: String, kind: Type, bits: u64) {
        self.set.retain(|input| input.name != name);
        self.set.push(Input { name, kind, bits });
    }

    /// Enters a text for an input.
    pub(super) fn enter(&mut self, register: &Register, text: String) {
        let Register { name, kind, .. } = register;
        let entry = statements::entry(*kind, &text);
        if let EntryView::Exact(bits) | EntryView::Rounded { bits, .. } = entry {
            self.set(name.clone(), *kind, bits);
        }
        let stored = self.bits(register);
        self.drafts.retain(|draft| draft.name != *name);
        self.drafts.push(Draft { name: name.clone(), text, entry, stored });
    }

    /// Discards the draft of an input; with `is_exact`, only if its value is exact.
    pub(super) fn leave(&mut self, name: &str, is_exact: bool) {
        self.drafts.retain(|draft| {
            draft.name != name || is_exact && !matches!(draft.entry, EntryView::Exact(_))
        });
    }

    /// Discards the drafts that no longer belong to these registers.
    pub(super) fn settle<'r>(&mut self, registers: &(impl Iterator<Item = &'r Register> + Clone)) {
        let mut drafts = core::mem::take(&mut self.drafts);
        drafts.retain(|draft| {
            let input = registers.clone().find(|register| register.name == draft.name);
            input.is_some_and(|register| self.bits(register) == draft.stored)
        });
        self.drafts = drafts;
    }

    /// Discards all drafts.
    pub(super) fn forget(&mut self) {
        self.drafts.clear();
    }
}
