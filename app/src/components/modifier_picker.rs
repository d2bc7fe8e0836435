//! Chips: the choices for every slot of the syntax line.

use leptos::prelude::*;

use super::ChipLine;
use crate::state::Playground;
use crate::view_model::instruction::{ChipGroupView, ChipState, ChipView, FixAction};

/// The opcode and one group of chips per slot; the line below says why a chip is dead.
#[component]
pub fn ModifierPicker() -> impl IntoView {
    let playground = Playground::expect();
    let chips = playground.chips;
    let apply = Callback::new(move |action| playground.apply(action));
    // The chip that was last pressed or focused, by its spelling.
    let inspected = RwSignal::new(None::<String>);
    let note = Signal::derive(move || {
        let of_chip = inspected.get().and_then(|spelling| {
            chips.with(|groups| {
                let mut all = groups.iter().flat_map(|group| &group.chips);
                all.find(|chip| chip.spelling == spelling).map(|chip| chip.note.clone())
            })
        });
        of_chip.unwrap_or_else(|| playground.form_note.get())
    });
    view! {
        <div class="slots">
            <OpcodeSelect />
            {move || {
                chips.get().into_iter().map(|group| chip_group(group, apply, inspected)).collect_view()
            }}
        </div>
        <ChipLine note=note live=Signal::derive(move || inspected.with(Option::is_some)) />
    }
}

/// Chooses the opcode.
#[component]
fn OpcodeSelect() -> impl IntoView {
    let playground = Playground::expect();
    let opcode = playground.opcode;
    view! {
        <div>
            <label for="opcode">"opcode"</label>
            <select
                id="opcode"
                on:change:target=move |event| playground.pick_opcode(&event.target().value())
            >
                {playground
                    .opcodes()
                    .into_iter()
                    .map(|name| {
                        view! {
                            <option value=name prop:selected=move || opcode.get() == name>
                                {name}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </div>
    }
}

/// One slot.
fn chip_group(
    group: ChipGroupView,
    apply: Callback<FixAction>,
    inspected: RwSignal<Option<String>>,
) -> impl IntoView {
    view! {
        <fieldset>
            <legend>{group.title}</legend>
            {group.chips.into_iter().map(|item| chip(item, apply, inspected)).collect_view()}
        </fieldset>
    }
}

/// One chip.
fn chip(
    chip: ChipView,
    apply: Callback<FixAction>,
    inspected: RwSignal<Option<String>>,
) -> impl IntoView {
    let dead = chip.state == ChipState::Dead;
    let class = match chip.state {
        ChipState::On => "chip on",
        ChipState::Live => "chip",
        ChipState::Undocumented if chip.chosen => "chip undocumented on",
        ChipState::Undocumented => "chip undocumented",
        ChipState::Dead => "chip dead",
    };
    let spelling = chip.spelling.clone();
    let name = spelling.clone();
    let inspect = move || inspected.set(Some(spelling.clone()));
    let press = {
        let inspect = inspect.clone();
        move |_| {
            inspect();
            if let Some(spelling) = &chip.leads_to {
                apply.run(FixAction::Instruction(spelling.clone()));
            }
        }
    };
    view! {
        <button
            type="button"
            class=class
            data-chip=name
            aria-pressed=if chip.chosen { "true" } else { "false" }
            aria-disabled=dead.then_some("true")
            aria-describedby=dead.then_some("chip-line")
            on:click=press
            on:focus=move |_| inspect()
        >
            {chip.spelling}
        </button>
    }
}
