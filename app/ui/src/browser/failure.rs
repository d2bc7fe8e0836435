//! The message about a program that stopped, so that the page is not merely unresponsive.

use std::panic;

use super::elements::element;

/// The element of `index.html` that takes the reason, once: later panics are consequences of the
/// first. `app/boot.js` and `app/embed/embed.js` show it, with a link to the state, and also report
/// programs that stop without a panic.
const ELEMENT: &str = "#failure textarea:empty";

/// Notes a panic in the page.
pub fn show_panics() {
    panic::set_hook(Box::new(|info| {
        if let Some(element) = element(ELEMENT) {
            element.set_text_content(Some(&info.to_string()));
        }
    }));
}
