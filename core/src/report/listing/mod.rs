//! The catalog for other programs: the output of `ptxfp list --json`, and `catalog.json` beside the
//! page. The comments on the fields are their descriptions in the schema and in `docs/catalog.md`.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use crate::catalog::{
    Clause, Form, LATEST_ISA, Modifier, Operand as Field, OperandType, Requires, Role,
    Slot as CatalogSlot, Status, instructions_of,
};
use crate::companion;
use crate::explore::corner;

mod companions;

pub use companions::ListedCompanion;
use companions::listed_companions;

/// The version of the fields.
const FORMAT: u32 = 1;

/// The catalog, or the part of it that a query finds.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalog {
    /// The version of the fields. Fields may be added to a version; any other change makes a new one.
    format: u32,
    /// The version of ptxfp that wrote it.
    ptxfp: &'static str,
    /// The PTX ISA version that it follows.
    isa: String,
    /// The license, as an SPDX expression.
    license: &'static str,
    /// Syntax lines of floating-point instructions, in the order of the ISA.
    forms: Vec<ListedForm>,
    /// Syntax lines of companions: integer, bit and predicate instructions.
    companions: Vec<ListedCompanion>,
}

impl Catalog {
    /// Lists rows of the catalog, and of companion instructions.
    pub fn of(
        forms: impl IntoIterator<Item = &'static Form>,
        companions: impl IntoIterator<Item = &'static companion::Form>,
    ) -> Self {
        Self {
            format: FORMAT,
            ptxfp: super::VERSION,
            isa: LATEST_ISA.to_string(),
            license: super::LICENSE,
            forms: listing(forms),
            companions: listed_companions(companions),
        }
    }
}

/// A syntax line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Form"))]
pub struct ListedForm {
    /// The opcode, such as `fma`.
    opcode: &'static str,
    /// The syntax line in the ISA's notation.
    syntax: String,
    /// The destination, then the source operands.
    operands: Vec<Operand>,
    /// The places for modifiers, in the order of the syntax line.
    slots: Vec<Slot>,
    /// Modifiers that are in force without being spelled.
    implied: Vec<&'static str>,
    /// The requirements of the ISA, one of which must be met.
    requires: Vec<Requirement>,
    /// The other versions and targets on which the assembler accepts it, one of which must apply.
    tolerated: Vec<Requirement>,
    /// The accuracy of the result.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "correctly rounded", "approximate", "stochastically rounded", "rounded magnitude",
        "truncated product", "not specified",
    ])))]
    accuracy: &'static str,
    /// Whether the ISA has it. The assembler accepts what is undocumented, and refuses what is refused.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = Status::NAMES)))]
    status: &'static str,
    /// The observation where text and assembler differ.
    note: Option<&'static str>,
    /// The section with the syntax line.
    section: String,
    /// The PTX ISA version whose section numbers that uses; none where another document is cited.
    section_isa: Option<String>,
    /// The address of that text, if there is a stable one.
    source_url: Option<String>,
    /// A spelling that it accepts.
    example: Option<String>,
    /// The documented special cases.
    corners: Vec<Corner>,
}

/// An operand of a syntax line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Operand {
    /// The name in the syntax line.
    name: &'static str,
    /// The purpose.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "destination", "source", "random bits", "scale factor",
    ])))]
    role: &'static str,
    /// The types that it may have, such as `.f16x2`.
    types: Vec<&'static str>,
    /// The lane of the destination that it belongs to, if it belongs to one.
    lane: Option<u8>,
    /// Whether it is in braces, with its neighbors that are.
    is_braced: bool,
}

/// A place for a modifier.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Slot {
    /// The name in the syntax line, such as `.rnd`.
    name: &'static str,
    /// Whether it must be filled.
    is_required: bool,
    /// The meaning of an empty slot, if it has one.
    default: Option<&'static str>,
    /// The modifiers that it may have.
    choices: Vec<Choice>,
}

/// A modifier that a slot may have.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Choice {
    /// The modifier, such as `.ftz`.
    spelling: &'static str,
    /// The kind of modifier, such as `rounding`.
    group: &'static str,
    /// The meaning, as a clause.
    meaning: String,
    /// The requirements beyond those of its form, one of which must be met.
    requires: Vec<Requirement>,
}

/// A version together with targets.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Corner {
    /// The conditions on the instruction, all of which apply.
    when: Vec<Condition>,
    /// The data of the source operands, such as `+inf`; a missing one may be any.
    operands: Vec<&'static str>,
    /// The documented result.
    result: &'static str,
}

/// A condition on a slot.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Condition {
    /// The name in the syntax line, such as `.rnd`.
    slot: &'static str,
    /// The modifiers, such as `.rn`.
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
