//! The chooser: every choice of every slot of the syntax line, each with its sentence.

use std::sync::Arc;

use leptos::ev::{Event, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use ptxfp_view::playground::chips::ChooserView;
use ptxfp_view::playground::glance::first_sentence;
use ptxfp_view::playground::instruction::{ChipGroupView, ChipState, ChipView, FixAction};
use ptxfp_view::playground::parts::FootView;
use ptxfp_view::playground::{Edit, opcodes};

use super::Playground;
use super::say::fix_button;
use crate::browser::elements::focus;
use crate::events::handler;
use crate::pieces::choice::options;
use crate::pieces::text::{rich, section_link};
use crate::store::Live;

/// The maximum number of choices in one column.
const COLUMN: usize = 10;

/// The chooser, while it is open.
#[component]
pub(super) fn Choose(
    page: Playground,
    view: Live<Arc<ChooserView>>,
    foot: Live<FootView>,
) -> impl IntoView {
    let pressed = handler(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            page.send(Edit::Choose);
            focus("#change");
        }
    });
    view! {
        <div id="choose" class="choose" on:keydown=pressed>
            {view.draw(move |view| choices(page, view))}
            {foot.draw(move |view| self::foot(page, view))}
        </div>
    }
}

/// The opcode, then the choices of each slot.
fn choices(page: Playground, view: &ChooserView) -> AnyView {
    let groups = view.groups.iter().enumerate();
    let n_chips: usize = view.groups.iter().map(|group| group.chips.len()).sum();
    let class = if n_chips > 2 * COLUMN { "choices many" } else { "choices" };
    view! {
        <div class=class>
            {opcode(page, view.opcode, &view.formula)}
            {groups.map(|(index, each)| group(page, index, each)).collect_view()}
        </div>
    }
    .into_any()
}

/// The opcode, and its operation.
fn opcode(page: Playground, opcode: &str, formula: &str) -> AnyView {
    let change = handler(move |event: Event| page.send(Edit::Opcode(event_target_value(&event))));
    view! {
        <div class="slot">
            <h2><label for="opcode">"Opcode"</label></h2>
            <div class="choice chosen">
                <select id="opcode" on:change=change>{options(&opcodes(), opcode)}</select>
                <span>{formula.to_owned()}</span>
            </div>
        </div>
    }
    .into_any()
}

/// The choices of a slot.
fn group(page: Playground, place: usize, group: &ChipGroupView) -> AnyView {
    let class = if group.chips.len() > COLUMN { "slot long-list" } else { "slot" };
    let title = ["slot-", &place.to_string()].concat();
    let chips = group.chips.iter().enumerate();
    let chips = chips.map(|(index, each)| {
        choice(page, each, &["note-", &place.to_string(), "-", &index.to_string()].concat())
    });
    view! {
        <div class=class role="group" aria-labelledby=title.clone()>
            <h2 id=title.clone()>{group.title}</h2>
            {chips.collect_view()}
        </div>
    }
    .into_any()
}

/// A chip, and its meaning or the reason why it cannot be chosen.
fn choice(page: Playground, view: &ChipView, id: &str) -> AnyView {
    let class = if view.chosen { "choice chosen" } else { "choice" };
    view! {
        <div class=class>
            {chip(page, view, id)}
            <span id=id.to_owned()>{rich(first_sentence(&view.note.message))}</span>
        </div>
    }
    .into_any()
}

/// One chip, described by the named element.
fn chip(page: Playground, chip: &ChipView, described_by: &str) -> AnyView {
    let class = match chip.state {
        ChipState::On => "chip on",
        ChipState::Available => "chip",
        ChipState::Undocumented if chip.chosen => "chip undocumented on",
        ChipState::Undocumented => "chip undocumented",
        ChipState::Unavailable => "chip unavailable",
    };
    let spelling: Arc<str> = chip.spelling.as_str().into();
    let (focused, pointed) = (spelling.clone(), spelling);
    let leads_to = chip.leads_to.clone();
    let is_unavailable = leads_to.is_none();
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
            aria-disabled=is_unavailable.then_some("true")
            aria-describedby=described_by.to_owned()
            on:click=press
            on:focusin=focus
            on:pointerdown=point
        >
            {chip.spelling.clone()}
        </button>
    }
    .into_any()
}

/// The note on the chip that has the focus, with fixes, or on the present form.
fn foot(page: Playground, view: &FootView) -> AnyView {
    let note = &view.note;
    let fixes = note.fixes.iter().map(|fix| fix_button(page, fix, "button"));
    let section = note.section.as_ref().map(section_link);
    view! {
        <div class="choose-foot">
            // A new note is announced.
            <p id="chip-line" aria-live=if view.is_asked { "polite" } else { "off" }>
                <code>{note.subject.clone()}</code>
                " "
                {rich(&note.message)}
                " "
                {section}
            </p>
            {fixes.collect_view()}
            <span class="to-end">"The result updates with every choice."<span class="for-keys">" Esc closes."</span></span>
        </div>
    }
    .into_any()
}
