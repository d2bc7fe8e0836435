//! The instruction on the left of the axis, the element of d on its right, and how it comes about.

use leptos::prelude::*;
use ptxfp_view::playground::glance::length_class;
use ptxfp_view::tensor::answer::AnswerView;

use super::TensorCores;
use super::statement::{Environment, Statement};
use crate::pieces::text::{copy_button, rich, rich_powers};
use crate::store::Live;

/// The line, and the sentence below it.
#[component]
pub(super) fn Answer(
    page: TensorCores,
    answer: Live<AnswerView>,
    open: Live<String>,
) -> impl IntoView {
    view! {
        <section class="tensor-answer" aria-label="answer line">
            <div class="tensor-asked">
                <Statement page view=page.data(|screen| screen.statement.clone())/>
                <Environment page view=page.data(|screen| screen.environment.clone())/>
            </div>
            {answer.draw(value)}
            {open.draw(|_| view! { <p class="tensor-value none">"→ –"</p> }.into_any())}
        </section>
        {answer.draw(|view| {
            view! { <p class="tensor-why" id="tensor-why">{rich_powers(&view.sentence)}</p> }.into_any()
        })}
        {open.draw(|reason| {
            view! { <p class="tensor-why open" id="tensor-open">{rich(reason)}</p> }.into_any()
        })}
    }
}

/// The element of d, with its bits, and beside what arithmetic says.
fn value(view: &AnswerView) -> AnyView {
    let certainty = if view.is_defined {
        view! { <span class="guarantee">"defined by the ISA"</span> }.into_any()
    } else {
        view! {
            <span class="guarantee">"◆ observed, not guaranteed"</span>
        }
        .into_any()
    };
    let line = |text: &Option<String>| {
        text.as_ref().map(|text| view! { <p>{text.clone()}</p> }.into_any())
    };
    let class = ["answer-value", length_class(&view.value, true)].concat();
    let staleness = if view.earlier.is_some() { "tensor-value stale" } else { "tensor-value" };
    view! {
        <div class=staleness>
            <span class="arrow" role="img" aria-label="returns">"→"</span>
            <strong class=class id="tensor-value">{view.value.clone()}</strong>
            <div class="tensor-bits">
                <code id="tensor-hex">{view.hex.clone()}</code>
                {certainty}
                {copy_button(&view.hex, String::from("tensor-copy"), "button ghost to-end", "Copy")}
            </div>
            <div class="tensor-errors">{line(&view.earlier)}{line(&view.exact)}{line(&view.chain)}</div>
        </div>
    }
    .into_any()
}
