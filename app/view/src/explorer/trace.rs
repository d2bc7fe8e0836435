//! The steps from operands to result.

use ptxfp::catalog::Instruction;
use ptxfp::eval::{Explanation, Piece, Prepared, Step, explain};
use ptxfp::format::Field;
use ptxfp::source::Source;

use crate::explorer::corners::Operands;
use crate::playground::instruction::SectionView;
use crate::playground::operand::lane_name;
use crate::playground::statement::section;

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
    /// The section with its rule.
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

/// The steps of the chosen lane; those of the highest where there is none of that index.
pub(super) fn trace(operands: &Operands<'_>, chosen: Option<u8>) -> TraceView {
    let Operands { instruction, context, registers } = *operands;
    let prepared = Prepared::new(instruction, context);
    let packing = prepared.destination();
    let highest = packing.lanes - 1;
    let lane = chosen.map_or(highest, |lane| lane.min(highest));
    let trace = prepared.trace(lane, registers);
    let explanations = explain(instruction, &prepared, lane, &trace);
    TraceView {
        lanes: (0..packing.lanes).rev().map(|lane| (lane_name(&packing, lane), lane)).collect(),
        lane,
        text: plain(instruction, &explanations),
        steps: trace
            .steps
            .iter()
            .zip(explanations)
            .map(|(step, explanation)| view(step, explanation, instruction.form.source))
            .collect(),
    }
}

/// One step.
fn view(step: &Step, explanation: Explanation, form: Source) -> StepView {
    let room = match step {
        Step::Exact { .. } => Room::Medium,
        Step::Round { .. } => Room::Broad,
        Step::Flush { .. } | Step::Clamp { .. } | Step::Bound { .. } | Step::Pack { .. } => {
            Room::Usual
        }
    };
    let parts = |line: Vec<Piece>| LineView::Work(line.into_iter().map(part).collect());
    let mut lines: Vec<LineView> = explanation.lines.into_iter().map(parts).collect();
    // The value is before the reason, and the rounded one behind.
    let place = if room == Room::Broad { 1.min(lines.len()) } else { lines.len() };
    lines.insert(place, LineView::Sentence(explanation.sentence));
    StepView {
        title: explanation.title,
        modifier: explanation.modifier,
        idle: explanation.is_idle,
        room,
        lines,
        section: section(&step.source(form)),
    }
}

/// One piece of a line.
fn part(piece: Piece) -> PartView {
    let (ink, text) = match piece {
        Piece::Text(text) => (Ink::Plain, text),
        Piece::Tail(text) => (Ink::Tail, text),
        Piece::Changed(text) => (Ink::Changed, text),
        Piece::Superscript(text) => (Ink::Raised, text),
        Piece::Field(Field::Sign, text) => (Ink::Sign, text),
        Piece::Field(Field::Exponent, text) => (Ink::Exponent, text),
        Piece::Field(Field::Significand, text) => (Ink::Significand, text),
    };
    PartView { ink, text }
}

/// The steps as text.
fn plain(instruction: &Instruction, explanations: &[Explanation]) -> String {
    let mut text = instruction.to_string();
    for (index, explanation) in explanations.iter().enumerate() {
        text.push_str(&["\n", &(index + 1).to_string(), ". ", explanation.title].concat());
        if !explanation.modifier.is_empty() {
            text.push_str(&[" ", explanation.modifier].concat());
        }
        for line in explanation.plain_lines() {
            text.push_str(&["\n   ", &line].concat());
        }
        text.push_str(&["\n   ", &explanation.sentence].concat());
    }
    text
}
