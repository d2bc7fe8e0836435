//! Instructions beside one another.

use ptxfp::bits::hex_digits;
use ptxfp::catalog::{Context, Instruction, LATEST_ISA};
use ptxfp::eval::Prepared;
use ptxfp::link::{State, sequence_of};
use ptxfp::number::text;

use super::hunt::{hunted, verdict};
use crate::explorer::compare::Compare;
use crate::view_model::compare::{CompareView, ComparedView};

/// The tab.
pub fn view(compare: &Compare, state: &State) -> CompareView {
    let present = result(&state.instruction, &state.context, &state.registers);
    let mut rows = vec![row(&state.instruction, &state.context, &present, &present)];
    for (other, hunt) in state.compared.iter().zip(&compare.hunts) {
        let own = result(&other.instruction, &other.context, &state.registers);
        let mut row = row(&other.instruction, &other.context, &own, &present);
        row.is_same = own.digits == present.digits;
        row.hunt = hunted(hunt);
        (row.verdict, row.reason) = verdict(hunt, row.is_same);
        rows.push(row);
    }
    CompareView {
        rows,
        draft: compare.draft.clone(),
        wrong: compare.wrong.clone(),
        offers: compare.offers().to_vec(),
        sequence: ["#", &*sequence_of(state)].concat(),
    }
}

/// A result in digits and values.
struct Shown {
    digits: String,
    values: String,
}

fn result(instruction: &Instruction, context: &Context, registers: &[u64]) -> Shown {
    let prepared = Prepared::new(instruction, context);
    let evaluation = prepared.evaluate(registers);
    let format = prepared.lane_op().result;
    let lanes = evaluation.lanes().iter().rev();
    let values: Vec<_> = lanes.map(|lane| text::concise(lane.bits, format)).collect();
    let width = u32::from(prepared.destination().register_width());
    Shown { digits: hex_digits(evaluation.destination, width), values: values.join(", ") }
}

fn row(instruction: &Instruction, context: &Context, own: &Shown, other: &Shown) -> ComparedView {
    let isa = if context.isa == LATEST_ISA {
        String::new()
    } else {
        [", PTX ISA ", &*context.isa.to_string()].concat()
    };
    let is_like = own.digits.len() == other.digits.len();
    let digits = own.digits.chars().zip(other.digits.chars().chain(std::iter::repeat(' ')));
    ComparedView {
        spelling: instruction.to_string(),
        place: [context.target.name, &isa].concat(),
        digits: digits.map(|(own, other)| (own, is_like && own != other)).collect(),
        values: own.values.clone(),
        ..ComparedView::default()
    }
}
