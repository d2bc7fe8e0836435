//! A select over names.

use leptos::prelude::*;

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
    chosen: fn(&Screen) -> &str,
    /// The edit of choosing a name.
    edit: fn(String) -> Edit,
) -> impl IntoView {
    let playground = Playground::expect();
    let first = untrack(move || playground.text(chosen));
    // The options come after the select, so the first choice is theirs to show.
    let option = move |name: String| {
        let selected = name == first;
        view! { <option selected=selected>{name}</option> }
    };
    view! {
        <select
            id=id
            prop:value=move || playground.text(chosen)
            on:change:target=move |event| playground.send(edit(event.target().value()))
        >
            {names.into_iter().map(option).collect_view()}
        </select>
    }
}
