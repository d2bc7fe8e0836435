//! Chips: the choices around an instruction.

use ptxfp::catalog::{ANY, Context, Instruction};
use ptxfp::internals::quote::with_code;
use ptxfp::source::Source;
use ptxfp::syntax::{self, Chip};

use crate::message::sentence;
use crate::playground::instruction::{ChipGroupView, ChipState, ChipView, FixAction, NoteView};
use crate::playground::statement::{diagnostic, section};

/// The chooser: the choices around an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChooserView {
    /// The opcode.
    pub opcode: &'static str,
    /// The operation, as a formula.
    pub formula: String,
    /// The chips.
    pub groups: Vec<ChipGroupView>,
}

/// The chooser of an instruction in a context.
pub(super) fn chooser(instruction: &Instruction, context: &Context) -> ChooserView {
    ChooserView {
        opcode: instruction.form.opcode,
        formula: instruction.formula(),
        groups: groups(instruction, context),
    }
}

/// The chips in groups.
fn groups(instruction: &Instruction, context: &Context) -> Vec<ChipGroupView> {
    let groups = syntax::chips(instruction, context).into_iter();
    groups
        .map(|group| ChipGroupView {
            title: group.title,
            chips: group.chips.into_iter().map(chip).collect(),
        })
        .collect()
}

/// One chip.
fn chip(chip: Chip) -> ChipView {
    let meaning = NoteView {
        subject: chip.spelling.clone(),
        message: sentence(&chip.meaning),
        fixes: Vec::new(),
        section: None,
    };
    let (state, note) = match &chip.state {
        syntax::ChipState::Available if chip.is_on => (ChipState::On, meaning),
        syntax::ChipState::Available => (ChipState::Available, meaning),
        syntax::ChipState::Undocumented(text) => {
            (ChipState::Undocumented, NoteView { message: with_code(&sentence(text)), ..meaning })
        }
        syntax::ChipState::Unavailable(reasons) => {
            let reasons: Vec<_> = reasons.iter().map(diagnostic).collect();
            let message = reasons.iter().map(|reason| reason.message.as_str()).collect::<Vec<_>>();
            let note = NoteView {
                message: message.join(" "),
                fixes: reasons.iter().flat_map(|reason| reason.fixes.iter().cloned()).collect(),
                section: reasons.iter().find_map(|reason| reason.section.clone()),
                ..meaning
            };
            (ChipState::Unavailable, useful(note, &chip.spelling, &chip.leads_to))
        }
    };
    let leads_to = (state != ChipState::Unavailable).then_some(chip.leads_to);
    ChipView { spelling: chip.spelling, state, chosen: chip.is_on, note, leads_to }
}

/// A note with those fixes that lead to the choice.
fn useful(mut note: NoteView, spelling: &str, leads_to: &str) -> NoteView {
    note.fixes.retain(|fix| match &fix.action {
        FixAction::Spelling(text) | FixAction::Instruction(text) => {
            text.split(['.', ' ']).any(|name| spelling.strip_prefix('.') == Some(name))
        }
        FixAction::Target(_) | FixAction::Isa(_) | FixAction::Context { .. } => true,
    });
    for fix in &mut note.fixes {
        if let FixAction::Context { spelling, .. } = &mut fix.action {
            *spelling = Some(leads_to.to_owned());
        }
    }
    note
}

/// Syntax line, requirements and section of the current form.
pub(super) fn form_note(instruction: &Instruction) -> NoteView {
    let requires: Vec<String> = instruction
        .requires()
        .iter()
        .filter(|requires| **requires != ANY || instruction.form.requires == ANY)
        .map(ToString::to_string)
        .collect();
    let source: Source = instruction.form.source;
    NoteView {
        subject: instruction.form.syntax().trim_end_matches(';').trim().to_owned(),
        message: requires.join("; "),
        fixes: Vec::new(),
        section: Some(section(&source)),
    }
}

/// The nearest statement of another opcode; if version and target do not support that opcode, one
/// that shows its requirements.
pub(super) fn with_opcode(instruction: &Instruction, opcode: &str, context: &Context) -> String {
    let found = syntax::with_opcode(instruction, opcode, context);
    found.as_ref().map_or(String::from(opcode), Instruction::statement)
}
