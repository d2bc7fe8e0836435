//! Operands as the page shows them.

use super::bits::{BitsView, Layout};

/// The part of an operand that only the instruction decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandShape {
    /// Its name in the syntax line.
    pub name: String,
    /// Bits of its register.
    pub register_bits: u32,
    /// The names of its lanes in the order shown, most significant first; one empty name where
    /// there is one lane.
    pub lanes: Vec<LaneShape>,
    /// Values that can be entered with one press.
    pub presets: Vec<PresetView>,
}

/// A lane's place and format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneShape {
    /// Its name; empty where the register has one lane.
    pub name: String,
    /// Its index; 0 is the least significant.
    pub index: u8,
    /// Its fields.
    pub layout: Layout,
}

/// A value that can be entered with one press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PresetView {
    /// What the button says and what is entered.
    pub text: &'static str,
    /// The lane bits it stands for.
    pub bits: u64,
}

/// One lane's present value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneView {
    /// The bits as a number.
    pub bits: u64,
    /// The shortest decimal that reads back as these bits.
    pub value: String,
    /// The bits to draw.
    pub picture: BitsView,
}

/// One operand's present value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandView {
    /// The register as a number.
    pub register: u64,
    /// The register as `0x` and hex digits.
    pub hex: String,
    /// Its lanes by index: the least significant first.
    pub lanes: Vec<LaneView>,
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
