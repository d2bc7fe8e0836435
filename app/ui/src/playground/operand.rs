//! One operand: its register, its presets and its lanes.

use std::rc::Rc;

use leptos::ev::{FocusEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::playground::operand::{LaneView, OperandView, PresetView};
use ptxfp_view::playground::{Adjust, Edit, Place};

use super::Playground;
use super::bits::{bit_field, ticks};
use crate::browser::random;
use crate::part::{Sink, handler};
use crate::pieces::entry::{Entry, entry_field, entry_note};

/// An operand that can be entered as a register, by lane, by preset or bit by bit; it may carry its
/// own labels above the bits.
pub(super) fn operand(
    page: Playground,
    index: usize,
    view: &OperandView,
    has_labels: bool,
) -> AnyView {
    let name = view.name;
    let id = ["register-", name].concat();
    let class = if view.register_bits > 32 { "register wide" } else { "register" };
    let label = [name, " register"].concat();
    let send = entries(page, Place { operand: index, lane: None });
    let labels = view.lanes.first().filter(|_| has_labels).map(|lane| ticks(lane.layout));
    let lanes = view.lanes.iter().map(|each| lane(page, index, name, each)).collect_view();
    view! {
        <section class="operand" aria-label=["operand ", name].concat() data-register=name>
            <header>
                <h3>{name}</h3>
                {entry_field(&view.field, &id, label, class, false, &send)}
                {presets(page, index, view)}
                {adjustments(page, index, view)}
            </header>
            {entry_note(&view.field, &id)}
            {labels}
            {lanes}
        </section>
    }
    .into_any()
}

/// The edits of what happens to a field.
fn entries(page: Playground, place: Place) -> Sink<Entry> {
    Rc::new(move |entry| {
        page.send(match entry {
            Entry::Type(text) => Edit::Enter(place, text),
            Entry::Leave => Edit::Leave(place),
            Entry::Forget => Edit::Forget(place),
            Entry::Step(is_up) => {
                let adjust = if is_up { Adjust::Up } else { Adjust::Down };
                Edit::Adjust(place.operand, place.lane, adjust)
            }
        });
    })
}

/// Values that are entered with one press.
fn presets(page: Playground, index: usize, view: &OperandView) -> AnyView {
    let preset = |&PresetView { text, bits }: &PresetView| {
        preset_button(text.to_owned(), move || {
            page.send(Edit::Adjust(index, None, Adjust::Set(bits)));
        })
    };
    let presets = view.presets.iter().map(preset).collect_view();
    let label = [view.name, " presets"].concat();
    view! { <span class="presets" role="group" aria-label=label>{presets}</span> }.into_any()
}

/// Changes of the value that take one press.
fn adjustments(page: Playground, index: usize, view: &OperandView) -> AnyView {
    let adjust = |text: &str, adjust: fn() -> Adjust| {
        preset_button(text.to_owned(), move || page.send(Edit::Adjust(index, None, adjust())))
    };
    let swap = view.partner.map(|partner| {
        preset_button(["swap ", partner].concat(), move || page.send(Edit::Swap(index)))
    });
    let label = ["change ", view.name].concat();
    view! {
        <span class="presets adjustments" role="group" aria-label=label>
            {view.has_sign.then(|| adjust("±", || Adjust::Negate))}
            {adjust("prev", || Adjust::Down)}
            {adjust("next", || Adjust::Up)}
            {adjust("rand", || Adjust::Part(random::bits()))}
            {swap}
        </span>
    }
    .into_any()
}

fn preset_button(text: String, press: impl Fn() + 'static) -> AnyView {
    let press = handler(move |_: MouseEvent| press());
    view! { <button class="preset" type="button" on:click=press>{text}</button> }.into_any()
}

/// One lane: a value field, the lane's hex and its bits.
fn lane(page: Playground, operand: usize, name: &'static str, lane: &LaneView) -> AnyView {
    // A register of one lane has its hex in the header, and no lane to choose.
    let is_single = lane.name.is_empty();
    let index = lane.index;
    let id = ["entry-", name, "-", &*index.to_string()].concat();
    let spoken = [name, if is_single { "" } else { " " }, &lane.name].concat();
    let class = [
        "lane",
        if lane.layout.is_tall() { " tall" } else { "" },
        if is_single { " single" } else { "" },
        if lane.is_current && !is_single { " current" } else { "" },
    ];
    let send = entries(page, Place { operand, lane: Some(index) });
    let value = [&*spoken, " value"].concat();
    let hex = (!is_single)
        .then(|| view! { <output class="lane-hex">{lane.picture.hex.clone()}</output> }.into_any());
    let focused = handler(move |_: FocusEvent| page.send(Edit::Focus(operand, index, None)));
    view! {
        <div
            class=class.concat()
            data-operand=name
            data-lane=index.to_string()
            on:focusin=focused
        >
            <span class="lane-name">{lane.name.clone()}</span>
            {entry_field(&lane.field, &id, value, "value", true, &send)}
            {hex}
            {bit_field(page, operand, name, lane, [&*spoken, " bits"].concat())}
            {entry_note(&lane.field, &id)}
        </div>
    }
    .into_any()
}
