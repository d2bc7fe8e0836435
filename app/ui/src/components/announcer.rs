//! Saying to a screen reader what came of an edit.

use ptxfp_view::playground::Screen;

use crate::markup::Markup;

/// The playground's live region, with the result, or what is wrong, in a sentence.
pub fn announcer(markup: &mut Markup, screen: &Screen) {
    live_region(markup, "announcement", &screen.said);
}

/// A polite live region.
///
/// It is the only one of its module that follows typing: others would talk over every keystroke.
pub(crate) fn live_region(markup: &mut Markup, id: &str, text: &str) {
    markup.open_class("p", "unseen").attributes(&[("id", id), ("role", "status")]);
    markup.text(text).close();
}
