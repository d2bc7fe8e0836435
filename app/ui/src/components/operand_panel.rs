//! The operands, below one another.

use ptxfp_view::bits::{Field, Layout};
use ptxfp_view::playground::{Adjust, Edit, Place, Screen};

use super::bit_field::{POSITION, destination};
use super::operand_input::{REGISTER, operand_input, pressed};
use super::part::PRESS;
use crate::browser::events::{Happening, focus};
use crate::markup::Markup;

/// What is meant by something that happens to a field, a preset or a bit.
///
/// Leaving a field, or Enter, settles what was typed; Escape gives it up; up and down go to the
/// next number. Among bits, keys move the focus.
pub fn edit(happening: &Happening, screen: &Screen) -> Option<Edit> {
    let name = happening.part(REGISTER)?;
    let operand = screen.operands.iter().position(|operand| operand.name == name)?;
    let lane = happening.part("data-lane").and_then(|lane| lane.parse().ok());
    let place = Place { operand, lane };
    let bit: Option<u32> = happening.part(POSITION).and_then(|position| position.parse().ok());
    let preset = happening.part(PRESS);
    match (happening.kind().as_str(), bit, preset) {
        ("focusin", ..) => Some(Edit::Focus(operand, lane?, bit)),
        ("click", Some(bit), _) => Some(Edit::Flip(operand, lane?, bit)),
        ("click", None, Some(press)) => pressed(operand, &press),
        ("keydown", Some(bit), _) => {
            let width = screen.operands.get(operand)?.lanes.first()?.layout.width;
            let bit = destination(&happening.key(), bit, width)?;
            happening.take();
            focus(&bit_selector(&name, lane?, bit));
            None
        }
        ("keydown", None, None) => match happening.key().as_str() {
            "Enter" => Some(Edit::Leave(place)),
            key @ ("ArrowUp" | "ArrowDown") if lane.is_some() => {
                happening.take();
                let adjust = if key == "ArrowUp" { Adjust::Up } else { Adjust::Down };
                Some(Edit::Adjust(operand, lane, adjust))
            }
            "Escape" => Some(Edit::Forget(place)),
            _ => None,
        },
        ("input", ..) => Some(Edit::Enter(place, happening.value()?)),
        ("focusout", None, None) => Some(Edit::Leave(place)),
        _ => None,
    }
}

/// The selector of a bit.
fn bit_selector(operand: &str, lane: u8, bit: u32) -> String {
    let (lane, bit) = (lane.to_string(), bit.to_string());
    ["[data-operand=", operand, "][data-lane='", &lane, "'] [data-bit='", &bit, "']"].concat()
}

/// The left half of the work area.
pub fn operand_panel(markup: &mut Markup, screen: &Screen) {
    markup.open_class("section", "operands").attribute("aria-label", "operands");
    markup.open_class("header", "band-head").open("h2").text("Operands").close();
    field_key(markup);
    markup.close();
    let mut lanes = screen.operands.iter().flat_map(|operand| &operand.lanes);
    // Lanes of one layout share the labels above the first.
    let shared = lanes.next().map(|lane| lane.layout);
    let shared = shared.filter(|shared| lanes.all(|lane| lane.layout == *shared));
    if let Some(layout) = shared {
        ticks(markup, layout);
    }
    for operand in &screen.operands {
        operand_input(markup, operand, shared.is_none());
    }
    markup.open_class("p", "hint").rich(
        "Takes decimal, `0x` bits, `0f`/`0d` literals, C hex floats, `1/3`, \
         `inf nan -0 min max sub`.",
    );
    markup.close().close();
}

/// Which colour and line means which field.
fn field_key(markup: &mut Markup) {
    markup.open_class("span", "field-key");
    for field in [Field::Sign, Field::Exponent, Field::Significand] {
        let text = [field.letter(), " ", field.name()].concat();
        markup.leaf("span", field.name(), &text).text(" ");
    }
    markup.close();
}

/// Letters at field starts and indices at nibble ends, above the first row.
pub(super) fn ticks(markup: &mut Markup, layout: Layout) {
    let class = if layout.is_tall() { "lane tick-lane tall" } else { "lane tick-lane" };
    markup.open_class("div", class).attribute("aria-hidden", "true");
    markup.open_class("div", "bits ticks");
    for nibble in layout.ticks() {
        markup.open_class("span", "nibble").open_class("span", "nibble-bits");
        for tick in nibble {
            let field = tick.starts.map_or("", Field::name);
            markup.leaf("span", &["tick ", field].concat(), &tick.text);
        }
        markup.close().close();
    }
    markup.close().close();
}
