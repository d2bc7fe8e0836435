//! Corner cases: the class matrix and the documented cases.

mod matrix;

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::explorer::tabs::corners::{CornerView, DocumentedView};
use ptxfp_view::explorer::{Edit, Screen};

use self::matrix::ClassMatrix;
use crate::events::handler;
use crate::explorer::Explorer;
use crate::pieces::text::{RIGHT, WRONG, rich, section_link, sign};
use crate::store::Live;

/// The tab.
pub(super) fn panel(page: Explorer) -> AnyView {
    view! {
        <div class="cases">
            <ClassMatrix page rows=page.data(Screen::matrix_rows)/>
            <DocumentedCases page view=page.data(|screen| screen.corners().map(|view| view.documented.clone()))/>
        </div>
    }
    .into_any()
}

/// The documented cases, or the reason why there are none.
#[component]
fn DocumentedCases(page: Explorer, view: Live<DocumentedView>) -> impl IntoView {
    view.draw(move |view| documented_cases(page, view))
}

fn documented_cases(page: Explorer, view: &DocumentedView) -> AnyView {
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
