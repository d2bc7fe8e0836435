//! The statement, typed over its own highlighted copy.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::state::{Edit, Playground};
use crate::view_model::instruction::{Legality, TokenView};

/// A text area without colour over a mirror with colours: the browser keeps selection, undo,
/// spelling of screen readers and input methods.
#[component]
pub fn StatementInput() -> impl IntoView {
    let playground = Playground::expect();
    let screen = playground.screen;
    let tokens = move || screen.with(|screen| screen.instruction.tokens.clone());
    let rejected = move || screen.with(|screen| screen.instruction.legality == Legality::Rejected);
    let keydown = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            playground.send(Edit::Settle);
        }
    };
    view! {
        <div class="statement">
            <div class="mirror" aria-hidden="true">
                {move || tokens().into_iter().map(token).collect_view()}
                "\u{200b}"
            </div>
            <textarea
                id="instruction"
                rows="1"
                aria-label="instruction"
                aria-describedby="diagnostics"
                aria-invalid=move || if rejected() { "true" } else { "false" }
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:value=move || playground.text(|screen| &screen.statement)
                on:input:target=move |event| {
                    // A statement is one line; what is pasted may have been several.
                    let text = event.target().value().replace(['\n', '\r'], " ");
                    playground.send(Edit::Write(text));
                }
                on:blur=move |_| playground.send(Edit::Settle)
                on:keydown=keydown
            ></textarea>
        </div>
    }
}

/// A piece of the mirror.
fn token(token: TokenView) -> impl IntoView {
    view! { <span class=[token.kind.class(), token.flag.class()].concat()>{token.text}</span> }
}
