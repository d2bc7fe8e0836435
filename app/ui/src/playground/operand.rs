//! One operand: its lanes and its register.

use std::rc::Rc;

use leptos::ev::{FocusEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::playground::operand::{LaneView, OperandView};
use ptxfp_view::playground::parts::PlacedOperand;
use ptxfp_view::playground::{Adjust, Edit, FieldId};

use super::Playground;
use super::bits::{bit_field, ticks};
use super::presets::presets;
use crate::events::{Sink, handler};
use crate::pieces::entry::{Entry, entry_field, entry_note};
use crate::store::Live;

/// An operand that can be entered as a value, as a register, by preset or bit by bit; one of
/// several lanes may carry its own labels above the bits.
#[component]
pub(super) fn Operand(page: Playground, view: Live<PlacedOperand>) -> impl IntoView {
    view.draw(move |operand| self::operand(page, operand))
}

fn operand(page: Playground, operand: &PlacedOperand) -> AnyView {
    let PlacedOperand { index, view, has_labels } = operand;
    let (index, has_labels) = (*index, *has_labels);
    let (class, content) = match &*view.lanes {
        [lane] => ("operand single", alone(page, index, view, lane)),
        lanes => ("operand", several(page, index, view, lanes, has_labels)),
    };
    let label = ["operand ", view.name].concat();
    view! { <section class=class aria-label=label data-register=view.name>{content}</section> }
        .into_any()
}

/// A register of one lane: its value and its digits in a row, its bits below when they are open.
fn alone(page: Playground, index: usize, view: &OperandView, lane: &LaneView) -> AnyView {
    let name = view.name;
    let id = lane_id(name, lane.index);
    let focused = focus_lane(page, index, lane.index);
    let unfold = handler(move |_: MouseEvent| page.send(Edit::Unfold(index)));
    let send = entries(page, FieldId { operand: index, lane: Some(lane.index) });
    let register = if lane.field.is_wrong() {
        view! { <span class="note">"not stored"</span> }.into_any()
    } else {
        register_field(page, index, view)
    };
    let words = if view.is_open { "Hide bits" } else { "Bits" };
    let open = view.is_open.then(|| {
        view! {
            <div class="unfolded">
                {ticks(lane.layout)}
                {bit_field(page, index, lane, [name, " bits"].concat())}
                {presets(page, index, view)}
            </div>
        }
        .into_any()
    });
    view! {
        <div
            class="lane"
            data-operand=name
            data-lane=lane.index.to_string()
            on:focusin=focused
        >
            <h3 class=if name.len() < 3 { "" } else { "long" }>{name}</h3>
            {entry_field(&lane.field, &id, [name, " value"].concat(), "value", true, &send)}
            <header>{register}</header>
            <button
                class="button ghost to-end"
                type="button"
                data-unfold=name
                aria-label=[words, " of ", name].concat()
                aria-expanded=if view.is_open { "true" } else { "false" }
                on:click=unfold
            >
                {words}
            </button>
            {entry_note(&lane.field, &id)}
            {entry_note(&view.field, &register_id(name))}
            {open}
        </div>
    }
    .into_any()
}

/// A register of several lanes: its digits and its presets, then a row for each lane.
fn several(
    page: Playground,
    index: usize,
    view: &OperandView,
    lanes: &[LaneView],
    has_labels: bool,
) -> AnyView {
    let name = view.name;
    let labels = lanes.first().filter(|_| has_labels).map(|lane| ticks(lane.layout));
    let lanes = lanes.iter().map(|each| lane(page, index, name, each)).collect_view();
    view! {
        <header>
            <h3>{name}</h3>
            {register_field(page, index, view)}
            {presets(page, index, view)}
        </header>
        {entry_note(&view.field, &register_id(name))}
        {labels}
        {lanes}
    }
    .into_any()
}

/// The digits of a register.
fn register_field(page: Playground, index: usize, view: &OperandView) -> AnyView {
    let class = if view.register_bits > 32 { "register wide" } else { "register" };
    let label = [view.name, " register"].concat();
    let send = entries(page, FieldId { operand: index, lane: None });
    entry_field(&view.field, &register_id(view.name), label, class, false, &send)
}

/// One lane of several: its value, its digits and its bits.
fn lane(page: Playground, operand: usize, name: &'static str, lane: &LaneView) -> AnyView {
    let index = lane.index;
    let id = lane_id(name, index);
    let spoken = [name, " ", &lane.name].concat();
    let class = [
        "lane",
        if lane.layout.is_tall() { " tall" } else { "" },
        if lane.is_current { " current" } else { "" },
    ];
    let send = entries(page, FieldId { operand, lane: Some(index) });
    let value = [&*spoken, " value"].concat();
    view! {
        <div
            class=class.concat()
            data-operand=name
            data-lane=index.to_string()
            on:focusin=focus_lane(page, operand, index)
        >
            <span class="lane-name">{lane.name.clone()}</span>
            {entry_field(&lane.field, &id, value, "value", true, &send)}
            <span class="lane-hex">{lane.picture.hex.clone()}</span>
            {bit_field(page, operand, lane, [&*spoken, " bits"].concat())}
            {entry_note(&lane.field, &id)}
        </div>
    }
    .into_any()
}

/// The handler that remembers the focused lane.
fn focus_lane(page: Playground, operand: usize, lane: u8) -> Box<dyn FnMut(FocusEvent)> {
    handler(move |_: FocusEvent| page.send(Edit::Focus(operand, lane, None)))
}

fn register_id(name: &str) -> String {
    ["register-", name].concat()
}

fn lane_id(name: &str, lane: u8) -> String {
    ["entry-", name, "-", &lane.to_string()].concat()
}

/// The edits for the events of a field.
fn entries(page: Playground, place: FieldId) -> Sink<Entry> {
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
