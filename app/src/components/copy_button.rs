//! Copying something of the page.

use crate::browser::events::Happening;
use crate::markup::Markup;
use crate::state::Edit;
use crate::view_model::screen::{Copied, Screen};

/// The edit of a press.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    let id = happening.press("id")?;
    Copied::ALL.into_iter().find(|copied| copied.id() == id).map(Edit::Copy)
}

/// A button that copies a text and says so.
pub(super) fn copy_button(
    markup: &mut Markup,
    screen: &Screen,
    copied: Copied,
    class: &str,
    label: &str,
) {
    let done = screen.copied == Some(copied);
    markup.open_class("button", class).attributes(&[("type", "button"), ("id", copied.id())]);
    markup.text(if done { "Copied" } else { label }).close();
    markup.open_class("span", "unseen").attribute("role", "status");
    markup.text(if done { "Copied to the clipboard." } else { "" }).close();
}
