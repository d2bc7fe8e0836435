//! One lane of an operand.

use ptxfp_view::playground::operand::LaneView;

use super::bit_field::bit_field;
use super::entry::{entry_field, entry_note};
use crate::markup::Markup;

/// A value field, the lane's hex and its bits.
pub(super) fn lane_input(markup: &mut Markup, operand: &str, lane: &LaneView) {
    // A register of one lane has its hex in the header, and no lane to choose.
    let single = lane.name.is_empty();
    let index = lane.index.to_string();
    let id = ["entry-", operand, "-", &index].concat();
    let space = if single { "" } else { " " };
    let spoken = [operand, space, &lane.name].concat();
    let class = [
        "lane",
        if lane.layout.is_tall() { " tall" } else { "" },
        if single { " single" } else { "" },
        if lane.is_current && !single { " current" } else { "" },
    ];
    markup.open_class("div", &class.concat());
    markup.attributes(&[("data-operand", operand), ("data-lane", &index)]);
    markup.leaf("span", "lane-name", &lane.name);
    entry_field(markup, &lane.field, &id, &[&spoken, " value"].concat(), "value");
    if !single {
        markup.leaf("output", "lane-hex", &lane.picture.hex);
    }
    bit_field(markup, &[&spoken, " bits"].concat(), &lane.picture, lane.cursor);
    entry_note(markup, &lane.field, &id);
    markup.close();
}
