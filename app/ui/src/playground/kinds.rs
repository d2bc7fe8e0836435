//! The kinds of texts that have an answer.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::instruction::FixAction;
use ptxfp_view::reply::kinds::KindView;

use super::Playground;
use crate::events::handler;
use crate::store::Live;

/// The kinds of texts, each with an example that can be pressed.
#[component]
pub(super) fn Kinds(page: Playground, view: Live<Vec<KindView>>) -> impl IntoView {
    view.draw(move |kinds| {
        let kind = |kind: &KindView| {
            let action = FixAction::Instruction(kind.text.to_owned());
            let press = handler(move |_: MouseEvent| page.send(Edit::Apply(action.clone())));
            view! {
                <li>
                    <span class="kind">{kind.name}</span>
                    <button class="kind-text" type="button" on:click=press>{kind.text}</button>
                </li>
            }
            .into_any()
        };
        view! {
            <ul class="kinds" id="kinds" aria-label="kinds of texts, with examples">
                {kinds.iter().map(kind).collect_view()}
            </ul>
        }
        .into_any()
    })
}
