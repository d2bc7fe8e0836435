//! The choices around an instruction: what each modifier would lead to.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::Diagnostic;
use super::fit::{spell, type_signatures};
use super::resolve::Legality;
use super::{Resolution, check};
use crate::catalog::{Context, Group, Instruction, Modifier, forms_of};
use crate::order::push_new;

/// What a chip would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChipState {
    /// It leads to a documented instruction.
    Live,
    /// It leads to an instruction that only the assembler takes; the note says what was seen.
    Undocumented(&'static str),
    /// It leads nowhere; the diagnostics say why.
    Dead(Vec<Diagnostic>),
}

/// A modifier, or a spelling of types, to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The spelling, with dots.
    pub spelling: String,
    /// What it does, in a phrase.
    pub meaning: &'static str,
    /// Whether the instruction has it.
    pub is_on: bool,
    /// What choosing it would do.
    pub state: ChipState,
    /// Opcode and modifiers after choosing it.
    pub leads_to: String,
}

/// The chips of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipGroup {
    /// The group.
    pub group: Group,
    /// Its chips, in the order of the catalogue.
    pub chips: Vec<Chip>,
}

/// The chips around an instruction: every modifier that some row of its opcode offers.
#[must_use]
pub fn chips(instruction: &Instruction, context: &Context) -> Vec<ChipGroup> {
    let opcode = instruction.form.opcode;
    let groups = Group::ALL.into_iter().map(|group| ChipGroup {
        group,
        chips: spellings(opcode, group)
            .into_iter()
            .map(|spelling| chip(instruction, context, group, &spelling))
            .collect(),
    });
    groups.filter(|group| !group.chips.is_empty()).collect()
}

/// What a group offers: single modifiers, or for types whole signatures.
fn spellings(opcode: &str, group: Group) -> Vec<Vec<Modifier>> {
    let mut all: Vec<Vec<Modifier>> = Vec::new();
    for form in forms_of(opcode) {
        let offered: Vec<_> = if group == Group::Type {
            type_signatures(form)
        } else {
            let of_group = form.choices().map(|c| c.modifier).filter(|m| m.group() == group);
            of_group.map(|modifier| alloc::vec![modifier]).collect()
        };
        for each in offered {
            push_new(&mut all, each);
        }
    }
    all
}

fn chip(instruction: &Instruction, context: &Context, group: Group, spelling: &[Modifier]) -> Chip {
    let current: Vec<_> = instruction.modifiers().filter(|m| m.group() == group).collect();
    let is_on = current == spelling;
    // Choosing a chip replaces the rest of its group; choosing it again takes it away, unless the
    // instruction needs something of its group.
    let without = if is_on { with_group(instruction, group, &[]) } else { String::new() };
    let can_go = is_on && check(&without, context).instruction.is_some();
    let text = if can_go { without } else { with_group(instruction, group, spelling) };
    let resolution = check(&text, context);
    let (state, leads_to) = outcome(resolution, group, spelling, text);
    let meaning = spelling.first().map_or("", |modifier| modifier.meaning());
    Chip { spelling: spell(spelling), meaning, is_on, state, leads_to }
}

/// Opcode and modifiers with those of a group replaced.
fn with_group(instruction: &Instruction, group: Group, chosen: &[Modifier]) -> String {
    let mut text = instruction.form.opcode.to_string();
    for each in Group::ALL {
        if each == group {
            text.push_str(&spell(chosen));
        } else {
            let kept: Vec<_> = instruction.modifiers().filter(|m| m.group() == each).collect();
            text.push_str(&spell(&kept));
        }
    }
    text
}

fn outcome(
    resolution: Resolution,
    group: Group,
    spelling: &[Modifier],
    text: String,
) -> (ChipState, String) {
    // A spelling that is not in the row's order is no worse for a chip, which writes it in order.
    let found = resolution.instruction.map(|instruction| instruction.to_string());
    match (resolution.legality, found) {
        (Legality::Undocumented(note), Some(found)) => {
            let is_in_isa = resolution.instruction.is_some_and(|each| each.form.is_documented());
            (if is_in_isa { ChipState::Live } else { ChipState::Undocumented(note) }, found)
        }
        (_, Some(found)) => (ChipState::Live, found),
        (_, None) => match resolution.nearest {
            // Another type may cost other modifiers: it is chosen all the same.
            Some(nearest)
                if group == Group::Type
                    && nearest
                        .modifiers()
                        .filter(|m| m.group() == group)
                        .eq(spelling.iter().copied()) =>
            {
                (ChipState::Live, nearest.to_string())
            }
            _ => (ChipState::Dead(resolution.diagnostics), text),
        },
    }
}
