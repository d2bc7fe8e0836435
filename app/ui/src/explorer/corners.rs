//! Corner cases: the class matrix and the documented cases.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::explorer::tabs::{CornerView, CornersView, PanelView};
use ptxfp_view::explorer::{Edit, Screen};

use super::Explorer;
use super::matrix::{class_matrix, has_same_frame};
use crate::part::{At, handler, is_same_or_gone, part};
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

/// The contents of the tab, while it is the chosen one.
pub(super) fn corners(screen: &Screen) -> Option<&CornersView> {
    match &screen.panel {
        PanelView::Corners(view) => Some(view),
        _ => None,
    }
}

/// Whether the documented cases are unchanged.
fn has_same_cases(one: &Screen, two: &Screen, _: At) -> bool {
    let is_same =
        |one: &CornersView, two: &CornersView| one.rows == two.rows && one.silence == two.silence;
    is_same_or_gone(corners(one), corners(two), is_same)
}

/// The documented cases, or the reason why there are none.
fn documented_cases(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = corners(screen) else { return ().into_any() };
    let cases = if view.rows.is_empty() {
        view! { <p class="note">{rich(&view.silence)}</p> }.into_any()
    } else {
        let rows = view.rows.iter().enumerate().map(|(index, row)| case(page, index, row));
        view! { <ul>{rows.collect_view()}</ul> }.into_any()
    };
    view! {
        <section class="documented-cases">
            <h3>"Documented cases"</h3>
            {cases}
        </section>
    }
    .into_any()
}

/// A documented case; pressing it loads its operands.
fn case(page: Explorer, index: usize, row: &CornerView) -> AnyView {
    let load = handler(move |_: MouseEvent| page.send(Edit::Corner(index)));
    let (class, outline, words) = if row.agrees {
        ("agrees", RIGHT, "agrees".to_owned())
    } else {
        ("differs", WRONG, ["returns ", &row.live].concat())
    };
    view! {
        <li>
            <button class="text-button printed" type="button" on:click=load>
                {row.operands.join(", ")}
            </button>
            <code>{row.documented}</code>
            <span class=class>{sign(outline)}{words}</span>
            {section_link(&row.section)}
        </li>
    }
    .into_any()
}
