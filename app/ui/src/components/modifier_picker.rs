//! Chips: the choices for every slot of the syntax line.

use ptxfp_view::playground::instruction::{ChipState, ChipView};
use ptxfp_view::playground::{Screen, opcodes};

use super::choice_select::choice_select;
use super::part::PRESS;
use crate::markup::Markup;

/// The attribute that carries what a chip writes.
pub(super) const CHIP: &str = "data-chip";

/// The opcode and one group of chips per slot; the line below says why a chip is dead.
pub(super) fn modifier_picker(markup: &mut Markup, screen: &Screen) {
    markup.open_class("div", "slots");
    markup.open("div").open("label").attribute("for", "opcode").text("opcode").close();
    choice_select(markup, "opcode", &opcodes(), screen.opcode);
    markup.close();
    for group in screen.chips.iter() {
        markup.open("fieldset").open("legend").text(group.title).close();
        for each in &group.chips {
            chip(markup, each);
        }
        markup.close();
    }
    markup.close();
}

/// One chip.
fn chip(markup: &mut Markup, chip: &ChipView) {
    let class = match chip.state {
        ChipState::On => "chip on",
        ChipState::Live => "chip",
        ChipState::Undocumented if chip.chosen => "chip undocumented on",
        ChipState::Undocumented => "chip undocumented",
        ChipState::Dead => "chip dead",
    };
    let chosen = if chip.chosen { "true" } else { "false" };
    markup.open_class("button", class).attributes(&[
        ("type", "button"),
        (CHIP, &chip.spelling),
        ("aria-pressed", chosen),
    ]);
    match &chip.leads_to {
        Some(spelling) => markup.attribute(PRESS, spelling),
        None => markup.attributes(&[("aria-disabled", "true"), ("aria-describedby", "chip-line")]),
    };
    markup.text(&chip.spelling).close();
}
