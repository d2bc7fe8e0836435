//! What the registers start from, and what is typed in their fields.

use ptxfp::catalog::Type;
use ptxfp::explore::sequence::Register;
use ptxfp::syntax;

use crate::playground::operand;
use crate::playground::operand::EntryView;
use crate::program::statements;

/// What registers were set to, also those that the statements have no more, by their names.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    set: Vec<Input>,
    drafts: Vec<Draft>,
}

/// What a register was set to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Input {
    name: String,
    kind: Type,
    bits: u64,
}

/// What is typed in the field of an input, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    name: String,
    /// What is typed.
    pub text: String,
    /// What became of it.
    pub entry: EntryView,
    /// The value when it had been read.
    stored: u64,
}

impl Inputs {
    /// What is typed in the field of an input.
    pub fn draft(&self, name: &str) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.name == name)
    }

    /// The bits of an input: what it was set to, carried over to the type that it has now; 1 if it
    /// was not.
    pub fn bits(&self, register: &Register) -> u64 {
        let kind = register.kind;
        let width = |kind: Type| kind.packing().register_width();
        match self.set.iter().find(|input| input.name == register.name) {
            Some(input) if width(input.kind) == width(kind) => input.bits,
            Some(input) => operand::converted(input.bits, input.kind, kind),
            None => syntax::value("1", kind).unwrap_or(0),
        }
    }

    /// Sets one.
    pub(super) fn set(&mut self, name: String, kind: Type, bits: u64) {
        self.set.retain(|input| input.name != name);
        self.set.push(Input { name, kind, bits });
    }

    /// Takes a text that is typed for one.
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

    /// Gives up what is typed for one; where it need not be exact, only what is.
    pub(super) fn leave(&mut self, name: &str, is_exact: bool) {
        self.drafts.retain(|draft| {
            draft.name != name || is_exact && !matches!(draft.entry, EntryView::Exact(_))
        });
    }

    /// Gives up what is typed where it is not about these registers any more.
    pub(super) fn settle<'r>(&mut self, registers: &(impl Iterator<Item = &'r Register> + Clone)) {
        let mut drafts = core::mem::take(&mut self.drafts);
        drafts.retain(|draft| {
            let input = registers.clone().find(|register| register.name == draft.name);
            input.is_some_and(|register| self.bits(register) == draft.stored)
        });
        self.drafts = drafts;
    }

    /// Gives up all that is typed.
    pub(super) fn forget(&mut self) {
        self.drafts.clear();
    }
}
