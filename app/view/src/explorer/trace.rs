//! The steps from operands to result.

use ptxfp::catalog::Instruction;
use ptxfp::eval::{Explanation, Piece, Prepared, Step, explain};
use ptxfp::format::Field;
use ptxfp::internals::observed::ObservedText;

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
    /// Whether it is an observed operation of a GPU, instead of a rule of the ISA.
    pub observed: bool,
    /// The space.
    pub room: Room,
    /// Its lines.
    pub lines: Vec<LineView>,
}

/// The steps of one lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceView {
    /// The names of the lanes, most significant first, with their indices.
    pub lanes: Vec<(String, u8)>,
    /// The lane explained.
    pub lane: u8,
    /// The steps that changed something, those of a GPU last.
    pub steps: Vec<StepView>,
    /// The steps that changed nothing.
    pub idle: Vec<StepView>,
    /// A line about those: `Flush, clamp: no change`; may be empty.
    pub unchanged: String,
    /// The section of the instruction, which has most of the rules.
    pub section: SectionView,
    /// The evidence for the operations of a GPU, where they are known.
    pub evidence: Option<SectionView>,
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
    let mut view = TraceView {
        lanes: (0..packing.lanes).rev().map(|lane| (lane_name(&packing, lane), lane)).collect(),
        lane,
        text: String::new(),
        steps: Vec::new(),
        idle: Vec::new(),
        unchanged: String::new(),
        section: section(&instruction.form.source),
        evidence: observed.map(|(_, evidence)| SectionView {
            label: String::from("Evidence"),
            href: evidence.clone(),
        }),
    };
    for (step, explanation) in trace.steps.iter().zip(&explanations) {
        let shown = defined(step, explanation.clone());
        if explanation.is_idle { view.idle.push(shown) } else { view.steps.push(shown) }
    }
    view.unchanged = unchanged(&view.idle);
    let seen = observed.iter().flat_map(|(observed, _)| observed.steps(lane)).collect::<Vec<_>>();
    view.steps.extend(seen.iter().cloned().map(self::seen));
    explanations.extend(seen);
    view.text = plain(instruction, &explanations);
    view
}

/// A line about steps that changed nothing: `Flush, clamp: no change`.
fn unchanged(idle: &[StepView]) -> String {
    let mut words = String::new();
    for step in idle {
        if words.is_empty() {
            words.push_str(step.title);
        } else {
            words.extend([", ", &step.title.to_ascii_lowercase()]);
        }
    }
    if words.is_empty() { words } else { words + ": no change" }
}

/// A step that the ISA defines.
fn defined(step: &Step, explanation: Explanation) -> StepView {
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
        observed: false,
        room,
        lines,
    }
}

/// An operation of a GPU.
fn seen(explanation: Explanation) -> StepView {
    let lines = explanation.lines.into_iter().map(work).collect::<Vec<_>>();
    let sentence = LineView::Sentence(explanation.sentence);
    StepView {
        title: explanation.title,
        modifier: "",
        observed: true,
        room: if lines.len() > 2 { Room::Broad } else { Room::Medium },
        lines: lines.into_iter().chain([sentence]).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use ptxfp::link;

    fn traced(link: &str) -> TraceView {
        let state = link::parse(link).sound().unwrap();
        let operands = Operands {
            instruction: &state.instruction,
            context: &state.context,
            registers: &state.registers,
        };
        trace(&operands, 0, None)
    }

    #[test]
    fn steps_that_changed_nothing_are_apart() {
        let view = traced("v1/add.rn.f32@sm_90?a=0x3dcccccd&b=0x3e4ccccd");
        let titles = |steps: &[StepView]| steps.iter().map(|it| it.title).collect::<Vec<_>>();
        assert_eq!(titles(&view.steps), ["Exact", "Round", "Pack"]);
        assert_eq!(view.unchanged, "Flush, clamp: no change");
        assert_eq!(titles(&view.idle), ["Flush", "Clamp"]);
        // The text that is copied has all of them, in their order.
        let places = ["1. Flush", "2. Exact", "3. Round", "4. Clamp", "5. Pack"];
        assert!(places.iter().all(|place| view.text.contains(place)), "{}", view.text);
    }
}
