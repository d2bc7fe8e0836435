//! `list`: the catalogue.

use std::fmt::{self, Write as _};

use ptxfp::catalog::{
    Accuracy, FORMS, Form as Row, Modifier, Operand as Field, Presence, Requires, Slot as Place,
    Status, opcodes,
};
use serde::Serialize;

/// A syntax line. Field names are stable.
#[derive(Serialize)]
pub(crate) struct Form {
    opcode: &'static str,
    /// The syntax line in the ISA's notation.
    syntax: &'static str,
    operands: Vec<Operand>,
    slots: Vec<Slot>,
    requires: Requirement,
    /// How exact the result is.
    accuracy: &'static str,
    /// `documented` or `undocumented`.
    status: &'static str,
    /// What was seen of an undocumented line.
    note: Option<&'static str>,
    section: String,
    source_url: Option<String>,
    examples: &'static [&'static str],
    corners: Vec<Corner>,
}

#[derive(Serialize)]
struct Operand {
    name: &'static str,
    /// `destination` or `source`.
    role: &'static str,
    /// The types that it may have, such as `.f16x2`.
    types: Vec<&'static str>,
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
    /// What it needs beyond what its form needs.
    requires: Requirement,
}

#[derive(Serialize)]
struct Requirement {
    /// The first PTX ISA version.
    isa: String,
    /// The lowest target.
    target: String,
}

/// A documented special case of one lane, in operand text.
#[derive(Serialize)]
struct Corner {
    /// The modifier that must be present, if any.
    when: Option<&'static str>,
    operands: &'static [&'static str],
    result: &'static str,
}

/// Every syntax line, in the order of the catalogue.
pub(crate) fn forms() -> Vec<Form> {
    FORMS.iter().map(|row| form(row)).collect()
}

fn form(row: &'static Row) -> Form {
    let (status, note) = status(row);
    let operands = row.operands.iter().enumerate().map(|(index, operand)| Operand {
        name: operand.name,
        role: if index == 0 { "destination" } else { "source" },
        types: types(row, operand),
    });
    let corners = row.corners.iter().map(|corner| Corner {
        when: corner.when.map(Modifier::spelling),
        operands: corner.operands,
        result: corner.result,
    });
    Form {
        opcode: row.opcode,
        syntax: row.syntax,
        operands: operands.collect(),
        slots: row.slots.iter().map(slot).collect(),
        requires: requirement(row.requires),
        accuracy: match row.accuracy {
            Accuracy::CorrectlyRounded => "correctly rounded",
        },
        status,
        note,
        section: row.source.to_string(),
        source_url: row.source.url(),
        examples: row.examples,
        corners: corners.collect(),
    }
}

fn status(row: &Row) -> (&'static str, Option<&'static str>) {
    match row.status {
        Status::Documented => ("documented", None),
        Status::Undocumented { note, .. } => ("undocumented", Some(note)),
    }
}

fn types(row: &Row, operand: &Field) -> Vec<&'static str> {
    let slot = row.slots.iter().filter(|slot| slot.is_type()).nth(usize::from(operand.type_index));
    let choices = slot.into_iter().flat_map(|slot| slot.choices);
    choices.map(|choice| choice.modifier.spelling()).collect()
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
        requires: requirement(choice.requires),
    });
    Slot { name: place.name, is_required, default, choices: choices.collect() }
}

fn requirement(requires: Requires) -> Requirement {
    Requirement { isa: requires.isa.to_string(), target: format!("sm_{}", requires.sm) }
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
    for (index, opcode) in opcodes().enumerate() {
        writeln!(text, "{}{opcode}", if index == 0 { "" } else { "\n" })?;
        for form in forms.iter().filter(|form| form.opcode == opcode) {
            let requires = format!("PTX ISA {}, {}", form.requires.isa, form.requires.target);
            let Form { syntax, status, section, .. } = form;
            writeln!(text, "  {syntax:width$}  {requires:20}  {status:12}  {section}")?;
        }
    }
    Ok(())
}
