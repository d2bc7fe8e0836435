//! The modifiers in use, each with a few words, and further actions.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::playground::answer::{GlossView, QuestionView};
use ptxfp_view::playground::{Edit, Screen};

use super::Playground;
use super::examples::examples;
use crate::browser::elements::{focus, scroll_to};
use crate::part::{handler, part};

/// The band: chips in use on the left of the axis, questions or actions on the right.
pub(super) fn modifiers(page: Playground) -> AnyView {
    let in_use = part(
        page,
        [0; 2],
        |one, two, _| {
            let shown = |screen: &Screen| (screen.choosing, screen.has_result());
            shown(one) == shown(two) && one.answer.in_use == two.answer.in_use
        },
        |page, screen, _| screen.has_result().then(|| in_use(page, screen)).into_any(),
    );
    let questions = part(
        page,
        [0; 2],
        |one, two, _| {
            one.has_result() == two.has_result() && one.answer.questions == two.answer.questions
        },
        |page, screen, _| {
            screen.has_result().then(|| questions(page, &screen.answer.questions)).into_any()
        },
    );
    view! {
        <section class="modifiers" aria-label="modifiers">
            {in_use}
            <div class="actions">{questions}{examples(page)}</div>
        </section>
    }
    .into_any()
}

/// The modifiers in use, and the button that opens all choices.
fn in_use(page: Playground, screen: &Screen) -> AnyView {
    let is_open = screen.choosing;
    let modifier = |each: &GlossView| {
        view! {
            <li><code class="chip on">{each.spelling.clone()}</code><span>{each.gloss.clone()}</span></li>
        }
        .into_any()
    };
    let press = handler(move |_: MouseEvent| page.send(Edit::Choose));
    view! {
        <ul class="in-use">
            {screen.answer.in_use.iter().map(modifier).collect_view()}
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

/// The questions of a first visit, or else the actions on the present statement.
fn questions(page: Playground, questions: &[QuestionView]) -> AnyView {
    if questions.is_empty() {
        let search = handler(move |_: MouseEvent| search(page));
        return view! {
            <button class="button" type="button" id="find-difference" on:click=search>"Compare…"</button>
        }
        .into_any();
    }
    let question = |&QuestionView { label, index }: &QuestionView| {
        let ask = handler(move |_: MouseEvent| page.send(Edit::Question(index)));
        view! { <button class="question" type="button" on:click=ask>{label}</button> }.into_any()
    };
    view! {
        <span class="questions" id="questions" role="group" aria-label="questions to try">
            <span aria-hidden="true">"Try"</span>
            {questions.iter().map(question).collect_view()}
        </span>
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
