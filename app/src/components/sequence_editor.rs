//! The statements as text, where they run, and what is wrong with them.

use super::banner::notice_banner;
use super::chip_line::section_link;
use super::choice_select::choice_select;
use super::diagnostic_list::{FIX, fix_button};
use super::part::PRESS;
use crate::browser::events::Happening;
use crate::markup::Markup;
use crate::sequence::examples::EXAMPLES;
use crate::sequence::{Edit, Screen};
use crate::view_model::sequence::ProblemView;

/// The button of the notice takes it away.
pub fn dismiss(happening: &Happening, _: &Screen) -> Option<Edit> {
    happening.press(PRESS).map(|_| Edit::Dismiss)
}

/// A link that could not be read as it stands.
pub fn banner(markup: &mut Markup, screen: &Screen) {
    if let Some(notice) = &screen.notice {
        notice_banner(markup, notice);
    }
}

/// What is meant by something that happens to the text, a select or a fix.
pub fn edit(happening: &Happening, screen: &Screen) -> Option<Edit> {
    if let Some(number) = happening.press(FIX) {
        let number: usize = number.parse().ok()?;
        let problems = screen.view.problems.iter();
        let mut fixes = problems
            .flat_map(|problem| problem.item.fixes.iter().map(move |fix| (&problem.head, fix)));
        let (head, fix) = fixes.nth(number)?;
        return Some(Edit::Fix(head.clone(), fix.action.clone()));
    }
    let id = happening.part("id")?;
    match (happening.kind().as_str(), id.as_str()) {
        ("input", "sequence-code") => Some(Edit::Type(happening.value()?)),
        ("change", "sequence-target") => Some(Edit::Target(happening.value()?)),
        ("change", "sequence-isa") => Some(Edit::Isa(happening.value()?)),
        ("change", "sequence-examples") => Some(Edit::Example(happening.value()?.parse().ok()?)),
        _ => None,
    }
}

/// The text area with what belongs to it.
pub fn editor(markup: &mut Markup, screen: &Screen) {
    let view = &screen.view;
    let label = ("aria-label", "statements");
    markup.leaf("h1", "unseen", &screen.heading);
    markup.open_class("section", "sequence-editor").attributes(&[label]);
    markup.open_class("div", "environment");
    markup.open("label").text("Target");
    choice_select(markup, "sequence-target", &view.targets, view.target);
    markup.close().open("label").text("PTX ISA");
    choice_select(markup, "sequence-isa", &view.isas, &view.isa);
    markup.close();
    examples(markup);
    markup.close();
    // One line more than there are, to go on typing.
    let rows = (view.text.split('\n').count() + 1).clamp(5, 24).to_string();
    markup.open("textarea").attributes(&[
        ("id", "sequence-code"),
        ("rows", &rows),
        label,
        ("aria-describedby", "sequence-problems"),
        ("aria-invalid", if view.problems.is_empty() { "false" } else { "true" }),
        ("autocomplete", "off"),
        ("autocapitalize", "off"),
        ("spellcheck", "false"),
        ("value", &view.text),
    ]);
    markup.close().open("div").attribute("id", "sequence-problems");
    let mut first = 0;
    for each in &view.problems {
        problem(markup, each, first);
        first += each.item.fixes.len();
    }
    markup.close().open_class("p", "note").rich(
        "A statement a line, such as `add.rn.f32 d, a, b;`, with comments if you like, and `mov`. \
         Registers that are read before they are written are the inputs.",
    );
    markup.close().close();
}

/// A select over the examples; it shows none, but what it is for.
fn examples(markup: &mut Markup) {
    markup.open_class("select", "to-end");
    markup.attributes(&[("id", "sequence-examples"), ("aria-label", "examples"), ("value", "")]);
    markup.open("option").attribute("value", "").text("Examples").close();
    for (index, (title, _)) in EXAMPLES.iter().enumerate() {
        markup.open("option").attribute("value", &index.to_string()).text(title).close();
    }
    markup.close();
}

fn problem(markup: &mut Markup, problem: &ProblemView, first: usize) {
    let (line, column) = (problem.line.to_string(), problem.column.to_string());
    markup.open_class("div", "diagnostic").attribute("data-code", problem.item.code);
    markup.open("p").open("code").text(&[&*line, ":", &column].concat()).close().text(" ");
    markup.open("strong").rich(&problem.item.message).close();
    if let Some(section) = &problem.item.section {
        markup.text(" ");
        section_link(markup, section);
    }
    markup.close();
    if !problem.item.fixes.is_empty() {
        markup.open_class("div", "fixes");
        for (index, fix) in problem.item.fixes.iter().enumerate() {
            let class = if index == 0 { "button primary" } else { "button" };
            fix_button(markup, fix, first + index, class);
        }
        markup.close();
    }
    markup.close();
}
