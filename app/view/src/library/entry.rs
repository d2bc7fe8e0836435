//! The entry of a form: one of its instructions, with its result for a few values.

use ptxfp::link::State;

use crate::card::{self, CardView};
use crate::explorer::tabs::Tab;

/// The entry of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryView {
    /// The instruction, its values and its result.
    pub card: CardView,
    /// The operands as the syntax line names them.
    pub names: String,
    /// The meaning, as a formula.
    pub formula: String,
    /// The link that opens it in the playground.
    pub open: String,
    /// The link to its corner cases.
    pub cases: String,
}

impl EntryView {
    /// The entry with an example.
    pub(super) fn new(example: &State) -> Self {
        let statement = example.instruction.statement();
        let (_, names) = statement.split_once(' ').unwrap_or_default();
        let cases = State { view: Some(Tab::Corners.name().to_owned()), ..example.clone() };
        Self {
            card: card::plain(example),
            names: names.to_owned(),
            formula: example.instruction.formula(),
            open: example.to_fragment(),
            cases: cases.to_fragment(),
        }
    }
}
