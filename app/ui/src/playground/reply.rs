//! The answer to a text that is no single statement: its number, its program, or what was found.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::bits::BitsView;
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::glance::length_class;
use ptxfp_view::playground::instruction::FixAction;
use ptxfp_view::reply::{HitView, LineView, NumberView, ReadingView, Target};

use super::Playground;
use super::bits::bit_picture;
use crate::events::handler;
use crate::pieces::text::{copy_button, rich, unbroken};
use crate::store::Live;

/// How the text was read, with every assumption and the texts that ask for something else.
#[component]
pub(super) fn Reading(page: Playground, view: Live<ReadingView>) -> impl IntoView {
    view.draw(move |view| {
        let what = (!view.what.is_empty()).then(|| view! { <p>{rich(&view.what)}</p> }.into_any());
        let notes = view.notes.iter().map(|note| {
            let instead = note.instead.iter().map(|text| asks(page, text)).collect_view();
            view! { <p class="note">{rich(&note.text)}" "<span class="instead">{instead}</span></p> }
                .into_any()
        });
        view! { <div class="read-as" id="reading">{what}{notes.collect_view()}</div> }.into_any()
    })
}

/// A button that asks for a text.
pub(super) fn asks(page: Playground, text: &str) -> AnyView {
    let action = FixAction::Instruction(text.to_owned());
    let press = handler(move |_: MouseEvent| page.send(Edit::Apply(action.clone())));
    view! { <button class="text-button" type="button" on:click=press>{text.to_owned()}</button>" " }
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
            let change = (!view.change.is_empty()).then(|| {
                view! { <span class="guarantee changed">{view.change.clone()}</span> }.into_any()
            });
            view! {
                <code class="register-digits" id="number-bits">
                    <span class=digits>{view.hex.clone()}</span>
                </code>
                {change}
                {copy}
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
        }
        .into_any()
    })
}

/// The bits of the number that answers.
#[component]
pub(super) fn Fields(view: Live<BitsView>) -> impl IntoView {
    view.draw(|bits| {
        view! { <div class="number-bits">{bit_picture(bits, "determined")}</div> }.into_any()
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
                Target::Text(text) => asks(page, text),
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
