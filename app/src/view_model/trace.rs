//! The steps from operands to result.

use super::instruction::SectionView;

/// How a piece of a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// As text.
    Plain,
    /// Discarded by rounding.
    Tail,
    /// Changed by rounding.
    Changed,
    /// A sign bit.
    Sign,
    /// Exponent bits.
    Exponent,
    /// Significand bits.
    Significand,
    /// Raised: a power.
    Raised,
}

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartView {
    /// How it is drawn.
    pub ink: Ink,
    /// The text.
    pub text: String,
}

/// A line of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineView {
    /// What the machine would read.
    Work(Vec<PartView>),
    /// What a person says.
    Sentence(String),
}

/// How much room a step wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// As the others.
    Usual,
    /// Somewhat more.
    Medium,
    /// Much more.
    Broad,
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepView {
    /// Its name.
    pub title: &'static str,
    /// The modifier that asks for it; may be empty.
    pub modifier: &'static str,
    /// Whether it changed nothing.
    pub idle: bool,
    /// How much room it wants.
    pub room: Room,
    /// Its lines.
    pub lines: Vec<LineView>,
    /// Where its rule stands.
    pub section: SectionView,
}

/// The steps of one lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceView {
    /// The names of the lanes, most significant first, with their indices.
    pub lanes: Vec<(String, u8)>,
    /// The lane explained.
    pub lane: u8,
    /// The steps.
    pub steps: Vec<StepView>,
    /// The same as plain text, to copy.
    pub text: String,
}
