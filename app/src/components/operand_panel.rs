//! The operands, below one another.

use leptos::prelude::*;

use super::OperandInput;
use super::drawn::{drawing, drawn};
use crate::markup::Markup;
use crate::state::Playground;
use crate::view_model::bits::{Field, Layout};
use crate::view_model::screen::Screen;

/// The left half of the work area.
#[component]
pub fn OperandPanel() -> impl IntoView {
    let operands = Playground::expect().shapes;
    view! {
        <section class="operands" aria-label="operands">
            <header class="band-head">
                <h2>"Operands"</h2>
                <span class="field-key" use:drawn=drawing(field_key)></span>
            </header>
            {move || {
                let shapes = operands.get();
                let layouts = shapes.first().and_then(|s| s.lanes.first()).map(|lane| lane.layout);
                let uniform = shapes.iter().flat_map(|s| &s.lanes).all(|l| Some(l.layout) == layouts);
                let shared = layouts.filter(|_| uniform);
                view! {
                    <div class="parts" inner_html=ticks(shared)></div>
                    {shapes
                        .into_iter()
                        .enumerate()
                        .map(|(index, shape)| {
                            view! { <OperandInput shape=shape index=index ticks=shared.is_none() /> }
                        })
                        .collect_view()}
                }
            }}
            <p class="hint" use:drawn=drawing(hint)></p>
        </section>
    }
}

/// What a field takes.
fn hint(_: &Screen, markup: &mut Markup) {
    markup.rich(
        "Takes decimal, `0x` bits, `0f`/`0d` literals, C hex floats, `1/3`, \
         `inf nan -0 min max sub`.",
    );
}

/// Which colour and line means which field.
fn field_key(_: &Screen, markup: &mut Markup) {
    for field in [Field::Sign, Field::Exponent, Field::Significand] {
        let text = [field.letter(), " ", field.name()].concat();
        markup.leaf("span", field.name(), &text).text(" ");
    }
}

/// Letters at field starts and indices at nibble ends, above the first row; nothing for no layout.
pub(super) fn ticks(layout: Option<Layout>) -> String {
    let Some(layout) = layout else { return String::new() };
    let mut markup = Markup::default();
    let class = if layout.is_tall() { "lane tick-lane tall" } else { "lane tick-lane" };
    markup.open_class("div", class).attribute("aria-hidden", "true");
    markup.open_class("div", "bits ticks");
    for nibble in layout.ticks() {
        markup.open_class("span", "nibble").open_class("span", "nibble-bits");
        for tick in nibble {
            let field = tick.starts.map_or("", Field::name);
            markup.leaf("span", &["tick ", field].concat(), &tick.text);
        }
        markup.close().close();
    }
    markup.finish()
}
