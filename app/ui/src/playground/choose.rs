//! The chooser: every choice of every slot of the syntax line. Those that can be made now come first,
//! a line each; the others are folded, and the foot has the reason against the one that is reached.

use std::sync::Arc;

use leptos::ev::{Event, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use ptxfp_view::playground::chips::ChooserView;
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

/// The maximum number of choices with words of their own: of more, the foot has them.
const WORDS: usize = 10;
/// The element that has the words on the choice that is reached.
const FOOT: &str = "chip-line";

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
    let rest = (!view.rest.is_empty()).then(|| rest(page, view));
    view! {
        <div class="choices">
            {opcode(page, view.opcode, &view.formula)}
            {groups.map(|(index, each)| group(page, index, each)).collect_view()}
        </div>
        {rest}
    }
    .into_any()
}

/// The choices that cannot be made now, in a line that opens.
fn rest(page: Playground, view: &ChooserView) -> AnyView {
    let group = |group: &ChipGroupView| {
        let chips = group.chips.iter().map(|each| chip(page, each, FOOT));
        view! {
            <p role="group" aria-label=group.title>
                <span class="note">{group.title}</span>
                {chips.collect_view()}
            </p>
        }
        .into_any()
    };
    view! {
        <details class="choose-rest">
            <summary>{view.more.clone()}</summary>
            {view.rest.iter().map(group).collect_view()}
        </details>
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
    let title = ["slot-", &place.to_string()].concat();
    let (class, chips) = if group.chips.len() > WORDS {
        let chips = group.chips.iter().map(|each| chip(page, each, FOOT));
        let chips = view! { <div class="chips-only">{chips.collect_view()}</div> }.into_any();
        ("slot wide", chips)
    } else {
        let chips = group.chips.iter().enumerate().map(|(index, each)| {
            choice(page, each, &["note-", &place.to_string(), "-", &index.to_string()].concat())
        });
        ("slot", chips.collect_view().into_any())
    };
    view! {
        <div class=class role="group" aria-labelledby=title.clone()>
            <h2 id=title.clone()>{group.title}</h2>
            {chips}
        </div>
    }
    .into_any()
}

/// A chip, and its effect.
fn choice(page: Playground, view: &ChipView, id: &str) -> AnyView {
    let class = if view.chosen { "choice chosen" } else { "choice" };
    view! {
        <div class=class>
            {chip(page, view, id)}
            <span id=id.to_owned()>{view.gloss.clone()}</span>
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
    let (focused, pointed, passed) = (spelling.clone(), spelling.clone(), spelling);
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
    // The reason against a choice is read without pressing it.
    let pass = handler(move |_: PointerEvent| {
        if is_unavailable {
            page.send(Edit::Ask((*passed).to_owned()));
        }
    });
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
            on:pointerenter=pass
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
            <p id=FOOT aria-live=if view.is_asked { "polite" } else { "off" }>
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
