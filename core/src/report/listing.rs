//! The catalog for other programs: the output of `ptxfp list --json`, and `catalog.json` beside the
//! page.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use crate::catalog::{
    Clause, Form, Modifier, Operand as Field, OperandType, Requires, Role, Slot as CatalogSlot,
    Status, instructions_of,
};
use crate::companion;
use crate::explore::corner;
use crate::link::CompanionState;

/// A syntax line. Field names are stable.
#[derive(Serialize)]
pub struct ListedForm {
    opcode: &'static str,
    /// The syntax line in the ISA's notation.
    syntax: String,
    operands: Vec<Operand>,
    slots: Vec<Slot>,
    /// Modifiers that are in force without being spelled.
    implied: Vec<&'static str>,
    /// The requirements of the ISA, one of which must be met.
    requires: Vec<Requirement>,
    /// The other versions and targets on which the assembler accepts it, one of which must apply.
    tolerated: Vec<Requirement>,
    /// The accuracy of the result: [`Form::exactness`].
    accuracy: &'static str,
    /// `documented`, `undocumented` or `refused`.
    status: &'static str,
    /// The observation where text and assembler differ.
    note: Option<&'static str>,
    section: String,
    /// The PTX ISA version whose section numbers that uses; none where another document is cited.
    section_isa: Option<String>,
    source_url: Option<String>,
    /// A spelling that it accepts.
    example: Option<String>,
    corners: Vec<Corner>,
}

#[derive(Serialize)]
struct Operand {
    name: &'static str,
    /// `destination`, `source`, `random bits` or `scale factor`.
    role: &'static str,
    /// The types that it may have, such as `.f16x2`.
    types: Vec<&'static str>,
    /// The lane of the destination that it belongs to, if it belongs to one.
    lane: Option<u8>,
    /// Whether it is in braces, with its neighbors that are.
    is_braced: bool,
}

#[derive(Serialize)]
struct Slot {
    /// The name in the syntax line, such as `.rnd`.
    name: &'static str,
    /// Whether it must be filled.
    is_required: bool,
    /// The meaning of an empty slot, if it has one.
    default: Option<&'static str>,
    choices: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    spelling: &'static str,
    group: &'static str,
    meaning: String,
    /// The requirements beyond those of its form, one of which must be met.
    requires: Vec<Requirement>,
}

#[derive(Serialize)]
struct Requirement {
    /// The first PTX ISA version.
    isa: String,
    /// The last PTX ISA version, where it was withdrawn.
    until: Option<String>,
    /// The targets, such as `sm_90 or higher`.
    targets: String,
}

/// A documented special case of one lane, in operand text.
#[derive(Serialize)]
struct Corner {
    /// The conditions on the instruction, all of which apply.
    when: Vec<Condition>,
    operands: Vec<&'static str>,
    result: &'static str,
}

/// A condition on a slot.
#[derive(Serialize)]
struct Condition {
    /// The name in the syntax line, such as `.rnd`.
    slot: &'static str,
    modifiers: Vec<&'static str>,
    /// Whether it must have none of them; otherwise it must have one, or one must be its default.
    is_excluded: bool,
}

/// Syntax lines with all that the catalog knows of them.
pub fn listing(rows: impl IntoIterator<Item = &'static Form>) -> Vec<ListedForm> {
    rows.into_iter().map(form).collect()
}

