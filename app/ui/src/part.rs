//! Parts of the page: each is drawn anew when what it shows of the screen has changed, and only then.

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
/// `is_same` compares what the part shows of two screens. What `draw` returns takes the place of what
/// it returned before: elements and attributes that are the same stay, so what is focused stays
/// focused. All parts of a program have one type, since each type costs several hundred bytes.
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

/// Draws what is farther down the page once what is above it is there, in a task of its own: the first
/// drawing of everything at once would keep the page from answering for a tenth of a second on a
/// phone.
pub(crate) fn later<M: Module>(page: Store<M>, draw: fn(Store<M>) -> AnyView) -> AnyView {
    let is_due = RwSignal::new(false);
    next_task(move || is_due.set(true));
    (move || is_due.get().then(|| draw(page))).into_any()
}

/// Does something in the next task of the browser.
pub(crate) fn next_task(act: impl FnOnce() + 'static) {
    set_timeout(act, Duration::ZERO);
}

/// Whether a part has nothing new to draw: it shows the same of two screens, or nothing of the second,
/// where what it is about is gone and whoever holds the part takes it away.
pub(crate) fn is_same_or_gone<V>(
    one: Option<&V>,
    two: Option<&V>,
    is_same: impl Fn(&V, &V) -> bool,
) -> bool {
    two.is_none_or(|two| one.is_some_and(|one| is_same(one, two)))
}

/// Takes what happens in a piece of the page; whoever draws the piece says what it means.
pub(crate) type Sink<T> = Rc<dyn Fn(T)>;

/// A handler of events.
///
/// Boxed, handlers of one kind of event have one type wherever they are.
pub(crate) fn handler<E>(handle: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handle)
}
