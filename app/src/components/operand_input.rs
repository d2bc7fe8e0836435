//! One operand: its register, its presets and its lanes.

use leptos::prelude::*;

use super::draft_field::{Draft, EntryNote};
use super::drawn::{PRESS, on_press};
use super::operand_panel;
use super::{DraftField, LaneInput};
use crate::markup::Markup;
use crate::state::{Edit, Playground};
use crate::view_model::operand::{OperandShape, PresetView};
use crate::view_model::screen::Screen;

/// An operand that can be entered as a register, by lane, by preset or bit by bit.
#[component]
pub fn OperandInput(
    /// What the instruction says about it.
    shape: OperandShape,
    /// Its place among the source operands.
    index: usize,
    /// Whether it carries its own labels above the bits.
    ticks: bool,
) -> impl IntoView {
    let playground = Playground::expect();
    let shown = Signal::derive(move || playground.screen.with(|screen| screen.register(index)));
    let enter = Callback::new(move |text: String| playground.enter_register(index, &text));
    let draft = RwSignal::new(Draft::default());
    let id = ["register-", &shape.name].concat();
    let name = shape.name.clone();
    let class = if shape.register_bits > 32 { "register wide" } else { "register" };
    let layout = shape.lanes.first().map(|lane| lane.layout).filter(|_| ticks);
    view! {
        <section class="operand" aria-label=["operand ", &name].concat() data-register=name.clone()>
            <header>
                <h3>{name.clone()}</h3>
                <DraftField
                    label=[name.as_str(), " register"].concat()
                    id=id.clone()
                    shown=shown
                    enter=enter
                    class=class
                    draft=draft
                />
                <span
                    class="presets"
                    role="group"
                    aria-label=[name.as_str(), " presets"].concat()
                    on:click=on_press(preset)
                    inner_html=presets(&shape.presets, index)
                >
                </span>
            </header>
            <EntryNote id=id draft=draft />
            <div class="parts" inner_html=operand_panel::ticks(layout)></div>
            {shape
                .lanes
                .into_iter()
                .map(|lane| view! { <LaneInput operand=name.clone() index=index lane=lane /> })
                .collect_view()}
        </section>
    }
}

/// Values that are entered with one press.
fn presets(presets: &[PresetView], index: usize) -> String {
    let mut markup = Markup::default();
    for preset in presets {
        let press = [index.to_string(), preset.bits.to_string()].join(" ");
        markup.open_class("button", "preset").attributes(&[("type", "button"), (PRESS, &press)]);
        markup.text(preset.text).close();
    }
    markup.finish()
}

/// The edit of a press.
fn preset(_: &Screen, press: &str) -> Option<Edit> {
    let (index, bits) = press.split_once(' ')?;
    Some(Edit::Preset(index.parse().ok()?, bits.parse().ok()?))
}