fn form(row: &'static Form) -> ListedForm {
    let operands = row.operands.iter().enumerate().map(|(index, operand)| Operand {
        name: operand.name,
        role: match operand.role {
            Role::Lanes | Role::Lane(_) if index == 0 => "destination",
            Role::Lanes | Role::Lane(_) => "source",
            Role::RandomBits => "random bits",
            Role::ScaleFactor | Role::SharedScale => "scale factor",
        },
        types: types(row, operand),
        lane: if let Role::Lane(lane) = operand.role { Some(lane) } else { None },
        is_braced: operand.is_braced,
    });
    let corners = row.special_cases().map(|corner| Corner {
        when: corner.when.iter().map(condition).collect(),
        operands: corner.operands,
        result: corner.result,
    });
    ListedForm {
        opcode: row.opcode,
        syntax: row.syntax(),
        operands: operands.collect(),
        slots: row.slots.iter().map(slot).collect(),
        implied: row.implied.iter().map(|modifier| modifier.spelling()).collect(),
        requires: requirements(row.requires),
        tolerated: row.tolerated.map_or(Vec::new(), |other| requirements(other.requires)),
        accuracy: row.exactness(),
        status: row.status.name(),
        note: note(row),
        section: row.source.to_string(),
        section_isa: row.source.isa().map(|isa| isa.to_string()),
        source_url: row.source.url(),
        example: instructions_of(row).next().map(|each| each.to_string()),
        corners: corners.collect(),
    }
}

fn condition(condition: &corner::Condition) -> Condition {
    let modifiers = condition.modifiers.iter().map(|each| each.spelling());
    Condition {
        slot: condition.slot.name,
        modifiers: modifiers.collect(),
        is_excluded: condition.is_excluded,
    }
}

/// Returns the observation where text and assembler differ.
fn note(row: &Form) -> Option<&'static str> {
    match row.status {
        Status::Documented => row.tolerated.map(|other| other.note),
        Status::Refused { note } | Status::Undocumented { note, .. } => Some(note),
    }
}

fn types(row: &Form, operand: &Field) -> Vec<&'static str> {
    match operand.kind {
        OperandType::Fixed(kind) => vec![kind.spelling()],
        OperandType::Spelled(index) => {
            let slot = row.type_slots().nth(usize::from(index));
            let choices = slot.into_iter().flat_map(|slot| slot.choices);
            choices.map(|choice| choice.modifier.spelling()).collect()
        }
    }
}

fn slot(place: &CatalogSlot) -> Slot {
    let choices = place.choices.iter().map(|choice| Choice {
        spelling: choice.modifier.spelling(),
        group: choice.modifier.group().label(),
        meaning: choice.modifier.meaning(),
        requires: requirements(choice.requires),
    });
    Slot {
        name: place.name,
        is_required: place.is_required(),
        default: place.default().map(Modifier::spelling),
        choices: choices.collect(),
    }
}

fn requirements(requires: Requires) -> Vec<Requirement> {
    let requirement = |clause: &Clause| Requirement {
        isa: clause.isa.to_string(),
        until: clause.until.map(|until| until.to_string()),
        targets: clause.targets.to_string(),
    };
    requires.0.iter().map(requirement).collect()
}

/// The syntax line of a companion instruction. Field names are stable.
#[derive(Serialize)]
pub struct ListedCompanion {
    opcode: &'static str,
    /// The syntax line in the ISA's notation.
    syntax: String,
    /// The meaning, as a sentence.
    meaning: String,
    slots: Vec<CompanionSlot>,
    /// The requirements of the ISA, one of which must be met.
    requires: Vec<Requirement>,
    section: String,
    /// The PTX ISA version whose section numbers that uses.
    section_isa: Option<String>,
    source_url: Option<String>,
    /// A spelling that it accepts.
    example: Option<String>,
    /// The link to a program of that: the part of an address after `#`.
    link: Option<String>,
}

#[derive(Serialize)]
struct CompanionSlot {
    name: &'static str,
    is_required: bool,
    choices: Vec<CompanionChoice>,
}

#[derive(Serialize)]
struct CompanionChoice {
    spelling: &'static str,
    meaning: &'static str,
}

/// Syntax lines of companion instructions with all their properties.
pub fn listed_companions(
    rows: impl IntoIterator<Item = &'static companion::Form>,
) -> Vec<ListedCompanion> {
    rows.into_iter().map(listed_companion).collect()
}

fn listed_companion(row: &'static companion::Form) -> ListedCompanion {
    let slots = row.slots.iter().map(|slot| CompanionSlot {
        name: slot.name,
        is_required: slot.is_required,
        choices: slot
            .choices
            .iter()
            .map(|choice| CompanionChoice { spelling: choice, meaning: slot.meaning(choice) })
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
