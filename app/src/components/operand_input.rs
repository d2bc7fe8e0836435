//! One operand: its register, its presets and its lanes.

use leptos::prelude::*;

use super::draft_field::EntryNote;
use super::operand_panel::Ticks;
use super::{DraftField, LaneInput};
use crate::present::operand::hex;
use crate::state::Playground;
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
    let stored = Memo::new(move |_| playground.register(index));
    let digits = shape.register_bits;
    let shown = Memo::new(move |_| hex(stored.get(), digits));
    let enter = Callback::new(move |text: String| playground.enter_register(index, &text));
    let note = RwSignal::new(None);
    let id = ["register-", &shape.name].concat();
    let press = Callback::new(move |bits| playground.enter_preset(index, bits));
    let name = shape.name.clone();
    let class = if digits > 32 { "register wide" } else { "register" };
    let layout = shape.lanes.first().map(|lane| lane.layout).filter(|_| ticks);
    view! {
        <section class="operand" aria-label=["operand ", &name].concat() data-register=name.clone()>
            <header>
                <h3>{name.clone()}</h3>
                <DraftField
                    label=[name.as_str(), " register"].concat()
                    id=id.clone()
                    shown=shown
                    stored=stored
                    enter=enter
                    class=class
                    note=note
                />
                <span class="presets" role="group" aria-label=[name.as_str(), " presets"].concat()>
                    {shape
                        .presets
                        .into_iter()
                        .map(|preset| preset_button(preset, press))
                        .collect_view()}
                </span>
            </header>
            <EntryNote id=id note=note />
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
fn preset_button(preset: PresetView, press: Callback<u64>) -> impl IntoView {
    view! {
        <button type="button" class="preset" on:click=move |_| press.run(preset.bits)>
            {preset.text}
        </button>
    }
}
