//! The operands, one below the other.

use leptos::prelude::*;
use ptxfp_view::bits::Field;
use ptxfp_view::playground::Screen;

use super::Playground;
use super::bits::ticks;
use super::operand::Operand;
use crate::pieces::text::rich;

/// The left half of the work area.
#[component]
pub(super) fn Operands(page: Playground) -> impl IntoView {
    let labels = page.data(Screen::shared_layout);
    let key = page.data(|screen| screen.has_fields().then_some(()));
    let places = page.data(|screen| Some((0..screen.operands.len()).collect::<Vec<_>>()));
    let operand = move |index| {
        let view = page.data(move |screen| screen.operand(index));
        view! { <Operand page view/> }.into_any()
    };
    let hint = "Accepts decimal, `0x` bits, `0f`/`0d` literals, C hex floats, `1/3`, `2^-9`, \
                `inf nan -0 min max sub`.";
    view! {
        <section class="operands" aria-label="operands">
            <header class="band-head"><h2>"Operands"</h2>{key.shown(field_key)}</header>
            {labels.draw(|layout| ticks(*layout))}
            {places.rows(operand)}
            <p class="hint">{rich(hint)}</p>
        </section>
    }
}

/// The key to the colors and lines of fields.
fn field_key() -> AnyView {
    let fields = [Field::Sign, Field::Exponent, Field::Significand].map(|field| {
        let text = [field.letter(), " ", field.name()].concat();
        view! { <span class=field.name()>{text}</span>" " }.into_any()
    });
    view! { <span class="field-key">{fields.into_iter().collect_view()}</span> }.into_any()
}
