//! Chips: the choices for every slot of the syntax line, and the line below them.

use std::sync::Arc;

use leptos::ev::{Event, FocusEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use ptxfp_view::playground::instruction::{ChipGroupView, ChipState, ChipView, FixAction};
use ptxfp_view::playground::{Edit, opcodes};

use super::Playground;
use super::diagnostics::fix_button;
use crate::part::{handler, part};
use crate::pieces::choice::options;
use crate::pieces::text::{rich, section_link};

/// The opcode, and one group of chips for each slot.
pub(super) fn chip_groups(page: Playground) -> AnyView {
    let opcode = part(
        page,
        [0; 2],
        |one, two, _| one.opcode == two.opcode,
        |page, screen, _| {
            let change =
                handler(move |event: Event| page.send(Edit::Opcode(event_target_value(&event))));
            view! {
                <select id="opcode" on:change=change>{options(&opcodes(), screen.opcode)}</select>
            }
            .into_any()
        },
    );
    let groups = part(
        page,
        [0; 2],
        |one, two, _| Arc::ptr_eq(&one.chips, &two.chips) || one.chips == two.chips,
        |page, screen, _| {
            screen.chips.iter().map(|chips| group(page, chips)).collect_view().into_any()
        },
    );
    view! {
        <div class="slots">
            <div><label for="opcode">"opcode"</label>{opcode}</div>
            {groups}
        </div>
    }
    .into_any()
}

/// The chips of a slot.
fn group(page: Playground, group: &ChipGroupView) -> AnyView {
    let chips = group.chips.iter().map(|each| chip(page, each)).collect_view();
    view! { <fieldset><legend>{group.title}</legend>{chips}</fieldset> }.into_any()
}

/// One chip. The line below says what it means, or why it is dead.
fn chip(page: Playground, chip: &ChipView) -> AnyView {
    let class = match chip.state {
        ChipState::On => "chip on",
        ChipState::Live => "chip",
        ChipState::Undocumented if chip.chosen => "chip undocumented on",
        ChipState::Undocumented => "chip undocumented",
        ChipState::Dead => "chip dead",
    };
    let spelling: Arc<str> = chip.spelling.as_str().into();
    let (focused, pointed) = (spelling.clone(), spelling.clone());
    let leads_to = chip.leads_to.clone();
    let is_dead = leads_to.is_none();
    let press = handler(move |_: MouseEvent| {
        if let Some(spelling) = leads_to.clone() {
            page.send(Edit::Apply(FixAction::Instruction(spelling)));
        }
    });
    // Not every browser focuses a button that is pressed.
    let focus = handler(move |_: FocusEvent| page.send(Edit::Ask((*focused).to_owned())));
    let point = handler(move |_: PointerEvent| page.send(Edit::Ask((*pointed).to_owned())));
    view! {
        <button
            class=class
            type="button"
            data-chip=chip.spelling.clone()
            aria-pressed=if chip.chosen { "true" } else { "false" }
            aria-disabled=is_dead.then_some("true")
            aria-describedby=is_dead.then_some("chip-line")
            on:click=press
            on:focusin=focus
            on:pointerdown=point
        >
            {chip.spelling.clone()}
        </button>
    }
    .into_any()
}

/// Why a chip is dead or undocumented, with ways out; or the facts of the present form.
pub(super) fn chip_line(page: Playground) -> AnyView {
    part(
        page,
        [0; 2],
        |one, two, _| one.asked == two.asked && one.note == two.note,
        |page, screen, _| {
            let note = &screen.note;
            let fixes = note.fixes.iter().map(|fix| {
                view! { {separator()}{fix_button(page, fix, "text-button")} }.into_any()
            });
            let section = note
                .section
                .as_ref()
                .map(|section| view! { {separator()}{section_link(section)} }.into_any());
            view! {
                // What was asked about is said when it changes.
                <p
                    class="chip-line"
                    id="chip-line"
                    aria-live=if screen.asked { "polite" } else { "off" }
                >
                    <code>{note.subject.clone()}</code>
                    " "
                    {rich(&note.message)}
                    {fixes.collect_view()}
                    {section}
                </p>
            }
            .into_any()
        },
    )
}

/// A hairline between two things of the line.
fn separator() -> AnyView {
    view! { " "<span class="separator" aria-hidden="true"></span>" " }.into_any()
}
