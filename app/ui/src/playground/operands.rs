//! The operands, one below the other.

use leptos::prelude::*;
use ptxfp_view::bits::{Field, Layout};
use ptxfp_view::playground::{MAX_OPERANDS, Screen};

use super::Playground;
use super::bits::ticks;
use super::operand::operand;
use crate::part::part;
use crate::pieces::text::rich;

/// The left half of the work area.
#[component]
pub(super) fn Operands(page: Playground) -> impl IntoView {
    let labels = part(
        page,
        [0; 2],
        |one, two, _| shared_layout(one) == shared_layout(two),
        |_, screen, _| shared_layout(screen).map(ticks).into_any(),
    );
    let key = part(
        page,
        [0; 2],
        |one, two, _| has_fields(one) == has_fields(two),
        |_, screen, _| has_fields(screen).then(field_key).into_any(),
    );
    // A place for each possible operand, so that one stays when others come or go.
    let operands = (0..MAX_OPERANDS).map(|index| {
        part(
            page,
            [index, 0],
            |one, two, [index, _]| {
                one.operands.get(index) == two.operands.get(index)
                    && shared_layout(one).is_some() == shared_layout(two).is_some()
            },
            |page, screen, [index, _]| {
                let has_labels = shared_layout(screen).is_none();
                let view = screen.operands.get(index);
                view.map(|view| operand(page, index, view, has_labels)).into_any()
            },
        )
    });
    let hint = "Accepts decimal, `0x` bits, `0f`/`0d` literals, C hex floats, `1/3`, `2^-9`, \
                `inf nan -0 min max sub`.";
    view! {
        <section class="operands" aria-label="operands">
            <header class="band-head"><h2>"Operands"</h2>{key}</header>
            {labels}
            {operands.collect_view()}
            <p class="hint">{rich(hint)}</p>
        </section>
    }
}

/// Whether any bits shown are fields of a floating-point number.
fn has_fields(screen: &Screen) -> bool {
    let mut lanes = screen.operands.iter().flat_map(|operand| &operand.lanes);
    lanes.any(|lane| lane.layout.exponent > 0)
}

/// The layout common to all lanes, which share the labels above the first; bits that open one by
/// one have their own labels.
fn shared_layout(screen: &Screen) -> Option<Layout> {
    if screen.operands.iter().any(|operand| operand.lanes.len() == 1) {
        return None;
    }
    let mut lanes = screen.operands.iter().flat_map(|operand| &operand.lanes);
    let shared = lanes.next()?.layout;
    lanes.all(|lane| lane.layout == shared).then_some(shared)
}

/// The key to the colors and lines of fields.
fn field_key() -> AnyView {
    let fields = [Field::Sign, Field::Exponent, Field::Significand].map(|field| {
        let text = [field.letter(), " ", field.name()].concat();
        view! { <span class=field.name()>{text}</span>" " }.into_any()
    });
    view! { <span class="field-key">{fields.into_iter().collect_view()}</span> }.into_any()
}
