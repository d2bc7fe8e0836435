//! The error of longer sums.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::tensor::Edit;
use ptxfp_view::tensor::longer::{CurveView, LongerView};

use super::TensorCores;
use crate::events::handler;
use crate::pieces::ruler::percent;
use crate::pieces::text::stretched_path;
use crate::store::Live;

/// The errors of longer sums, which are computed when they are asked for.
#[component]
pub(super) fn Longer(
    page: TensorCores,
    of: Live<Option<bool>>,
    view: Live<LongerView>,
) -> impl IntoView {
    view! {
        <section class="tensor-longer" aria-labelledby="tensor-longer">
            <header class="band-head">
                <h2 id="tensor-longer">"Longer K"</h2>
                {of.draw(move |of| choices(page, *of))}
            </header>
            {view.draw(longer)}
            {of.draw(move |of| {
                let is_empty = of.is_some() && !view.is_some()();
                is_empty
                    .then(|| view! { <p class="muted">"There is no error, or nothing is known."</p> })
                    .into_any()
            })}
        </section>
    }
}

/// The numbers that are multiplied.
fn choices(page: TensorCores, of: Option<bool>) -> AnyView {
    let choice = |words: &'static str, is_signed: bool| {
        let is_shown = of == Some(is_signed);
        let press = handler(move |_: MouseEvent| {
            page.send(Edit::Longer((!is_shown).then_some(is_signed)));
        });
        let pressed = if is_shown { "true" } else { "false" };
        view! {
            <button type="button" data-longer=words aria-pressed=pressed on:click=press>{words}</button>
        }
        .into_any()
    };
    view! {
        <span class="muted">"the error of many instructions, for numbers between"</span>
        <span class="segmented" role="group" aria-label="numbers">
            {choice("0 and 1", false)}
            {choice("\u{2212}1 and 1", true)}
        </span>
    }
    .into_any()
}

/// The ways to add, as lines.
const LINES: [&str; 5] = ["chained", "promoted-late", "promoted-early", "split", "with-fma"];

fn longer(view: &LongerView) -> AnyView {
    let n_curves = view.curves.len();
    // The last one is always without tensor cores.
    let class = |index: usize| {
        let place = if index + 1 == n_curves { LINES.len() - 1 } else { index };
        LINES.get(place).copied().unwrap_or_default()
    };
    let curve = |(index, curve): (usize, &CurveView)| {
        let mut path = String::new();
        for (step, [x, y]) in curve.points.iter().enumerate() {
            let word = if step == 0 { "M" } else { "L" };
            path.extend([word, &*x.to_string(), " ", &y.to_string()]);
        }
        stretched_path(class(index), path)
    };
    let key = |(index, curve): (usize, &CurveView)| {
        let end = curve.end.clone();
        view! {
            <li>
                <svg width="28" height="12" aria-hidden="true">
                    <path class=class(index) d="M0 6H28"></path>
                </svg>
                <span>{curve.name.clone()}</span>
                <strong>{end}</strong>
            </li>
        }
        .into_any()
    };
    let length = |(at, text): &(i32, String)| {
        view! { <text class="length" x=percent(*at) y="100%" dy="16">{text.clone()}</text> }
            .into_any()
    };
    let power = |(at, text): &(i32, String)| {
        view! {
            <line class="grid" x1="0" x2="100%" y1=percent(*at) y2=percent(*at)></line>
            <text class="power" x="0" dx="-8" y=percent(*at) dy="4">{text.clone()}</text>
        }
        .into_any()
    };
    view! {
        <div class="growth">
            <svg class="curves" role="img" aria-label=view.label.clone() width="100%" height="200">
                {view.powers.iter().map(power).collect_view()}
                <svg viewBox="0 0 10000 10000" preserveAspectRatio="none" width="100%" height="100%" overflow="visible">
                    {view.curves.iter().enumerate().map(curve).collect_view()}
                </svg>
                {view.lengths.iter().map(length).collect_view()}
            </svg>
            <ul>{view.curves.iter().enumerate().map(key).collect_view()}</ul>
        </div>
        <p class="muted">{view.note.clone()}" The relative error against the number of products."</p>
    }
    .into_any()
}
