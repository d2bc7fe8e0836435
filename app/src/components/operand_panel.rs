//! The operands, below one another.

use leptos::prelude::*;

use super::OperandInput;
use crate::state::Playground;
use crate::view_model::bits::{Field, Layout, TickView};

/// The left half of the work area.
#[component]
pub fn OperandPanel() -> impl IntoView {
    let operands = Playground::expect().shapes;
    view! {
        <section class="operands" aria-label="operands">
            <header class="band-head">
                <h2>"Operands"</h2>
                <FieldKey />
            </header>
            {move || {
                let shapes = operands.get();
                let layouts = shapes.first().and_then(|s| s.lanes.first()).map(|lane| lane.layout);
                let uniform = shapes.iter().flat_map(|s| &s.lanes).all(|l| Some(l.layout) == layouts);
                let shared = layouts.filter(|_| uniform);
                view! {
                    {shared.map(|layout| view! { <Ticks layout=layout /> })}
                    {shapes
                        .into_iter()
                        .enumerate()
                        .map(|(index, shape)| {
                            view! { <OperandInput shape=shape index=index ticks=shared.is_none() /> }
                        })
                        .collect_view()}
                }
            }}
            <p class="hint">
                "Takes decimal, " <code>"0x"</code> " bits, " <code>"0f"</code> "/" <code>"0d"</code>
                " literals, C hex floats, " <code>"1/3"</code> ", " <code>"inf nan -0 min max sub"</code> "."
            </p>
        </section>
    }
}

/// Which colour and line means which field.
#[component]
fn FieldKey() -> impl IntoView {
    let entry = |field: Field| {
        view! { <span class=field.name()>{field.letter()} " " {field.name()}</span> }
    };
    view! {
        <span class="field-key">
            {entry(Field::Sign)} {entry(Field::Exponent)} {entry(Field::Significand)}
        </span>
    }
}

/// Letters at field starts and indices at nibble ends, above the first row.
#[component]
pub fn Ticks(
    /// The fields.
    layout: Layout,
) -> impl IntoView {
    let nibbles = layout
        .ticks()
        .into_iter()
        .map(|nibble| {
            view! {
                <span class="nibble">
                    <span class="nibble-bits">{nibble.into_iter().map(tick).collect_view()}</span>
                </span>
            }
        })
        .collect_view();
    let class = if layout.is_tall() { "lane tick-lane tall" } else { "lane tick-lane" };
    view! {
        <div class=class aria-hidden="true">
            <div class="bits ticks">{nibbles}</div>
        </div>
    }
}

/// One label.
fn tick(tick: TickView) -> impl IntoView {
    let field = tick.starts.map_or("", Field::name);
    view! { <span class=["tick ", field].concat()>{tick.text}</span> }
}
