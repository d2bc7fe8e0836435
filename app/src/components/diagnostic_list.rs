//! What is wrong with the statement.

use leptos::prelude::*;

use super::chip_line::section_link;
use super::drawn::{PRESS, drawing, drawn, on_press};
use crate::markup::Markup;
use crate::state::Edit;
use crate::view_model::instruction::{DiagnosticView, FixView};
use crate::view_model::screen::Screen;

/// One bar per diagnostic: a sentence, its section, and buttons that lead out of it.
#[component]
pub fn DiagnosticList() -> impl IntoView {
    let press = on_press(|screen, number| {
        let fixes = screen.instruction.diagnostics.iter().flat_map(|item| &item.fixes);
        let fix = fixes.into_iter().nth(number.parse().ok()?)?;
        Some(Edit::Apply(fix.action.clone()))
    });
    view! { <div id="diagnostics" on:click=press use:drawn=drawing(diagnostics)></div> }
}

/// All diagnostics; the fixes are numbered across them.
fn diagnostics(screen: &Screen, markup: &mut Markup) {
    let mut first = 0;
    for item in &screen.instruction.diagnostics {
        diagnostic(markup, item, first);
        first += item.fixes.len();
    }
}

/// One diagnostic.
fn diagnostic(markup: &mut Markup, item: &DiagnosticView, first: usize) {
    markup.open_class("div", if item.fatal { "diagnostic" } else { "diagnostic warning" });
    markup.attribute("data-code", item.code);
    markup.open("p").open("strong").rich(&item.message).close();
    if let Some(section) = &item.section {
        markup.text(" ");
        section_link(markup, section);
    }
    markup.close();
    if item.fatal {
        markup.open_class("div", "fixes");
        for (index, fix) in item.fixes.iter().enumerate() {
            let class = if index == 0 { "button primary" } else { "button" };
            fix_button(markup, fix, first + index, class);
        }
        markup.leaf("span", "note", "The result stays that of the last legal line.").close();
    }
    markup.close();
}

/// A button that leads out of a problem.
pub(super) fn fix_button(markup: &mut Markup, fix: &FixView, number: usize, class: &str) {
    markup.open_class("button", class).attribute("type", "button");
    markup.attribute(PRESS, &number.to_string()).rich(&fix.label).close();
}
