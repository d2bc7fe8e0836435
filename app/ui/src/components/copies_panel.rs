//! The state as text for other places, each with a button that copies it.

use ptxfp_view::explorer::tabs::CopyView;

use super::copy_button::copy_button;
use crate::markup::Markup;

/// The tab.
pub(super) fn copies_panel(markup: &mut Markup, copies: &[CopyView]) {
    markup.open_class("div", "copies");
    for CopyView { name, title, note, text, address } in copies {
        markup.open("section").open_class("header", "band-head").leaf("h3", "", title);
        if let Some(address) = address {
            let link = [("href", &**address), ("target", "_blank"), ("rel", "noopener")];
            markup.open("a").attributes(&link).text("Open").close();
        }
        copy_button(markup, text, &["copy-", name].concat(), "button ghost to-end", "Copy");
        markup.close();
        markup.open_class("p", "note").rich(note).close();
        let scrolls = [("tabindex", "0"), ("role", "group"), ("aria-label", *title)];
        markup.open("pre").attributes(&scrolls).open("code").text(text).close().close();
        markup.close();
    }
    markup.close();
}
