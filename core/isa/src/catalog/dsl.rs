//! Const shorthands that keep a row close to its line in the manual.

use super::form::{
    Accuracy, Form, Operand, OperandType, Operation, Pairing, Role, Status, Tolerated,
};
use super::modifier::Modifier;
use super::requires::{ANY, Requires};
use super::slot::{Choice, Presence, Slot, Word};
use super::types::Type;
use crate::source::Source;

/// Choices that need nothing of their own.
macro_rules! choices {
    ($($modifier:ident),+ $(,)?) => {
        &[$($crate::catalog::dsl::plain($crate::catalog::modifier::Modifier::$modifier)),+]
    };
}

/// Instruction types to choose from.
macro_rules! types {
    ($($kind:ident),+ $(,)?) => {
        &[$($crate::catalog::dsl::plain($crate::catalog::modifier::Modifier::Type(
            $crate::catalog::types::Type::$kind,
        ))),+]
    };
}

pub(super) use {choices, types};

/// A row of an operation on one type, documented, correctly rounded, for every version and target.
pub(super) const fn row(opcode: &'static str, operation: Operation, source: Source) -> Form {
    Form {
        opcode,
        slots: &[],
        pairing: Pairing::Any,
        implied: &[],
        operands: &[],
        operation,
        accuracy: Accuracy::CorrectlyRounded,
        requires: ANY,
        tolerated: None,
        status: Status::Documented,
        source,
    }
}

type Choices<W> = &'static [Choice<W>];

/// A choice that needs nothing of its own.
pub(crate) const fn plain<W: Word>(modifier: W) -> Choice<W> {
    needing(modifier, ANY)
}

/// A choice with a requirement of its own.
pub(crate) const fn needing<W: Word>(modifier: W, requires: Requires) -> Choice<W> {
    Choice { modifier, requires, tolerated: None }
}

/// A slot that must be filled, such as `.rnd` or `.f32`.
pub(crate) const fn required<W: Word>(name: &'static str, choices: Choices<W>) -> Slot<W> {
    Slot { name, presence: Presence::Required, choices }
}

/// A slot that must be filled right after the opcode, such as `.full`.
pub(crate) const fn leading<W: Word>(name: &'static str, choices: Choices<W>) -> Slot<W> {
    Slot { name, presence: Presence::Leading, choices }
}

/// A slot that may stay empty and then means nothing, such as `{.ftz}`.
pub(crate) const fn optional<W: Word>(name: &'static str, choices: Choices<W>) -> Slot<W> {
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
    Operand { name, kind: OperandType::Spelled(0), role: Role::Lanes, is_braced: false }
}

/// An operand of the instruction's second type.
pub(super) const fn second_type(name: &'static str) -> Operand {
    Operand { kind: OperandType::Spelled(1), ..operand(name) }
}

/// An operand of the instruction's third type.
pub(super) const fn third_type(name: &'static str) -> Operand {
    Operand { kind: OperandType::Spelled(2), ..operand(name) }
}

/// An operand of the instruction's second type that holds one datum, for one lane of the result.
pub(super) const fn for_lane(name: &'static str, lane: u8) -> Operand {
    Operand { role: Role::Lane(lane), ..second_type(name) }
}

/// Like [`for_lane`], in braces together with its neighbors.
pub(super) const fn braced_for_lane(name: &'static str, lane: u8) -> Operand {
    Operand { is_braced: true, ..for_lane(name, lane) }
}

/// An operand of a type that the instruction does not spell.
pub(super) const fn of_type(name: &'static str, kind: Type, role: Role) -> Operand {
    Operand { kind: OperandType::Fixed(kind), role, ..operand(name) }
}

/// The status of a row that only the assembler accepts, though its meaning is clear.
pub(super) const fn undocumented(note: &'static str) -> Status {
    Status::Undocumented { note, is_evident: true }
}

/// Versions and targets on which only the assembler accepts a row.
pub(crate) const fn tolerated(requires: Requires, note: &'static str) -> Tolerated {
    Tolerated { requires, note }
}
