//! Whether an element is in view.

use js_sys::{Array, Reflect};
use leptos::leptos_dom::helpers::{request_idle_callback, set_timeout};
use std::time::Duration;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit, window};

use super::elements::element;

/// The time after which parts are drawn that are out of view.
const SOON: Duration = Duration::from_secs(2);

/// Where an element is.
#[derive(Clone, Copy)]
pub struct Seen {
    /// Whether a part of it is in the view.
    pub is_in_view: bool,
    /// Whether it begins above the view.
    pub is_above: bool,
}

/// Calls back when an element comes into view or leaves it, with a margin around the view.
pub fn watch(selector: &str, margin: &str, handle: impl Fn(Seen) + 'static) {
    let Some(element) = element(selector) else { return };
    // A busy page receives several changes at once, in order.
    let changed = Closure::<dyn Fn(Array)>::new(move |changes: Array| {
        let last = changes.pop();
        if let Some(last) = last.dyn_ref::<IntersectionObserverEntry>() {
            let is_above = last.bounding_client_rect().top() < 0.0;
            handle(Seen { is_in_view: last.is_intersecting(), is_above });
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin(margin);
    let observer =
        IntersectionObserver::new_with_options(changed.as_ref().unchecked_ref(), &options);
    if let Ok(observer) = observer {
        observer.observe(&element);
        // It lives as long as the page.
        std::mem::forget(observer);
    }
    changed.forget();
}

/// Calls back when the page has been idle for a while, so that those who scroll or search it find it
/// drawn, unless they pay for each byte.
pub fn soon(act: impl Fn() + 'static) {
    let Some(window) = window() else { return };
    let property = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
    let connection = property(&window.navigator(), "connection");
    if property(&connection, "saveData").is_truthy() {
        return;
    }
    // Not in every browser.
    let can_wait = property(&window, "requestIdleCallback").is_function();
    set_timeout(move || if can_wait { request_idle_callback(act) } else { act() }, SOON);
}
