//! The choices of a sweep.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp::link::Shown;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::tabs::sweep::Edit as Change;
use ptxfp_view::explorer::tabs::sweep::view::BarView;

use super::{Explorer, send};
use crate::events::handler;
use crate::field::{Chosen, shown};
use crate::store::Live;

/// The operands that vary, the results that are shown, and the actions.
#[component]
pub(super) fn Bar(page: Explorer, view: Live<BarView>) -> impl IntoView {
    view.draw(move |view| bar(page, view))
}

fn bar(page: Explorer, view: &BarView) -> AnyView {
    let places: Vec<_> = view.places.iter().map(String::as_str).collect();
    let whole = (!view.whole.is_empty())
        .then(|| change_button(page, "button", "whole", &view.whole, Change::Whole));
    view! {
        <div class="sweep-bar">
            {operands(page, "Operand ", "sweep-operand", &places, view.place, Change::Place)}
            {operands(page, "and ", "sweep-other", &view.others, view.other, Change::Across)}
            <span class="segmented" role="group" aria-label="plotted">
                {view.shown.iter().map(|each| plotted(page, *each)).collect_view()}
            </span>
            {view.domain.as_ref().map(|domain| values(page, view, domain))}
            {whole}
            {end(page, view)}
        </div>
    }
    .into_any()
}

/// The choice of an operand, if there are several.
fn operands(
    page: Explorer,
    words: &'static str,
    id: &'static str,
    names: &[&str],
    chosen: usize,
    change: fn(usize) -> Change,
) -> Option<AnyView> {
    let choose = handler(move |event: Event| {
        if let Ok(index) = event_target_value(&event).parse() {
            send(page, change(index));
        }
    });
    let option = |(index, name): (usize, &&str)| {
        view! {
            <option value=index.to_string() prop:chosen=Chosen(index == chosen)>
                {(*name).to_owned()}
            </option>
        }
        .into_any()
    };
    let options = names.iter().enumerate().map(option);
    (names.len() > 1).then(|| {
        view! { <label>{words}<select id=id on:change=choose>{options.collect_view()}</select></label> }
            .into_any()
    })
}

/// A button for a kind of result.
fn plotted(page: Explorer, (what, is_shown): (Shown, bool)) -> AnyView {
    let words = match what {
        Shown::Results => "Results",
        Shown::Errors => "Errors",
        Shown::Observed => "Observed errors",
        Shown::Inexact => "Inexact",
    };
    view! {
        <button
            type="button"
            data-sweep=what.name()
            aria-pressed=if is_shown { "true" } else { "false" }
            on:click=handler(move |_: MouseEvent| send(page, Change::Shown(what)))
        >{words}</button>
    }
    .into_any()
}

/// The values that are evaluated, and other choices.
fn values(page: Explorer, view: &BarView, domain: &str) -> AnyView {
    let ghost = |is_shown: bool, hook, words, change| {
        is_shown.then(|| change_button(page, "button ghost", hook, words, change))
    };
    let is_part = view.is_zoomed && view.is_ordered;
    let type_ = handler(move |event: Event| send(page, Change::Draft(event_target_value(&event))));
    let settle =
        handler(move |event: Event| send(page, Change::Domain(event_target_value(&event))));
    view! {
        <label>
            "Values "
            <input
                id="sweep-values"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-invalid=if view.is_wrong { "true" } else { "false" }
                aria-describedby="sweep-wrong"
                prop:shown=shown(domain)
                on:input=type_
                on:change=settle
            />
        </label>
        {ghost(view.is_ordered, "in", "Zoom in", Change::In)}
        {ghost(is_part, "out", "Zoom out", Change::Out)}
        {ghost(is_part, "left", "Left", Change::Left)}
        {ghost(is_part, "right", "Right", Change::Right)}
        {ghost(view.is_zoomed, "all", "Whole range", Change::Reset)}
    }
    .into_any()
}

/// The buttons that stop the sweep, or save its results.
fn end(page: Explorer, view: &BarView) -> Option<AnyView> {
    if view.is_running {
        return Some(change_button(page, "button", "stop", "Stop", Change::Stop));
    }
    let save = handler(move |_: MouseEvent| page.send(Edit::SweepFile));
    view.has_results.then(|| {
        view! {
            <button class="button ghost to-end" type="button" data-sweep="csv" on:click=save>
                "Save as CSV"
            </button>
        }
        .into_any()
    })
}

/// A button that changes the sweep; `hook` is its name for tests.
fn change_button(
    page: Explorer,
    class: &'static str,
    hook: &'static str,
    words: &str,
    change: Change,
) -> AnyView {
    let press = handler(move |_: MouseEvent| send(page, change.clone()));
    view! {
        <button class=class type="button" data-sweep=hook on:click=press>{words.to_owned()}</button>
    }
    .into_any()
}
