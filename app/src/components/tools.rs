//! The buttons in the header: theme and share.

use super::copy_button::{self, copy_button};
use super::part::PRESS;
use crate::browser::events::Happening;
use crate::markup::Markup;
use crate::state::Edit;
use crate::view_model::screen::{Copied, Screen};

/// The edit of a press; the theme goes round light, dark and the system's choice.
pub fn edit(happening: &Happening, screen: &Screen) -> Option<Edit> {
    match happening.press(PRESS) {
        Some(_) => Some(Edit::Theme(screen.theme.next())),
        None => copy_button::edit(happening, screen),
    }
}

/// Theme and share.
pub fn tools(markup: &mut Markup, screen: &Screen) {
    let label = ["theme: ", screen.theme.name()].concat();
    let theme = [("type", "button"), ("id", "theme"), ("aria-label", &label), (PRESS, "")];
    markup.open_class("button", "icon-button").attributes(&theme);
    markup.open("span").attribute("aria-hidden", "true").text("◐").close();
    markup.leaf("span", "spare", &[" ", screen.theme.name()].concat()).close();
    copy_button(markup, screen, Copied::Link, "button", "Share");
}
