//! Const shorthands that keep a row close to its line in the manual.

use super::form::{Choice, Corner, Operand, Presence, Slot};
use super::modifier::Modifier;
use super::target::{ANY, Requires};

/// A choice that needs nothing of its own.
pub(super) const fn plain(modifier: Modifier) -> Choice {
    Choice { modifier, requires: ANY }
}

/// A choice with a requirement of its own.
pub(super) const fn since(modifier: Modifier, requires: Requires) -> Choice {
    Choice { modifier, requires }
}

/// A slot that must be filled, such as `.rnd` or `.f32`.
pub(super) const fn required(name: &'static str, choices: &'static [Choice]) -> Slot {
    Slot { name, presence: Presence::Required, choices }
}

/// A slot that may stay empty and then means nothing, such as `{.ftz}`.
pub(super) const fn optional(name: &'static str, choices: &'static [Choice]) -> Slot {
    Slot { name, presence: Presence::Optional { default: None }, choices }
}

/// A slot that may stay empty and then means `default`, such as `{.rnd}`.
pub(super) const fn defaulted(
    name: &'static str,
    default: Modifier,
    choices: &'static [Choice],
) -> Slot {
    Slot { name, presence: Presence::Optional { default: Some(default) }, choices }
}

/// An operand of the instruction's only or first type.
pub(super) const fn operand(name: &'static str) -> Operand {
    Operand { name, type_index: 0 }
}

/// An operand of the instruction's second type.
pub(super) const fn second_type(name: &'static str) -> Operand {
    Operand { name, type_index: 1 }
}

/// A special case of every instruction of the row.
pub(super) const fn corner(operands: &'static [&'static str], result: &'static str) -> Corner {
    Corner { when: None, operands, result }
}

/// A special case of the instructions with a modifier.
pub(super) const fn corner_when(
    when: Modifier,
    operands: &'static [&'static str],
    result: &'static str,
) -> Corner {
    Corner { when: Some(when), operands, result }
}
