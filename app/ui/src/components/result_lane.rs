//! One lane of the result.

use ptxfp_view::playground::result::ResultLaneView;

use super::bit_field::bit_picture;
use super::copy_button::copy_button;
use super::number_line::number_line;
use crate::markup::Markup;

/// A card with the guarantee, bits under hex digits, value, error and ruler.
pub(super) fn result_lane(markup: &mut Markup, lane: &ResultLaneView, beat: bool) {
    let tall = lane.bits.nibbles.iter().any(|nibble| nibble.row_index.is_some());
    let certainty = lane.certainty.class();
    markup.open_class("article", if tall { "result-lane tall" } else { "result-lane" });
    markup.attribute("data-result-lane", &lane.index.to_string());
    markup.attribute("data-bits", &lane.bits.hex);
    markup.open("header");
    if !lane.name.is_empty() {
        markup.leaf("span", "lane-name", &lane.name);
    }
    markup.leaf("span", &["guarantee ", certainty].concat(), lane.tag);
    markup.leaf("span", "muted to-end", lane.exactness);
    if !lane.name.is_empty() {
        let id = ["copy-lane-", &lane.index.to_string()].concat();
        copy_button(markup, &lane.bits.hex, &id, "text-button", "Copy");
    }
    markup.close();
    markup.open_class("div", "result-body");
    bit_picture(markup, &lane.bits, certainty);
    markup.open_class("div", "result-value");
    // Two names, so that a change right after a change is seen too.
    let changed = match (lane.is_changed, beat) {
        (false, _) => "",
        (true, false) => "changed-tick",
        (true, true) => "changed-tock",
    };
    markup.leaf("strong", changed, &lane.value);
    markup.open("span").text(&lane.class).close().close().close();
    if !lane.facts.is_empty() {
        markup.open_class("dl", "facts");
        for fact in &lane.facts {
            markup.open("div").open("dt").text(fact.term).close();
            markup.open("dd").text(&fact.detail).close().close();
        }
        markup.close();
    }
    if let Some(line) = &lane.line {
        number_line(markup, line);
    }
    if let Some(note) = &lane.note {
        markup.open_class("p", "note").rich(note).close();
    }
    markup.close();
}
