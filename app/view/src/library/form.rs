//! The reference: a form, and what there is to know about it.

use std::ptr;

use ptxfp::catalog::aliases::names_of_form;
use ptxfp::catalog::{ANY, Choice, Form, Slot, Word, forms, instructions_of};
use ptxfp::eval::{Grounds, Prepared};
use ptxfp::explore::corner::{self, lane_sources};
use ptxfp::internals::present::form::{self, Note};
use ptxfp::internals::quote::code;
use ptxfp::link::State;

use crate::library::entry::EntryView;
use crate::playground::instruction::SectionView;
use crate::playground::statement::section;
use crate::support::{SupportView, of_form};
use crate::table::TableView;
use crate::taught::{self, Taught};

/// A form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormView {
    /// Its number among all forms; those of companion instructions are the last.
    pub number: usize,
    /// The key that opens and closes it.
    pub key: String,
    /// Its syntax line.
    pub syntax: String,
    /// Its status in the ISA.
    pub status: &'static str,
    /// The requirements.
    pub requires: String,
    /// The section that has it.
    pub section: SectionView,
    /// The rest, if it is open.
    pub body: Option<BodyView>,
}

/// The details of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BodyView {
    /// An example with its result, of a form that the playground evaluates.
    pub entry: Option<EntryView>,
    /// The accuracy and the observations, or the meaning of a companion, in sentences.
    pub notes: Vec<String>,
    /// Its names in other languages, or its formats.
    pub also: Vec<String>,
    /// Slots and meanings, corner cases.
    pub tables: Vec<TableView>,
    /// The generations of GPUs that have it; a companion has none here.
    pub support: Option<SupportView>,
    /// The page of the course that teaches what it does.
    pub taught: Option<Taught>,
    /// A spelling of a companion, and the link to a program with it.
    pub program: Option<(String, String)>,
}

/// A form of the catalog; `open` are the keys of open forms.
pub(super) fn form_view(form: &'static Form, open: &[String]) -> FormView {
    let number = forms().position(|each| ptr::eq(each, form)).unwrap_or(0);
    let key = number.to_string();
    FormView {
        number,
        body: open.contains(&key).then(|| body(form)),
        key,
        syntax: form.syntax(),
        status: form.status.name(),
        requires: form.requires.to_string(),
        section: section(&form.source),
    }
}

/// The details of a form in the catalog.
fn body(form: &'static Form) -> BodyView {
    let mut notes = Vec::new();
    let example = State::example(form);
    if example.is_none()
        && let Some(instruction) = instructions_of(form).next()
    {
        notes.push(["`", &instruction.formula(), "`"].concat());
    }
    notes.extend(form::notes(form).iter().map(Note::sentence));
    notes.extend(Grounds::of(form).sentences());
    let tables = [Some(slots(form)), example.as_ref().map(corners)];
    let tables = tables.into_iter().flatten().filter(|table| table.rows.len() > 1).collect();
    let entry = example.as_ref().map(EntryView::new);
    BodyView {
        entry,
        notes,
        also: names_of_form(form).into_iter().map(called).collect(),
        tables,
        support: Some(of_form(form)),
        taught: taught::form(form),
        program: None,
    }
}

/// A name from elsewhere, with the constant arguments that are a part of it.
fn called(name: &str) -> String {
    match name.split_once(':') {
        Some((name, constants)) => [name, "(…, ", &*constants.replace(':', ", "), ")"].concat(),
        None => String::from(name),
    }
}

/// The modifiers that each slot may have, and their meaning.
fn slots(form: &Form) -> TableView {
    let mut table = TableView::new("Modifiers", &["modifier", "choice", "meaning"]);
    for slot in form.slots {
        for choice in slot.choices {
            add_choice(&mut table, slot, choice, &choice.modifier.meaning());
        }
    }
    table
}

/// Adds a modifier of a slot: when it is there, and its meaning.
pub(super) fn add_choice<W: Word>(
    table: &mut TableView,
    slot: &Slot<W>,
    choice: &Choice<W>,
    meaning: &str,
) {
    let presence = match slot.is_required() {
        true if slot.choices.len() > 1 => ["one of ", &code(slot.name)].concat(),
        true => String::from("always"),
        false if slot.default() == Some(choice.modifier) => String::from("default"),
        false => String::from("optional"),
    };
    let mut meaning = String::from(meaning);
    if choice.requires != ANY {
        meaning.push_str("; needs ");
        meaning.push_str(&choice.requires.to_string());
    }
    table.add(&[&code(choice.modifier.spelling()), &presence, &meaning]);
}

/// Documented special cases of the example.
fn corners(example: &State) -> TableView {
    let caption = ["Documented special cases of a lane of ", &example.instruction.to_string()];
    let mut table = TableView::new(&caption.concat(), &[]);
    let form = example.instruction.form;
    let prepared = Prepared::new(&example.instruction, &example.context);
    for operand in lane_sources(&prepared).filter_map(|index| form.sources().get(index)) {
        table.extend(operand.name);
    }
    table.extend(form.destination().name);
    for row in corner::corners(&example.instruction, &example.context) {
        table.add(&[]);
        for ((landmark, _), format) in row.operands().iter().zip(prepared.lane_op().operands) {
            table.extend(landmark.name(format));
        }
        table.extend(row.name);
    }
    table
}
