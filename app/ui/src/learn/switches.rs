//! Bits to press: one tab stop, arrows move.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::bits::{BitView, BitsView, NibbleView};

use crate::browser::elements::follow_arrows;
use crate::events::{Sink, handler};

/// Switches for bits; a press reports the position.
pub(super) fn switches(bits: &BitsView, label: String, press: &Sink<u32>) -> AnyView {
    let highest = bits.nibbles.first().and_then(|nibble| nibble.bits.first());
    let highest = highest.map_or(0, |bit| bit.position);
    let switch = |bit: &BitView| {
        let (press, position) = (press.clone(), bit.position);
        let flip = handler(move |_: MouseEvent| press(position));
        let class = ["bit ", bit.field.name(), if bit.one { " one" } else { "" }].concat();
        view! {
            <button
                class=class
                type="button"
                role="switch"
                aria-checked=if bit.one { "true" } else { "false" }
                aria-label=bit.label.clone()
                tabindex=if position == highest { "0" } else { "-1" }
                on:click=flip
            >
                {if bit.one { "1" } else { "0" }}
            </button>
        }
        .into_any()
    };
    let nibble = |nibble: &NibbleView| {
        let bits = nibble.bits.iter().map(switch).collect_view();
        view! { <span class="nibble"><span class="nibble-bits">{bits}</span></span> }.into_any()
    };
    let keys = handler(|event: KeyboardEvent| follow_arrows(&event));
    view! {
        <div class="bits" role="toolbar" aria-label=label on:keydown=keys>
            {bits.nibbles.iter().map(nibble).collect_view()}
        </div>
    }
    .into_any()
}
