//! A select over names.

use leptos::prelude::*;

use crate::markup::Markup;
use crate::state::{Edit, Playground};
use crate::view_model::screen::Screen;

/// A select that shows one name of the screen and sends an edit when another is chosen.
#[component]
pub fn ChoiceSelect(
    /// Its identifier.
    id: &'static str,
    /// The names to choose from.
    names: Vec<String>,
    /// The name chosen.
    chosen: fn(&Screen) -> String,
    /// The edit of choosing a name.
    edit: fn(String) -> Edit,
) -> impl IntoView {
    let playground = Playground::expect();
    let first = playground.screen.with_untracked(chosen);
    view! {
        <select
            id=id
            prop:value=playground.reads(chosen)
            on:change=move |event| playground.send(edit(event_target_value(&event)))
            inner_html=options(names, &first)
        >
        </select>
    }
}

/// The options; they come after the select, so the first choice is theirs to show.
fn options(names: Vec<String>, first: &str) -> String {
    let mut markup = Markup::default();
    for name in names {
        markup.open("option");
        if name == first {
            markup.attribute("selected", "");
        }
        markup.text(&name).close();
    }
    markup.finish()
}
