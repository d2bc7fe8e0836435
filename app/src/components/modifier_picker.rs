//! Chips: the choices for every slot of the syntax line.

use leptos::prelude::*;

use super::{ChipLine, ChoiceSelect};
use crate::state::{Edit, Playground, opcodes};
use crate::view_model::instruction::{ChipGroupView, ChipState, ChipView, FixAction};

/// The opcode and one group of chips per slot; the line below says why a chip is dead.
#[component]
pub fn ModifierPicker() -> impl IntoView {
    let playground = Playground::expect();
    let groups = move || playground.screen.with(|screen| screen.chips.clone());
    view! {
        <div class="slots">
            <div>
                <label for="opcode">"opcode"</label>
                <ChoiceSelect
                    id="opcode"
                    names=opcodes()
                    chosen=|screen| screen.opcode
                    edit=Edit::Opcode
                />
            </div>
            {move || groups().iter().map(|group| chip_group(group, playground)).collect_view()}
        </div>
        <ChipLine />
    }
}

/// One slot.
fn chip_group(group: &ChipGroupView, playground: Playground) -> impl IntoView + use<> {
    view! {
        <fieldset>
            <legend>{group.title}</legend>
            {group.chips.iter().map(|item| chip(item, playground)).collect_view()}
        </fieldset>
    }
}

/// One chip.
fn chip(chip: &ChipView, playground: Playground) -> impl IntoView + use<> {
    let dead = chip.state == ChipState::Dead;
    let class = match chip.state {
        ChipState::On => "chip on",
        ChipState::Live => "chip",
        ChipState::Undocumented if chip.chosen => "chip undocumented on",
        ChipState::Undocumented => "chip undocumented",
        ChipState::Dead => "chip dead",
    };
    let (asked, leads_to) = (chip.spelling.clone(), chip.leads_to.clone());
    let press = move |_| {
        if let Some(spelling) = leads_to.clone() {
            playground.send(Edit::Apply(FixAction::Instruction(spelling)));
        }
    };
    // Not every browser focuses a button that is pressed.
    let ask = move || playground.send(Edit::Ask(asked.clone()));
    let ask_too = ask.clone();
    view! {
        <button
            type="button"
            class=class
            data-chip=chip.spelling.clone()
            aria-pressed=if chip.chosen { "true" } else { "false" }
            aria-disabled=dead.then_some("true")
            aria-describedby=dead.then_some("chip-line")
            on:focus=move |_| ask()
            on:pointerdown=move |_| ask_too()
            on:click=press
        >
            {chip.spelling.clone()}
        </button>
    }
}
