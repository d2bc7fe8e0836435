//! The version and the target of the statement, and its legality there.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::playground::instruction::{FixAction, Legality, PlacesView};
use ptxfp_view::playground::{Edit, Screen};

use super::Playground;
use crate::part::{handler, part};
use crate::pieces::choice::options;
use crate::pieces::text::{RIGHT, WRONG, section_link, sign};

/// Target, version, legality, and the section of the instruction in force.
pub(super) fn environment(page: Playground) -> AnyView {
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
        |one, two, _| {
            let shown =
                |screen: &Screen| (screen.instruction.legality, screen.answer.section.clone());
            shown(one) == shown(two)
        },
        |_, screen, _| {
            let section = screen.answer.section.as_ref().map(section_link);
            view! { {legality_pill(screen.instruction.legality)}{section} }.into_any()
        },
    );
    view! {
        <div class="environment">
            <label><span class="unseen">"Target"</span>{target}</label>
            <label>"PTX"<span class="unseen">" ISA"</span>{isa}</label>
            {legality}
        </div>
    }
    .into_any()
}

/// The select of targets or versions: those that support the instruction come before the
/// others.
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
        let label = match &*places.spelling {
            "" => String::from("all"),
            spelling => [label, ": ", spelling].concat(),
        };
        let options = options(names, chosen);
        (!names.is_empty()).then(|| view! { <optgroup label=label>{options}</optgroup> }.into_any())
    };
    view! {
        <select id=id on:change=change>
            {group("supported", &places.with)}
            {group("unsupported", &places.without)}
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
