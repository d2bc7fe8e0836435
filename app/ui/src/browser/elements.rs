//! Elements of the document.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, window};

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
