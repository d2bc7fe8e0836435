//! The line below the chips.

use leptos::prelude::*;

use super::diagnostic_list::fix_button;
use super::drawn::{drawing, drawn, on_press};
use crate::markup::Markup;
use crate::state::{Edit, Playground};
use crate::view_model::instruction::SectionView;
use crate::view_model::screen::Screen;

/// Why a chip is dead or undocumented, with ways out; or the facts of the present form.
#[component]
pub fn ChipLine() -> impl IntoView {
    // What was asked about is said when it changes.
    let live = Playground::expect()
        .reads(|screen| String::from(if screen.asked { "polite" } else { "off" }));
    let press = on_press(|screen, fix| {
        let fix = screen.note.fixes.get(fix.parse::<usize>().ok()?)?;
        Some(Edit::Apply(fix.action.clone()))
    });
    view! {
        <p
            class="chip-line"
            id="chip-line"
            aria-live=live
            on:click=press
            use:drawn=drawing(chip_line)
        ></p>
    }
}

/// The line.
fn chip_line(screen: &Screen, markup: &mut Markup) {
    let note = &screen.note;
    markup.open("code").text(&note.subject).close().text(" ").rich(&note.message);
    for (number, fix) in note.fixes.iter().enumerate() {
        separator(markup);
        fix_button(markup, fix, number, "text-button");
    }
    if let Some(section) = &note.section {
        separator(markup);
        section_link(markup, section);
    }
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
