//! Tables of text, which scroll by themselves.

use leptos::prelude::*;
use ptxfp_view::table::TableView;

use super::text::rich;
use crate::field::Reached;

/// A table whose first column names the rows.
pub(crate) fn table(view: &TableView) -> AnyView {
    let row = |(n_above, row): (usize, &Vec<String>)| {
        let cell = |(n_before, cell): (usize, &String)| match (n_above, n_before) {
            (0, _) => view! { <th scope="col">{rich(cell)}</th> }.into_any(),
            (_, 0) => view! { <th scope="row">{rich(cell)}</th> }.into_any(),
            _ => view! { <td>{rich(cell)}</td> }.into_any(),
        };
        view! { <tr>{row.iter().enumerate().map(cell).collect_view()}</tr> }.into_any()
    };
    let rows = view.rows.iter().enumerate().map(row).collect_view();
    let body = view! { <caption>{view.caption.clone()}</caption><tbody>{rows}</tbody> };
    scroll(view.caption.clone(), view! { <table>{body}</table> }.into_any())
}

/// A container that scrolls by itself, and is in the tab order for that.
pub(crate) fn scroll(label: String, what: AnyView) -> AnyView {
    view! { <div class="scroll" prop:reached=Reached(true) role="group" aria-label=label>{what}</div> }.into_any()
}

/// The names of columns.
pub(crate) fn heads(names: &[&str]) -> AnyView {
    let head = |name: &&str| view! { <th scope="col">{(*name).to_owned()}</th> }.into_any();
    view! { <tr>{names.iter().map(head).collect_view()}</tr> }.into_any()
}
