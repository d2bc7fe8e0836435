//! The results of each statement, and the registers at a step.

use leptos::prelude::*;
use ptxfp_view::program::code::Which;
use ptxfp_view::program::debug::step::StepView;
use ptxfp_view::program::results::HeadView;
use ptxfp_view::program::view::RecordView;

use super::Program;
use super::debug::{Registers, bar};
use super::statement::Statement;
use crate::pieces::comparison::verdict_class;
use crate::store::Live;

/// The statements in order, beside those of the comparison, or the registers at a step.
#[component]
pub(super) fn Results(
    page: Program,
    other: Live<Vec<usize>>,
    registers: Live<StepView>,
) -> impl IntoView {
    let first = page.data(|screen| screen.places(Which::First));
    let beside =
        other.shown(move || view! { <Side page which=Which::Other places=other/> }.into_any());
    view! {
        <div class:sequence-both=other.is_some() class:stepping=registers.is_some()>
            <Side page which=Which::First places=first/>
            {beside}
            <Registers view=registers/>
        </div>
    }
}

/// The statements of one of the programs below their heading.
#[component]
fn Side(page: Program, which: Which, places: Live<Vec<usize>>) -> impl IntoView {
    let (label, steps) = match which {
        Which::First => ("results", "sequence-steps"),
        Which::Other => ("results of the other", "other-steps"),
    };
    let statement = move |place| {
        let view = page.data(move |screen| screen.statement(which, place));
        view! { <Statement page view/> }.into_any()
    };
    view! {
        <section class="sequence-band" aria-label=label>
            <Head page view=page.data(move |screen| Some(screen.head(which)))/>
            <ol class="sequence-steps" id=steps>{places.rows(statement)}</ol>
        </section>
    }
}

/// The head above the statements: a title, the steps, and the comparison with the link's record.
#[component]
fn Head(page: Program, view: Live<HeadView>) -> impl IntoView {
    view.draw(move |view| {
        let none =
            view.is_empty.then(|| view! { <p class="note">"No statements yet."</p> }.into_any());
        view! {
            <header class="band-head"><h2>{view.title}</h2></header>
            {view.steps.as_ref().map(|steps| bar(page, steps))}
            {view.linked.as_ref().map(record)}
            {none}
        }
        .into_any()
    })
}

/// The comparison of the results with the link's record.
pub(super) fn record(linked: &RecordView) -> AnyView {
    let class = verdict_class(linked.verdict);
    let differences = linked.differences.iter().map(|words| ["; ", words].concat());
    view! {
        <p class="linked" id="sequence-linked">
            <span class=class>{linked.verdict.word()}</span>
            " what the link recorded"
            {differences.collect_view()}
        </p>
    }
    .into_any()
}
