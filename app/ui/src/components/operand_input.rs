//! One operand: its register, its presets and its lanes.

use ptxfp_view::playground::operand::OperandView;
use ptxfp_view::playground::{Adjust, Edit};

use super::entry::{entry_field, entry_note};
use super::lane_input::lane_input;
use super::operand_panel::ticks;
use super::part::PRESS;
use crate::browser::random;
use crate::markup::Markup;

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
        button(markup, &preset.bits.to_string(), preset.text);
    }
    markup.close();
    adjustments(markup, operand);
}

/// Changes of the value that take one press.
fn adjustments(markup: &mut Markup, operand: &OperandView) {
    let label = ["change ", operand.name].concat();
    let group = [("role", "group"), ("aria-label", &*label)];
    markup.open_class("span", "presets adjustments").attributes(&group);
    for (press, text) in [(NEGATE, "±"), (DOWN, "prev"), (UP, "next"), (ANY, "rand")] {
        if press != NEGATE || operand.has_sign {
            button(markup, press, text);
        }
    }
    if let Some(partner) = operand.partner {
        button(markup, SWAP, &["swap ", partner].concat());
    }
    markup.close();
}

fn button(markup: &mut Markup, press: &str, text: &str) {
    markup.open_class("button", "preset").attributes(&[("type", "button"), (PRESS, press)]);
    markup.text(text).close();
}

/// The edit of a press; a number is the bits of a preset.
pub(super) fn pressed(operand: usize, press: &str) -> Option<Edit> {
    let adjust = match press {
        SWAP => return Some(Edit::Swap(operand)),
        NEGATE => Adjust::Negate,
        DOWN => Adjust::Down,
        UP => Adjust::Up,
        ANY => Adjust::Part(random::bits()),
        bits => Adjust::Set(bits.parse().ok()?),
    };
    Some(Edit::Adjust(operand, None, adjust))
}

const NEGATE: &str = "negate";
const DOWN: &str = "down";
const UP: &str = "up";
const ANY: &str = "any";
const SWAP: &str = "swap";
