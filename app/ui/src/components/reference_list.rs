//! The reference: a search, and the forms that it finds.

use ptxfp_view::library::reference::{BodyView, FormView, QueryView, ReferenceView};
use ptxfp_view::library::{Edit, Screen};

use super::chip_line::section_link;
use super::fold::{fold, pressed};
use super::part::PRESS;
use super::table::table;
use crate::browser::events::Happening;
use crate::markup::Markup;

/// A query that is typed or pressed, or a form that is opened or closed.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    match happening.kind().as_str() {
        "input" => happening.value().map(Edit::Seek),
        "click" => {
            pressed(happening).map(Edit::Fold).or_else(|| happening.part(PRESS).map(Edit::Find))
        }
        _ => None,
    }
}

/// The whole view.
pub fn reference_list(markup: &mut Markup, screen: &Screen) {
    let Some(view) = &screen.reference else { return };
    search(markup, view);
    for (opcode, forms) in &view.groups {
        markup.open_class("section", "forms").attribute("id", opcode).open("h2").open("code");
        markup.text(opcode).close().close();
        for each in forms {
            form(markup, each);
        }
        markup.close();
    }
}

/// The search field with its count, queries to try, and what is wrong.
fn search(markup: &mut Markup, view: &ReferenceView) {
    markup.open_class("div", "instruction").attribute("role", "search");
    markup.open_class("div", "line").shape(
        "input",
        &[
            ("id", "query"),
            ("type", "search"),
            ("aria-label", "search forms"),
            ("aria-describedby", "problems"),
            ("placeholder", "opcode, modifier, type:e4m3, sm>=100, isa<=7.8, !word"),
            ("autocomplete", "off"),
            ("autocapitalize", "off"),
            ("spellcheck", "false"),
            ("value", &view.query),
        ],
    );
    markup.open_class("span", "muted").attribute("id", "count").text(&view.count).close().close();
    markup.open_class("div", "fixes").leaf("span", "note", "try");
    queries(markup, &view.examples, "chip");
    markup.close().open("div").attribute("id", "problems");
    for problem in &view.problems {
        markup.open_class("p", "diagnostic").rich(problem).close();
    }
    if !view.ways.is_empty() {
        markup.open_class("div", "fixes");
        queries(markup, &view.ways, "button");
        markup.close();
    }
    markup.close().close();
}

fn queries(markup: &mut Markup, queries: &[QueryView], class: &str) {
    for each in queries {
        markup.open_class("button", class).attributes(&[("type", "button"), (PRESS, &each.query)]);
        markup.rich(&each.label).close();
    }
}

/// One form: a line that opens.
fn form(markup: &mut Markup, view: &FormView) {
    markup.open_class("div", "form");
    fold(markup, &view.key, view.body.is_some()).open("code").text(&view.syntax).close();
    if view.status != "documented" {
        status(markup, view.status);
    }
    markup.leaf("span", "note", &view.requires).close();
    if let Some(body) = &view.body {
        form_body(markup, view, body);
    }
    markup.close();
    section_link(markup, &view.section);
    markup.close();
}

fn form_body(markup: &mut Markup, view: &FormView, body: &BodyView) {
    markup.open_class("p", "note");
    status(markup, view.status);
    if let Some((spelling, fragment)) = &body.example {
        markup.text(" Open ").open("a").attribute("href", &["#", fragment].concat());
        markup.open("code").text(spelling).close().text(" in the playground").close();
    }
    markup.close();
    for note in &body.notes {
        markup.open("p").rich(note).close();
    }
    markup.open_class("div", "split");
    for each in &body.tables {
        table(markup, each);
    }
    markup.close();
}

/// The pill of a status.
fn status(markup: &mut Markup, name: &str) {
    let look = if name == "refused" { "rejected" } else { name };
    markup.leaf("span", &["legality ", look].concat(), name);
}
