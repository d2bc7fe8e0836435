//! Parts that open and close.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use crate::events::handler;

/// Details below a summary. The state says whether they are open, so the browser does not toggle
/// them.
///
/// `key` is the hook for tests.
pub(crate) fn fold(
    key: &str,
    is_open: bool,
    mut press: impl FnMut() + 'static,
    summary: AnyView,
    details: AnyView,
) -> AnyView {
    let toggle = handler(move |event: MouseEvent| {
        event.prevent_default();
        press();
    });
    view! {
        <details open=is_open>
            <summary data-fold=key.to_owned() on:click=toggle>{summary}</summary>
            {details}
        </details>
    }
    .into_any()
}
