//! Handlers of events, of one type each.

use std::rc::Rc;

/// Receives the events of a piece of the page; the caller that draws the piece gives them their
/// meaning.
pub(crate) type Sink<T> = Rc<dyn Fn(T)>;

/// A handler of events.
///
/// Boxed, handlers of one kind of event have one type wherever they are.
pub(crate) fn handler<E>(handle: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handle)
}
