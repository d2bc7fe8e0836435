//! The result in one line, for phones.

use leptos::prelude::*;

use super::result_panel::register_digits;
use crate::state::Playground;

/// A strip that stays at the bottom of a phone's screen until the result is reached.
#[component]
pub fn Peek() -> impl IntoView {
    let result = Playground::expect().result;
    let values = move || {
        result.with(|result| {
            let values: Vec<&str> = result.lanes.iter().map(|lane| lane.value.as_str()).collect();
            values.join(" · ")
        })
    };
    view! {
        <div class="peek" id="peek" aria-hidden="true">
            <b>{move || result.with(|result| result.name.clone())}</b>
            <code>"0x" {move || result.with(|result| register_digits(&result.register))}</code>
            <span class="peek-values">{values}</span>
        </div>
    }
}
