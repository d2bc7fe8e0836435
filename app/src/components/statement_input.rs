//! The statement, typed over its own highlighted copy.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::drawn::{drawing, drawn};
use crate::markup::Markup;
use crate::state::{Edit, Playground};
use crate::view_model::instruction::Legality;
use crate::view_model::screen::Screen;

/// A text area without colour over a mirror with colours: the browser keeps selection, undo,
/// spelling of screen readers and input methods.
#[component]
pub fn StatementInput() -> impl IntoView {
    let playground = Playground::expect();
    let rejected =
        playground.reads(|screen| (screen.instruction.legality == Legality::Rejected).to_string());
    let keydown = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            playground.send(Edit::Settle);
        }
    };
    view! {
            <div class="statement">
                <div class="mirror" aria-hidden="true" use:drawn=drawing(tokens)>
    </div>
                <textarea
                    id="instruction"
                    rows="1"
                    aria-label="instruction"
                    aria-describedby="diagnostics"
                    aria-invalid=rejected
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    prop:value=playground.reads(|screen| screen.statement.clone())
                    on:input=move |event| {
                        // A statement is one line; what is pasted may have been several.
                        let text = event_target_value(&event).replace(['\n', '\r'], " ");
                        playground.send(Edit::Write(text));
                    }
                    on:focusout=move |_| playground.send(Edit::Settle)
                    on:keydown=keydown
                ></textarea>
            </div>
        }
}

/// The mirror.
fn tokens(screen: &Screen, markup: &mut Markup) {
    for token in &screen.instruction.tokens {
        let class = [token.kind.class(), token.flag.class()].concat();
        markup.leaf("span", &class, &token.text);
    }
    markup.text("\u{200b}");
}
