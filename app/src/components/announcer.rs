//! Saying to a screen reader what came of an edit.

use crate::markup::Markup;
use crate::view_model::screen::Screen;

/// A polite live region with the result, or what is wrong, in a sentence.
///
/// It is the only one that follows typing: others would talk over every keystroke.
pub fn announcer(markup: &mut Markup, screen: &Screen) {
    markup.open_class("p", "unseen").attributes(&[("id", "announcement"), ("role", "status")]);
    markup.text(&screen.said).close();
}
