//! What is to say of a plot: in sentences, the largest errors, and how many results are of each kind.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::explorer::sweep::plot::HEIGHT;
use ptxfp_view::explorer::sweep::view::{HistogramView, WorstView};
use ptxfp_view::explorer::{Edit, Screen};

use super::drawing::ends;
use super::{Explorer, plotted, view};
use crate::part::{At, handler};
use crate::pieces::table::{heads, scroll, table};
use crate::pieces::text::stretched_path;

/// What can be done with the plot that no button says.
const GESTURES: &str = "Drag over the plot to zoom in, with Shift to move. Ctrl and the wheel zoom too, and two presses show the whole range.";

/// Whether the same is to say of the plots of two screens.
pub(super) fn is_same(one: &Screen, two: &Screen, _: At) -> bool {
    super::is_same(one, two, |one, two| match (&one.plot, &two.plot) {
        (Some(plot), Some(other)) => {
            one.is_ordered == two.is_ordered
                && plot.summary == other.summary
                && plot.worst == other.worst
                && plot.counts == other.counts
                && plot.histogram == other.histogram
        }
        (plot, other) => plot.is_none() && other.is_none(),
    })
}

/// What stands below the plot.
pub(super) fn findings(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(plot) = plotted(screen) else { return ().into_any() };
    let gestures = view(screen)
        .is_some_and(|view| view.is_ordered)
        .then(|| view! { <p class="note">{GESTURES}</p> }.into_any());
    view! {
        {gestures}
        <p class="note sweep-summary">{plot.summary.clone()}</p>
        <div class="split">
            {worst(page, &["operand", "bits", "result", "error in ulp"], &plot.worst)}
            <div>
                {table(&plot.counts)}
                {plot.histogram.as_ref().map(histogram)}
            </div>
        </div>
    }
    .into_any()
}

/// The results with the largest errors, under the heads of their columns.
pub(super) fn worst(page: Explorer, names: &[&str], all: &[WorstView]) -> AnyView {
    if all.is_empty() {
        let none = view! { <p class="note">"No result has an error."</p> };
        return view! { <div class="scroll">{none}</div> }.into_any();
    }
    let table = view! {
        <table>
            <caption>"The largest errors; press one to load it"</caption>
            {heads(names)}
            {all.iter().map(|each| row(page, each)).collect_view()}
        </table>
    };
    scroll("largest errors".to_owned(), table.into_any())
}

/// A large error, which loads its operands.
fn row(page: Explorer, view: &WorstView) -> AnyView {
    let [first, rest @ ..] = &view.cells;
    let fragment = view.fragment.clone();
    let load = handler(move |_: MouseEvent| page.send(Edit::Load(fragment.clone())));
    let cell = |text: &String| view! { <td>{text.clone()}</td> }.into_any();
    view! {
        <tr>
            <th scope="row">
                <button class="text-button" type="button" on:click=load>{first.clone()}</button>
            </th>
            {rest.iter().map(cell).collect_view()}
        </tr>
    }
    .into_any()
}

/// How often errors occur.
fn histogram(view: &HistogramView) -> AnyView {
    view! {
        <figure class="histogram">
            <svg
                role="img"
                aria-label=view.label.clone()
                viewBox=["0 0 ", &view.width.to_string(), " ", &HEIGHT.to_string()].concat()
                preserveAspectRatio="none"
            >{stretched_path("results", view.path.clone())}</svg>
            {ends(&view.ends, "errors in ulp, and how often each occurs")}
        </figure>
    }
    .into_any()
}
