//! Elements of the document.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, window};

/// The element of a selector.
pub fn element(selector: &str) -> Option<Element> {
    window()?.document()?.query_selector(selector).ok()?
}

/// Scrolls something sideways until an element in it is in view, and nothing else.
pub fn reveal(scrolled: &str, inside: &str) {
    let (Some(list), Some(one)) = (element(scrolled), element(inside)) else { return };
    let (list_box, own) = (list.get_bounding_client_rect(), one.get_bounding_client_rect());
    // What is at the edges may be faded, or lie below a column that stays.
    let room = own.width();
    if own.left() < list_box.left() + room || own.right() > list_box.right() - room {
        let aside = own.left() - list_box.left() - (list_box.width() - own.width()) / 2.0;
        list.scroll_by_with_x_and_y(aside, 0.0);
    }
}

/// Moves the focus to an element.
pub fn focus(selector: &str) {
    if let Some(element) = element(selector) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}
