//! Rules that all components share: what is drawn later, and how events are handled.

use std::rc::Rc;
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

/// Receives the events of a piece of the page; the caller that draws the piece gives them their
/// meaning.
pub(crate) type Sink<T> = Rc<dyn Fn(T)>;

/// A handler of events.
///
/// Boxed, handlers of one kind of event have one type wherever they are.
pub(crate) fn handler<E>(handle: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handle)
}
