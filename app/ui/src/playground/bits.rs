//! The bits of a lane: as switches in an operand, as a picture in a result.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html::Div;
use leptos::prelude::*;
use ptxfp_view::bits::{BitView, BitsView, Field, Layout, NibbleView, ROW_BITS};
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::operand::LaneView;

use super::Playground;
use crate::browser::elements::focus_in;
use crate::events::handler;
use crate::tasks::drawn;

/// Bits that can be flipped: one tab stop, arrows move, Home and End jump, Space flips.
pub(super) fn bit_field(
    page: Playground,
    operand: usize,
    lane: &LaneView,
    label: String,
) -> AnyView {
    let nibble = |nibble: &NibbleView| {
        let bits = nibble.bits.iter().map(|bit| switch(page, operand, lane, bit));
        nibble_view(row_index(nibble), None, bits.collect_view().into_any(), false)
    };
    let (index, width) = (lane.index, lane.layout.width);
    let bar = NodeRef::<Div>::new();
    let keys = handler(move |event: KeyboardEvent| {
        let screen = page.screen();
        let lanes = screen.operands.get(operand).map(|operand| &operand.lanes);
        let lane = lanes.and_then(|lanes| lanes.iter().find(|lane| lane.index == index));
        let next = lane.and_then(|lane| destination(&event.key(), lane.cursor, width));
        if let Some(next) = next {
            event.prevent_default();
            page.send(Edit::Focus(operand, index, Some(next)));
            if let Some(bar) = drawn(bar) {
                focus_in(&bar, &["[data-bit='", &next.to_string(), "']"].concat());
            }
        }
    });
    view! {
        <div node_ref=bar class="bits" role="toolbar" aria-label=label on:keydown=keys>
            {lane.picture.nibbles.iter().map(nibble).collect_view()}
        </div>
    }
    .into_any()
}

/// One switch.
fn switch(page: Playground, operand: usize, lane: &LaneView, bit: &BitView) -> AnyView {
    let (index, position) = (lane.index, bit.position);
    let flip = handler(move |_: MouseEvent| page.send(Edit::Flip(operand, index, position)));
    view! {
        <button
            class=bit_class(bit)
            type="button"
            role="switch"
            aria-checked=if bit.one { "true" } else { "false" }
            aria-label=bit.label.clone()
            tabindex=if position == lane.cursor { "0" } else { "-1" }
            data-bit=position.to_string()
            on:click=flip
        >
            {digit(bit)}
        </button>
    }
    .into_any()
}

/// Bits that are only shown, with their hex digits above; the class is that of their guarantee.
pub(super) fn bit_picture(bits: &BitsView, guarantee: &str) -> AnyView {
    let mut label = bits.hex.clone();
    label.push_str(", bits ");
    label.extend(bits.nibbles.iter().flat_map(|nibble| &nibble.bits).map(digit));
    let bit = |bit: &BitView| view! { <span class=bit_class(bit)>{digit(bit)}</span> }.into_any();
    let nibble = |nibble: &NibbleView| {
        let digit = view! { <span class="nibble-digit">{nibble.digit.to_string()}</span> };
        let bits = nibble.bits.iter().map(bit).collect_view().into_any();
        nibble_view(None, Some(digit.into_any()), bits, true)
    };
    view! {
        <div class=["bits picture ", guarantee].concat() role="img" aria-label=label>
            {bits.nibbles.iter().map(nibble).collect_view()}
        </div>
    }
    .into_any()
}

/// Letters at field starts and indices at nibble ends, above the first row.
pub(super) fn ticks(layout: Layout) -> AnyView {
    let nibbles = layout.ticks();
    let nibble = nibbles.into_iter().map(|ticks| {
        let ticks = ticks.into_iter().map(|tick| {
            let class = ["tick ", tick.starts.map_or("", Field::name)].concat();
            view! { <span class=class>{tick.text}</span> }.into_any()
        });
        nibble_view(None, None, ticks.collect_view().into_any(), false)
    });
    view! {
        <div
            class=if layout.is_tall() { "lane tick-lane tall" } else { "lane tick-lane" }
            aria-hidden="true"
        >
            <div class="bits ticks">{nibble.collect_view()}</div>
        </div>
    }
    .into_any()
}

/// Up to four columns, with the parts before and above them.
fn nibble_view(
    before: Option<AnyView>,
    above: Option<AnyView>,
    columns: AnyView,
    is_hidden: bool,
) -> AnyView {
    view! {
        <span class="nibble" aria-hidden=is_hidden.then_some("true")>
            {before}
            {above}
            <span class="nibble-bits">{columns}</span>
        </span>
    }
    .into_any()
}

/// The index of the first bit of a row.
fn row_index(nibble: &NibbleView) -> Option<AnyView> {
    let index = nibble.row_index?.to_string();
    Some(view! { <span class="row-index" aria-hidden="true">{index}</span> }.into_any())
}

const fn digit(bit: &BitView) -> &'static str {
    if bit.one { "1" } else { "0" }
}

/// The style classes of a bit.
fn bit_class(bit: &BitView) -> String {
    ["bit ", bit.field.name(), if bit.one { " one" } else { "" }].concat()
}

/// Returns the position that a key moves to; the most significant bit is on the left.
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
