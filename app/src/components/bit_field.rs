//! The bits of a lane: as switches in an operand, as a picture in a result.

use std::sync::Arc;

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::drawn::{drawn, part};
use crate::markup::Markup;
use crate::state::{Edit, Playground};
use crate::view_model::bits::{BitView, BitsView, ROW_BITS};
use crate::view_model::screen::Screen;

/// The attribute that carries a bit's position.
const POSITION: &str = "data-bit";

/// Bits that can be flipped: one tab stop, arrows move, Home and End jump, Space flips.
#[component]
pub fn BitField(
    /// What the bits are, for a screen reader.
    label: String,
    /// The source operand.
    index: usize,
    /// Its lane.
    lane: u8,
    /// How many bits that has.
    width: u32,
) -> impl IntoView {
    let playground = Playground::expect();
    let current = RwSignal::new(width.saturating_sub(1));
    let click = move |event: MouseEvent| {
        let position = part(&event, POSITION).and_then(|position| position.parse().ok());
        if let Some(position) = position {
            current.set(position);
            playground.send(Edit::Flip(index, lane, position));
        }
    };
    let keydown = move |event: KeyboardEvent| {
        let Some(position) = destination(&event.key(), current.get_untracked(), width) else {
            return;
        };
        event.prevent_default();
        current.set(position);
        focus_bit(&event, position);
    };
    let switches = Arc::new(move |screen: &Screen, markup: &mut Markup| {
        if let Some(bits) = screen.picture(index, lane) {
            switches(markup, bits, current.get());
        }
    });
    view! {
        <div
            class="bits"
            role="toolbar"
            aria-label=label
            on:click=click
            on:keydown=keydown
            use:drawn=switches
        ></div>
    }
}

/// All switches.
fn switches(markup: &mut Markup, bits: &BitsView, current: u32) {
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
fn destination(key: &str, position: u32, width: u32) -> Option<u32> {
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

/// Moves the focus to another bit of the toolbar that an event is about.
fn focus_bit(event: &KeyboardEvent, position: u32) {
    let toolbar = event.current_target().and_then(|t| t.dyn_into::<Element>().ok());
    let selector = ["[data-bit=\"", &position.to_string(), "\"]"].concat();
    let found = toolbar.and_then(|toolbar| toolbar.query_selector(&selector).ok().flatten());
    if let Some(element) = found.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
