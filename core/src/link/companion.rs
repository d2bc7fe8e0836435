//! Programs of one companion instruction.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::code;
use super::sequence::link_of;
use super::{State, write_register};
use crate::catalog::{Context, Type, nearest_context};
use crate::companion::{Form, Instruction, Kind, Operation, Shape};
use crate::text;

/// The values of the operands of an example, in order.
const VALUES: [&str; 4] = ["12", "10", "3", "4"];
/// The table of `lop3`: the bits that an odd number of operands has.
const LUT: u64 = 0x96;
/// The bytes of the upper register, in reverse order, for `prmt`.
const BYTES: u64 = 0x4567;

/// A companion instruction with its operands, as a program of one statement, or of two where a
/// statement before it sets the carry that it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionState {
    /// The instruction.
    pub instruction: Instruction,
    /// The context.
    pub context: Context,
    /// The values of the source operands, in the order of the syntax line.
    pub registers: Vec<u64>,
}

impl CompanionState {
    /// An instruction of a form with small numbers, in the context that is nearest to that which the
    /// page opens with; nothing if no context has it.
    #[must_use]
    pub fn example(form: &'static Form) -> Option<Self> {
        let home = State::default().context;
        form.instructions().find_map(|instruction| {
            let requires: Vec<_> = instruction.requires().collect();
            let context = nearest_context(&requires, &home)?;
            let shapes = form.read.iter().map(|operand| instruction.shape(operand));
            let registers = shapes.enumerate().map(|(index, shape)| bits(form, shape, index));
            Some(Self { instruction, context, registers: registers.collect() })
        })
    }

    /// The statements, a line each: operands that need not be constants are registers named as in
    /// the syntax line, so they are inputs.
    #[must_use]
    pub fn code(&self) -> String {
        let mut code = String::new();
        // A String takes whatever is written to it.
        let _ = self.write(&mut code);
        code
    }

    fn write(&self, code: &mut String) -> fmt::Result {
        let form = self.instruction.form;
        if form.reads_carry
            && let Some(kind) = self.instruction.types().next()
        {
            let opcode = if form.is_borrow { "sub" } else { "add" };
            writeln!(code, "{opcode}.cc{} t, a, b;", kind.spelling)?;
        }
        write!(code, "{}", self.instruction)?;
        for (index, operand) in form.written.iter().enumerate() {
            write!(code, "{}{}", if index == 0 { " " } else { "|" }, operand.name)?;
        }
        for (operand, bits) in form.read.iter().zip(&self.registers) {
            if operand.kind == Kind::Constant {
                write!(code, ", {bits:#x}")?;
            } else {
                write!(code, ", {}", operand.name)?;
            }
        }
        code.push(';');
        Ok(())
    }

    /// Returns the values of the inputs of [`code`](Self::code), in order.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, &'static Shape, u64)> + '_ {
        let all = self.instruction.form.read.iter().zip(&self.registers);
        let inputs = all.filter(|(operand, _)| operand.kind != Kind::Constant);
        inputs.map(|(operand, bits)| (operand.name, self.instruction.shape(operand), *bits))
    }

    /// The canonical link, without a `#` before it.
    #[must_use]
    pub fn to_fragment(&self) -> String {
        let mut pairs = String::new();
        for (name, shape, bits) in self.inputs() {
            pairs.extend(["&", name, "="]);
            // A String takes whatever is written to it.
            let _ = write_register(&mut pairs, bits, shape.kind.packing());
        }
        link_of(&code::encode(&self.code()), &pairs, &self.context)
    }
}

/// Returns the value of an operand of an example.
fn bits(form: &Form, shape: &Shape, index: usize) -> u64 {
    match (form.operation, index) {
        (Operation::Prmt, 2) => return BYTES,
        (Operation::Lop3, 3) => return LUT,
        _ if shape.kind == Type::Pred => return 1,
        _ => {}
    }
    let value = VALUES.get(index).copied().unwrap_or("1");
    let bits = text::parse(value, shape.kind.format()).map_or(0, |entry| entry.bits);
    let packing = shape.kind.packing();
    (0..packing.lanes).fold(0, |all, lane| packing.insert(all, lane, bits))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::CompanionState;
    use crate::companion::ROWS;
    use crate::link::parse_sequence;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_companion_has_an_example_that_reads_as_itself_and_is_evaluated() {
        for form in &ROWS {
            let example = CompanionState::example(form).unwrap();
            let link = example.to_fragment();
            let parsed = parse_sequence(&link).unwrap();
            assert_eq!(parsed.problems, [], "{link}");
            assert_eq!(parsed.state.to_fragment(), link);
            assert_eq!(parsed.state.code, example.code());
            let sequence = parsed.state.sequence();
            assert!(sequence.is_complete() && !sequence.outputs().is_empty(), "{link}");
            let inputs: Vec<_> = example.inputs().map(|(.., bits)| bits).collect();
            assert_eq!(parsed.state.registers, inputs, "{link}");
        }
    }
}
