//! What is wrong with the statement.

use ptxfp_view::playground::instruction::{DiagnosticView, FixView};

use super::chip_line::section_link;
use crate::markup::Markup;

/// The attribute that carries the number of a fix.
pub(super) const FIX: &str = "data-fix";

/// One bar per diagnostic: a sentence, its section, and buttons that lead out of it. The fixes are
/// numbered across them.
pub(super) fn diagnostic_list(markup: &mut Markup, items: &[DiagnosticView]) {
    markup.open("div").attribute("id", "diagnostics");
    let mut first = 0;
    for item in items {
        diagnostic(markup, item, first);
        first += item.fixes.len();
    }
    markup.close();
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
    markup.attribute(FIX, &number.to_string()).rich(&fix.label).close();
}
