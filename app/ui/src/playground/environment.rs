//! The version and the target of the statement, and its legality there.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp::syntax::Legality;
use ptxfp_view::playground::instruction::FixAction;
use ptxfp_view::playground::parts::LegalityView;
use ptxfp_view::playground::places::PlacesView;
use ptxfp_view::playground::{Edit, Screen};

use super::Playground;
use crate::events::handler;
use crate::pieces::choice::places;
use crate::pieces::text::{RIGHT, WRONG, section_link, sign};
use crate::store::Live;

/// Target, version, legality, and the section of the instruction in force.
#[component]
pub(super) fn Environment(page: Playground) -> impl IntoView {
    let target = page.data(|screen| Some(screen.targets.clone()));
    let isa = page.data(|screen| Some(screen.isas.clone()));
    let legality = page.data(Screen::legality);
    view! {
        <div class="environment">
            <label><span class="unseen">"Target"</span><Place page id="target" view=target/></label>
            <label>"PTX"<span class="unseen">" ISA"</span><Place page id="isa" view=isa/></label>
            {legality.draw(self::legality)}
        </div>
    }
}

/// The select of targets or versions.
#[component]
fn Place(page: Playground, id: &'static str, view: Live<PlacesView>) -> impl IntoView {
    let action = if id == "isa" { FixAction::Isa } else { FixAction::Target };
    view.draw(move |view| {
        let change =
            handler(move |event: Event| page.send(Edit::Apply(action(event_target_value(&event)))));
        places(id, view, change)
    })
}

/// The answer to "may this be written?". A text that is no statement leaves its place empty, so that
/// nothing moves while one is typed.
fn legality(LegalityView { legality, section }: &LegalityView) -> AnyView {
    let section = section.as_ref().map(section_link);
    let Some(legality) = legality else {
        let name = Legality::Documented.name();
        return view! {
            <span class="legality unjudged">{sign(RIGHT)}{name}</span>
            {section}
        }
        .into_any();
    };
    let outline = match legality {
        Legality::Documented => Some(RIGHT),
        Legality::Undocumented(_) => None,
        Legality::Rejected => Some(WRONG),
    };
    let name = legality.name();
    view! {
        <span class=["legality ", name].concat() id="legality">{outline.map(sign)}{name}</span>
        {section}
    }
    .into_any()
}
