//! Saved sets of inputs, and the results of each.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::cases::Edit as Change;
use ptxfp_view::program::cases::{CaseView, CasesView};
use ptxfp_view::program::register::OutcomeView;

use super::Program;
use crate::browser::random;
use crate::events::handler;
use crate::pieces::table::{heads, scroll};
use crate::store::Live;

/// The cases, where there are inputs.
#[component]
pub(super) fn Cases(page: Program, view: Live<CasesView>) -> impl IntoView {
    view.draw(move |cases| self::cases(page, cases))
}

fn cases(page: Program, cases: &CasesView) -> AnyView {
    let clear = (!cases.rows.is_empty()).then(|| button(page, "Remove all", || Change::Clear));
    let full =
        cases.is_full.then(|| view! { <span class="muted">"No more cases fit."</span> }.into_any());
    view! {
        <section class="sequence-band sequence-cases" aria-label="cases" id="sequence-cases">
            <header class="band-head"><h2>"Cases"</h2></header>
            <div class="sequence-add">
                {button(page, "Keep these inputs", || Change::Keep)}
                {button(page, "Add edge cases", || Change::Edges)}
                {button(page, "Add a random case", || Change::Random(random::bits()))}
                {clear}
                {full}
            </div>
            {(!cases.rows.is_empty()).then(|| table(page, cases))}
        </section>
    }
    .into_any()
}

/// A button that changes the cases.
fn button(page: Program, words: &'static str, change: fn() -> Change) -> AnyView {
    let press = handler(move |_: MouseEvent| page.send(Edit::Case(change())));
    view! { <button class="button" type="button" on:click=press>{words}</button> }.into_any()
}

/// A row for each case: its number, inputs and outputs.
fn table(page: Program, cases: &CasesView) -> AnyView {
    let names =
        ["case"].into_iter().chain(cases.inputs.iter().chain(&cases.outputs).map(|it| &**it));
    let rows = cases.rows.iter().enumerate().map(|(place, case)| row(page, place, case));
    let rows = view! {
        <table>
            <thead>{heads(&names.collect::<Vec<_>>())}</thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    };
    scroll("cases, with inputs and results".to_owned(), rows.into_any())
}

fn row(page: Program, place: usize, case: &CaseView) -> AnyView {
    let press = handler(move |_: MouseEvent| page.send(Edit::Case(Change::Use(place))));
    let number = (place + 1).to_string();
    let label = ["use case ", &number].concat();
    let pressed = if case.is_current { "true" } else { "false" };
    let input = |value: &String| view! { <td>{value.clone()}</td> }.into_any();
    view! {
        <tr class=if case.is_current { "current" } else { "" }>
            <th scope="row">
                <button class="preset" type="button" aria-label=label aria-pressed=pressed on:click=press>
                    {number}
                </button>
            </th>
            {case.inputs.iter().map(input).collect_view()}
            {case.outputs.iter().map(outcome).collect_view()}
        </tr>
    }
    .into_any()
}

/// An output, with its guarantee unless the bits are guaranteed.
fn outcome(outcome: &OutcomeView) -> AnyView {
    let standing = (!outcome.standing.class.is_empty())
        .then(|| view! { " "<span class="muted">{outcome.standing.words}</span> }.into_any());
    view! { <td><strong>{outcome.value.clone()}</strong>{standing}</td> }.into_any()
}
