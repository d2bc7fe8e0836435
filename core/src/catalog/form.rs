//! The vocabulary of a catalogue row. A row is one syntax line of the ISA.

use super::modifier::{Modifier, Type};
use super::target::Requires;
use crate::source::Source;

/// A place for a modifier in a syntax line.
#[derive(Debug, PartialEq, Eq)]
pub struct Slot {
    /// What the syntax line writes there, such as `.rnd`.
    pub name: &'static str,
    /// Whether something must stand there.
    pub presence: Presence,
    /// What may stand there.
    pub choices: &'static [Choice],
}

/// Whether a slot may stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It must be filled.
    Required,
    /// It may stay empty; then the meaning is that of the default, if there is one.
    Optional {
        /// The modifier that an empty slot stands for.
        default: Option<Modifier>,
    },
}

/// A modifier that may stand in a slot.
#[derive(Debug, PartialEq, Eq)]
pub struct Choice {
    /// The modifier.
    pub modifier: Modifier,
    /// What it needs beyond what its row needs.
    pub requires: Requires,
}

/// An operand of a syntax line.
#[derive(Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its name in the syntax line.
    pub name: &'static str,
    /// Which of the instruction's types it has, counted from 0 in the order they are spelled.
    pub type_index: u8,
}

/// What an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// *a* + *b*.
    Add,
    /// *a* − *b*.
    Sub,
    /// *a* × *b*.
    Mul,
    /// *a* × *b* + *c*, rounded once.
    Fma,
}

/// How exact the result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// The exact value, rounded once in the chosen direction (IEEE 754-2019 §2.1.12).
    CorrectlyRounded,
}

/// Whether the ISA has the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is a syntax line of the ISA.
    Documented,
    /// The ISA does not list it, yet `ptxas` assembles it.
    Undocumented {
        /// What was seen, as a sentence.
        note: &'static str,
        /// Whether the meaning is plain from the modifiers; otherwise the result is unspecified.
        is_evident: bool,
    },
}

/// A documented special case, as operands and result in operand text.
#[derive(Debug, PartialEq, Eq)]
pub struct Corner {
    /// The modifier that must be present, if any.
    pub when: Option<Modifier>,
    /// The source operands of one lane.
    pub operands: &'static [&'static str],
    /// The result of that lane.
    pub result: &'static str,
}

/// A syntax line with all that belongs to it.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// The opcode.
    pub opcode: &'static str,
    /// The syntax line in the ISA's notation.
    pub syntax: &'static str,
    /// The modifier slots, in order.
    pub slots: &'static [Slot],
    /// The operands, the destination first.
    pub operands: &'static [Operand],
    /// What it computes.
    pub operation: Operation,
    /// How exact that is.
    pub accuracy: Accuracy,
    /// The least version and target.
    pub requires: Requires,
    /// Whether the ISA has it.
    pub status: Status,
    /// Documented special cases.
    pub corners: &'static [Corner],
    /// Spellings that the row accepts.
    pub examples: &'static [&'static str],
    /// Where the ISA has it.
    pub source: Source,
}

impl Form {
    /// The source operands.
    pub fn sources(&self) -> &'static [Operand] {
        self.operands.get(1..).unwrap_or_default()
    }

    /// Whether the ISA has the row.
    pub fn is_documented(&self) -> bool {
        self.status == Status::Documented
    }

    /// Every choice of every slot.
    pub fn choices(&self) -> impl Iterator<Item = &'static Choice> + use<> {
        self.slots.iter().flat_map(|slot| slot.choices)
    }
}

impl Slot {
    /// The choice of that modifier, if the slot offers it.
    pub fn choice(&self, modifier: Modifier) -> Option<&'static Choice> {
        self.choices.iter().find(|choice| choice.modifier == modifier)
    }

    /// Whether the slot is for instruction types.
    pub fn is_type(&self) -> bool {
        self.choices.iter().all(|choice| matches!(choice.modifier, Modifier::Type(_)))
    }
}

/// How many slots a form has at most.
pub const MAX_SLOTS: usize = 6;

/// A form with its slots filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The row.
    pub form: &'static Form,
    /// What stands in each slot.
    pub filled: [Option<Modifier>; MAX_SLOTS],
}

impl Instruction {
    /// The modifiers that are spelled out, in the order of the syntax line.
    pub fn modifiers(&self) -> impl Iterator<Item = Modifier> + '_ {
        self.filled.iter().flatten().copied()
    }

    /// The modifiers in force: those spelled out, and the defaults of empty slots.
    pub fn effective(&self) -> impl Iterator<Item = Modifier> + '_ {
        self.form.slots.iter().zip(&self.filled).filter_map(|(slot, filled)| {
            filled.or(match slot.presence {
                Presence::Optional { default } => default,
                Presence::Required => None,
            })
        })
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

    /// The type of an operand of the form.
    pub fn operand_type(&self, operand: &Operand) -> Type {
        let found = self.types().nth(usize::from(operand.type_index));
        debug_assert!(found.is_some(), "validate checks that every operand's type slot exists");
        found.unwrap_or(Type::F32)
    }

    /// The type of the destination.
    pub fn destination_type(&self) -> Type {
        self.operand_type(
            self.form.operands.first().unwrap_or(&Operand { name: "", type_index: 0 }),
        )
    }

    /// What the instruction as a whole requires.
    pub fn requires(&self) -> Requires {
        self.form.slots.iter().zip(&self.filled).fold(self.form.requires, |sum, (slot, filled)| {
            filled.and_then(|modifier| slot.choice(modifier)).map_or(sum, |c| sum.and(c.requires))
        })
    }
}

impl core::fmt::Display for Instruction {
    /// The canonical spelling: opcode and modifiers in the order of the syntax line.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.form.opcode)?;
        self.modifiers().try_for_each(|modifier| f.write_str(modifier.spelling()))
    }
}
