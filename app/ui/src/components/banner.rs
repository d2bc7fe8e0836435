//! What the playground has to say about its link.

use ptxfp_view::notice::NoticeView;
use ptxfp_view::playground::{Edit, Screen};

use super::part::PRESS;
use crate::browser::events::Happening;
use crate::markup::Markup;

/// Its button takes it away.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    happening.press(PRESS).map(|_| Edit::Notice(None))
}

/// A link that could not be read as it stands, or a text to copy by hand.
pub fn banner(markup: &mut Markup, screen: &Screen) {
    if let Some(notice) = &screen.notice {
        notice_banner(markup, notice);
    }
}

/// The notice and its button.
pub(super) fn notice_banner(markup: &mut Markup, notice: &NoticeView) {
    markup.open_class("div", "banner").attributes(&[("id", "banner"), ("role", "alert")]);
    markup.open("p").open("strong").text("The link could not be read as it stands. ").close();
    for message in &notice.messages {
        markup.rich(message).text(" ");
    }
    markup.open_class("span", "link");
    for (piece, wrong) in &notice.link {
        if *wrong {
            markup.open("mark").text(piece).close();
        } else {
            markup.text(piece);
        }
    }
    markup.close().close();
    markup.open_class("button", "text-button").attributes(&[("type", "button"), (PRESS, "")]);
    markup.text("Dismiss").close();
}
