//! The words proposed for the statement.

use ptxfp::catalog::{Group, Instruction, forms_of, instructions_of};
use ptxfp::syntax::{Proposal, Standing};

use crate::state::Picker;
use crate::view_model::instruction::{ChipState, PickerView, ProposalView};

/// The words.
pub fn picker(picker: &Picker) -> PickerView {
    PickerView {
        words: picker.proposals().iter().map(word).collect(),
        chosen: picker.chosen,
        // Leaving the field must stay possible: a dot alone asks for nothing.
        nearest: picker.chosen.or(picker.is_begun.then_some(0)),
    }
}

/// One word.
fn word(proposal: &Proposal) -> ProposalView {
    let meaning = match proposal.group {
        None => formula(proposal.text),
        // A type says what it is.
        Some(Group::Type) => String::new(),
        Some(_) => proposal.meaning.to_owned(),
    };
    let (state, note) = match proposal.standing {
        Standing::Documented => (ChipState::Live, meaning),
        Standing::Undocumented => (ChipState::Undocumented, ["undocumented: ", &meaning].concat()),
        Standing::Unavailable(requires) => {
            (ChipState::Dead, ["needs ", &requires.to_string()].concat())
        }
    };
    ProposalView { text: proposal.text, note, state }
}

/// What an opcode computes.
fn formula(opcode: &str) -> String {
    let first = forms_of(opcode).flat_map(instructions_of).next();
    first.as_ref().map(Instruction::formula).unwrap_or_default()
}
