//! An initial state for every form.

use alloc::vec::Vec;

use super::State;
use crate::catalog::{Context, Form, Instruction, Operand, Role, instructions_of, nearest_context};
use crate::syntax::check;
use crate::text;

/// The values of operands, in order: inexact in every format, with an inexact quotient.
const VALUES: [&str; 4] = ["0.1", "0.3", "0.2", "0.4"];
/// The values of operands that each become a lane of the result: the first is beyond the largest
/// number of most formats with packed conversions.
const PACKED: [&str; 4] = ["500", "0.1", "0.3", "0.2"];
/// The value that becomes an integer: a tie.
const FRACTION: &str = "2.5";
/// A scale factor.
const ONE: &str = "1";
/// Integers: the least that an f32 cannot represent, and one for narrow registers.
const INTEGERS: [&str; 2] = ["16777217", "100"];

impl State {
    /// An instruction of a form with operands for which it rounds or clamps, in the context nearest
    /// to the one that the page opens with; `None` for a form that no assembler accepts.
    #[must_use]
    pub fn example(form: &'static Form) -> Option<Self> {
        let home = Self::default().context;
        instructions_of(form).find_map(|instruction| {
            let context = nearest_context(&instruction.requires(), &home)?;
            // Another form may have an instruction with this spelling.
            let found = check(&instruction.statement(), &context).instruction;
            (found == Some(instruction)).then(|| Self::example_of(instruction, context))
        })
    }

    /// An instruction with operands for which it rounds or clamps.
    #[must_use]
    pub fn example_of(instruction: Instruction, context: Context) -> Self {
        let register = |(place, operand): (usize, &Operand)| {
            let kind = instruction.operand_type(operand);
            let bits = value(&instruction, operand, place)
                .and_then(|value| text::parse(value, kind.format()).ok())
                .map_or(0, |entry| entry.bits);
            let lanes = 0..kind.packing().lanes;
            lanes.fold(0, |register, lane| kind.packing().insert(register, lane, bits))
        };
        let sources = instruction.form.sources().iter();
        let registers: Vec<u64> = sources.enumerate().map(register).collect();
        Self::new(instruction, context, registers)
    }
}

/// The value of every lane of the operand at a place, unless it is random bits.
fn value(instruction: &Instruction, operand: &Operand, place: usize) -> Option<&'static str> {
    let kind = instruction.operand_type(operand);
    match operand.role {
        Role::RandomBits => None,
        Role::ScaleFactor | Role::SharedScale => Some(ONE),
        Role::Lanes | Role::Lane(_) if kind.is_integer() => {
            INTEGERS.get(usize::from(kind.packing().register_width() < 32)).copied()
        }
        Role::Lanes if instruction.destination_type().is_integer() => Some(FRACTION),
        Role::Lanes => VALUES.get(place).copied(),
        Role::Lane(_) => PACKED.get(place).copied(),
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::forms;
    use crate::link::{State, parse};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_form_that_an_assembler_takes_has_an_example_that_reads_as_itself() {
        for form in forms() {
            let example = State::example(form);
            assert_eq!(example.is_some(), form.is_assembled(), "{}", form.syntax());
            let Some(example) = example else { continue };
            assert_eq!(example.instruction.form.syntax(), form.syntax());
            let parsed = parse(&example.to_fragment());
            assert_eq!(parsed.sound(), Ok(example));
        }
    }
}
