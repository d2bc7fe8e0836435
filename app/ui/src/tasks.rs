//! Work for the browser's next task, so that no task is long.

use std::time::Duration;

use leptos::prelude::*;
use ptxfp_view::module::Module;

use crate::store::Store;

/// Draws the lower part of the page after the upper one, in a separate task: drawing everything at
/// once would block the page for a tenth of a second on a phone.
pub(crate) fn later<M: Module>(page: Store<M>, draw: fn(Store<M>) -> AnyView) -> AnyView {
    let is_due = RwSignal::new(false);
    next_task(move || is_due.set(true));
    (move || is_due.get().then(|| draw(page))).into_any()
}

/// Calls a function in the next task of the browser.
pub(crate) fn next_task(act: impl FnOnce() + 'static) {
    set_timeout(act, Duration::ZERO);
}
