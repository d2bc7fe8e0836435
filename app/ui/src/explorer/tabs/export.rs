//! Exports: the state as text for other places, a line each.

use std::sync::Arc;

use leptos::prelude::*;
use ptxfp_view::explorer::tabs::export::CopyView;

use crate::explorer::Explorer;
use crate::pieces::text::{copy_button, rich};
use crate::store::Live;

/// The tab.
pub(super) fn panel(page: Explorer) -> AnyView {
    let view = page.data(|screen| screen.export().cloned());
    view! { <Exports view/> }.into_any()
}

#[component]
fn Exports(view: Live<Arc<Vec<CopyView>>>) -> impl IntoView {
    view.draw(|copies| {
        view! { <ul class="exports">{copies.iter().map(export).collect_view()}</ul> }.into_any()
    })
}

/// The state as text for one place: its purpose, and the text once it is asked for.
fn export(view: &CopyView) -> AnyView {
    let open = view.address.clone().map(|address| {
        view! { <a href=address target="_blank" rel="noopener">"Open"</a> }.into_any()
    });
    let id = ["copy-", view.name].concat();
    view! {
        <li>
            <details>
                <summary>
                    <b>{view.title}</b>
                    <span class="note">{rich(view.note)}</span>
                    <span class="export-show">
                        <span class="when-closed">"Show "{view.length.clone()}</span>
                        <span class="when-open">"Hide"</span>
                    </span>
                </summary>
                <pre><code>{view.text.clone()}</code></pre>
            </details>
            // Behind the summary, as nothing inside it can be pressed apart.
            <p class="export-actions">{open}{copy_button(&view.text, id, "button ghost", "Copy")}</p>
        </li>
    }
    .into_any()
}
