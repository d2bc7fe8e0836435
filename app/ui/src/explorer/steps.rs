//! The steps from operands to result.

use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::against::{AgainstView, ResultsView};
use ptxfp_view::explorer::steps::StepsView;
use ptxfp_view::explorer::trace::{Ink, LineView, PartView, Room, StepView, TraceView};

use super::Explorer;
use crate::browser::elements::bring;
use crate::events::handler;
use crate::pieces::comparison::result;
use crate::pieces::term::with_terms;
use crate::pieces::text::{copy_button, section_link};
use crate::store::Live;
use crate::tasks::{drawn, next_task};

/// The numbered steps of the chosen lane.
#[component]
pub(super) fn Steps(page: Explorer, view: Live<StepsView>) -> impl IntoView {
    let results = NodeRef::<Div>::new();
    view! {
        <section class="trace" id="trace" aria-label="why">
            {view.draw(move |view| steps(page, view, results))}
        </section>
    }
}

fn steps(
    page: Explorer,
    StepsView { trace, against }: &StepsView,
    results: NodeRef<Div>,
) -> AnyView {
    let lanes = (trace.lanes.len() > 1).then(|| lane_selector(page, trace));
    let against = against.as_ref();
    let button = against.map(|against| against_button(page, against, results));
    let both = against.and_then(|against| against.results.as_ref());
    let both = both.map(|view| self::both(view, results));
    let place = if against.is_some() { "button ghost" } else { "button ghost to-end" };
    let copy = copy_button(&trace.text, "copy-steps".to_owned(), place, "Copy steps");
    let n_defined = trace.steps.iter().take_while(|step| !step.observed).count();
    let (defined, observed) = trace.steps.split_at(n_defined);
    let evidence = trace.evidence.as_ref().map(section_link);
    let observed = (!observed.is_empty()).then(|| {
        let evidence = view! { <li class="step idle">{evidence}</li> }.into_any();
        row(n_defined, observed, evidence)
    });
    let rest = unchanged(&trace.unchanged, &trace.idle);
    view! {
        <header class="band-head">
            <h2>"Why"</h2>{section_link(&trace.section)}{lanes}{button}{copy}
        </header>
        {both}
        {row(0, defined, rest)}
        {observed}
    }
    .into_any()
}

/// The button that shows a fused instruction beside product and sum.
fn against_button(page: Explorer, view: &AgainstView, results: NodeRef<Div>) -> AnyView {
    let is_open = view.results.is_some();
    let press = handler(move |_: MouseEvent| {
        page.send(Edit::Against);
        next_task(move || {
            if let Some(results) = drawn(results) {
                bring(&results);
            }
        });
    });
    view! {
        <button
            class="button to-end"
            type="button"
            id="against"
            aria-expanded=if is_open { "true" } else { "false" }
            on:click=press
        >
            {view.label.clone()}
        </button>
    }
    .into_any()
}

/// The fused result and that of product and sum, and how far they are apart.
fn both(view: &ResultsView, results: NodeRef<Div>) -> AnyView {
    let answers = view.answers.iter().map(|it| result(&it.name, &it.digits, &it.values));
    view! {
        <div node_ref=results class="against" id="against-results" role="status">
            {answers.collect_view()}
            <p>
                {view.words.clone()}" "
                <a href=view.link.clone()>"Open both as programs"</a>
            </p>
        </div>
    }
    .into_any()
}

/// The choice of the lane that is explained, if there are several.
fn lane_selector(page: Explorer, trace: &TraceView) -> AnyView {
    let lanes = trace.lanes.iter().map(|(name, lane)| {
        let lane = *lane;
        let explain = handler(move |_: MouseEvent| page.send(Edit::Explain(lane)));
        view! {
            <button
                type="button"
                aria-pressed=if trace.lane == lane { "true" } else { "false" }
                on:click=explain
            >
                {name.clone()}
            </button>
        }
        .into_any()
    });
    view! {
        <span class="segmented" role="group" aria-label="lane explained">{lanes.collect_view()}</span>
    }
    .into_any()
}

/// Steps in a row, and what is behind them: those of the ISA, or those that GPUs were observed to
/// take.
fn row(n_before: usize, steps: &[StepView], rest: AnyView) -> AnyView {
    let first = n_before + 1;
    let steps = steps.iter().zip(first..).map(|(each, number)| step(number, each));
    view! { <ol class="steps" start=first.to_string()>{steps.collect_view()}{rest}</ol> }.into_any()
}

/// The steps that changed nothing, in one line until they are asked for.
fn unchanged(words: &str, steps: &[StepView]) -> AnyView {
    let step = |step: &StepView| {
        let id = ["idle-", step.title].concat();
        view! { <h3>{step.title}{modifier(step)}</h3>{lines(step, &id)} }.into_any()
    };
    let list = || {
        view! {
            <li class="step idle">
                <details>
                    <summary>{words.to_owned()}</summary>
                    {steps.iter().map(step).collect_view()}
                </details>
            </li>
        }
        .into_any()
    };
    (!words.is_empty()).then(list).into_any()
}

/// One step.
fn step(number: usize, step: &StepView) -> AnyView {
    let room = match step.room {
        Room::Usual => "",
        Room::Medium => " medium",
        Room::Broad => " broad",
    };
    let observed =
        step.observed.then(|| view! { " "<span class="observed">"observed"</span> }.into_any());
    view! {
        <li class=["step", room].concat()>
            <h3>
                <span class="step-number">{number.to_string()}</span>
                {step.title}{modifier(step)}{observed}
            </h3>
            {lines(step, &["step-", &number.to_string()].concat())}
        </li>
    }
    .into_any()
}

/// The modifier that asks for a step.
fn modifier(step: &StepView) -> AnyView {
    let is_any = !step.modifier.is_empty();
    is_any.then(|| view! { " "<code>{step.modifier}</code> }.into_any()).into_any()
}

/// The lines of a step; the identifiers of their terms begin with that of the step.
fn lines(step: &StepView, id: &str) -> AnyView {
    step.lines.iter().map(|each| line(each, id)).collect_view().into_any()
}

/// One line of a step.
fn line(line: &LineView, step: &str) -> AnyView {
    match line {
        LineView::Work(parts) => {
            view! { <p class="work-line">{parts.iter().map(piece).collect_view()}</p> }.into_any()
        }
        LineView::Sentence(text) => view! { <p>{with_terms(text, step)}</p> }.into_any(),
    }
}

/// One piece of a line.
fn piece(part: &PartView) -> AnyView {
    let text = part.text.clone();
    let class = match part.ink {
        Ink::Raised => return view! { <sup>{text}</sup> }.into_any(),
        Ink::Plain => return text.into_any(),
        Ink::Tail => "part-tail",
        Ink::Changed => "part-changed",
        Ink::Sign => "sign",
        Ink::Exponent => "exponent",
        Ink::Significand => "significand",
    };
    let digits = if part.ink == Ink::Tail { text.into_any() } else { grouped(&text) };
    view! { <span class=class>{digits}</span> }.into_any()
}

/// Digits that may break after every four, so that none is alone on a line.
fn grouped(digits: &str) -> AnyView {
    let mut groups = Vec::new();
    let mut rest = digits;
    while let Some((group, more)) = rest.split_at_checked(4) {
        groups.push(view! { {group.to_owned()}<wbr/> }.into_any());
        rest = more;
    }
    view! { {groups}{rest.to_owned()} }.into_any()
}
