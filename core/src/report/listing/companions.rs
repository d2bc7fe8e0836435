//! Companion instructions for other programs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::{Requirement, requirements};
use crate::companion;
use crate::link::CompanionState;

/// The syntax line of a companion instruction.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Companion"))]
pub struct ListedCompanion {
    /// The opcode, such as `prmt`.
    opcode: &'static str,
    /// The syntax line in the ISA's notation.
    syntax: String,
    /// The meaning, as a sentence.
    meaning: String,
    /// The places for modifiers, in the order of the syntax line.
    slots: Vec<CompanionSlot>,
    /// The requirements of the ISA, one of which must be met.
    requires: Vec<Requirement>,
    /// The section with the syntax line.
    section: String,
    /// The PTX ISA version whose section numbers that uses.
    section_isa: Option<String>,
    /// The address of that text, if there is a stable one.
    source_url: Option<String>,
    /// A spelling that it accepts.
    example: Option<String>,
    /// The link to a program of that: the part of an address after `#`.
    link: Option<String>,
}

/// A place for a modifier of a companion.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CompanionSlot {
    /// The name in the syntax line, such as `.type`.
    name: &'static str,
    /// Whether it must be filled.
    is_required: bool,
    /// The modifiers that it may have.
    choices: Vec<CompanionChoice>,
}

/// A modifier that a slot of a companion may have.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CompanionChoice {
    /// The modifier, such as `.u32`.
    spelling: &'static str,
    /// The meaning, as a clause.
    meaning: &'static str,
}

/// Syntax lines of companion instructions with all their properties.
pub(super) fn listed_companions(
    rows: impl IntoIterator<Item = &'static companion::Form>,
) -> Vec<ListedCompanion> {
    rows.into_iter().map(listed_companion).collect()
}

fn listed_companion(row: &'static companion::Form) -> ListedCompanion {
    let slots = row.slots.iter().map(|slot| CompanionSlot {
        name: slot.name,
        is_required: slot.is_required(),
        choices: slot
            .choices
            .iter()
            .map(|choice| choice.modifier)
            .map(|spelling| CompanionChoice { spelling, meaning: slot.meaning(spelling) })
            .collect(),
    });
    let example = CompanionState::example(row);
    ListedCompanion {
        opcode: row.opcode,
        syntax: row.syntax(),
        meaning: row.words(),
        slots: slots.collect(),
        requires: requirements(row.requires),
        section: row.source.to_string(),
        section_isa: row.source.isa().map(|isa| isa.to_string()),
        source_url: row.source.url(),
        link: example.as_ref().map(CompanionState::to_fragment),
        example: example.map(|state| state.instruction.to_string()),
    }
}
