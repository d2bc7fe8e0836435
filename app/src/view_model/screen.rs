//! Everything on the playground's screen that follows from the state.

use std::sync::Arc;

use super::instruction::{ChipGroupView, InstructionView, NoteView, PickerView, PlacesView};
use super::notice::NoticeView;
use super::operand::OperandView;
use super::result::{LinkedView, ResultView};
use super::trace::TraceView;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Opcode and modifiers in force.
    pub spelling: String,
    /// What the page is about: the same, and the target.
    pub heading: String,
    /// The statement as typed.
    pub statement: String,
    /// Where its caret goes when the page rewrites it, in UTF-16 units.
    pub caret: Option<usize>,
    /// The words proposed for it, while they are shown.
    pub picker: Option<PickerView>,
    /// What was used before, the latest first.
    pub recent: Vec<String>,
    /// The opcode in force.
    pub opcode: &'static str,
    /// The targets, oldest first, for the version in force.
    pub targets: PlacesView,
    /// The versions of the ISA, newest first, for the target in force.
    pub isas: PlacesView,
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
    /// The source operands.
    pub operands: Vec<OperandView>,
    /// The result.
    pub result: ResultView,
    /// Turns over whenever a lane of the result changes, so that each change can be seen.
    pub beat: bool,
    /// The result that the link recorded, beside what it is now.
    pub linked: Option<LinkedView>,
    /// The steps of the chosen lane.
    pub trace: TraceView,
    /// What there is to say about the link.
    pub notice: Option<NoticeView>,
    /// What came of the last edit: the result, or what is wrong.
    pub spoken: String,
    /// What of that has been said.
    pub said: String,
    /// The state as the fragment of an address.
    pub fragment: String,
}
