//! Everything on the screen that follows from the state.

use std::sync::Arc;

use super::bits::BitsView;
use super::instruction::{ChipGroupView, InstructionView, NoteView};
use super::notice::NoticeView;
use super::operand::{OperandShape, OperandView};
use super::result::{LinkedView, ResultView};
use super::trace::TraceView;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Opcode and modifiers in force.
    pub spelling: String,
    /// The same, and the target.
    pub heading: String,
    /// The statement as typed.
    pub statement: String,
    /// The opcode in force.
    pub opcode: &'static str,
    /// The name of the target.
    pub target: &'static str,
    /// The name of the version of the ISA.
    pub isa: String,
    /// The statement in pieces, its legality and its diagnostics.
    pub instruction: InstructionView,
    /// The chips.
    pub chips: Arc<Vec<ChipGroupView>>,
    /// The line below the chips.
    pub note: NoteView,
    /// Whether that line is about a chip that was asked about.
    pub asked: bool,
    /// What the instruction says of its source operands.
    pub shapes: Vec<OperandShape>,
    /// The source operands.
    pub operands: Vec<OperandView>,
    /// The operand and lane that was last focused.
    pub focused: Option<(usize, u8)>,
    /// The result.
    pub result: ResultView,
    /// The result that the link recorded, beside what it is now.
    pub linked: Option<LinkedView>,
    /// The steps of the chosen lane.
    pub trace: TraceView,
    /// What there is to say about the link.
    pub notice: Option<NoticeView>,
    /// What came of the last edit, to be said: the result, or what is wrong.
    pub spoken: String,
    /// The state as the fragment of the address.
    pub fragment: String,
}

impl Screen {
    /// The text and the value of a register, empty where there is no such operand.
    pub fn register(&self, index: usize) -> (String, u64) {
        let operand = self.operands.get(index);
        operand.map(|operand| (operand.hex.clone(), operand.register)).unwrap_or_default()
    }

    /// The bits of a lane to draw, if there is such a lane.
    pub fn picture(&self, index: usize, lane: u8) -> Option<&BitsView> {
        let lane = self.operands.get(index)?.lanes.get(usize::from(lane))?;
        Some(&lane.picture)
    }

    /// The text and the bits of a lane, empty where there is no such lane.
    pub fn lane(&self, index: usize, lane: u8) -> (String, u64) {
        let lane = self.operands.get(index).and_then(|o| o.lanes.get(usize::from(lane)));
        lane.map(|lane| (lane.value.clone(), lane.bits)).unwrap_or_default()
    }
}
