//! The catalog: every instruction as a row of constants.
//!
//! A row ([`Form`]) is one syntax line of the ISA, or a line that only NVIDIA's assembler accepts.
//! Parser, legality, chips, evaluation, reference and tests derive from the rows.

mod accuracy;
pub mod aliases;
pub mod bound;
pub(crate) mod dsl;
pub mod elsewhere;
mod examples;
mod fill;
mod form;
mod forms;
mod formula;
mod instruction;
#[cfg(feature = "full")]
mod matrix;
#[cfg(feature = "messages")]
mod message;
mod modifier;
#[cfg(feature = "full")]
pub mod query;
mod requires;
mod setting;
mod slot;
mod spelled;
mod support;
mod target;
#[cfg(test)]
mod tests;
mod types;
mod words;

pub use examples::examples;
pub(crate) use examples::is_in_order;
#[cfg(feature = "full")]
pub(crate) use fill::{Filled, parts};
pub(crate) use fill::{Laid, Part, fillings};
pub use form::{
    Accuracy, Form, MAX_SOURCES, Operand, OperandType, Operation, Pairing, Role, Status, Tolerated,
};
pub use forms::FIRST;
#[cfg(feature = "full")]
pub(crate) use forms::{EARLY_F64, SM_13};
pub(crate) use formula::filled;
pub use instruction::{Availability, Instruction};
#[cfg(feature = "full")]
pub use matrix::{Matrix, Span};
pub use modifier::{Group, Modifier};
pub use requires::{ANY, Clause, Requires, Targets, Unmet, either, nearest_context, since};
pub use slot::{Choice, MAX_SLOTS, Presence, Slot, Word};
pub use spelled::spelled;
pub use support::{Support, support};
pub use target::{
    ADDRESS_SIZE, Context, Features, ISA_VERSIONS, IsaVersion, LATEST_ISA, TARGETS, Target,
    USUAL_TARGET, UnknownIsa, UnknownTarget, isa,
};

pub use types::{Signature, Type};

use core::iter::Copied;
use core::slice;

use self::forms::ALL;

/// Every row: opcodes in the order of the ISA; the rows of an opcode follow one another, documented
/// ones before those that only the assembler accepts, before those that it rejects.
pub fn forms() -> Copied<slice::Iter<'static, &'static Form>> {
    ALL.iter().copied()
}

/// The rows of an opcode, in the same order.
pub fn forms_of(opcode: &str) -> Copied<slice::Iter<'static, &'static Form>> {
    let is_other = |form: &&Form| form.opcode != opcode;
    let first = ALL.iter().take_while(|form| is_other(form)).count();
    let rows = ALL.get(first..).unwrap_or_default();
    let count = rows.iter().take_while(|form| !is_other(form)).count();
    rows.get(..count).unwrap_or_default().iter().copied()
}

/// Every opcode, in the order of the catalog.
pub fn opcodes() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    forms()
        .map(|form| form.opcode)
        .filter(move |opcode| core::mem::replace(&mut last, opcode) != *opcode)
}

/// The opcode of that spelling, in any letter case.
pub(crate) fn opcode_spelled(word: &str) -> Option<&'static str> {
    opcodes().find(|opcode| opcode.eq_ignore_ascii_case(word))
}

/// Every instruction that a row accepts for some version and target.
pub fn instructions_of(form: &'static Form) -> impl Iterator<Item = Instruction> {
    let all = fillings(form.slots).map(move |filled| Instruction { form, filled });
    all.filter(|each| each.form.pairs(each.signature()))
}

/// The first example of the page: a statement with operands, its version and its target.
pub const FIRST_EXAMPLE: (&str, &[u64], IsaVersion, &str) =
    ("fma.rn.relu.bf16x2", &[0x3fc0_7fc0, 0x3fc0_3f80, 0x3c03_4000], LATEST_ISA, "sm_90");
