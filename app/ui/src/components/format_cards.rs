//! The formats, a card each.

use ptxfp_view::library::formats::FormatView;
use ptxfp_view::library::{Edit, Screen};

use super::chip_line::section_link;
use super::fold::{fold, pressed};
use super::number_line::value_line;
use super::table::table;
use crate::browser::events::Happening;
use crate::markup::Markup;

/// Tables of encodings open and close.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    pressed(happening).map(Edit::Fold)
}

/// The whole view.
pub fn format_cards(markup: &mut Markup, screen: &Screen) {
    let Some(view) = &screen.formats else { return };
    markup.open_class("p", "fixes format-index");
    for card in &view.cards {
        markup.open_class("a", "mono").attribute("href", &["#formats/", card.name].concat());
        markup.text(card.name).close();
    }
    markup.close();
    if !view.problem.is_empty() {
        markup.open_class("p", "diagnostic").rich(&view.problem).close();
    }
    for card in &view.cards {
        format_card(markup, card);
    }
    markup.open_class("section", "forms");
    table(markup, &view.integers);
    markup.close();
}

fn format_card(markup: &mut Markup, card: &FormatView) {
    let id = ["format-", card.name].concat();
    markup.open_class("section", "forms").open_class("header", "band-head").open("h2");
    markup
        .attributes(&[("id", &id), ("tabindex", "-1")])
        .open("code")
        .text(card.name)
        .close()
        .close();
    section_link(markup, &card.section);
    markup.open_class("span", "field-key to-end");
    for (class, bits) in ["sign", "exponent", "significand"].into_iter().zip(card.fields) {
        if bits > 0 {
            markup.leaf("span", class, &[class, " ", &bits.to_string()].concat());
        }
    }
    markup.close().close().open_class("dl", "facts");
    for (term, detail) in &card.facts {
        markup.open("div").open("dt").text(term).close().open("dd").text(detail).close().close();
    }
    markup.close().open_class("div", "split");
    table(markup, &card.landmarks);
    markup.open("div");
    for line in &card.lines {
        markup.leaf("p", "note", line.title);
        value_line(markup, line);
    }
    if card.is_narrow {
        fold(markup, card.name, card.encodings.is_some()).text("All encodings").close();
        if let Some(encodings) = &card.encodings {
            table(markup, encodings);
        }
        markup.close();
    }
    markup.close().close().close();
}
