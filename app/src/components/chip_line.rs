//! The line below the chips.

use leptos::prelude::*;

use super::{FixButton, RichText};
use crate::state::Playground;
use crate::view_model::instruction::SectionView;

/// Why a chip is dead or undocumented, with ways out; or the facts of the present form.
#[component]
pub fn ChipLine() -> impl IntoView {
    let screen = Playground::expect().screen;
    // What was asked about is said when it changes.
    let live = move || if screen.with(|screen| screen.asked) { "polite" } else { "off" };
    view! {
        <p class="chip-line" id="chip-line" aria-live=live>
            {move || {
                let note = screen.with(|screen| screen.note.clone());
                view! {
                    <code>{note.subject}</code>
                    " "
                    <RichText text=note.message />
                    {note
                        .fixes
                        .into_iter()
                        .map(|fix| view! { <Separator /> <FixButton fix=fix class="text-button" /> })
                        .collect_view()}
                    {note.section.map(|section| view! { <Separator /> {section_link(section)} })}
                }
            }}
        </p>
    }
}

/// A hairline between two things of the line.
#[component]
fn Separator() -> impl IntoView {
    view! {
        " "
        <span class="separator" aria-hidden="true"></span>
        " "
    }
}

/// A section as a link, or as text where it has no address.
pub(super) fn section_link(section: SectionView) -> AnyView {
    if section.href.is_empty() {
        view! { <span>{section.label}</span> }.into_any()
    } else {
        view! { <a href=section.href>{section.label}</a> }.into_any()
    }
}
