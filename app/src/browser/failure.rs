//! Saying so when the program stops, instead of leaving a dead page.

use std::panic;

use super::events::element;

/// The element of `index.html` that is unhidden.
const ELEMENT: &str = "#failure";

/// Shows a panic in the page.
pub fn show_panics() {
    panic::set_hook(Box::new(|info| {
        let Some(element) = element(ELEMENT) else { return };
        let mut text =
            String::from("The page stopped because of a mistake in it. Reload it to go on. ");
        text.push_str(&info.to_string());
        element.set_text_content(Some(&text));
        let _ = element.remove_attribute("hidden");
    }));
}
