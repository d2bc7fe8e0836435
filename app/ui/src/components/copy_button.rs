//! Copying something of the page.

use crate::markup::Markup;

/// A button that copies a text, which it carries; the document does it (`app/boot.js`).
pub(super) fn copy_button(markup: &mut Markup, text: &str, id: &str, class: &str, label: &str) {
    markup.open_class("button", class);
    markup.attributes(&[("type", "button"), ("id", id), ("data-copy", text)]).text(label).close();
}
