//! Operands as the page shows them.

use super::bits::{BitsView, Layout};

/// A source operand: what the instruction says of it, and its present value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandView {
    /// Its name in the syntax line.
    pub name: &'static str,
    /// Bits of its register.
    pub register_bits: u32,
    /// The field of its register.
    pub field: FieldView,
    /// Its lanes in the order shown, most significant first.
    pub lanes: Vec<LaneView>,
    /// Values that can be entered with one press.
    pub presets: Vec<PresetView>,
    /// Whether it has a sign.
    pub has_sign: bool,
    /// The next operand, if it can take this one's register.
    pub partner: Option<&'static str>,
}

/// One lane of an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneView {
    /// Its name; empty where the register has one lane.
    pub name: String,
    /// Its index; 0 is the least significant.
    pub index: u8,
    /// The fields of its format.
    pub layout: Layout,
    /// The field of its value.
    pub field: FieldView,
    /// The bits to draw.
    pub picture: BitsView,
    /// The bit that the keyboard reaches.
    pub cursor: u32,
    /// Whether it is the one that was last focused.
    pub is_current: bool,
}

/// A value that can be entered with one press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PresetView {
    /// What the button says and what is entered.
    pub text: &'static str,
    /// The lane bits it stands for.
    pub bits: u64,
}

/// A text field over a value that has one canonical text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldView {
    /// What is typed, or else the canonical text.
    pub text: String,
    /// What became of what is typed.
    pub entry: Option<EntryView>,
}

impl FieldView {
    /// Whether what is typed cannot be read.
    pub const fn is_wrong(&self) -> bool {
        matches!(self.entry, Some(EntryView::Wrong(_)))
    }

    /// The style class of what became of it, to go behind others.
    pub const fn class(&self) -> &'static str {
        match self.entry {
            Some(EntryView::Wrong(_)) => " wrong",
            Some(EntryView::Rounded { .. }) => " rounded",
            Some(EntryView::Exact(_)) | None => "",
        }
    }

    /// What is to be said about it; may be empty.
    pub fn note(&self) -> &str {
        match &self.entry {
            Some(EntryView::Rounded { note, .. } | EntryView::Wrong(note)) => note,
            Some(EntryView::Exact(_)) | None => "",
        }
    }
}

/// What became of a text entered for a lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryView {
    /// It stands for exactly these bits.
    Exact(u64),
    /// It was rounded.
    Rounded {
        /// The bits stored.
        bits: u64,
        /// What was stored, and by how much it differs.
        note: String,
    },
    /// It cannot be read.
    Wrong(String),
}
