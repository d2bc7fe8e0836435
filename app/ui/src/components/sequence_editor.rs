//! The statements as text, where they run, and what is wrong with them.

use ptxfp_view::program::code::{Change, Which};
use ptxfp_view::program::examples::{EXAMPLES, FIRST_COMPARED};
use ptxfp_view::program::view::{CodeView, ProblemView, SequenceView};
use ptxfp_view::program::{Edit, Screen};

use super::banner::notice_banner;
use super::chip_line::section_link;
use super::choice_select::choice_select;
use super::diagnostic_list::{FIX, fix_button};
use super::hunt::{ACT, button};
use super::part::PRESS;
use super::sequence_compare;
use crate::browser::events::Happening;
use crate::markup::Markup;

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

/// What is meant by something that happens to a text, a select, a fix or a button.
pub fn edit(happening: &Happening, screen: &Screen) -> Option<Edit> {
    if let Some(number) = happening.press(FIX) {
        return fix(number.parse().ok()?, screen);
    }
    if let Some(act) = happening.press(ACT) {
        return sequence_compare::act(&act);
    }
    let id = happening.part("id")?;
    let kind = happening.kind();
    if (&*kind, &*id) == ("change", "sequence-examples") {
        return Some(Edit::Example(happening.value()?.parse().ok()?));
    }
    let (which, what) = id.split_once('-')?;
    let which = [Which::First, Which::Other].into_iter().find(|each| name(*each) == which)?;
    let change = match (&*kind, what) {
        ("input", "code") => Change::Type(happening.value()?),
        ("change", "target") => Change::Target(happening.value()?),
        ("change", "isa") => Change::Isa(happening.value()?),
        _ => return None,
    };
    Some(Edit::Code(which, change))
}

/// What the identifiers of a sequence begin with.
const fn name(which: Which) -> &'static str {
    match which {
        Which::First => "sequence",
        Which::Other => "other",
    }
}

/// The way out with a number, which count on from the first sequence to the other one.
fn fix(number: usize, screen: &Screen) -> Option<Edit> {
    let SequenceView { code, beside, .. } = &screen.view;
    let first = code.problems.iter().map(|problem| (Which::First, problem));
    let other = beside.iter().flat_map(|beside| &beside.code.problems);
    let all = first.chain(other.map(|problem| (Which::Other, problem)));
    let mut fixes = all.flat_map(|(which, problem)| {
        problem.item.fixes.iter().map(move |fix| (which, &problem.head, fix))
    });
    let (which, head, fix) = fixes.nth(number)?;
    Some(Edit::Code(which, Change::Fix(head.clone(), fix.action.clone())))
}

/// The text areas with what belongs to them.
pub fn editor(markup: &mut Markup, screen: &Screen) {
    let view = &screen.view;
    markup.leaf("h1", "unseen", &screen.heading);
    markup.open_class("div", if view.beside.is_some() { "sequence-both" } else { "" });
    let rest = code(markup, view, (Which::First, &view.code), 0);
    if let Some(beside) = &view.beside {
        code(markup, view, (Which::Other, &beside.code), rest);
    } else {
        markup.open_class("p", "sequence-begin");
        button(markup, "button", (ACT, "begin"), "Compare with another sequence");
        markup.close();
    }
    markup.close();
}

/// Statements with what belongs to them; their ways out are numbered from one on, and the next one
/// is returned.
fn code(
    markup: &mut Markup,
    view: &SequenceView,
    (which, code): (Which, &CodeView),
    mut number: usize,
) -> usize {
    let id = |what: &str| [name(which), "-", what].concat();
    let is_first = which == Which::First;
    let label = ("aria-label", if is_first { "statements" } else { "other statements" });
    markup.open_class("section", "sequence-editor").attributes(&[label]);
    markup.open_class("div", "environment");
    markup.open("label").text("Target");
    choice_select(markup, &id("target"), &view.targets, code.target);
    markup.close().open("label").text("PTX ISA");
    choice_select(markup, &id("isa"), &view.isas, &code.isa);
    markup.close();
    if is_first {
        examples(markup);
    } else {
        markup.open_class("span", "to-end");
        button(markup, "text-button", (ACT, "swap"), "Swap");
        markup.text(" ");
        button(markup, "text-button", (ACT, "end"), "Remove");
        markup.close();
    }
    markup.close();
    // One line more than there are, to go on typing; those beside one another are as high.
    let others = view.beside.as_ref().map_or("", |beside| &beside.code.text);
    let lines = |text: &str| text.split('\n').count();
    let rows = (lines(&view.code.text).max(lines(others)) + 1).clamp(5, 24).to_string();
    markup.open("textarea").attributes(&[
        ("id", &id("code")),
        ("class", "sequence-code"),
        ("rows", &rows),
        label,
        ("aria-describedby", &id("problems")),
        ("aria-invalid", if code.problems.is_empty() { "false" } else { "true" }),
        ("autocomplete", "off"),
        ("autocapitalize", "off"),
        ("spellcheck", "false"),
        ("value", &code.text),
    ]);
    markup.close().open("div").attribute("id", &id("problems"));
    for each in &code.problems {
        problem(markup, each, number);
        number += each.item.fixes.len();
    }
    markup.close().open_class("p", "note").rich(if is_first {
        "A statement a line, such as `add.rn.f32 d, a, b;`, with comments if you like, and `mov`. \
         Registers that are read before they are written are the inputs."
    } else {
        "It starts from the same inputs: those of the same names, or else of the same places."
    });
    markup.close().close();
    number
}

/// A select over the examples; it shows none, but what it is for.
fn examples(markup: &mut Markup) {
    markup.open_class("select", "to-end");
    markup.attributes(&[("id", "sequence-examples"), ("aria-label", "examples"), ("value", "")]);
    markup.open("option").attribute("value", "").text("Examples").close();
    for (index, (title, _)) in EXAMPLES.iter().enumerate() {
        let label = match index {
            0 => "one sequence",
            FIRST_COMPARED => "two sequences",
            _ => "",
        };
        if !label.is_empty() {
            if index > 0 {
                markup.close();
            }
            markup.open("optgroup").attribute("label", label);
        }
        markup.open("option").attribute("value", &index.to_string()).text(title).close();
    }
    markup.close();
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
