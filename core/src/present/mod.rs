//! An evaluation as it is shown: its registers, its lanes and its steps as plain data; a form in words.
//!
//! Page, command, copies and other languages show the same data; each adds only its layout.

mod build;
pub mod data;
pub mod form;
pub(crate) mod json;
mod lane;
mod register;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter;

pub(crate) use lane::error;
pub use lane::{Lane, is_exact};
pub use register::Register;

use crate::bits::mask;
use crate::catalog::{Context, Instruction, Role};
use crate::eval::{Evaluation, LaneResult, Prepared};

/// An instruction with its operands and its result.
#[derive(Clone, Debug)]
pub struct Presented {
    /// The instruction.
    pub instruction: Instruction,
    /// The version and the target.
    pub context: Context,
    /// The registers of the source operands, in the order of the syntax line.
    pub sources: Vec<u64>,
    /// The instruction, ready to evaluate.
    pub prepared: Prepared,
    /// The result.
    pub result: Evaluation,
}

impl Presented {
    /// Evaluates an instruction; a register that is missing counts as 0.
    #[must_use]
    pub fn new(instruction: &Instruction, context: &Context, sources: &[u64]) -> Self {
        let prepared = Prepared::new(instruction, context);
        Self {
            instruction: *instruction,
            context: *context,
            sources: sources.to_vec(),
            result: prepared.evaluate(sources),
            prepared,
        }
    }

    /// The destination and the source operands, in the order of the syntax line.
    #[must_use]
    pub fn registers(&self) -> Vec<Register> {
        let mut registers = Vec::new();
        for (index, operand) in self.instruction.form.operands.iter().enumerate() {
            let source = index.checked_sub(1).map(|source| self.sources.get(source));
            let bits = source.map_or(self.result.destination, |bits| bits.copied().unwrap_or(0));
            let kind = self.instruction.operand_type(operand);
            registers.push(Register {
                name: operand.name,
                kind,
                bits: bits & mask(kind.packing().register_width().into()),
                has_value: operand.role != Role::RandomBits,
            });
        }
        registers
    }

    /// The lanes of the result, the least significant first.
    pub fn lanes(&self) -> impl DoubleEndedIterator<Item = Lane> + ExactSizeIterator + '_ {
        let lane = |(index, result): (usize, &LaneResult)| {
            Lane::new(&self.prepared, u8::try_from(index).unwrap_or(u8::MAX), *result)
        };
        self.result.lanes().iter().enumerate().map(lane)
    }

    /// The source operands as a statement has them, each as this text: `1, {2, 3}`.
    pub fn operands_as(&self, text: fn(&Register) -> String) -> String {
        let values: Vec<_> = self.registers().iter().skip(1).map(text).collect();
        let names: Vec<_> = iter::once("").chain(values.iter().map(String::as_str)).collect();
        let list = self.instruction.form.operand_list_of(&names);
        // The first is the destination.
        list.trim_start_matches([',', ' ']).into()
    }

    /// `sm_90, PTX ISA 9.1`.
    #[must_use]
    pub fn place(&self) -> String {
        place(&self.context)
    }
}

/// A target with its version: `sm_90, PTX ISA 9.1`.
#[must_use]
pub fn place(context: &Context) -> String {
    [context.target.name, ", PTX ISA ", &context.isa.to_string()].concat()
}
