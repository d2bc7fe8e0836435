//! Chips: the choices for every slot of the syntax line.

use leptos::ev::Event;
use leptos::prelude::*;

use super::drawn::{PRESS, drawing, drawn, on_press, part};
use super::{ChipLine, ChoiceSelect};
use crate::markup::Markup;
use crate::state::{Edit, Playground, opcodes};
use crate::view_model::instruction::{ChipState, ChipView, FixAction};
use crate::view_model::screen::Screen;

/// The attribute that carries what a chip writes.
const CHIP: &str = "data-chip";

/// The opcode and one group of chips per slot; the line below says why a chip is dead.
#[component]
pub fn ModifierPicker() -> impl IntoView {
    let playground = Playground::expect();
    let press =
        on_press(|_, spelling| Some(Edit::Apply(FixAction::Instruction(spelling.to_owned()))));
    let ask = move |event: &Event| {
        if let Some(spelling) = part(event, CHIP) {
            playground.send(Edit::Ask(spelling));
        }
    };
    view! {
        <div class="slots">
            <div>
                <label for="opcode">"opcode"</label>
                <ChoiceSelect
                    id="opcode"
                    names=opcodes()
                    chosen=|screen| screen.opcode.to_owned()
                    edit=Edit::Opcode
                />
            </div>
            // Not every browser focuses a button that is pressed.
            <div
                class="parts"
                on:focusin=move |event| ask(&event)
                on:pointerdown=move |event| ask(&event)
                on:click=press
                use:drawn=drawing(chip_groups)
            ></div>
        </div>
        <ChipLine />
    }
}

/// All slots.
fn chip_groups(screen: &Screen, markup: &mut Markup) {
    for group in screen.chips.iter() {
        markup.open("fieldset").open("legend").text(group.title).close();
        for each in &group.chips {
            chip(markup, each);
        }
        markup.close();
    }
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
