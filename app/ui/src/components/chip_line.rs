//! The line below the chips.

use ptxfp_view::playground::Screen;
use ptxfp_view::playground::instruction::SectionView;

use super::diagnostic_list::fix_button;
use crate::markup::Markup;

/// Why a chip is dead or undocumented, with ways out; or the facts of the present form.
///
/// Its fixes are numbered after those of the diagnostics.
pub(super) fn chip_line(markup: &mut Markup, screen: &Screen) {
    let note = &screen.note;
    // What was asked about is said when it changes.
    let live = if screen.asked { "polite" } else { "off" };
    markup.open_class("p", "chip-line").attributes(&[("id", "chip-line"), ("aria-live", live)]);
    markup.open("code").text(&note.subject).close().text(" ").rich(&note.message);
    let first: usize = screen.instruction.diagnostics.iter().map(|item| item.fixes.len()).sum();
    for (index, fix) in note.fixes.iter().enumerate() {
        separator(markup);
        fix_button(markup, fix, first + index, "text-button");
    }
    if let Some(section) = &note.section {
        separator(markup);
        section_link(markup, section);
    }
    markup.close();
}

/// A hairline between two things of the line.
fn separator(markup: &mut Markup) {
    markup.text(" ").open_class("span", "separator").attribute("aria-hidden", "true");
    markup.close().text(" ");
}

/// A section as a link, or as text where it has no address.
pub(super) fn section_link(markup: &mut Markup, section: &SectionView) {
    if section.href.is_empty() {
        markup.open("span");
    } else {
        markup.open("a").attribute("href", &section.href);
    }
    markup.text(&section.label).close();
}
