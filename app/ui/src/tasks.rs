//! Work for the browser's next task, so that no task is long.

use std::time::Duration;

use leptos::html::ElementType;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Draws the lower part of the page after the upper one, in a separate task: drawing everything at
/// once would block the page for a tenth of a second on a phone.
pub(crate) fn later<P: Copy + Send + 'static>(page: P, draw: fn(P) -> AnyView) -> AnyView {
    let is_due = RwSignal::new(false);
    next_task(move || is_due.set(true));
    (move || is_due.get().then(|| draw(page))).into_any()
}

/// Calls a function in the next task of the browser: what an edit changes is drawn by then.
pub(crate) fn next_task(act: impl FnOnce() + 'static) {
    set_timeout(act, Duration::ZERO);
}

/// Returns an element of a drawing, unless the drawing has been replaced: tasks and handlers that it
/// left behind may be called later, where reading the `NodeRef` itself would panic.
pub(crate) fn drawn<E>(element: NodeRef<E>) -> Option<E::Output>
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    element.try_get_untracked().flatten()
}
