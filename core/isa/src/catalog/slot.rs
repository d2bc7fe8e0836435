//! The slots of a syntax line, and the modifiers that they take.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::form::Tolerated;
use super::modifier::Modifier;
use super::requires::{ANY, Requires};
use crate::text::quote::code;

/// A modifier, in the words of a table: [`Modifier`] in the catalog, its spelling in the table of
/// companion instructions.
pub trait Word: Copy + PartialEq + 'static {
    /// Returns the spelling, with the dot.
    fn spelling(self) -> &'static str;
    /// Whether it is an instruction type.
    fn is_type(self) -> bool;
}

impl Word for Modifier {
    fn spelling(self) -> &'static str {
        self.spelling()
    }

    fn is_type(self) -> bool {
        matches!(self, Self::Type(_))
    }
}

/// A place for a modifier in a syntax line.
#[derive(Debug, PartialEq, Eq)]
pub struct Slot<W: 'static = Modifier> {
    /// The name in the syntax line, such as `.rnd`.
    pub name: &'static str,
    /// Whether it must be filled.
    pub presence: Presence<W>,
    /// The modifiers that it may have.
    pub choices: &'static [Choice<W>],
}

/// Whether a slot may stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence<W = Modifier> {
    /// It must be filled.
    Required,
    /// It must be filled, right after the opcode: the assembler reads `div.full` as one word.
    Leading,
    /// It may stay empty; then the meaning is that of the default, if there is one.
    Optional {
        /// The modifier that an empty slot stands for.
        default: Option<W>,
    },
}

/// A modifier that a slot may have.
#[derive(Debug, PartialEq, Eq)]
pub struct Choice<W = Modifier> {
    /// The modifier.
    pub modifier: W,
    /// The requirements beyond those of its row.
    pub requires: Requires,
    /// The versions and targets on which the assembler accepts it, where they are others.
    pub tolerated: Option<Tolerated>,
}

impl<W: Word> Slot<W> {
    /// The choice of that modifier, if the slot offers it.
    pub fn choice(&self, modifier: W) -> Option<&'static Choice<W>> {
        self.choices.iter().find(|choice| choice.modifier == modifier)
    }

    /// Whether the slot is for instruction types.
    pub fn is_type(&self) -> bool {
        self.choices.first().is_some_and(|choice| choice.modifier.is_type())
    }

    /// Whether it must be filled.
    pub const fn is_required(&self) -> bool {
        !matches!(self.presence, Presence::Optional { .. })
    }

    /// The modifier that it stands for when it is empty.
    pub const fn default(&self) -> Option<W> {
        match self.presence {
            Presence::Optional { default } => default,
            Presence::Required | Presence::Leading => None,
        }
    }
}

impl Slot {
    /// The modifiers that it may have, with code between backquotes: `` `.rnd`: `.rn` (default), `.rz` ``.
    pub fn words(&self) -> String {
        let words = |choice: &Choice| {
            let mut text = code(choice.modifier.spelling());
            if self.default() == Some(choice.modifier) {
                text.push_str(" (default)");
            }
            if choice.requires != ANY {
                text.extend([" (", &choice.requires.to_string(), ")"]);
            }
            text
        };
        let all = self.choices.iter().map(words).collect::<Vec<_>>().join(", ");
        match self.choices {
            [only] if only.modifier.spelling() == self.name => all,
            _ => [&code(self.name), ": ", &all].concat(),
        }
    }
}

/// The largest number of slots of a form.
pub const MAX_SLOTS: usize = 8;
