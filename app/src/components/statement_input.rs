//! The statement, typed over its own highlighted copy.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::state::Playground;
use crate::view_model::instruction::TokenView;

/// A text area without colour over a mirror with colours: the browser keeps selection, undo,
/// spelling of screen readers and input methods.
#[component]
pub fn StatementInput() -> impl IntoView {
    let playground = Playground::expect();
    let instruction = playground.instruction;
    let rejected = move || instruction.with(|view| view.diagnostics.iter().any(|d| d.fatal));
    let keydown = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            playground.settle();
        }
    };
    view! {
        <div class="statement">
            <div class="mirror" aria-hidden="true">
                {move || instruction.get().tokens.into_iter().map(token).collect_view()}
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
                prop:value=playground.statement
                on:input:target=move |event| {
                    // A statement is one line; what is pasted may have been several.
                    playground.write(event.target().value().replace(['\n', '\r'], " "));
                }
                on:blur=move |_| playground.settle()
                on:keydown=keydown
            ></textarea>
        </div>
    }
}

/// A piece of the mirror.
fn token(token: TokenView) -> impl IntoView {
    view! { <span class=[token.kind.class(), token.flag.class()].concat()>{token.text}</span> }
}
