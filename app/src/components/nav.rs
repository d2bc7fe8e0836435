//! The views of the page, in its header.

use crate::browser::events::Happening;
use crate::markup::Markup;
use crate::state::{Edit, FORMATS, REFERENCE, Route};
use crate::view_model::screen::Screen;

/// Before a link is followed the address is brought up to date: the way back leads to it.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    happening.press("href").map(|_| Edit::Flush)
}

/// A link to every view.
pub fn nav(markup: &mut Markup, screen: &Screen) {
    let current = match screen.route {
        Route::Playground => 0,
        Route::Reference(_) => 1,
        Route::Formats(_) => 2,
    };
    let links = [("Playground", &*screen.fragment), ("Reference", REFERENCE), ("Formats", FORMATS)];
    for (index, (name, fragment)) in links.into_iter().enumerate() {
        markup.open("a").attribute("href", &["#", fragment].concat());
        if index == current {
            markup.attribute("aria-current", "page");
        }
        markup.text(name).close();
    }
}
