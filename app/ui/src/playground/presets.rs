//! Values that can be entered with one press, and changes to the present value.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::playground::operand::{OperandView, PresetView};
use ptxfp_view::playground::{Adjust, Edit};

use super::Playground;
use crate::browser::elements::follow_arrows;
use crate::browser::random;
use crate::events::handler;

/// All of them: one tab stop, arrows move.
pub(super) fn presets(page: Playground, index: usize, view: &OperandView) -> AnyView {
    let mut buttons = Vec::new();
    for &PresetView { text, bits } in &view.presets {
        buttons.push((text.to_owned(), Edit::Adjust(index, None, Adjust::Set(bits))));
    }
    let n_values = buttons.len();
    let mut adjust = |text: &str, adjust| {
        buttons.push((text.to_owned(), Edit::Adjust(index, None, adjust)));
    };
    if view.has_sign {
        adjust("±", Adjust::Negate);
    }
    adjust("prev", Adjust::Down);
    adjust("next", Adjust::Up);
    adjust(RANDOM, Adjust::Part(0));
    if let Some(partner) = view.partner {
        buttons.push((["swap ", partner].concat(), Edit::Swap(index)));
    }
    let adjustments = buttons.split_off(n_values);
    let button = |(place, (text, edit)): (usize, (String, Edit))| preset(page, place, text, edit);
    let values = buttons.into_iter().enumerate().map(button).collect_view();
    let adjustments =
        adjustments.into_iter().enumerate().map(|(place, each)| button((n_values + place, each)));
    let keys = handler(|event: KeyboardEvent| follow_arrows(&event));
    view! {
        <div
            class="presets"
            role="toolbar"
            aria-label=[view.name, " presets"].concat()
            on:keydown=keys
        >
            {values}
            <span class="adjustments">{adjustments.collect_view()}</span>
        </div>
    }
    .into_any()
}

/// The label of the button for random bits.
const RANDOM: &str = "rand";

/// One button; the first is in the tab order.
fn preset(page: Playground, place: usize, text: String, edit: Edit) -> AnyView {
    let is_random = text == RANDOM;
    let press = handler(move |_: MouseEvent| {
        page.send(match &edit {
            Edit::Adjust(index, lane, _) if is_random => {
                Edit::Adjust(*index, *lane, Adjust::Part(random::bits()))
            }
            edit => edit.clone(),
        });
    });
    let reached = if place == 0 { "0" } else { "-1" };
    view! { <button class="preset" type="button" tabindex=reached on:click=press>{text}</button> }
        .into_any()
}
