//! The bits of a lane: as switches in an operand, as a picture in a result.

use ptxfp_view::bits::{BitView, BitsView, ROW_BITS};

use crate::markup::Markup;

/// The attribute that carries a bit's position.
pub(super) const POSITION: &str = "data-bit";

/// Bits that can be flipped: one tab stop, arrows move, Home and End jump, Space flips.
pub(super) fn bit_field(markup: &mut Markup, label: &str, bits: &BitsView, current: u32) {
    markup.open_class("div", "bits").attributes(&[("role", "toolbar"), ("aria-label", label)]);
    for nibble in &bits.nibbles {
        markup.open_class("span", "nibble");
        if let Some(index) = nibble.row_index {
            markup.open_class("span", "row-index").attribute("aria-hidden", "true");
            markup.text(&index.to_string()).close();
        }
        markup.open_class("span", "nibble-bits");
        for bit in &nibble.bits {
            switch(markup, bit, current);
        }
        markup.close().close();
    }
    markup.close();
}

/// One switch.
fn switch(markup: &mut Markup, bit: &BitView, current: u32) {
    let (checked, digit) = if bit.one { ("true", "1") } else { ("false", "0") };
    markup.open_class("button", &bit_class(bit)).attributes(&[
        ("type", "button"),
        ("role", "switch"),
        ("aria-checked", checked),
        ("aria-label", &bit.label),
        ("tabindex", if bit.position == current { "0" } else { "-1" }),
        (POSITION, &bit.position.to_string()),
    ]);
    markup.text(digit).close();
}

/// Bits that are only shown, with their hex digits above; the class says how sure they are.
pub(super) fn bit_picture(markup: &mut Markup, bits: &BitsView, certainty: &str) {
    let digit = |bit: &BitView| if bit.one { "1" } else { "0" };
    let mut label = bits.hex.clone();
    label.push_str(", bits ");
    label.extend(bits.nibbles.iter().flat_map(|n| &n.bits).map(digit));
    markup.open_class("div", &["bits ", certainty].concat()).attribute("role", "img");
    markup.attribute("aria-label", &label);
    for nibble in &bits.nibbles {
        markup.open_class("span", "nibble").attribute("aria-hidden", "true");
        markup.leaf("span", "nibble-digit", nibble.digit.encode_utf8(&mut [0; 4]));
        markup.open_class("span", "nibble-bits");
        for bit in &nibble.bits {
            markup.leaf("span", &bit_class(bit), digit(bit));
        }
        markup.close().close();
    }
    markup.close();
}

/// The style classes of a bit.
fn bit_class(bit: &BitView) -> String {
    ["bit ", bit.field.name(), if bit.one { " one" } else { "" }].concat()
}

/// Where a key leads from a position; the most significant bit is on the left.
pub(super) fn destination(key: &str, position: u32, width: u32) -> Option<u32> {
    let last = width.saturating_sub(1);
    match key {
        "ArrowLeft" => Some(if position < last { position + 1 } else { last }),
        "ArrowRight" => Some(position.saturating_sub(1)),
        "ArrowUp" => Some(position + ROW_BITS).filter(|&up| up <= last),
        "ArrowDown" => position.checked_sub(ROW_BITS),
        "Home" => Some(last),
        "End" => Some(0),
        _ => None,
    }
}
