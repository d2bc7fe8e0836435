//! Which generations of GPUs have something: a table, or on a phone a list for each row.

use leptos::prelude::*;
use ptxfp_view::support::{CellView, SupportRowView, SupportView};

/// A matrix of forms and generations.
pub(crate) fn support(view: &SupportView) -> AnyView {
    let head = |(name, targets): &(&'static str, String)| {
        view! {
            <th scope="col">{*name}" "<span class="support-only">{targets.clone()}</span></th>
        }
        .into_any()
    };
    view! {
        <table class="support">
            <caption>{view.caption.clone()}</caption>
            <thead>
                <tr><th scope="col">"form"</th>{view.generations.iter().map(head).collect_view()}</tr>
            </thead>
            <tbody>{view.rows.iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn row(view: &SupportRowView) -> AnyView {
    let name = |name: &String| view! { <code>{name.clone()}</code> }.into_any();
    let note =
        (!view.note.is_empty()).then(|| view! { <span class="note">{view.note}</span> }.into_any());
    view! {
        <tr>
            <th scope="row">{view.names.iter().map(name).collect_view()}{note}</th>
            {view.cells.iter().map(cell).collect_view()}
        </tr>
    }
    .into_any()
}

/// The cell of a generation; the style sheet puts its name into the cell where there are no columns.
fn cell(view: &CellView) -> AnyView {
    let only = (!view.only.is_empty())
        .then(|| view! { " "<span class="support-only">{view.only.clone()}</span> }.into_any());
    view! {
        <td class=["support-cell ", view.look].concat() data-generation=view.generation>
            {view.versions.clone()}{only}
        </td>
    }
    .into_any()
}
