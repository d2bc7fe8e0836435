//! Changes of the state.

use crate::background::Reply;
use crate::notice::NoticeView;
use crate::playground::drafts::FieldId;
use crate::playground::instruction::FixAction;

/// A change to the words suggested for the statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The statement is typed, up to a caret in UTF-16 units.
    Type(String, usize),
    /// Suggestions are requested at the caret, in UTF-16 units.
    Propose(usize),
    /// The word below is highlighted.
    Next,
    /// The word above is highlighted.
    Previous,
    /// A word is accepted.
    Accept(usize),
    /// The words are closed.
    Dismiss,
}

/// The change of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjust {
    /// These bits.
    Set(u64),
    /// The bits at the lane's place in this register.
    Part(u64),
    /// The next number above.
    Up,
    /// The next number below.
    Down,
    /// The other sign.
    Negate,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// The words suggested for the statement change.
    Pick(Pick),
    /// The statement is left or committed.
    Settle,
    /// Discard the draft of the statement.
    GiveUp,
    /// A chip, a select or a fix is pressed: a step in the history.
    Apply(FixAction),
    /// An instruction that was used before is used again, by its place in the list.
    Return(usize),
    /// The example of a lesson is shown, by its place in the list.
    Example(usize),
    /// Another opcode is picked.
    Opcode(String),
    /// A text is typed for a source operand.
    Enter(FieldId, String),
    /// A field is left or committed.
    Leave(FieldId),
    /// Discard the draft in a field.
    Forget(FieldId),
    /// A bit of a lane is flipped.
    Flip(usize, u8, u32),
    /// A lane of an operand is changed; without a lane the one that was last focused, or else
    /// every one.
    Adjust(usize, Option<u8>, Adjust),
    /// An operand and the next exchange their registers.
    Swap(usize),
    /// A lane of an operand is focused, and optionally one of its bits.
    Focus(usize, u8, Option<u32>),
    /// The bits of an operand are opened, or closed.
    Unfold(usize),
    /// The chips are opened, or closed.
    Choose,
    /// Another result of the lesson is shown, by its place in it.
    Lesson(usize),
    /// The lesson is closed.
    CloseLesson,
    /// A chip is asked about.
    Ask(String),
    /// A worker reports how the text is read.
    Answer(Box<Reply>),
    /// The explorer asks for another state, given as a link to a legal one.
    Receive(String),
    /// The banner changes.
    Notice(Option<NoticeView>),
}
