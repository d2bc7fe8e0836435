//! A form: its requirements, modifiers, accuracy and special operands.

use std::ptr;

use ptxfp::catalog::{Form, instructions_of};
use ptxfp::eval::Grounds;
use ptxfp::internals::present::form::{Note, Special, notes, slots, special, when};
use ptxfp::internals::quote::code;
use ptxfp::link::State;
use ptxfp::source::Source;

use crate::listed::Listed;
use crate::markup::Markup;
use crate::play::Cases;
use crate::table::{Cell, table};

/// The section of a form, one of all of its opcode.
pub(crate) fn section(markup: &mut Markup, listed: &Listed, all: &[Listed], root: &str) {
    let form = listed.form;
    // Unnamed, as so many landmarks would not help.
    markup.open_class("section", "form-section");
    markup.open("div").open("h3").attribute("id", &listed.id);
    markup.open("code").text(&form.syntax()).close().close();
    markup.open_class("p", "note");
    if !form.is_documented() {
        let look = if form.is_assembled() { "legality undocumented" } else { "legality rejected" };
        markup.leaf("span", look, form.status.name()).text(" ");
    }
    markup.text(&form.requires.to_string()).text("; ");
    source(markup, &form.source);
    markup.close();
    facts(markup, form, root);
    markup.close().open("div");
    special_operands(markup, form, all, root);
    markup.close().close();
}

fn source(markup: &mut Markup, source: &Source) {
    match source.url() {
        Some(url) => {
            markup.open("a").attribute("href", &url).text(&source.to_string()).close();
        }
        None => {
            markup.text(&source.to_string());
        }
    }
}

/// Writes the facts about the form itself.
fn facts(markup: &mut Markup, form: &'static Form, root: &str) {
    let example = State::example(form);
    let instruction = example.as_ref().map(|state| state.instruction);
    markup.open("ul");
    if let Some(instruction) = instruction.or_else(|| instructions_of(form).next()) {
        markup.open("li").rich(&code(&instruction.formula()));
        if let Some(state) = &example {
            markup.text(", as in ").open("a");
            markup.attribute("href", &[root, "#", &state.to_fragment()].concat());
            markup.rich(&code(&instruction.to_string())).close();
        }
        markup.close();
    }
    for slot in slots(form) {
        markup.open("li").rich(&slot.words()).close();
    }
    for note in notes(form) {
        fact(markup, &note);
    }
    for sentence in Grounds::of(form).sentences() {
        markup.open("li").rich(&sentence).close();
    }
    markup.close();
}

/// Writes a fact, with the section that has it.
fn fact(markup: &mut Markup, note: &Note) {
    let words = note.sentence();
    markup.open("li");
    match &note.source {
        None => markup.rich(&words),
        Some(section) => {
            markup.rich(&[words.trim_end_matches('.'), " ("].concat());
            source(markup, section);
            markup.text(").")
        }
    };
    markup.close();
}

/// Writes the documented results of special operands, with links to see them.
fn special_operands(markup: &mut Markup, form: &'static Form, all: &[Listed], root: &str) {
    let (columns, corners) = match special(form) {
        Special::Nothing => {
            markup.leaf("p", "note", "No special operands are documented.");
            return;
        }
        Special::As(earlier) => {
            let id = all.iter().find(|each| ptr::eq(each.form, earlier)).map_or("", |it| &it.id);
            markup.open_class("p", "note").text("Special operands as for ").open("a");
            markup.attribute("href", &format!("#{id}"));
            markup.rich(&code(&earlier.syntax())).close().text(".").close();
            return;
        }
        Special::Table { columns, cases } => (columns, cases),
    };
    let cases = Cases::of(form);
    let depends = corners.iter().any(|corner| !corner.when.is_empty());
    let head = columns.into_iter().chain(depends.then_some("with"));
    let rows = corners.iter().map(|corner| {
        let mut row: Vec<_> = corner.operands.iter().map(|each| Cell::from(code(each))).collect();
        row.push(match cases.fragment(corner) {
            Some(fragment) => Cell::link(code(corner.result), [root, "#", &fragment].concat()),
            None => code(corner.result).into(),
        });
        if depends {
            row.push(when(corner).into());
        }
        row
    });
    table(markup, "corners", "Special operands", head, rows);
}
