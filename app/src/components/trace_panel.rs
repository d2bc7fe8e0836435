//! Why: the steps from operands to result.

use leptos::prelude::*;

use super::{CopyButton, RichText};
use crate::state::{Edit, Playground};
use crate::view_model::trace::{Ink, LineView, PartView, Room, StepView};

/// The numbered steps of the chosen lane.
#[component]
pub fn TracePanel() -> impl IntoView {
    let screen = Playground::expect().screen;
    let steps = move || screen.with(|screen| screen.trace.steps.clone());
    view! {
        <section class="trace" id="trace" aria-label="why">
            <header class="band-head">
                <h2>"Why"</h2>
                <LaneSelector />
                <CopyButton
                    id="copy-steps"
                    class="button ghost to-end"
                    label="Copy steps"
                    text=|playground| playground.text(|screen| &screen.trace.text)
                />
            </header>
            <ol class="steps">
                {move || {
                    steps()
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
    let screen = playground.screen;
    move || {
        let (lanes, chosen) = screen.with(|screen| (screen.trace.lanes.clone(), screen.trace.lane));
        (lanes.len() > 1).then(|| {
            let button = |(name, lane): (String, u8)| {
                view! {
                    <button
                        type="button"
                        aria-pressed=if chosen == lane { "true" } else { "false" }
                        on:click=move |_| playground.send(Edit::Explain(lane))
                    >
                        {name}
                    </button>
                }
            };
            let buttons = lanes.into_iter().map(button).collect_view();
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
