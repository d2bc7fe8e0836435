//! The modifiers in use, each with a few words, and further actions.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::answer::GlossView;
use ptxfp_view::playground::parts::InUseView;

use super::Playground;
use super::examples::Examples;
use crate::browser::elements::{focus, scroll_to};
use crate::events::handler;
use crate::store::Live;

/// The band: chips in use on the left of the axis, actions on the right.
#[component]
pub(super) fn Modifiers(page: Playground, in_use: Live<InUseView>) -> impl IntoView {
    in_use.draw(move |view| {
        view! {
            <section class="modifiers" aria-label="modifiers">
                {self::in_use(page, view)}
                <div class="actions">
                    {compare(page)}
                    <Examples page recent=page.data(|screen| Some(screen.recent.clone()))/>
                </div>
            </section>
        }
        .into_any()
    })
}

/// The modifiers in use, and the button that opens all choices.
fn in_use(page: Playground, view: &InUseView) -> AnyView {
    let is_open = view.is_open;
    let modifier = |each: &GlossView| {
        view! {
            <li><code class="chip on">{each.spelling.clone()}</code><span>{each.gloss.clone()}</span></li>
        }
        .into_any()
    };
    let press = handler(move |_: MouseEvent| page.send(Edit::Choose));
    view! {
        <ul class="in-use">
            {view.in_use.iter().map(modifier).collect_view()}
            <li>
                <button
                    class="button ghost"
                    type="button"
                    id="change"
                    aria-expanded=if is_open { "true" } else { "false" }
                    on:click=press
                >
                    {if is_open { "close" } else { "change…" }}
                </button>
            </li>
        </ul>
    }
    .into_any()
}

/// The button that compares the present statement with another one.
fn compare(page: Playground) -> AnyView {
    let search = handler(move |_: MouseEvent| search(page));
    view! {
        <button class="button" type="button" id="find-difference" on:click=search>"Compare…"</button>
    }
    .into_any()
}

/// The part of a link that opens the comparison and has it find a difference.
const COMPARISON: &str = "&view=compare:find";

/// Goes to the comparison, which begins to look for a difference: the explorer follows the link of
/// the playground.
fn search(page: Playground) {
    let fragment = page.screen().shown.clone();
    let parts: Vec<_> = fragment.split('&').filter(|part| !part.starts_with("view=")).collect();
    page.send(Edit::Receive([&parts.join("&"), COMPARISON].concat()));
    scroll_to("#explorer");
    focus("#tab-compare");
}
