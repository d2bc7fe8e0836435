//! Mounting a program in the document.

use leptos::mount::mount_to;
use leptos::prelude::*;
use ptxfp_view::module::Module;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event};

use crate::browser::elements::element;
use crate::browser::failure;
use crate::part::next_task;
use crate::store::Store;

/// Draws a module in its place in `index.html`, instead of the waiting text.
///
/// `follow` is called with every new screen, to update everything that is not drawn from it.
pub(crate) fn launch<M: Module>(
    place: &str,
    model: M,
    draw: fn(Store<M>) -> AnyView,
    follow: fn(&M::Screen),
) -> Option<Store<M>> {
    failure::show_panics();
    let place: Element = element(place)?;
    // The state outlives everything on the page.
    let owner = Owner::new();
    owner.set();
    let page = Store::new(model, follow);
    // In separate tasks, so that events in between are handled.
    next_task(move || page.open());
    next_task(move || {
        place.set_text_content(None);
        owner.with(|| mount_to(place.unchecked_into(), move || draw(page)).forget());
        std::mem::forget(owner);
    });
    // An embedded page has no header, and nothing to share.
    if let Some(header) = element("#header") {
        let flush = Closure::<dyn Fn(Event)>::new(move |_| page.flush());
        let _ = header.add_event_listener_with_callback("click", flush.as_ref().unchecked_ref());
        flush.forget();
    }
    Some(page)
}
