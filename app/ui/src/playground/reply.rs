//! The answer to a text that is no single statement: its number, its program, or what was found.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::bits::BitsView;
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::glance::length_class;
use ptxfp_view::playground::instruction::FixAction;
use ptxfp_view::playground::parts::{AssumptionView, InsteadView, ReadAsView};
use ptxfp_view::playground::result::NumberLineView;
use ptxfp_view::reply::{HitView, LineView, NumberView, Target};

use super::Playground;
use super::bits::bit_picture;
use super::ruler::ruler;
use crate::events::handler;
use crate::pieces::text::{copy_button, rich, unbroken};
use crate::store::Live;

/// How the text was read, with every assumption and the texts that ask for something else; before it
/// the example, while nothing is typed.
#[component]
pub(super) fn Reading(page: Playground, view: Live<ReadAsView>) -> impl IntoView {
    view.draw(move |view| {
        let example = view.example.as_ref().map(|example| {
            view! {
                <p class="kind">"For example"</p>
                <p class="example" id="example">{example.clone()}</p>
            }
            .into_any()
        });
        let what = (!view.what.is_empty())
            .then(|| view! { <p class="read">{rich(&view.what)}</p> }.into_any());
        let assumptions = view.assumptions.iter().map(|it| assumption(page, it));
        view! {
            <div class="read-as" id="reading">{example}{what}{assumptions.collect_view()}</div>
        }
        .into_any()
    })
}

/// An assumption, and what else could be meant.
fn assumption(page: Playground, view: &AssumptionView) -> AnyView {
    let instead = |instead: &InsteadView| asks(page, &instead.text, &instead.label);
    let also = (!view.instead.is_empty()).then(|| {
        view! {
            <span class="instead">"also "{view.instead.iter().map(instead).collect_view()}</span>
        }
        .into_any()
    });
    view! { <p class="note">{rich(&view.text)}" "{also}</p> }.into_any()
}

/// A button that asks for a text.
pub(super) fn asks(page: Playground, text: &str, label: &str) -> AnyView {
    let action = FixAction::Text(text.to_owned());
    let press = handler(move |_: MouseEvent| page.send(Edit::Apply(action.clone())));
    // A word alone does not say what is asked for.
    let (label, name) = (label.to_owned(), (label != text).then(|| text.to_owned()));
    view! {
        <button class="text-button" type="button" aria-label=name on:click=press>{label}</button>
        " "
    }
    .into_any()
}

/// The number that answers, with its bits.
#[component]
pub(super) fn Number(view: Live<NumberView>) -> impl IntoView {
    view.draw(|view| {
        let class = ["answer-value", length_class(&view.value, true)].concat();
        let digits = ["hex ", view.certainty.digits_class()].concat();
        let has_bits = !view.hex.is_empty();
        let register = has_bits.then(|| {
            let copy =
                copy_button(&view.hex, "copy-number".to_owned(), "button ghost to-end", "Copy");
            let tag = |class: &'static str, text: &String| {
                let text = text.clone();
                (!text.is_empty()).then(|| view! { <span class=class>{text}</span> }.into_any())
            };
            view! {
                <code class="register-digits" id="number-bits">
                    <span class=digits>{view.hex.clone()}</span>
                </code>
                {tag("guarantee changed", &view.change)}
                {tag("guarantee within", &view.guarantee)}
                {copy}
            }
            .into_any()
        });
        let observed = (!view.observed.is_empty()).then(|| {
            let text = ["observed: ", &*view.observed].concat();
            view! {
                <div class="observed-line">
                    <span class="observed">{text}</span>
                    <a class="button ghost to-end" href="#evidence">"Evidence"</a>
                </div>
            }
            .into_any()
        });
        view! {
            <div class="out" id="number">
                <span class="answer-name">
                    <span class="arrow" role="img" aria-label="is">"→"</span>
                </span>
                <strong class=class data-answer-lane="0">{view.value.clone()}</strong>
            </div>
            <div class="register-line">
                {register}
                <span class="in-full">{unbroken(&view.in_full)}</span>
            </div>
            {observed}
        }
        .into_any()
    })
}

/// The bits of the number that answers.
#[component]
pub(super) fn Fields(view: Live<BitsView>) -> impl IntoView {
    view.draw(|bits| {
        view! { <div class="number-picture">{bit_picture(bits, "determined")}</div> }.into_any()
    })
}

/// The number that answers among those that are permitted.
#[component]
pub(super) fn Permitted(view: Live<NumberLineView>) -> impl IntoView {
    view.draw(|line| {
        view! { <div class="number-picture permitted-numbers">{ruler(line)}</div> }.into_any()
    })
}

/// The statements of a program, each with what it writes.
#[component]
pub(super) fn Listing(view: Live<Vec<LineView>>) -> impl IntoView {
    view.draw(|lines| {
        let line = |line: &LineView| {
            let value = ["listing-value ", line.certainty.digits_class()].concat();
            view! { <li><code>{line.code.clone()}</code><code class=value>{line.value.clone()}</code></li> }
                .into_any()
        };
        view! { <ol class="listing" id="listing">{lines.iter().map(line).collect_view()}</ol> }
            .into_any()
    })
}

/// The list that was found, the best first.
#[component]
pub(super) fn Hits(page: Playground, view: Live<Vec<HitView>>) -> impl IntoView {
    view.draw(move |hits| {
        let hit = |hit: &HitView| {
            let title = match &hit.target {
                Target::Address(address) => {
                    view! { <a href=address.clone()>{rich(&hit.title)}</a> }.into_any()
                }
                Target::Text(text) => asks(page, text, text),
            };
            view! {
                <li>
                    <span class="hit-kind">{hit.kind.clone()}</span>
                    <span class="hit-title">{title}</span>
                    <span class="hit-note">{rich(&hit.note)}</span>
                </li>
            }
            .into_any()
        };
        view! { <ul class="hits" id="hits">{hits.iter().map(hit).collect_view()}</ul> }.into_any()
    })
}
