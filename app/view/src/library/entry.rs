//! The entry of a form: one of its instructions, with its result for a few values.

use ptxfp::internals::present::{Lane, Presented};
use ptxfp::link::State;

use crate::card::PieceView;
use crate::card::statement::{operands, pieces};
use crate::explorer::tabs::Tab;
use crate::number::with_minus;
use crate::playground::answer::reason;

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
    pub lanes: Vec<Lane>,
    /// The explanation of the result, in one sentence; code is between back quotes.
    pub why: String,
    /// The link that opens it in the playground.
    pub open: String,
    /// The link to its corner cases.
    pub cases: String,
}

impl EntryView {
    /// The entry with an example.
    pub(super) fn new(example: &State) -> Self {
        let State { instruction, context, registers, .. } = example;
        let statement = instruction.statement();
        let (_, names) = statement.split_once(' ').unwrap_or_default();
        let cases = State { view: Some(Tab::Corners.name().to_owned()), ..example.clone() };
        let presented = Presented::new(instruction, context, registers);
        let shown = |lane: Lane| Lane { value: with_minus(&lane.value), ..lane };
        Self {
            pieces: pieces(instruction),
            names: names.to_owned(),
            formula: instruction.formula(),
            place: context.target.name,
            operands: operands(example),
            lanes: presented.lanes().rev().map(shown).collect(),
            why: reason(instruction, context, registers, &|_, _| None),
            open: example.to_fragment(),
            cases: cases.to_fragment(),
        }
    }
}
