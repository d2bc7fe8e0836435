//! Use it elsewhere: the state as text for other places, each with a button that copies it.

use std::sync::Arc;

use leptos::prelude::*;
use ptxfp_view::explorer::tabs::CopyView;

use crate::pieces::text::{copy_button, rich};
use crate::store::Live;

/// The tab.
#[component]
pub(super) fn Copies(view: Live<Arc<Vec<CopyView>>>) -> impl IntoView {
    view.draw(|copies| {
        view! { <div class="copies">{copies.iter().map(copy).collect_view()}</div> }.into_any()
    })
}

/// The state as text for one place.
fn copy(view: &CopyView) -> AnyView {
    let open = view.address.clone().map(|address| {
        view! { <a href=address target="_blank" rel="noopener">"Open"</a> }.into_any()
    });
    let id = ["copy-", view.name].concat();
    let lines = view.text.lines().count();
    let summary = match lines {
        1 => String::from("Show"),
        _ => ["Show ", &lines.to_string(), " lines"].concat(),
    };
    view! {
        <section>
            <header class="band-head">
                <h3>{view.title}</h3>
                {open}
                {copy_button(&view.text, id, "button ghost to-end", "Copy")}
            </header>
            <p class="note">{rich(view.note)}</p>
            <details>
                <summary>{summary}</summary>
                <pre><code>{view.text.clone()}</code></pre>
            </details>
        </section>
    }
    .into_any()
}
