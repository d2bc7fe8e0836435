//! One operand: its register, its presets and its lanes.

use super::entry::{entry_field, entry_note};
use super::lane_input::lane_input;
use super::operand_panel::ticks;
use super::part::PRESS;
use crate::markup::Markup;
use crate::view_model::operand::OperandView;

/// The attribute that carries an operand's name.
pub(super) const REGISTER: &str = "data-register";

/// An operand that can be entered as a register, by lane, by preset or bit by bit; it may carry its
/// own labels above the bits.
pub(super) fn operand_input(markup: &mut Markup, operand: &OperandView, has_ticks: bool) {
    let name = operand.name;
    let id = ["register-", name].concat();
    let class = if operand.register_bits > 32 { "register wide" } else { "register" };
    markup.open_class("section", "operand");
    markup.attribute("aria-label", &["operand ", name].concat()).attribute(REGISTER, name);
    markup.open("header").open("h3").text(name).close();
    entry_field(markup, &operand.field, &id, &[name, " register"].concat(), class);
    presets(markup, operand);
    markup.close();
    entry_note(markup, &operand.field, &id);
    if let Some(lane) = operand.lanes.first().filter(|_| has_ticks) {
        ticks(markup, lane.layout);
    }
    for lane in &operand.lanes {
        lane_input(markup, name, lane);
    }
    markup.close();
}

/// Values that are entered with one press.
fn presets(markup: &mut Markup, operand: &OperandView) {
    let label = [operand.name, " presets"].concat();
    markup.open_class("span", "presets").attributes(&[("role", "group"), ("aria-label", &label)]);
    for preset in &operand.presets {
        let press = preset.bits.to_string();
        markup.open_class("button", "preset").attributes(&[("type", "button"), (PRESS, &press)]);
        markup.text(preset.text).close();
    }
    markup.close();
}
