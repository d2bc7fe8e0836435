//! Parts of the page: each is redrawn when its data of the screen has changed, and only then.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use ptxfp_view::module::Module;

use crate::store::Store;

/// The index of the item of a list that a part is about, and of the item of that: an operand and
/// its lane, say. A part that is about no item has zeros.
pub(crate) type At = [usize; 2];

/// Draws a part of the page.
///
/// `is_same` compares the part's data of two screens. The result of `draw` replaces the previous
/// one: unchanged elements and attributes stay, so the focused element stays focused. All parts of
/// a program have one type, since each type costs several hundred bytes.
pub(crate) fn part<M: Module>(
    page: Store<M>,
    at: At,
    is_same: fn(&M::Screen, &M::Screen, At) -> bool,
    draw: fn(Store<M>, &M::Screen, At) -> AnyView,
) -> AnyView {
    let screen = Memo::new_owning(move |last: Option<Arc<M::Screen>>| {
        let now = page.watch();
        let is_new = last.is_none_or(|last| !is_same(&last, &now, at));
        (now, is_new)
    });
    (move || screen.with(|screen| draw(page, screen, at))).into_any()
}

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

/// Whether a part has nothing new to draw: its data is the same on two screens, or absent from the
/// second, where its subject is gone and the parent removes the part.
pub(crate) fn is_same_or_gone<V>(
    one: Option<&V>,
    two: Option<&V>,
    is_same: impl Fn(&V, &V) -> bool,
) -> bool {
    two.is_none_or(|two| one.is_some_and(|one| is_same(one, two)))
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
