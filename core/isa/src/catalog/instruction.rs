//! A row with its slots filled.

use alloc::string::String;
use alloc::vec::Vec;

use super::fill::{Part, parts};
use super::form::{Form, Operand, OperandType};
use super::modifier::Modifier;
use super::requires::Requires;
use super::slot::MAX_SLOTS;
use super::target::Context;
use super::types::{Signature, Type};

/// A form with its slots filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The row.
    pub form: &'static Form,
    /// The modifier in each slot.
    pub filled: [Option<Modifier>; MAX_SLOTS],
}

impl Instruction {
    /// The modifiers that are spelled out, in the order of the syntax line.
    pub fn modifiers(&self) -> impl Iterator<Item = Modifier> + '_ {
        self.filled.iter().flatten().copied()
    }

    /// The modifiers in force: those spelled out, the defaults of empty slots, and implied ones.
    pub fn effective(&self) -> impl Iterator<Item = Modifier> + '_ {
        let spelled = self
            .form
            .slots
            .iter()
            .zip(&self.filled)
            .filter_map(|(slot, filled)| filled.or(slot.default()));
        spelled.chain(self.form.implied.iter().copied())
    }

    /// Whether a modifier is in force.
    pub fn has(&self, modifier: Modifier) -> bool {
        self.effective().any(|each| each == modifier)
    }

    /// The instruction types, in the order they are spelled.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.modifiers().filter_map(|modifier| {
            if let Modifier::Type(each) = modifier { Some(each) } else { None }
        })
    }

    /// The instruction types together.
    pub fn signature(&self) -> Signature {
        Signature::of(self.types())
    }

    /// The type of an operand of the form.
    pub fn operand_type(&self, operand: &Operand) -> Type {
        let found = match operand.kind {
            OperandType::Spelled(index) => self.types().nth(usize::from(index)),
            OperandType::Fixed(each) => Some(each),
        };
        debug_assert!(found.is_some(), "validate checks that every operand's type slot exists");
        found.unwrap_or(Type::F32)
    }

    /// The type of the destination.
    pub fn destination_type(&self) -> Type {
        self.operand_type(self.form.destination())
    }

    /// Whether the result has fewer bits than the first source.
    pub fn is_narrowing(&self) -> bool {
        let width = |operand| self.operand_type(operand).format().width();
        let destination = width(self.form.destination());
        self.form.sources().first().is_some_and(|source| width(source) > destination)
    }

    /// The canonical statement: the spelling and the operands of the syntax line.
    pub fn statement(&self) -> String {
        alloc::format!("{self} {};", self.form.operand_list())
    }

    /// Its row and its modifiers, with the requirements of each.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        let Form { requires, tolerated, slots, .. } = *self.form;
        let row = Part { modifier: None, requires, tolerated };
        parts(row, slots, &self.filled)
    }

    /// Returns the requirements of the ISA: those of its row and of each of its modifiers.
    pub fn requires(&self) -> Vec<Requires> {
        self.parts().map(|part| part.requires).collect()
    }

    /// Whether version and target have it, and why, if only the assembler accepts it.
    pub fn availability(&self, context: &Context) -> Availability {
        Availability::of(|| self.parts(), context)
    }

    /// Whether the assembler accepts it for this version and target.
    pub fn is_available(&self, context: &Context) -> bool {
        self.availability(context) != Availability::None && self.form.is_assembled()
    }
}

/// Whether version and target have an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// By the ISA's notes.
    Documented,
    /// The assembler accepts it, against the ISA's notes; the note reports the observation.
    Tolerated(&'static str),
    /// They do not.
    None,
}

impl Availability {
    /// Whether version and target have an instruction with these parts.
    pub(crate) fn of<I: Iterator<Item = Part>>(parts: impl Fn() -> I, context: &Context) -> Self {
        let is_known = context.isa >= context.target.since;
        if !is_known || !parts().all(|part| part.is_assembled(context)) {
            return Self::None;
        }
        let mut undocumented = parts().filter(|part| !part.requires.is_met(context));
        let note = undocumented.find_map(|part| part.tolerated).map(|other| other.note);
        note.map_or(Self::Documented, Self::Tolerated)
    }
}

impl core::fmt::Display for Instruction {
    /// The canonical spelling: opcode and modifiers in the order of the syntax line.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.form.opcode)?;
        self.modifiers().try_for_each(|modifier| f.write_str(modifier.spelling()))
    }
}
