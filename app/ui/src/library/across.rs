//! One value in every format.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::library::Edit;
use ptxfp_view::library::across::{AcrossView, StoredView};

use super::Library;
use crate::events::handler;
use crate::field::shown;
use crate::pieces::table::{heads, scroll};
use crate::pieces::term::with_terms;
use crate::store::Live;

/// The field, and a row for each format.
#[component]
pub(super) fn Across(page: Library, view: Live<AcrossView>) -> impl IntoView {
    view.draw(move |view| section(page, view))
}

/// The names of the columns.
const COLUMNS: [&str; 6] =
    ["format", "also called", "stored value", "hex", "bits", "relative error"];

/// The whole section.
fn section(page: Library, view: &AcrossView) -> AnyView {
    let typed = handler(move |event: Event| page.send(Edit::Value(event_target_value(&event))));
    let table = view! {
        <table>
            <thead>{heads(&COLUMNS)}</thead>
            <tbody>{view.rows.iter().map(row).collect_view()}</tbody>
        </table>
    };
    let class = if view.problem.is_empty() { "" } else { "diagnostic" };
    let note = "Rounded to nearest, ties to even, from the exact decimal. \
                Below its normal range a format is subnormal and keeps fewer bits.";
    view! {
        <section class="forms across">
            <header class="band-head">
                <h2>"One value in every format"</h2>
                <span class="note">{with_terms(note, "across")}</span>
            </header>
            <input
                id="value"
                class="field"
                type="text"
                aria-label="value"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:shown=shown(&view.typed)
                on:input=typed
            />
            // It is always there, so that nothing moves.
            <p class=class id="value-problem">{view.problem.clone()}</p>
            {scroll("the value in every format".to_owned(), table.into_any())}
        </section>
    }
    .into_any()
}

/// A format.
fn row(view: &StoredView) -> AnyView {
    let [sign, exponent, significand] = view.bits.clone();
    let bits = if view.lacks.is_empty() {
        view! {
            <td class="mono bit-text">
                <span class="sign">{sign}</span>
                <span class="exponent">{exponent}</span>
                <span class="significand">{significand}</span>
            </td>
        }
        .into_any()
    } else {
        // A value that the format lacks has no bits, and here is room for the reason.
        view! { <td class="bit-text lacks">{view.lacks.clone()}</td> }.into_any()
    };
    let dot = view.place.map(|place| {
        view! {
            <svg class="error-scale" viewBox="0 0 100 8" aria-hidden="true">
                <path d="M0 4H100"></path>
                <circle cx=place.to_string() cy="4" r="3"></circle>
            </svg>
        }
        .into_any()
    });
    let remark = (!view.remark.is_empty())
        .then(|| view! { " "<span class="note">{view.remark.clone()}</span> }.into_any());
    let digits = (!view.digits.is_empty()).then(|| {
        view! {
            <details class="all-digits">
                <summary>"all digits"</summary>
                <p>{view.digits.clone()}</p>
            </details>
        }
        .into_any()
    });
    view! {
        <tr data-format=view.name>
            <th scope="row"><a class="mono" href=["#formats/", view.name].concat()>{view.name}</a></th>
            <td class="muted">{view.also.clone()}</td>
            <td class="mono">{view.value.clone()}{remark}{digits}</td>
            <td class="mono">{view.hex.clone()}</td>
            {bits}
            <td>{view.error.clone()}{dot}</td>
        </tr>
    }
    .into_any()
}
