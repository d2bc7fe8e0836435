//! One lane of an operand.

use std::sync::Arc;

use leptos::prelude::*;

use super::draft_field::{Draft, EntryNote};
use super::drawn::drawn;
use super::{BitField, DraftField};
use crate::markup::Markup;
use crate::state::{Edit, Playground};
use crate::view_model::operand::LaneShape;
use crate::view_model::screen::Screen;

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
    let screen = playground.screen;
    let shown = Signal::derive(move || screen.with(|screen| screen.lane(index, at)));
    let single = lane.name.is_empty();
    let hex = Arc::new(move |screen: &Screen, markup: &mut Markup| {
        // A register of one lane has its hex in the header.
        if let Some(bits) = screen.picture(index, at).filter(|_| !single) {
            markup.leaf("output", "lane-hex", &bits.hex);
        }
    });
    let enter = Callback::new(move |text: String| playground.enter_lane(index, at, &text));
    let draft = RwSignal::new(Draft::default());
    let id = ["entry-", &operand, "-", &at.to_string()].concat();
    let spoken = if lane.name.is_empty() {
        operand.clone()
    } else {
        [operand.as_str(), " ", &lane.name].concat()
    };
    let shape = match (layout.is_tall(), single) {
        (true, true) => "lane tall single",
        (true, false) => "lane tall",
        (false, true) => "lane single",
        (false, false) => "lane",
    };
    let class = move || {
        let current = !single && screen.with(|screen| screen.focused == Some((index, at)));
        [shape, if current { " current" } else { "" }].concat()
    };
    view! {
        <div
            class=class
            data-operand=operand
            data-lane=at.to_string()
            on:focusin=move |_| playground.send(Edit::Focus(index, at))
        >
            <span class="lane-name">{lane.name}</span>
            <DraftField
                label=[spoken.as_str(), " value"].concat()
                id=id.clone()
                shown=shown
                enter=enter
                class="value"
                draft=draft
            />
            <div class="parts" use:drawn=hex></div>
            <BitField
                label=[spoken.as_str(), " bits"].concat()
                index=index
                lane=at
                width=layout.width
            />
            <EntryNote id=id draft=draft />
        </div>
    }
}
