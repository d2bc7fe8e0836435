//! The entry of a form: one of its instructions, with its result for a few values.

use ptxfp::eval::Prepared;
use ptxfp::link::State;
use ptxfp::text::hex;

use crate::card::PieceView;
use crate::card::statement::{operands, pieces};
use crate::explorer::tabs::Tab;
use crate::number;
use crate::playground::answer::reason;
use crate::playground::lanes::certainty;
use crate::playground::operand::lane_name;
use crate::playground::result::Certainty;

/// The entry of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryView {
    /// Opcode and modifiers.
    pub pieces: Vec<PieceView>,
    /// The operands as the syntax line names them.
    pub names: String,
    /// The meaning, as a formula.
    pub formula: String,
    /// The target.
    pub place: &'static str,
    /// The values of the operands.
    pub operands: String,
    /// The lanes of the result, most significant first.
    pub lanes: Vec<LaneView>,
    /// The explanation of the result, in one sentence; code is between back quotes.
    pub why: String,
    /// The link that opens it in the playground.
    pub open: String,
    /// The link to its corner cases.
    pub cases: String,
}

/// A lane of the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneView {
    /// Its name; empty where the register has one lane.
    pub name: String,
    /// The value in its shortest decimal form.
    pub value: String,
    /// The bits.
    pub hex: String,
    /// The guarantee.
    pub certainty: Certainty,
    /// The guarantee in words.
    pub tag: String,
}

impl EntryView {
    /// The entry with an example.
    pub(super) fn new(example: &State) -> Self {
        let State { instruction, context, registers, .. } = example;
        let statement = instruction.statement();
        let (_, names) = statement.split_once(' ').unwrap_or_default();
        let cases = State { view: Some(Tab::Corners.name().to_owned()), ..example.clone() };
        let prepared = Prepared::new(instruction, context);
        let (packing, format) = (prepared.destination(), prepared.lane_op().result);
        let evaluation = prepared.evaluate(registers);
        let lanes =
            (0..packing.lanes).zip(evaluation.lanes()).rev().map(|(index, lane)| LaneView {
                name: lane_name(&packing, index),
                value: number::value(lane.bits, format),
                hex: hex(lane.bits, u32::from(format.width())),
                certainty: certainty(lane.guarantee),
                tag: lane.guarantee.tag(format),
            });
        Self {
            pieces: pieces(instruction),
            names: names.to_owned(),
            formula: instruction.formula(),
            place: context.target.name,
            operands: operands(example),
            lanes: lanes.collect(),
            why: reason(instruction, context, registers, &|_, _| None),
            open: example.to_fragment(),
            cases: cases.to_fragment(),
        }
    }
}
