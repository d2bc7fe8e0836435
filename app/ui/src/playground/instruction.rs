//! The instruction band: statement, target, version, legality, chips and diagnostics.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::playground::instruction::{FixAction, Legality, PlacesView};
use ptxfp_view::playground::{Edit, Screen};

use super::Playground;
use super::chips::{chip_groups, chip_line};
use super::diagnostics::diagnostics;
use super::examples::examples;
use super::statement::statement;
use crate::part::{handler, part};
use crate::pieces::choice::options;
use crate::pieces::text::{RIGHT, WRONG, sign};

/// The band at the top of the page.
#[component]
pub(super) fn Instruction(page: Playground) -> impl IntoView {
    let target = part(
        page,
        [0; 2],
        |one, two, _| (&one.targets, one.target) == (&two.targets, two.target),
        |page, screen, _| {
            place_select("target", &screen.targets, screen.target, page, FixAction::Target)
        },
    );
    let isa = part(
        page,
        [0; 2],
        |one, two, _| (&one.isas, &one.isa) == (&two.isas, &two.isa),
        |page, screen, _| place_select("isa", &screen.isas, &screen.isa, page, FixAction::Isa),
    );
    let legality = part(
        page,
        [0; 2],
        |one, two, _| one.instruction.legality == two.instruction.legality,
        |_, screen, _| legality_pill(screen.instruction.legality),
    );
    view! {
        <section class="instruction" aria-label="instruction">
            <div class="line">
                {statement(page)}
                <div class="environment">
                    <label>"Target"{target}</label>
                    <label>"PTX ISA"{isa}</label>
                    {legality}
                </div>
            </div>
            {diagnostics(page)}
            {chip_groups(page)}
            <div class="below-chips">{chip_line(page)}{examples(page)}</div>
        </section>
    }
}

/// Where the instruction is used: the names that have it come before those that lack it.
fn place_select(
    id: &'static str,
    places: &PlacesView,
    chosen: &str,
    page: Playground,
    action: fn(String) -> FixAction,
) -> AnyView {
    let change =
        handler(move |event: Event| page.send(Edit::Apply(action(event_target_value(&event)))));
    let group = |label: &str, names: &[String]| {
        let label = [label, ": ", &places.spelling].concat();
        let options = options(names, chosen);
        (!names.is_empty()).then(|| view! { <optgroup label=label>{options}</optgroup> }.into_any())
    };
    view! {
        <select id=id on:change=change>
            {group("has it", &places.with)}
            {group("lacks it", &places.without)}
        </select>
    }
    .into_any()
}

/// The answer to "may this be written?".
fn legality_pill(legality: Legality) -> AnyView {
    let outline = match legality {
        Legality::Documented => Some(RIGHT),
        Legality::Undocumented => None,
        Legality::Rejected => Some(WRONG),
    };
    let name = legality.name();
    view! {
        <span class=["legality ", name].concat() id="legality">{outline.map(sign)}{name}</span>
    }
    .into_any()
}

/// Whether words are proposed, so that the rest is not finished: what is not need not be right.
pub(super) fn is_picking(screen: &Screen) -> bool {
    screen.picker.is_some()
}
