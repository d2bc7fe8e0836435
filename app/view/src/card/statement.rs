//! The statement of a state, in pieces.

use ptxfp::catalog::{Instruction, Modifier};
use ptxfp::link::State;
use ptxfp::syntax::{operand_text, operand_values};

/// A piece of opcode and modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// The text, with its dot.
    pub text: String,
    /// Whether it is a modifier that changes what is done, rather than the opcode or a type.
    pub is_modifier: bool,
}

/// Opcode and modifiers.
pub(crate) fn pieces(instruction: &Instruction) -> Vec<PieceView> {
    let opcode = PieceView { text: String::from(instruction.form.opcode), is_modifier: false };
    let modifiers = instruction.modifiers().map(|modifier| PieceView {
        text: String::from(modifier.spelling()),
        is_modifier: !matches!(modifier, Modifier::Type(_)),
    });
    [opcode].into_iter().chain(modifiers).collect()
}

/// The value of an operand, as in a statement.
pub(crate) fn operand(state: &State, index: usize) -> String {
    let State { instruction, registers, .. } = state;
    let (operand, bits) = (instruction.form.sources().get(index), registers.get(index));
    operand.zip(bits).map_or(String::new(), |(operand, bits)| {
        operand_text(operand, instruction.operand_type(operand), *bits, |_| None)
    })
}

/// The values of all operands.
pub(crate) fn operands(state: &State) -> String {
    operand_values(&state.instruction, &state.registers)
}
