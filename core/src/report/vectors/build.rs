//! Vectors from evaluations.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{Open, Tested, VectorRegister};
use crate::catalog::{Context, Instruction, Operand};
use crate::eval::{Guarantee, Prepared};
use crate::explore::vectors::{Random, operands};
use crate::format::Packing;
use crate::observed::Observed;
use crate::text::hex;

/// Evaluates an instruction on operands of every class and on random ones.
pub(super) fn tested(instruction: &Instruction, context: &Context, random: Random) -> Tested {
    let form = instruction.form;
    let prepared = Prepared::new(instruction, context);
    let observed = Observed::of(instruction, context);
    let sources: Vec<_> =
        form.sources().iter().map(|operand| register(instruction, operand)).collect();
    let destination = register(instruction, form.destination());
    let mut vectors = Vec::new();
    let mut open = Vec::new();
    let mut all_observed = observed.map(|_| Vec::new());
    for registers in operands(&prepared, random) {
        let registers = registers.get(..sources.len()).unwrap_or_default();
        let result = prepared.evaluate(registers);
        for (lane, each) in (0..).zip(result.lanes()) {
            add_open(&mut open, (vectors.len(), lane), each.guarantee, prepared.destination());
        }
        if let (Some(observed), Some(list)) = (observed, &mut all_observed) {
            list.extend(observed.bits(registers).map(|bits| hex(bits, destination.bits.into())));
        }
        let mut vector: Vec<_> = registers
            .iter()
            .zip(&sources)
            .map(|(bits, place)| hex(*bits, place.bits.into()))
            .collect();
        vector.push(hex(result.destination, destination.bits.into()));
        vectors.push(vector);
    }
    Tested {
        instruction: instruction.to_string(),
        syntax: form.syntax(),
        status: form.status.name(),
        isa: context.isa.to_string(),
        target: context.target.name,
        operands: sources,
        destination,
        vectors,
        open,
        observed: all_observed,
    }
}

/// Describes the register of an operand.
fn register(instruction: &Instruction, operand: &Operand) -> VectorRegister {
    let kind = instruction.operand_type(operand);
    let packing = kind.packing();
    VectorRegister {
        name: operand.name,
        kind: kind.spelling(),
        format: kind.format().name(),
        bits: packing.register_width(),
        lanes: packing.lanes,
        width: packing.width,
        stride: packing.stride,
        offset: packing.offset(0),
    }
}

/// Adds a lane of a vector to those whose bits are not determined, if it is one of them.
fn add_open(
    open: &mut Vec<Open>,
    (vector, lane): (usize, u8),
    guarantee: Guarantee,
    packing: Packing,
) {
    let ends = match guarantee {
        Guarantee::Bits => return,
        Guarantee::Within { lo, hi } => Some([lo, hi].map(|bits| hex(bits, packing.width.into()))),
        Guarantee::Reading | Guarantee::AnyNan | Guarantee::Unbounded | Guarantee::Unspecified => {
            None
        }
    };
    let name = guarantee.name();
    let place = open.iter().position(|each| each.lane == lane && each.guarantee == name);
    let place = place.unwrap_or_else(|| {
        open.push(Open { lane, guarantee: name, vectors: Vec::new(), lo: None, hi: None });
        open.len() - 1
    });
    let Some(each) = open.get_mut(place) else { return };
    each.vectors.push(vector);
    if let Some([lo, hi]) = ends {
        each.lo.get_or_insert_default().push(lo);
        each.hi.get_or_insert_default().push(hi);
    }
}
