//! The text around a plot: its instructions, the largest errors, and the number of results of each
//! kind.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::tabs::sweep::view::{FindingsView, WorstView};

use super::Explorer;
use crate::events::handler;
use crate::pieces::table::{heads, scroll, table};
use crate::store::Live;

/// The mouse actions on the plot that have no button.
const BY_MOUSE: &str = "Press the plot to load an operand; drag over it to zoom in, with Shift to move. Ctrl and the wheel also zoom; a double click shows the whole range.";
/// The touch actions on the plot that have no button.
const BY_TOUCH: &str = "Tap the plot to load an operand; drag across it to zoom in.";

/// The part below the plot.
#[component]
pub(super) fn Findings(page: Explorer, view: Live<FindingsView>) -> impl IntoView {
    view.draw(move |view| findings(page, view))
}

fn findings(page: Explorer, view: &FindingsView) -> AnyView {
    let gestures = view.is_ordered.then(|| {
        view! {
            <p class="note by-mouse">{BY_MOUSE}</p>
            <p class="note by-touch">{BY_TOUCH}</p>
        }
        .into_any()
    });
    let heads = ["operand", "bits", "result", &["error in ", view.unit].concat()];
    view! {
        {gestures}
        <div class="sweep-tables">
            {view.worst.as_deref().map(|all| worst(page, &heads, all))}
            {table(&view.counts)}
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
