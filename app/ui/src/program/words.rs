//! The completions at the caret, as buttons below the text: a text of several lines keeps its arrow
//! keys, and the tabulator goes to the first word.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::words::{WordView, Words};

use super::Program;
use crate::events::handler;

/// The words.
pub(super) fn words(page: Program, words: &Words) -> AnyView {
    let all = words.all.iter().enumerate().map(|(place, view)| word(page, place, view));
    view! {
        <div class="sequence-words" role="group" aria-label="completions">{all.collect_view()}</div>
    }
    .into_any()
}

/// A word; followed by what the target lacks.
fn word(page: Program, place: usize, word: &WordView) -> AnyView {
    let take = handler(move |_: MouseEvent| page.send(Edit::Take(place)));
    let needs = (!word.needs.is_empty())
        .then(|| view! { <span class="muted">" needs "{word.needs.clone()}</span> }.into_any());
    view! {
        <button class="preset" type="button" on:click=take><code>{word.text}</code>{needs}</button>
    }
    .into_any()
}
