//! Why: the steps from operands to result.

use leptos::prelude::*;

use super::RichText;
use super::result_panel::COPIED;
use crate::browser::clipboard;
use crate::state::Playground;
use crate::view_model::trace::{Ink, LineView, PartView, Room, StepView};

/// The numbered steps of the chosen lane.
#[component]
pub fn TracePanel() -> impl IntoView {
    let playground = Playground::expect();
    let trace = playground.trace;
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let done = Callback::new(move |worked| {
            copied.set(worked);
            set_timeout(move || copied.set(false), COPIED);
        });
        clipboard::copy(&trace.with_untracked(|trace| trace.text.clone()), done);
    };
    view! {
        <section class="trace" id="trace" aria-label="why">
            <header class="band-head">
                <h2>"Why"</h2>
                <LaneSelector />
                <button type="button" class="button ghost to-end" on:click=copy>
                    {move || if copied.get() { "Copied" } else { "Copy steps" }}
                </button>
            </header>
            <ol class="steps">
                {move || {
                    trace
                        .get()
                        .steps
                        .into_iter()
                        .enumerate()
                        .map(|(index, item)| step(index + 1, item))
                        .collect_view()
                }}
            </ol>
        </section>
    }
}

/// Which lane is explained, where there are several.
#[component]
fn LaneSelector() -> impl IntoView {
    let playground = Playground::expect();
    let chosen = Memo::new(move |_| playground.trace.with(|trace| trace.lane));
    let lanes = Memo::new(move |_| playground.trace.with(|trace| trace.lanes.clone()));
    move || {
        let lanes = lanes.get();
        (lanes.len() > 1).then(|| {
            let buttons = lanes
                .into_iter()
                .map(|(name, index)| {
                    view! {
                        <button
                            type="button"
                            aria-pressed=move || if chosen.get() == index { "true" } else { "false" }
                            on:click=move |_| playground.lane.set(index)
                        >
                            {name}
                        </button>
                    }
                })
                .collect_view();
            view! { <span class="segmented" role="group" aria-label="lane explained">{buttons}</span> }
        })
    }
}

/// One step.
fn step(number: usize, step: StepView) -> impl IntoView {
    let room = match step.room {
        Room::Usual => "",
        Room::Medium => " medium",
        Room::Broad => " broad",
    };
    let idle = if step.idle { " idle" } else { "" };
    view! {
        <li class=["step", room, idle].concat()>
            <h3>
                <span class="step-number">{number.to_string()}</span>
                {step.title}
                {(!step.modifier.is_empty()).then(|| view! { <code>{step.modifier}</code> })}
            </h3>
            {step.lines.into_iter().map(line).collect_view()}
        </li>
    }
}

/// One line of a step.
fn line(line: LineView) -> impl IntoView {
    let parts = match line {
        LineView::Work(parts) => parts,
        LineView::Sentence(text) => return view! { <p><RichText text=text /></p> }.into_any(),
    };
    view! { <p class="work-line">{parts.into_iter().map(part).collect_view()}</p> }.into_any()
}

/// One piece of a line.
fn part(part: PartView) -> impl IntoView {
    let class = match part.ink {
        Ink::Raised => return view! { <sup>{part.text}</sup> }.into_any(),
        Ink::Plain => return part.text.into_any(),
        Ink::Tail => "part-tail",
        Ink::Changed => "part-changed",
        Ink::Sign => "part-sign",
        Ink::Exponent => "part-exponent",
        Ink::Significand => "part-significand",
    };
    view! { <span class=class>{part.text}</span> }.into_any()
}
