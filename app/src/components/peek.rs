//! The result in one line, for phones.

use leptos::prelude::*;

use super::result_panel::register_digits;
use crate::state::Playground;

/// A strip that stays at the bottom of a phone's screen until the result is reached.
#[component]
pub fn Peek() -> impl IntoView {
    let playground = Playground::expect();
    let values = move || {
        playground.screen.with(|screen| {
            let lanes = screen.result.lanes.iter();
            lanes.map(|lane| lane.value.as_str()).collect::<Vec<_>>().join(" · ")
        })
    };
    let digits = move || playground.screen.with(|screen| register_digits(&screen.result.register));
    view! {
        <div class="peek" id="peek" aria-hidden="true">
            <b>{move || playground.text(|screen| &screen.result.name)}</b>
            <code>"0x" {digits}</code>
            <span class="peek-values">{values}</span>
        </div>
    }
}
