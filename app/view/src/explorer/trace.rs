//! The steps from operands to result.

use ptxfp::catalog::Instruction;
use ptxfp::eval::{Explanation, Piece, Prepared, Step, explain};
use ptxfp::format::Field;
use ptxfp::internals::observed::ObservedText;
use ptxfp::source::Source;

use crate::explorer::operands::Operands;
use crate::playground::instruction::SectionView;
use crate::playground::operand::lane_name;
use crate::playground::statement::section;

/// The style of a piece of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Plain text.
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
    /// The style.
    pub ink: Ink,
    /// The text.
    pub text: String,
}

/// A line of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineView {
    /// The computation.
    Work(Vec<PartView>),
    /// The explanation.
    Sentence(String),
}

/// The space for a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// Normal.
    Usual,
    /// Medium.
    Medium,
    /// Broad.
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
    /// Whether it is an observed operation of a GPU, instead of a rule of the ISA.
    pub observed: bool,
    /// The space.
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
    /// The steps as plain text, to copy.
    pub text: String,
}

/// The steps of a lane. The operations of a GPU follow, where known, with the address of the
/// evidence.
pub(super) fn trace(
    operands: &Operands<'_>,
    lane: u8,
    observed: Option<&(&ObservedText, String)>,
) -> TraceView {
    let Operands { instruction, context, registers } = *operands;
    let prepared = Prepared::new(instruction, context);
    let packing = prepared.destination();
    let trace = prepared.trace(lane, registers);
    let mut explanations = explain(instruction, &prepared, lane, &trace);
    explanations.extend(observed.iter().flat_map(|(observed, _)| observed.steps()));
    TraceView {
        lanes: (0..packing.lanes).rev().map(|lane| (lane_name(&packing, lane), lane)).collect(),
        lane,
        text: plain(instruction, &explanations),
        steps: trace
            .steps
            .iter()
            .map(Some)
            .chain(std::iter::repeat(None))
            .zip(explanations)
            .map(|(step, explanation)| match step {
                Some(step) => view(step, explanation, instruction.form.source),
                None => seen(explanation, observed.map_or("", |(_, evidence)| evidence)),
            })
            .collect(),
    }
}

/// One step.
fn view(step: &Step, explanation: Explanation, form: Source) -> StepView {
    let room = match step {
        Step::Exact { .. } | Step::Bound { .. } => Room::Medium,
        // The digits of a wide format have a line for each field.
        Step::Pack { format, .. } if format.width() > 16 => Room::Medium,
        Step::Round { .. } => Room::Broad,
        Step::Flush { .. } | Step::Clamp { .. } | Step::Pack { .. } => Room::Usual,
    };
    let mut lines: Vec<LineView> = explanation.lines.into_iter().map(work).collect();
    // The value comes before the reason, the rounded one after it.
    let place = if matches!(step, Step::Round { .. }) { 1.min(lines.len()) } else { lines.len() };
    lines.insert(place, LineView::Sentence(explanation.sentence));
    StepView {
        title: explanation.title,
        modifier: explanation.modifier,
        idle: explanation.is_idle,
        observed: false,
        room,
        lines,
        section: section(&step.source(form)),
    }
}

/// Returns the operations of a GPU, with the address of the evidence.
fn seen(explanation: Explanation, evidence: &str) -> StepView {
    let lines = explanation.lines.into_iter().map(work).collect::<Vec<_>>();
    let sentence = LineView::Sentence(explanation.sentence);
    StepView {
        title: explanation.title,
        modifier: "",
        idle: false,
        observed: true,
        room: if lines.len() > 2 { Room::Broad } else { Room::Medium },
        lines: lines.into_iter().chain([sentence]).collect(),
        section: SectionView { label: String::from("Evidence"), href: evidence.to_owned() },
    }
}

/// Returns a line of the computation.
fn work(line: Vec<Piece>) -> LineView {
    LineView::Work(line.into_iter().map(part).collect())
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
