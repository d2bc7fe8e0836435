//! Corner cases: the class matrix beside what is documented.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::explorer::tabs::{CornerView, CornersView, PanelView};
use ptxfp_view::explorer::{Edit, Screen};

use super::Explorer;
use super::matrix::{class_matrix, has_same_frame};
use crate::part::{At, handler, is_same_or_gone, part};
use crate::pieces::table::{heads, scroll};
use crate::pieces::text::{RIGHT, WRONG, rich, section_link, sign};

/// The tab.
pub(super) fn corner_cases(page: Explorer) -> AnyView {
    view! {
        <div class="cases">
            {part(page, [0; 2], has_same_frame, class_matrix)}
            {part(page, [0; 2], has_same_cases, documented_cases)}
        </div>
    }
    .into_any()
}

/// What the tab shows, while it is the chosen one.
pub(super) fn corners(screen: &Screen) -> Option<&CornersView> {
    match &screen.panel {
        PanelView::Corners(view) => Some(view),
        _ => None,
    }
}

/// Whether the same is documented on two screens.
fn has_same_cases(one: &Screen, two: &Screen, _: At) -> bool {
    let shown = |view: &CornersView| (view.operands.clone(), view.silence.clone());
    let is_same =
        |one: &CornersView, two: &CornersView| one.rows == two.rows && shown(one) == shown(two);
    is_same_or_gone(corners(one), corners(two), is_same)
}

/// What is documented, or why nothing is.
fn documented_cases(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = corners(screen) else { return ().into_any() };
    let cases = if view.rows.is_empty() {
        view! { <p class="note">{rich(&view.silence)}</p> }.into_any()
    } else {
        case_table(page, view)
    };
    view! {
        <div class="documented-cases">
            <h3>"What is documented"</h3>
            {cases}
        </div>
    }
    .into_any()
}

/// The documented cases; each loads its operands.
fn case_table(page: Explorer, view: &CornersView) -> AnyView {
    let operands = view.operands.join(", ");
    let rows = view.rows.iter().enumerate().map(|(index, row)| case(page, index, row));
    let table = view! {
        <table>
            <caption>"Press a row\u{2019}s operands to load them."</caption>
            {heads(&[&operands, "documented", "returned", "section"])}
            {rows.collect_view()}
        </table>
    };
    scroll("documented corner cases".to_owned(), table.into_any())
}

/// A documented case.
fn case(page: Explorer, index: usize, row: &CornerView) -> AnyView {
    let load = handler(move |_: MouseEvent| page.send(Edit::Corner(index)));
    let (class, outline, words) =
        if row.agrees { ("agrees", RIGHT, "agrees: ") } else { ("differs", WRONG, "differs: ") };
    view! {
        <tr>
            <th scope="row">
                <button class="text-button" type="button" on:click=load>
                    {row.operands.join(", ")}
                </button>
            </th>
            <td>{row.documented}</td>
            <td class=class>
                {sign(outline)}
                <span class="unseen">{words}</span>
                {row.live.clone()}
            </td>
            <td>{section_link(&row.section)}</td>
        </tr>
    }
    .into_any()
}
