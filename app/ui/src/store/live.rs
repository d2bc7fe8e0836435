//! View data as signals. A component is given the data that it draws, and can see nothing else, so
//! that what is compared is what is drawn.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;
use ptxfp_view::module::Module;

use super::Store;

/// View data that follows the screen: a signal that changes only when the data does. It is empty
/// while there is nothing to draw.
///
/// In meaning it is a `Memo<Option<D>>`, and every copy is the same signal. Its type is erased: a
/// memo and an effect for each type of data would cost the page more than all of their drawing.
pub(crate) struct Live<D> {
    data: Memo<Held>,
    of: PhantomData<fn() -> D>,
}

impl<D> Clone for Live<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Live<D> {}

/// Data that can be compared without its type.
trait Data: Any + Send + Sync {
    fn is_same(&self, other: &dyn Data) -> bool;
}

impl<D: PartialEq + Send + Sync + 'static> Data for D {
    fn is_same(&self, other: &dyn Data) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// Data of any type, or nothing.
#[derive(Clone)]
struct Held(Option<Arc<dyn Data>>);

impl Held {
    /// Returns the data, which has this type, unless there is nothing.
    fn get<D: 'static>(&self) -> Option<&D> {
        (self.0.as_deref()? as &dyn Any).downcast_ref()
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => one.is_same(&**other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl<M: Module> Store<M> {
    /// Data of the screen, as a signal for the component that draws it.
    pub(crate) fn data<D: PartialEq + Send + Sync + 'static>(
        self,
        of: impl Fn(&M::Screen) -> Option<D> + Send + Sync + 'static,
    ) -> Live<D> {
        let held = move || Held(of(&self.watch()).map(|data| Arc::new(data) as Arc<dyn Data>));
        Live { data: follow(Box::new(held)), of: PhantomData }
    }
}

/// The memo of any data.
fn follow(held: Box<dyn Fn() -> Held + Send + Sync>) -> Memo<Held> {
    Memo::new(move |_| held())
}

impl<D: 'static> Live<D> {
    /// Draws the data, and again whenever it has changed.
    ///
    /// The new drawing replaces the last one: unchanged elements and attributes stay, so the focused
    /// element stays focused.
    pub(crate) fn draw(self, draw: impl Fn(&D) -> AnyView + Send + 'static) -> AnyView {
        draw_held(self.data, Box::new(move |held| held.get().map(&draw)))
    }

    /// Reads the data, and follows its changes.
    pub(crate) fn with<R>(self, read: impl FnOnce(Option<&D>) -> R) -> R {
        self.data.with(|held| read(held.get()))
    }

    /// Draws something while there is data, once; it does not change with the data.
    pub(crate) fn shown(self, draw: impl Fn() -> AnyView + Send + 'static) -> AnyView {
        let unit = || Arc::new(()) as Arc<dyn Data>;
        let is_some = follow(Box::new(move || Held((self.is_some())().then(unit))));
        draw_held(is_some, Box::new(move |held| held.0.is_some().then(&draw)))
    }

    /// Whether there is data, as a signal.
    pub(crate) fn is_some(self) -> impl Fn() -> bool + Copy + Send + Sync + 'static {
        move || self.data.with(|held| held.0.is_some())
    }
}

impl Live<Vec<usize>> {
    /// Draws a row for each key. Rows of keys that stay are neither drawn again nor lose the focus:
    /// each follows its own data.
    pub(crate) fn rows(self, row: impl Fn(usize) -> AnyView + Send + Sync + 'static) -> AnyView {
        draw_rows(self.data, Arc::new(row))
    }
}

/// Draws data, unless there is nothing.
type Draw = Box<dyn Fn(&Held) -> Option<AnyView> + Send>;

fn draw_held(data: Memo<Held>, draw: Draw) -> AnyView {
    (move || data.with(|held| draw(held))).into_any()
}

fn draw_rows(data: Memo<Held>, row: Arc<dyn Fn(usize) -> AnyView + Send + Sync>) -> AnyView {
    // Rows inside another drawing are drawn anew with it: equal keys must not keep the old ones, which
    // no longer follow their data.
    static LISTS: AtomicUsize = AtomicUsize::new(0);
    let list = LISTS.fetch_add(1, Ordering::Relaxed);
    let keys = move || {
        let keys = data.with(|held| held.get::<Vec<usize>>().cloned().unwrap_or_default());
        keys.into_iter().map(move |key| (list, key)).collect::<Vec<_>>()
    };
    view! { <For each=keys key=|key| *key let((_, key))>{row(key)}</For> }.into_any()
}
