//! A form: its requirements, modifiers, accuracy and special operands.

use ptxfp::catalog::{ANY, Form, Operand, Role, Status, instructions_of};
use ptxfp::eval::Grounds;
use ptxfp::internals::quote::{code, sentence};
use ptxfp::link::State;
use ptxfp::source::Source;

use crate::listed::{Listed, when};
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
    special_operands(markup, listed, all, root);
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
    for slot in form.slots {
        if slot.choices.len() > 1 || slot.choices.iter().any(|choice| choice.requires != ANY) {
            markup.open("li").rich(&slot.words()).close();
        }
    }
    if !form.implied.is_empty() {
        let implied: Vec<_> = form.implied.iter().map(|each| code(each.spelling())).collect();
        let text = format!("Implied: {}.", implied.join(", "));
        markup.open("li").rich(&text).close();
    }
    accuracy(markup, form);
    if let Status::Undocumented { note, .. } | Status::Refused { note } = form.status {
        markup.open("li").rich(&sentence(note)).close();
    }
    if let Some(other) = form.tolerated {
        let note = sentence(other.note);
        let text = format!("{note} The assembler itself requires {}.", other.requires);
        markup.open("li").rich(&text).close();
    }
    for sentence in Grounds::of(form).sentences() {
        markup.open("li").rich(&sentence).close();
    }
    markup.close();
}

/// Writes the accuracy of the result.
fn accuracy(markup: &mut Markup, form: &Form) {
    markup.open("li");
    let words = sentence(&form.accuracy_words());
    match form.bound().filter(|bound| !bound.ranges.is_empty()) {
        None => markup.text(&words),
        Some(bound) => {
            markup.text(&[words.trim_end_matches('.'), " ("].concat());
            source(markup, &bound.source);
            markup.text(").")
        }
    };
    markup.close();
}

/// Writes the documented results of special operands, with links to see them.
fn special_operands(markup: &mut Markup, listed: &Listed, all: &[Listed], root: &str) {
    let (form, corners) = (listed.form, &listed.corners);
    if corners.is_empty() {
        markup.leaf("p", "note", "No special operands are documented.");
        return;
    }
    let is_same = |earlier: &&Listed| {
        earlier.form.sources().len() == form.sources().len() && earlier.corners_read_as(listed)
    };
    let before = all.iter().take_while(|each| each.id != listed.id).find(is_same);
    if let Some(earlier) = before {
        markup.open_class("p", "note").text("Special operands as for ").open("a");
        markup.attribute("href", &format!("#{}", earlier.id));
        markup.rich(&code(&earlier.form.syntax())).close().text(".").close();
        return;
    }
    let cases = Cases::of(form);
    let depends = corners.iter().any(|corner| !corner.when.is_empty());
    let mut head: Vec<_> =
        form.sources().iter().filter(|it| is_shown(it)).map(|it| it.name).collect();
    head.push(form.destination().name);
    head.extend(depends.then_some("with"));
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

/// Whether an operand is one of lane 0, and holds numbers.
fn is_shown(operand: &Operand) -> bool {
    matches!(operand.role, Role::Lanes | Role::Lane(0)) || operand.role.is_scale()
}
