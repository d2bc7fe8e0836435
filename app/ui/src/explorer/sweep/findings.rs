//! The text around a plot: its instructions, the largest errors, and the number of results of each
//! kind.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::explorer::sweep::view::{SweepView, WorstView};
use ptxfp_view::explorer::{Edit, Screen};

use super::{Explorer, plotted, view};
use crate::explorer::drawing::finding;
use crate::part::{At, handler};
use crate::pieces::table::{heads, scroll, table};

/// The mouse actions on the plot that have no button.
const BY_MOUSE: &str = "Press the plot to load an operand; drag over it to zoom in, with Shift to move. Ctrl and the wheel also zoom; a double click shows the whole range.";
/// The touch actions on the plot that have no button.
const BY_TOUCH: &str = "Tap the plot to load an operand; drag across it to zoom in.";

/// Whether the text about the plot is unchanged.
pub(super) fn is_same(one: &Screen, two: &Screen, _: At) -> bool {
    super::is_same(one, two, |one, two| match (&one.plot, &two.plot) {
        (Some(plot), Some(other)) => {
            one.is_ordered == two.is_ordered
                && plot.worst == other.worst
                && plot.unit == other.unit
                && plot.counts == other.counts
        }
        (plot, other) => plot.is_none() && other.is_none(),
    })
}

/// Whether the finding is unchanged.
pub(super) fn is_same_finding(one: &Screen, two: &Screen, _: At) -> bool {
    super::is_same(one, two, |one, two| said(one) == said(two))
}

/// Returns the findings of a plot or of a map.
fn said(view: &SweepView) -> Option<[&str; 2]> {
    let plot = view.plot.as_ref().map(|plot| [&*plot.finding, &*plot.rest]);
    plot.or_else(|| view.map.as_ref().map(|map| [&*map.finding, &*map.rest]))
}

/// The findings, above the drawing.
pub(super) fn found(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let said = view(screen).and_then(said);
    said.map_or_else(|| ().into_any(), |[lead, rest]| finding(lead, rest))
}

/// The part below the plot.
pub(super) fn findings(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(plot) = plotted(screen) else { return ().into_any() };
    let gestures = view(screen).is_some_and(|view| view.is_ordered).then(|| {
        view! {
            <p class="note by-mouse">{BY_MOUSE}</p>
            <p class="note by-touch">{BY_TOUCH}</p>
        }
        .into_any()
    });
    view! {
        {gestures}
        <div class="sweep-tables">
            {worst(page, &["operand", "bits", "result", &["error in ", plot.unit].concat()], &plot.worst)}
            {table(&plot.counts)}
        </div>
    }
    .into_any()
}

/// The results with the largest errors, below column heads.
pub(super) fn worst(page: Explorer, names: &[&str], all: &[WorstView]) -> AnyView {
    if all.is_empty() {
        let none = view! { <p class="note">"No result has an error."</p> };
        return view! { <div class="scroll">{none}</div> }.into_any();
    }
    let table = view! {
        <table>
            <caption>"Largest errors; press one to load it"</caption>
            {heads(names)}
            {all.iter().map(|each| row(page, each)).collect_view()}
        </table>
    };
    scroll("largest errors".to_owned(), table.into_any())
}

/// A large error; pressing it loads its operands.
fn row(page: Explorer, view: &WorstView) -> AnyView {
    let [first, rest @ ..] = &view.cells;
    let fragment = view.fragment.clone();
    let load = handler(move |_: MouseEvent| page.send(Edit::Load(fragment.clone())));
    let cell = |text: &String| view! { <td>{text.clone()}</td> }.into_any();
    view! {
        <tr>
            <th scope="row">
                <button class="text-button printed" type="button" on:click=load>{first.clone()}</button>
            </th>
            {rest.iter().map(cell).collect_view()}
        </tr>
    }
    .into_any()
}
