//! The catalogue: every instruction as a row of constants.
//!
//! A row ([`Form`]) is one syntax line of the ISA, or a line that only NVIDIA's assembler takes.
//! Parser, legality, chips, evaluation, reference and tests derive from the rows; no opcode,
//! modifier, version or corner case appears anywhere else.

mod dsl;
mod form;
mod forms;
mod modifier;
mod target;
#[cfg(test)]
mod validate;

pub use form::{
    Accuracy, Choice, Corner, Form, Instruction, MAX_SLOTS, Operand, Operation, Presence, Slot,
    Status,
};
pub use forms::FORMS;
pub use modifier::{Group, Modifier, Type};
pub use target::{
    ANY, Context, Features, ISA_VERSIONS, IsaVersion, LATEST_ISA, Requires, TARGETS, Target, Unmet,
    isa,
};

/// The rows of an opcode, documented ones first.
pub fn forms_of(opcode: &str) -> impl Iterator<Item = &'static Form> {
    let rows = |documented| {
        move |form: &&Form| form.opcode == opcode && form.is_documented() == documented
    };
    FORMS.iter().copied().filter(rows(true)).chain(FORMS.iter().copied().filter(rows(false)))
}

/// Every opcode, in the order of the catalogue.
pub fn opcodes() -> impl Iterator<Item = &'static str> {
    FORMS.iter().enumerate().filter_map(|(index, form)| {
        let seen = FORMS.iter().take(index).any(|earlier| earlier.opcode == form.opcode);
        (!seen).then_some(form.opcode)
    })
}

/// Every instruction that a row accepts for some version and target.
pub fn instructions_of(form: &'static Form) -> impl Iterator<Item = Instruction> {
    // A mixed-radix counter over the slots; an optional slot has one more state, empty.
    let states = |slot: &Slot| {
        slot.choices.len() + usize::from(matches!(slot.presence, Presence::Optional { .. }))
    };
    let total: usize = form.slots.iter().map(states).product();
    (0..total).map(move |mut number| {
        let mut filled = [None; MAX_SLOTS];
        for (slot, place) in form.slots.iter().zip(&mut filled) {
            let count = states(slot);
            let digit = number % count;
            number /= count;
            let skipped = count - slot.choices.len();
            *place =
                digit.checked_sub(skipped).and_then(|i| slot.choices.get(i)).map(|c| c.modifier);
        }
        Instruction { form, filled }
    })
}

/// What the page starts with: a statement with operands, its version and its target.
pub const FIRST_EXAMPLE: (&str, &[u64], IsaVersion, &str) =
    ("fma.rn.relu.bf16x2", &[0x3fc0_7fc0, 0x3fc0_3f80, 0x3c03_4000], LATEST_ISA, "sm_90");
