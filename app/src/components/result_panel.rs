//! The result: the register, then its lanes.

use std::time::Duration;

use leptos::prelude::*;

use super::ResultLane;
use crate::browser::clipboard;
use crate::state::Playground;
use crate::view_model::result::{DigitsView, LinkedView};

/// How long a button says that it copied.
pub(super) const COPIED: Duration = Duration::from_secs(2);

/// The right half of the work area.
#[component]
pub fn ResultPanel() -> impl IntoView {
    let result = Playground::expect().result;
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let text = result.with_untracked(|result| result.hex.clone());
        let done = Callback::new(move |worked| {
            copied.set(worked);
            set_timeout(move || copied.set(false), COPIED);
        });
        clipboard::copy(&text, done);
    };
    view! {
        <section class="result" id="result" aria-label="result">
            <header class="band-head">
                <h2>"Result"</h2>
                <span class="muted">{move || result.with(|result| result.formula.clone())}</span>
            </header>
            <div class="result-register">
                <span class="result-name">{move || result.with(|result| result.name.clone())}</span>
                <code
                    class="register-digits"
                    id="result-register"
                    data-value=move || result.with(|result| result.hex.clone())
                >
                    "0x"
                    {move || result.with(|result| register_digits(&result.register))}
                </code>
                <button type="button" class="button ghost to-end" on:click=copy>
                    {move || if copied.get() { "Copied" } else { "Copy" }}
                </button>
            </div>
            <LinkedResult />
            {move || {
                result
                    .get()
                    .lanes
                    .into_iter()
                    .map(|lane| view! { <ResultLane lane=lane /> })
                    .collect_view()
            }}
        </section>
    }
}

/// Whether the result is still the one that the link recorded.
#[component]
fn LinkedResult() -> impl IntoView {
    let playground = Playground::expect();
    let linked = Memo::new(move |_| playground.linked());
    move || {
        linked.get().map(|LinkedView { same, digits }| {
            let (class, word, mark) = if same {
                ("legality documented", "reproduced", "M2 6.5 5 9.5 10 3")
            } else {
                ("legality rejected", "differs", "M3 3 9 9M9 3 3 9")
            };
            view! {
                <p class="linked" id="linked">
                    <span class=class>
                        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                            <path d=mark />
                        </svg>
                        {word}
                    </span>
                    " the link says "
                    <code>
                        "0x"
                        {digits
                            .into_iter()
                            .map(|(digit, same)| {
                                let class = if same { "" } else { "changed" };
                                view! { <span class=class>{digit.to_string()}</span> }
                            })
                            .collect_view()}
                    </code>
                </p>
            }
        })
    }
}

/// The digits of a register, lane by lane.
pub(super) fn register_digits(lanes: &[DigitsView]) -> impl IntoView + use<> {
    lanes
        .iter()
        .map(|lane| {
            view! { <span class=lane.certainty.digits_class()>{lane.digits.clone()}</span> }
        })
        .collect_view()
}
