//! The library below the header: the reference, the formats or the lessons.

use ptxfp_view::library::{Model, Screen};

use crate::components::announcer::live_region;
use crate::components::format_cards::format_cards;
use crate::components::lesson_list::lesson_list;
use crate::components::part::{Place, nothing};
use crate::components::reference_list::reference_list;
use crate::components::{format_cards, reference_list};
use crate::markup::Markup;

/// The whole library.
pub fn library_page(place: &Place<Model>) {
    place.part(heading, nothing);
    place.part(reference_list, reference_list::edit);
    place.part(format_cards, format_cards::edit);
    place.part(lesson_list, nothing);
    place.part(announcer, nothing);
}

/// What the view is about, for a screen reader.
fn heading(markup: &mut Markup, screen: &Screen) {
    markup.leaf("h1", "unseen", screen.heading);
}

/// How much is found, said once typing pauses.
fn announcer(markup: &mut Markup, screen: &Screen) {
    live_region(markup, "library-announcement", &screen.said);
}
