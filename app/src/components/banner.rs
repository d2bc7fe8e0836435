//! What the playground has to say about its link.

use super::part::PRESS;
use crate::browser::events::Happening;
use crate::markup::Markup;
use crate::state::Edit;
use crate::view_model::notice::NoticeView;
use crate::view_model::screen::Screen;

/// Its button takes it away.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    happening.press(PRESS).map(|_| Edit::Notice(None))
}

/// A link that could not be read as it stands, or a text to copy by hand.
pub fn banner(markup: &mut Markup, screen: &Screen) {
    let Some(notice) = &screen.notice else { return };
    markup.open_class("div", "banner").attributes(&[("id", "banner"), ("role", "alert")]);
    match notice {
        NoticeView::BrokenLink { messages, link } => {
            markup
                .open("p")
                .open("strong")
                .text("The link could not be read as it stands. ")
                .close();
            for message in messages {
                markup.rich(message).text(" ");
            }
            markup.open_class("span", "link");
            for (piece, wrong) in link {
                if *wrong {
                    markup.open("mark").text(piece).close();
                } else {
                    markup.text(piece);
                }
            }
            markup.close().close();
        }
        NoticeView::CopyByHand(link) => {
            let why = "This page may not write to the clipboard. Copy it from here:";
            markup.open("p").text(why).close();
            let input = [("type", "text"), ("readonly", ""), ("aria-label", "to be copied")];
            markup.shape("input", &[input[0], input[1], input[2], ("value", link)]);
        }
    }
    markup.open_class("button", "text-button").attributes(&[("type", "button"), (PRESS, "")]);
    markup.text("Dismiss").close();
}
