//! Operand values, kept by name across changes of instruction.

use ptxfp::catalog::{Instruction, Type};

use crate::playground::operand::converted;

/// An operand as it was last entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kept {
    name: &'static str,
    kind: Type,
    register: u64,
}

/// The value of an operand that was never entered.
const UNENTERED: &str = "1";

/// Every operand that was entered, with the type it was entered in.
///
/// Another instruction sees the same values in its own types; nothing is lost by going there and
/// back, because only an edit is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stash(Vec<Kept>);

impl Stash {
    /// The register of each source operand of an instruction.
    pub(super) fn registers(&self, instruction: &Instruction) -> Vec<u64> {
        let register = |operand| {
            let kind = instruction.operand_type(operand);
            match self.0.iter().find(|kept| kept.name == operand.name) {
                Some(kept) if kept.kind == kind => kept.register,
                Some(kept) => converted(kept.register, kept.kind, kind),
                None => fill(kind),
            }
        };
        instruction.form.sources().iter().map(register).collect()
    }

    /// Stores the register of one source operand.
    pub(super) fn store(&mut self, instruction: &Instruction, index: usize, register: u64) {
        let Some(operand) = instruction.form.sources().get(index) else { return };
        let kind = instruction.operand_type(operand);
        let kept = Kept { name: operand.name, kind, register };
        match self.0.iter_mut().find(|each| each.name == operand.name) {
            Some(each) => *each = kept,
            None => self.0.push(kept),
        }
    }
}

/// Every lane of a register filled with the value of an operand that was never entered.
fn fill(kind: Type) -> u64 {
    let packing = kind.packing();
    let bits = ptxfp::text::parse(UNENTERED, kind.format()).map_or(0, |entry| entry.bits);
    (0..packing.lanes).fold(0, |register, lane| packing.insert(register, lane, bits))
}
