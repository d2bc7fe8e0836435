//! The kinds of texts that have an answer.

use leptos::prelude::*;
use ptxfp_view::reply::kinds::KindView;

use super::Playground;
use super::reply::asks;
use crate::store::Live;

/// The kinds of texts, each with an example that can be pressed.
#[component]
pub(super) fn Kinds(page: Playground, view: Live<Vec<KindView>>) -> impl IntoView {
    view.draw(move |kinds| {
        let kind = |kind: &KindView| {
            let example = asks(page, kind.text, kind.text);
            view! { <li><span class="kind">{kind.name}</span>{example}</li> }.into_any()
        };
        view! {
            <ul class="kinds" id="kinds" aria-label="kinds of texts, with examples">
                {kinds.iter().map(kind).collect_view()}
            </ul>
        }
        .into_any()
    })
}
