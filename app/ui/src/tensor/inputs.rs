//! The operands, and inputs to choose from.

use std::rc::Rc;

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::mma::PRESETS;
use ptxfp_view::tensor::Edit;
use ptxfp_view::tensor::PresetsView;
use ptxfp_view::tensor::inputs::InputView;

use web_sys::HtmlSelectElement;

use super::TensorCores;
use crate::browser::random::bits;
use crate::events::{Sink, handler};
use crate::pieces::entry::{Entry, entry_area, entry_note};
use crate::store::Live;

/// Buttons for inputs that show something, and a search for inputs that differ.
#[component]
pub(super) fn Presets(page: TensorCores, view: Live<(PresetsView, Vec<String>)>) -> impl IntoView {
    view.draw(move |(view, references)| {
        let button = |(place, preset): (usize, &ptxfp_view::mma::Preset)| {
            let press = handler(move |_: MouseEvent| page.send(Edit::Preset(place)));
            let is_pressed = if view.chosen == Some(place) { "true" } else { "false" };
            view! {
                <button class="tensor-preset" type="button" aria-pressed=is_pressed on:click=press>
                    {preset.name}
                </button>
            }
            .into_any()
        };
        let random = handler(move |_: MouseEvent| page.send(Edit::Random(bits())));
        view! {
            <div class="tensor-presets" role="group" aria-label="inputs">
                <span class="muted" aria-hidden="true">"Inputs"</span>
                {PRESETS.iter().enumerate().map(button).collect_view()}
                <button class="tensor-preset" type="button" id="tensor-random" on:click=random>
                    "Random"
                </button>
                {(!references.is_empty()).then(|| find(page, references))}
            </div>
        }
        .into_any()
    })
}

/// A search for inputs whose result is not that of a reference.
fn find(page: TensorCores, references: &[String]) -> AnyView {
    // It shows its purpose instead of a choice.
    let change = handler(move |event: Event| {
        let select: HtmlSelectElement = event_target(&event);
        if let Ok(place) = select.value().parse() {
            page.send(Edit::Find(place, bits()));
        }
        select.set_value("");
    });
    let option = |(place, name): (usize, &String)| {
        view! { <option value=place.to_string()>{name.clone()}</option> }.into_any()
    };
    view! {
        <select id="tensor-find" aria-label="find inputs that differ from" on:change=change>
            <option value="">"Find inputs that differ from"</option>
            {references.iter().enumerate().map(option).collect_view()}
        </select>
    }
    .into_any()
}

/// The operands. The fields stay the same elements while they are edited.
#[component]
pub(super) fn Inputs(page: TensorCores, view: Live<Vec<InputView>>) -> impl IntoView {
    view.draw(move |inputs| {
        view! {
            <section class="tensor-inputs" aria-labelledby="tensor-inputs">
                <header class="band-head">
                    <h2 id="tensor-inputs">"Operands"</h2>
                    <p class="muted">
                        "d = c + a · b: an element of c, a row of a and a column of b, in ascending k. Missing elements are 0."
                    </p>
                </header>
                {inputs.iter().map(|view| input(page, view)).collect_view()}
            </section>
        }
        .into_any()
    })
}

/// The field of an operand.
fn input(page: TensorCores, view: &InputView) -> AnyView {
    let operand = view.operand;
    let id = ["tensor-", &operand.name().replace(' ', "-")].concat();
    let send: Sink<Entry> = Rc::new(move |entry| {
        page.send(match entry {
            Entry::Type(text) => Edit::Enter(operand, text),
            Entry::Leave => Edit::Leave(operand),
            Entry::Forget => Edit::Forget(operand),
            Entry::Step(_) => return,
        });
    });
    let label = [operand.name(), ", numbers or bits"].concat();
    view! {
        <div class="tensor-input">
            <code class="tensor-name">{operand.name()}</code>
            {entry_area(&view.field, &id, label, &send)}
            <span class="muted">{view.kind.clone()}</span>
            {entry_note(&view.field, &id)}
        </div>
    }
    .into_any()
}
