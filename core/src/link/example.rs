//! An initial state for every form.

use alloc::vec::Vec;

use super::State;
use crate::catalog::{Context, Form, Instruction, Role, instructions_of, nearest_context};
use crate::syntax::check;
use crate::text;

/// The value of every lane.
const VALUE: &str = "1";

impl State {
    /// An instruction of a form with the value 1 in every lane, in the context that is nearest to
    /// that which the page opens with; nothing for a form that no assembler accepts.
    #[must_use]
    pub fn example(form: &'static Form) -> Option<Self> {
        let home = Self::default().context;
        instructions_of(form).find_map(|instruction| {
            let context = nearest_context(&instruction.requires(), &home)?;
            // Another form may spell an instruction alike.
            let found = check(&instruction.statement(), &context).instruction;
            (found == Some(instruction)).then(|| with_operands(instruction, context))
        })
    }
}

fn with_operands(instruction: Instruction, context: Context) -> State {
    let register = |operand| {
        let kind = instruction.operand_type(operand);
        let bits = match operand.role {
            Role::RandomBits => 0,
            Role::Lanes | Role::Lane(_) | Role::ScaleFactor | Role::SharedScale => {
                text::parse(VALUE, kind.format()).map_or(0, |entry| entry.bits)
            }
        };
        let lanes = 0..kind.packing().lanes;
        lanes.fold(0, |register, lane| kind.packing().insert(register, lane, bits))
    };
    let registers: Vec<u64> = instruction.form.sources().iter().map(register).collect();
    State::new(instruction, context, registers)
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
            assert_eq!((parsed.problems, parsed.state), (alloc::vec![], example.clone()));
        }
    }
}
