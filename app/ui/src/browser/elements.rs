//! Elements of the document.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, Node, window};

/// The element of a selector.
pub fn element(selector: &str) -> Option<Element> {
    window()?.document()?.query_selector(selector).ok()?
}

/// Moves the focus to an element.
pub fn focus(selector: &str) {
    if let Some(element) = element(selector) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Scrolls the page to an element.
pub fn reveal(selector: &str) {
    if let Some(element) = element(selector) {
        element.scroll_into_view();
    }
}

/// Moves the focus to a neighbour of the element that an event happened to, among those of a selector
/// below the element that listens; the first comes after the last.
pub fn focus_beside(event: &Event, selector: &str, step: i32) -> Option<()> {
    let around = event.current_target()?.unchecked_into::<Element>();
    let all = around.query_selector_all(selector).ok()?;
    let target = event.target()?.unchecked_into::<Node>();
    let length = i32::try_from(all.length()).ok()?;
    let node = |index: i32| all.get(index.unsigned_abs());
    let place = (0..length).find(|index| node(*index).as_ref() == Some(&target))?;
    let _ = node((place + step).rem_euclid(length))?.unchecked_into::<HtmlElement>().focus();
    Some(())
}
