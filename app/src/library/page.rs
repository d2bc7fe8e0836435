//! The library below the header: the reference, the formats or the lessons.

use leptos::prelude::*;

use super::{Library, Screen};
use crate::components::announcer::live_region;
use crate::components::format_cards::{self, format_cards};
use crate::components::lesson_list::lesson_list;
use crate::components::part::{Part, nothing};
use crate::components::reference_list::{self, reference_list};
use crate::markup::Markup;

/// The whole library.
#[component]
pub fn LibraryPage(
    /// Its state.
    page: Library,
) -> impl IntoView {
    view! {
        <Part page draw=heading edit=nothing />
        <Part page draw=reference_list edit=reference_list::edit />
        <Part page draw=format_cards edit=format_cards::edit />
        <Part page draw=lesson_list edit=nothing />
        <Part page draw=announcer edit=nothing />
    }
}

/// What the view is about, for a screen reader.
fn heading(markup: &mut Markup, screen: &Screen) {
    markup.leaf("h1", "unseen", screen.heading);
}

/// How much is found, said once typing pauses.
fn announcer(markup: &mut Markup, screen: &Screen) {
    live_region(markup, "library-announcement", &screen.said);
}
