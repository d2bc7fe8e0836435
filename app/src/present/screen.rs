//! The screen of a state.

use std::sync::Arc;

use ptxfp::link::State;

use super::{chips, operand, picker, places, result, trace};
use crate::state::{Model, units};
use crate::view_model::instruction::{ChipGroupView, NoteView};
use crate::view_model::screen::Screen;

/// What the page shows of a state; chips are taken over from `last` where they are the same.
pub fn screen(model: &Model, last: Option<&Screen>) -> Screen {
    let (instruction, context) = (&model.instruction, &model.context);
    let registers = model.registers();
    let spelling = instruction.to_string();
    let (target, isa) = (context.target.name, context.isa.to_string());
    let same =
        |last: &&Screen| last.spelling == spelling && last.target == target && last.isa == isa;
    let chips = match last.filter(same) {
        Some(last) => last.chips.clone(),
        None => Arc::new(chips::groups(instruction, context)),
    };
    let asked = model.asked.as_ref().and_then(|spelling| asked(&chips, spelling));
    let mut result = result::result(instruction, &model.legal_context, &registers);
    let mut beat = false;
    if let Some(last) = last {
        result::mark_changes(&mut result, &last.result);
        beat = last.beat ^ result.lanes.iter().any(|lane| lane.is_changed);
    }
    Screen {
        beat,
        spoken: spoken(model, &result.spoken),
        heading: [&spelling, " on ", model.legal_context.target.name].concat(),
        spelling,
        statement: model.statement.clone(),
        caret: model.caret.map(|caret| units(&model.statement, caret)),
        recent: model.recent.iter().map(used).collect(),
        picker: model.picker.as_ref().map(picker::picker),
        opcode: instruction.form.opcode,
        targets: places::targets(instruction, context),
        isas: places::isas(instruction, context),
        target,
        isa,
        instruction: model.analysis.view.clone(),
        chips,
        asked: asked.is_some(),
        note: asked.unwrap_or_else(|| chips::form_note(instruction)),
        operands: operand::operands(model, &registers),
        linked: model.recorded().and_then(result::linked),
        trace: trace::trace(instruction, &model.legal_context, &registers, model.lane),
        notice: model.notice.clone(),
        said: model.said.clone(),
        fragment: model.snapshot().to_fragment(),
        result,
    }
}

/// The note of the chip that was asked about.
fn asked(chips: &[ChipGroupView], spelling: &str) -> Option<NoteView> {
    let mut all = chips.iter().flat_map(|group| &group.chips);
    all.find(|chip| chip.spelling == spelling).map(|chip| chip.note.clone())
}

/// An instruction that was used before.
fn used(state: &State) -> String {
    [&state.instruction.to_string(), " on ", state.context.target.name].concat()
}

/// What came of the last edit, to be said.
fn spoken(model: &Model, result: &str) -> String {
    if let Some(picker) = &model.picker {
        let words: Vec<_> = picker.proposals().iter().map(|proposal| proposal.text).collect();
        return ["Completions: ", &words.join(", ")].concat();
    }
    match model.analysis.view.diagnostics.iter().find(|diagnostic| diagnostic.fatal) {
        Some(fatal) => ["Rejected: ", &fatal.message.replace('`', "")].concat(),
        None => result.to_owned(),
    }
}
