//! The result: the register, then its lanes.

use leptos::prelude::*;

use super::{CopyButton, ResultLane};
use crate::state::Playground;
use crate::view_model::result::{DigitsView, LinkedView};

/// The right half of the work area.
#[component]
pub fn ResultPanel() -> impl IntoView {
    let playground = Playground::expect();
    let screen = playground.screen;
    let digits = move || screen.with(|screen| register_digits(&screen.result.register));
    let lanes = move || screen.with(|screen| screen.result.lanes.clone());
    view! {
        <section class="result" id="result" aria-label="result">
            <header class="band-head">
                <h2>"Result"</h2>
                <span class="muted">{move || playground.text(|screen| &screen.result.formula)}</span>
            </header>
            <div class="result-register">
                <span class="result-name">{move || playground.text(|screen| &screen.result.name)}</span>
                <code
                    class="register-digits"
                    id="result-register"
                    data-value=move || playground.text(|screen| &screen.result.hex)
                >
                    "0x"
                    {digits}
                </code>
                <CopyButton
                    id="copy-result"
                    class="button ghost to-end"
                    label="Copy"
                    text=|playground| playground.text(|screen| &screen.result.hex)
                />
            </div>
            <LinkedResult />
            {move || lanes().into_iter().map(|lane| view! { <ResultLane lane=lane /> }).collect_view()}
        </section>
    }
}

/// Whether the result is still the one that the link recorded.
#[component]
fn LinkedResult() -> impl IntoView {
    let screen = Playground::expect().screen;
    move || {
        screen.with(|screen| screen.linked.clone()).map(|LinkedView { same, digits }| {
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
