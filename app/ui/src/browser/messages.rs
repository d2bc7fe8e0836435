//! Messages between the programs of the page, as links.
//!
//! The playground publishes what is in its line in the link that leads to it, and beside it the state
//! that the explorer shows, which is another one while the statement is rejected. The explorer follows
//! that, and requests other states by an event at its own element.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    CustomEvent, CustomEventInit, Element, HtmlAnchorElement, MutationObserver,
    MutationObserverInit,
};

use super::elements::element;

/// The link to the playground: back from another view, or out of an embedded page.
const WAY_BACK: &str = "#views a";
/// The selector of the explorer's element.
const EXPLORER: &str = "#explorer";
/// The attribute of that link with the state whose result is shown.
const SHOWN: &str = "data-shown";
/// The attribute of that link with the observed result.
const OBSERVED: &str = "data-observed";
/// The event of a request, whose detail is the state.
const ASK: &str = "ask";

fn href(link: &Element) -> String {
    link.get_attribute("href").unwrap_or_default()
}

/// The whole address of the playground, without a state.
pub fn home() -> String {
    let href = element(WAY_BACK).map(|link| link.unchecked_into::<HtmlAnchorElement>().href());
    let href = href.unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Publishes what is in the line, the state whose result is shown, and the observed result for it. The
/// explorer is not shown without a state.
pub fn publish(fragment: &str, shown: &str, observed: &str) {
    if let Some(place) = element(EXPLORER) {
        let _ = if shown.is_empty() {
            place.set_attribute("hidden", "")
        } else {
            place.remove_attribute("hidden")
        };
    }
    if let Some(link) = element(WAY_BACK) {
        if link.get_attribute(SHOWN).is_none_or(|before| before != shown) {
            let _ = link.set_attribute(SHOWN, shown);
        }
        let href = href(&link);
        let page = href.split('#').next().unwrap_or_default();
        let _ = link.set_attribute("href", &[page, "#", fragment].concat());
        if link.get_attribute(OBSERVED).is_none_or(|before| before != observed) {
            let _ = link.set_attribute(OBSERVED, observed);
        }
    }
}

/// Returns the state that is published whose result is shown; empty if there is none.
pub fn shown() -> String {
    let link = element(WAY_BACK);
    link.and_then(|link| link.get_attribute(SHOWN)).unwrap_or_default()
}

/// Returns the observed result of the state that is published, as a worker reported it; empty if
/// there is none.
pub fn observed() -> String {
    let link = element(WAY_BACK);
    link.and_then(|link| link.get_attribute(OBSERVED)).unwrap_or_default()
}

/// Calls back with what is published of the line, now and whenever it changes.
pub fn follow(handle: impl Fn(String) + 'static) {
    let Some(link) = element(WAY_BACK) else { return };
    let of = link.clone();
    let report = Rc::new(move || {
        if let Some((_, fragment)) = href(&of).split_once('#') {
            handle(fragment.to_owned());
        }
    });
    let now = report.clone();
    let changed = Closure::<dyn Fn()>::new(move || report());
    if let Ok(observer) = MutationObserver::new(changed.as_ref().unchecked_ref()) {
        let init = MutationObserverInit::new();
        init.set_attributes(true);
        let _ = observer.observe_with_options(&link, &init);
        // It lives as long as the page.
        std::mem::forget(observer);
    }
    changed.forget();
    // Only now: what is done about the first state may change it at once.
    now();
}

/// Asks the playground to load a state.
pub fn ask(fragment: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&fragment.into());
    if let (Some(place), Ok(event)) =
        (element(EXPLORER), CustomEvent::new_with_event_init_dict(ASK, &init))
    {
        let _ = place.dispatch_event(&event);
    }
}

/// Calls back with the states that the explorer asks for.
pub fn hear(handle: impl Fn(String) + 'static) {
    let Some(place) = element(EXPLORER) else { return };
    let heard = Closure::<dyn Fn(CustomEvent)>::new(move |event: CustomEvent| {
        if let Some(fragment) = event.detail().as_string() {
            handle(fragment);
        }
    });
    let _ = place.add_event_listener_with_callback(ASK, heard.as_ref().unchecked_ref());
    // It lives as long as the page.
    heard.forget();
}
