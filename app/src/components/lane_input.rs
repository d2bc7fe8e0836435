//! One lane of an operand.

use leptos::prelude::*;

use super::draft_field::EntryNote;
use super::{BitField, DraftField};
use crate::state::Playground;
use crate::view_model::operand::LaneShape;

/// A value field, the lane's hex and its bits.
#[component]
pub fn LaneInput(
    /// The operand's name.
    operand: String,
    /// The operand's place among the source operands.
    index: usize,
    /// The lane.
    lane: LaneShape,
) -> impl IntoView {
    let playground = Playground::expect();
    let at = lane.index;
    let layout = lane.layout;
    let stored = Memo::new(move |_| playground.lane_bits(index, at));
    let view = Memo::new(move |_| playground.lane_view(index, at));
    let shown = Signal::derive(move || view.with(|view| view.value.clone()));
    let bits = Signal::derive(move || view.with(|view| view.bits.clone()));
    let enter = Callback::new(move |text: String| playground.enter_lane(index, at, &text));
    let toggle = Callback::new(move |position| playground.toggle(index, at, position));
    let focused = playground.focused_lane;
    let note = RwSignal::new(None);
    let id = ["entry-", &operand, "-", &at.to_string()].concat();
    let spoken = if lane.name.is_empty() {
        operand.clone()
    } else {
        [operand.as_str(), " ", &lane.name].concat()
    };
    let single = lane.name.is_empty();
    let class = match (layout.is_tall(), single) {
        (true, true) => "lane tall single",
        (true, false) => "lane tall",
        (false, true) => "lane single",
        (false, false) => "lane",
    };
    view! {
        <div
            class=class
            class:current=move || !single && focused.get() == (index, at)
            data-operand=operand
            data-lane=at.to_string()
            on:focusin=move |_| focused.set((index, at))
        >
            <span class="lane-name">{lane.name}</span>
            <DraftField
                label=[spoken.as_str(), " value"].concat()
                id=id.clone()
                shown=shown
                stored=stored
                enter=enter
                class="value"
                note=note
            />
            {(!single)
                .then(|| {
                    view! {
                        <output class="lane-hex">
                            {move || view.with(|view| view.bits.hex.clone())}
                        </output>
                    }
                })}
            <BitField
                label=[spoken.as_str(), " bits"].concat()
                bits=bits
                width=layout.width
                toggle=toggle
            />
            <EntryNote id=id note=note />
        </div>
    }
}
