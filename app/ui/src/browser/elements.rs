//! Elements of the document.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent, Node, ScrollIntoViewOptions,
    ScrollLogicalPosition, window,
};

/// The element of a selector.
pub fn element(selector: &str) -> Option<Element> {
    window()?.document()?.query_selector(selector).ok()?
}

/// The elements of a selector, in the order of the document.
pub fn elements(selector: &str) -> Vec<Element> {
    let list = window().and_then(|window| window.document()?.query_selector_all(selector).ok());
    let Some(list) = list else { return Vec::new() };
    (0..list.length()).filter_map(|index| list.get(index)?.dyn_into().ok()).collect()
}

/// Whether the root of the document matches an attribute selector, without its brackets.
pub fn is_marked(attribute: &str) -> bool {
    element(&["html[", attribute, "]"].concat()).is_some()
}

/// Handles an event of an element that stays as long as the page.
pub fn listen(element: &Element, event: &str, handle: impl Fn(Event) + 'static) {
    let handle = Closure::<dyn Fn(Event)>::new(handle);
    let _ = element.add_event_listener_with_callback(event, handle.as_ref().unchecked_ref());
    handle.forget();
}

/// Sees an event of any element before the element does.
pub fn listen_first(event: &str, handle: impl Fn(Event) + 'static) {
    let Some(window) = window() else { return };
    let handle = Closure::<dyn Fn(Event)>::new(handle);
    let first = handle.as_ref().unchecked_ref();
    let _ = window.add_event_listener_with_callback_and_bool(event, first, true);
    handle.forget();
}

/// Scrolls a container sideways until an element in it is in view, and nothing else.
pub fn reveal(list: &Element, inside: &str) {
    let Ok(Some(one)) = list.query_selector(inside) else { return };
    let (list_box, own) = (list.get_bounding_client_rect(), one.get_bounding_client_rect());
    // The edges may be faded, or covered by a sticky column.
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

/// Moves the focus to what a link leads to, with its beginning at the top of the view unless it is in
/// view: a browser would move it to the middle.
pub fn arrive(selector: &str) {
    let Some(element) = element(selector) else { return };
    let place = element.get_bounding_client_rect();
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64());
    if place.top() < 0.0 || height.is_some_and(|height| place.bottom() > height) {
        element.scroll_into_view();
    }
    focus(selector);
}

/// Moves the caret of a field, in UTF-16 units.
pub fn set_caret(selector: &str, caret: u32) {
    if let Some(element) = element(selector) {
        // A text area has the same function.
        let field: HtmlInputElement = element.unchecked_into();
        let _ = field.set_selection_range(caret, caret);
    }
}

/// Scrolls the page to an element.
pub fn scroll_to(selector: &str) {
    if let Some(element) = element(selector) {
        element.scroll_into_view();
    }
}

/// Scrolls the page just enough to bring an element into view.
pub fn bring(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Moves the focus to an element inside another one.
pub fn focus_in(around: &Element, selector: &str) {
    if let Ok(Some(element)) = around.query_selector(selector) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Moves the focus to a neighbor of an event's target if an arrow to the right or left is pressed,
/// among the buttons in the listening element; the first comes after the last.
pub fn follow_arrows(event: &KeyboardEvent) {
    let step = match &*event.key() {
        "ArrowRight" => 1,
        "ArrowLeft" => -1,
        _ => return,
    };
    event.prevent_default();
    let _ = focus_beside(event, step);
}

fn focus_beside(event: &Event, step: i32) -> Option<()> {
    let around = event.current_target()?.unchecked_into::<Element>();
    let all = around.query_selector_all("button").ok()?;
    let target = event.target()?.unchecked_into::<Node>();
    let length = i32::try_from(all.length()).ok()?;
    let node = |index: i32| all.get(index.unsigned_abs());
    let place = (0..length).find(|index| node(*index).as_ref() == Some(&target))?;
    let _ = node((place + step).rem_euclid(length))?.unchecked_into::<HtmlElement>().focus();
    Some(())
}
