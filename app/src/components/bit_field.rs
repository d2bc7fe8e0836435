//! The bits of a lane: as switches in an operand, as a picture in a result.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::state::{Edit, Playground};
use crate::view_model::bits::{BitView, BitsView, NibbleView, ROW_BITS};
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
    let nibbles = move || {
        let picture =
            |screen: &Screen| screen.picture(index, lane).map(|bits| bits.nibbles.clone());
        playground.screen.with(picture).unwrap_or_default()
    };
    let toolbar = NodeRef::<html::Div>::new();
    let current = RwSignal::new(width.saturating_sub(1));
    let click = move |event: MouseEvent| {
        if let Some(position) = position_of(event.target().and_then(|t| t.dyn_into().ok())) {
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
        if let Some(toolbar) = toolbar.get_untracked() {
            focus_bit(&toolbar, position);
        }
    };
    view! {
        <div class="bits" role="toolbar" aria-label=label node_ref=toolbar on:click=click on:keydown=keydown>
            {move || {
                let current = current.get();
                nibbles().into_iter().map(|nibble| switches(nibble, current)).collect_view()
            }}
        </div>
    }
}

/// A nibble of switches.
fn switches(nibble: NibbleView, current: u32) -> impl IntoView {
    view! {
        <span class="nibble">
            {row_index(nibble.row_index)}
            <span class="nibble-bits">
                {nibble.bits.into_iter().map(|bit| switch(bit, current)).collect_view()}
            </span>
        </span>
    }
}

/// One switch.
fn switch(bit: BitView, current: u32) -> impl IntoView {
    view! {
        <button
            type="button"
            class=bit_class(&bit)
            role="switch"
            aria-checked=if bit.one { "true" } else { "false" }
            aria-label=bit.label
            tabindex=if bit.position == current { "0" } else { "-1" }
            data-bit=bit.position.to_string()
        >
            {if bit.one { "1" } else { "0" }}
        </button>
    }
}

/// Bits that are only shown, with their hex digits above.
#[component]
pub fn BitPicture(
    /// The bits.
    bits: BitsView,
    /// A style class that says how sure they are.
    certainty: &'static str,
) -> impl IntoView {
    let mut label = bits.hex.clone();
    label.push_str(", bits ");
    label.extend(
        bits.nibbles.iter().flat_map(|n| &n.bits).map(|bit| if bit.one { '1' } else { '0' }),
    );
    view! {
        <div class=["bits ", certainty].concat() role="img" aria-label=label>
            {bits.nibbles.into_iter().map(picture).collect_view()}
        </div>
    }
}

/// A nibble of a picture.
fn picture(nibble: NibbleView) -> impl IntoView {
    view! {
        <span class="nibble" aria-hidden="true">
            <span class="nibble-digit">{nibble.digit.to_string()}</span>
            <span class="nibble-bits">
                {nibble
                    .bits
                    .into_iter()
                    .map(|bit| {
                        view! { <span class=bit_class(&bit)>{if bit.one { "1" } else { "0" }}</span> }
                    })
                    .collect_view()}
            </span>
        </span>
    }
}

/// The index at the start of a row.
fn row_index(index: Option<u32>) -> impl IntoView {
    index.map(|index| {
        view! { <span class="row-index" aria-hidden="true">{index.to_string()}</span> }
    })
}

/// The style classes of a bit.
fn bit_class(bit: &BitView) -> String {
    ["bit ", bit.field.name(), if bit.one { " one" } else { "" }].concat()
}

/// The bit that an element belongs to.
fn position_of(element: Option<Element>) -> Option<u32> {
    element?.closest("[data-bit]").ok()??.get_attribute(POSITION)?.parse().ok()
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

/// Moves the focus to a bit.
fn focus_bit(toolbar: &Element, position: u32) {
    let selector = ["[data-bit=\"", &position.to_string(), "\"]"].concat();
    let found = toolbar.query_selector(&selector).ok().flatten();
    if let Some(element) = found.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
