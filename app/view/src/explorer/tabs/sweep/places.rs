//! The operands that can vary, their names and their values.

use ptxfp::eval::Prepared;
use ptxfp::explore::sweep::{OperandLane, operand_format};
use ptxfp::format::Format;
use ptxfp::link::State;

use crate::playground::operand::lane_words;

/// The operands that can vary, for each lane of the result that they affect, the highest first, as
/// everywhere.
pub fn places(state: &State) -> Vec<OperandLane> {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let n_sources = state.instruction.form.sources().len();
    let all = (0..prepared.lanes())
        .rev()
        .flat_map(|lane| (0..n_sources).map(move |operand| OperandLane { operand, lane }));
    all.filter(|place| format_of(state, *place).is_some()).collect()
}

/// The format of an operand that can vary.
pub(super) fn format_of(state: &State, place: OperandLane) -> Option<Format> {
    operand_format(&state.instruction, &state.context, place)
}

/// The bits of an operand in a state.
pub(super) fn operand_bits(state: &State, OperandLane { operand, lane }: OperandLane) -> u64 {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let register = state.registers.get(operand).copied().unwrap_or(0);
    let packing = prepared.source(operand);
    let lane = source_lane(&prepared, operand, lane);
    packing.extract(register, lane)
}

/// A state with other bits in an operand.
pub fn with_operand(state: &State, OperandLane { operand, lane }: OperandLane, bits: u64) -> State {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let mut state = state.clone();
    let lane = source_lane(&prepared, operand, lane);
    if let Some(register) = state.registers.get_mut(operand) {
        *register = prepared.source(operand).insert(*register, lane, bits);
    }
    state
}

/// An operand, with its lane if there are several.
pub(super) fn place_name(state: &State, OperandLane { operand, lane }: OperandLane) -> String {
    let name = source_name(state, operand);
    let packing = Prepared::new(&state.instruction, &state.context).destination();
    match &*lane_words(&packing, lane) {
        "" => name.to_owned(),
        lane => [name, ", ", lane].concat(),
    }
}

/// The name of a source operand.
pub(super) fn source_name(state: &State, operand: usize) -> &'static str {
    state.instruction.form.sources().get(operand).map_or("", |operand| operand.name)
}

/// The lane of an operand that a lane of the result depends on.
fn source_lane(prepared: &Prepared, operand: usize, lane: u8) -> u8 {
    let mut operands = prepared.operands_of_lane(lane);
    operands.find(|(index, _)| *index == operand).map_or(0, |(_, lane)| lane)
}
