//! `list`: the catalogue, or what a query finds in it.

use std::fmt::{self, Write as _};

use ptxfp::catalog::query::Query;
use ptxfp::catalog::{
    self, Accuracy, Form as Row, Modifier, Operand as Field, OperandType, Presence, Requires, Role,
    Slot as Place, Status,
};
use serde::Serialize;

/// A syntax line. Field names are stable.
#[derive(Serialize)]
pub(crate) struct Form {
    opcode: &'static str,
    /// The syntax line in the ISA's notation.
    syntax: String,
    operands: Vec<Operand>,
    slots: Vec<Slot>,
    /// Modifiers that are in force without being spelled.
    implied: Vec<&'static str>,
    /// What the ISA requires: one of these.
    requires: Vec<Requirement>,
    /// Where else the assembler takes it: one of these.
    tolerated: Vec<Requirement>,
    /// How exact the result is.
    accuracy: &'static str,
    /// `documented`, `undocumented` or `refused`.
    status: &'static str,
    /// What was seen where text and assembler differ.
    note: Option<&'static str>,
    section: String,
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
    /// Whether it stands in braces, with its neighbours that do.
    is_braced: bool,
}

#[derive(Serialize)]
struct Slot {
    /// What the syntax line writes there, such as `.rnd`.
    name: &'static str,
    /// Whether something must stand there.
    is_required: bool,
    /// What an empty slot means, if it means something.
    default: Option<&'static str>,
    choices: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    spelling: &'static str,
    group: &'static str,
    meaning: &'static str,
    /// What it needs beyond what its form needs: one of these.
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

impl Requirement {
    fn text(&self) -> String {
        let until = self.until.as_ref().map_or(String::new(), |until| format!(" to {until}"));
        format!("PTX ISA {}{until}, {}", self.isa, self.targets)
    }
}

/// A documented special case of one lane, in operand text.
#[derive(Serialize)]
struct Corner {
    /// What the instruction must be: all of these.
    when: Vec<Condition>,
    operands: Vec<&'static str>,
    result: &'static str,
}

/// What must stand in a slot.
#[derive(Serialize)]
struct Condition {
    /// What the syntax line writes there, such as `.rnd`.
    slot: &'static str,
    modifiers: Vec<&'static str>,
    /// Whether none of them may stand there; otherwise one of them must, or be the default.
    is_excluded: bool,
}

/// The syntax lines that a query finds, by opcode; an error if it cannot be read, or finds none.
pub(crate) fn forms(query: &str) -> Result<Vec<Form>, String> {
    let (parsed, problems) = Query::parse(query);
    if let Some(problem) = problems.first() {
        let column = query.get(..problem.span.start).map_or(0, |before| before.chars().count()) + 1;
        return Err(format!("column {column}: {}", problem.message));
    }
    let forms: Vec<_> = parsed.forms().into_iter().map(form).collect();
    if forms.is_empty() {
        let without =
            |(_, left, count): &(String, String, usize)| format!("; {count} without `{left}`");
        let ways: Vec<_> = parsed.relaxed().iter().map(without).collect();
        return Err(format!("no form meets every term{}", ways.concat()));
    }
    Ok(forms)
}

fn form(row: &'static Row) -> Form {
    let operands = row.operands.iter().enumerate().map(|(index, operand)| Operand {
        name: operand.name,
        role: match operand.role {
            Role::Lanes | Role::Lane(_) if index == 0 => "destination",
            Role::Lanes | Role::Lane(_) => "source",
            Role::RandomBits => "random bits",
            Role::ScaleFactor => "scale factor",
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
    Form {
        opcode: row.opcode,
        syntax: row.syntax(),
        operands: operands.collect(),
        slots: row.slots.iter().map(slot).collect(),
        implied: row.implied.iter().map(|modifier| modifier.spelling()).collect(),
        requires: requirements(row.requires),
        tolerated: row.tolerated.map_or(Vec::new(), |other| requirements(other.requires)),
        accuracy: match row.accuracy {
            Accuracy::CorrectlyRounded => "correctly rounded",
            Accuracy::Approximate { .. } => "approximate",
        },
        status: row.status.name(),
        note: note(row),
        section: row.source.to_string(),
        source_url: row.source.url(),
        example: catalog::instructions_of(row).next().map(|each| each.to_string()),
        corners: corners.collect(),
    }
}

fn condition(condition: &ptxfp::corner::Condition) -> Condition {
    let modifiers = condition.modifiers.iter().map(|each| each.spelling());
    Condition {
        slot: condition.slot.name,
        modifiers: modifiers.collect(),
        is_excluded: condition.is_excluded,
    }
}

/// What was seen where text and assembler differ.
fn note(row: &Row) -> Option<&'static str> {
    match row.status {
        Status::Documented => row.tolerated.map(|other| other.note),
        Status::Refused { note } | Status::Undocumented { note, .. } => Some(note),
    }
}

fn types(row: &Row, operand: &Field) -> Vec<&'static str> {
    match operand.kind {
        OperandType::Fixed(kind) => vec![kind.spelling()],
        OperandType::Spelled(index) => {
            let slot = row.type_slots().nth(usize::from(index));
            let choices = slot.into_iter().flat_map(|slot| slot.choices);
            choices.map(|choice| choice.modifier.spelling()).collect()
        }
    }
}

fn slot(place: &Place) -> Slot {
    let (is_required, default) = match place.presence {
        Presence::Required => (true, None),
        Presence::Optional { default } => (false, default.map(Modifier::spelling)),
    };
    let choices = place.choices.iter().map(|choice| Choice {
        spelling: choice.modifier.spelling(),
        group: choice.modifier.group().label(),
        meaning: choice.modifier.meaning(),
        requires: requirements(choice.requires),
    });
    Slot { name: place.name, is_required, default, choices: choices.collect() }
}

fn requirements(requires: Requires) -> Vec<Requirement> {
    let requirement = |clause: &catalog::Clause| Requirement {
        isa: clause.isa.to_string(),
        until: clause.until.map(|until| until.to_string()),
        targets: clause.targets.to_string(),
    };
    requires.0.iter().map(requirement).collect()
}

/// The catalogue for people: a line for each form, by opcode.
pub(crate) fn text(forms: &[Form]) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, forms);
    text
}

fn write(text: &mut String, forms: &[Form]) -> fmt::Result {
    let width = forms.iter().map(|form| form.syntax.len()).max().unwrap_or(0);
    for of_opcode in forms.chunk_by(|a, b| a.opcode == b.opcode) {
        let opcode = of_opcode.first().map_or("", |form| form.opcode);
        writeln!(text, "{}{opcode}", if text.is_empty() { "" } else { "\n" })?;
        for form in of_opcode {
            let requires: Vec<_> = form.requires.iter().map(Requirement::text).collect();
            let (requires, Form { syntax, status, section, .. }) = (requires.join("; "), form);
            writeln!(text, "  {syntax:width$}  {status:12}  {section:20}  {requires}")?;
        }
    }
    Ok(())
}
