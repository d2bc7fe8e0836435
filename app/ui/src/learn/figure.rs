//! Live figures.

use std::rc::Rc;

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::learn::Edit;
use ptxfp_view::learn::figure::{BitsFigure, FigureView, RulerFigure, StepsFigure, SumFigure};

use super::Learn;
use super::switches::switches;
use crate::events::{Sink, handler};
use crate::field::shown;
use crate::pieces::text::rich_powers;
use crate::store::Live;
use crate::tensor::addition::steps;

/// The figure of a page.
#[component]
pub(super) fn Figure(page: Learn, view: Live<FigureView>) -> impl IntoView {
    view.draw(move |view| {
        let figure = match view {
            FigureView::Nothing => return ().into_any(),
            FigureView::Bits(view) => bits(page, view),
            FigureView::Ruler(view) => ruler(page, view),
            FigureView::Steps(view) => statement(page, view),
            FigureView::Sum(view) => sum(view),
        };
        view! { <figure class="learn-figure">{figure}</figure> }.into_any()
    })
}

fn bits(page: Learn, view: &BitsFigure) -> AnyView {
    let press: Sink<u32> = Rc::new(move |position| page.send(Edit::Press(position)));
    let field = |(index, (style, word)): (usize, &(&'static str, &'static str))| {
        let between = if index == 0 { "" } else { " · " };
        view! { {between}<span class=*style>{*word}</span> }.into_any()
    };
    view! {
        <p class="figure-value">
            <span class="muted">{view.format}</span>" "<strong>{view.value.clone()}</strong>" "
            <code>{view.bits.hex.clone()}</code>
        </p>
        {switches(&view.bits, [view.format, " bits"].concat(), &press)}
        <p class="figure-fields muted">
            {view.fields.iter().enumerate().map(field).collect_view()}
        </p>
        <figcaption>{rich_powers(&view.reason)}</figcaption>
    }
    .into_any()
}

/// A field whose text the figure follows.
fn field(page: Learn, text: &str, label: &'static str) -> AnyView {
    let typed = handler(move |event: Event| page.send(Edit::Figure(event_target_value(&event))));
    view! {
        <span class="entry figure-field">
            <input
                type="text"
                aria-label=label
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:shown=shown(text)
                on:input=typed
            />
        </span>
    }
    .into_any()
}

fn ruler(page: Learn, view: &RulerFigure) -> AnyView {
    let tick = |(text, at): &(String, i32)| {
        view! {
            <span class="ruler-tick" style:--at=at.to_string()>{text.clone()}</span>
        }
        .into_any()
    };
    let line = view.problem.is_empty().then(|| {
        let label = ["neighbors of ", &*view.text, " in ", view.format].concat();
        view! {
            <div class="figure-ruler" role="img" aria-label=label>
                <span class="ruler-mark" style:--at=view.at.to_string()>{view.text.clone()}</span>
                {view.ticks.iter().map(tick).collect_view()}
            </div>
            <figcaption>"Stored in "{view.format}": "<strong>{view.stored.clone()}</strong></figcaption>
        }
        .into_any()
    });
    let problem = (!view.problem.is_empty())
        .then(|| view! { <p class="entry-note">{view.problem.clone()}</p> }.into_any());
    view! {
        <p class="figure-value"><span class="muted">{view.format}</span>" "{field(page, &view.text, "a number")}</p>
        {line}
        {problem}
    }
    .into_any()
}

fn statement(page: Learn, view: &StepsFigure) -> AnyView {
    let step = |(title, text): &(&'static str, String)| {
        view! { <li><strong>{*title}</strong>" "{rich_powers(text)}</li> }.into_any()
    };
    let result = (!view.result.is_empty()).then(|| {
        view! {
            <figcaption>
                "Result: "<strong>{view.result.clone()}</strong>" "
                <a href=view.link.clone()>"Open in the playground"</a>
            </figcaption>
        }
        .into_any()
    });
    let problem = (!view.problem.is_empty())
        .then(|| view! { <p class="entry-note">{rich_powers(&view.problem)}</p> }.into_any());
    view! {
        {field(page, &view.text, "a statement")}
        {problem}
        <ol class="figure-steps">{view.steps.iter().map(step).collect_view()}</ol>
        {result}
    }
    .into_any()
}

fn sum(view: &SumFigure) -> AnyView {
    view! {
        {steps(&view.steps)}
        <figcaption>
            "Result: "<strong>{view.result.clone()}</strong>" "
            <a href=view.link.clone()>"Open in the view of tensor cores"</a>
        </figcaption>
    }
    .into_any()
}
