//! Instructions of the catalog, with operands.

use machine_code::has_code;
use ptxfp::catalog::{
    Context, Form, ISA_VERSIONS, Instruction, LATEST_ISA, TARGETS, Target, forms, instructions_of,
    nearest_context,
};
use ptxfp::link::State;

/// Every instruction that an assembler accepts and has code for, in the context nearest to today's.
pub(crate) fn newest() -> Vec<State> {
    let today = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").expect("a target") };
    let instructions = assembled().flat_map(instructions_of).filter(has_code);
    instructions.map(|instruction| state(instruction, &today)).collect()
}

/// An instruction of every form, in the oldest context that has it.
pub(crate) fn oldest() -> Vec<State> {
    let first = Context { isa: ISA_VERSIONS[0], target: &TARGETS[0] };
    let instructions = assembled().filter_map(|form| instructions_of(form).find(has_code));
    instructions.map(|instruction| state(instruction, &first)).collect()
}

/// Every form that an assembler accepts.
fn assembled() -> impl Iterator<Item = &'static Form> {
    forms().filter(|form| form.is_assembled())
}

fn state(instruction: Instruction, near: &Context) -> State {
    let context = nearest_context(&instruction.requires(), near);
    let context = context.unwrap_or_else(|| panic!("nothing has {instruction}"));
    // Bits that no other operand has, the highest among them.
    let bits = (1..).map(|number| 0x9e37_79b9_f4a7_c155_u64.rotate_left(8 * number));
    let registers = bits.take(instruction.form.sources().len()).collect();
    State::new(instruction, context, registers)
}
