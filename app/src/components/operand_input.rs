//! One operand: its register, its presets and its lanes.

use leptos::prelude::*;

use super::draft_field::{Draft, EntryNote};
use super::operand_panel::Ticks;
use super::{DraftField, LaneInput};
use crate::state::{Edit, Playground};
use crate::view_model::operand::{OperandShape, PresetView};

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
                <span class="presets" role="group" aria-label=[name.as_str(), " presets"].concat()>
                    {shape
                        .presets
                        .into_iter()
                        .map(|preset| preset_button(preset, index, playground))
                        .collect_view()}
                </span>
            </header>
            <EntryNote id=id draft=draft />
            {layout.map(|layout| view! { <Ticks layout=layout /> })}
            {shape
                .lanes
                .into_iter()
                .map(|lane| view! { <LaneInput operand=name.clone() index=index lane=lane /> })
                .collect_view()}
        </section>
    }
}

/// A value that is entered with one press.
fn preset_button(preset: PresetView, index: usize, playground: Playground) -> impl IntoView {
    let press = move |_| playground.send(Edit::Preset(index, preset.bits));
    view! {
        <button type="button" class="preset" on:click=press>
            {preset.text}
        </button>
    }
}
