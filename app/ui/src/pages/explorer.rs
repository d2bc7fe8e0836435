//! The explorer below the playground's steps.

use ptxfp_view::explorer::{Model, Screen};

use crate::components::announcer::live_region;
use crate::components::part::{Place, nothing};
use crate::components::tab_panel;
use crate::components::tab_panel::tab_panel;
use crate::markup::Markup;

/// The whole explorer.
pub fn explorer_page(place: &Place<Model>) {
    place.part(tab_panel, tab_panel::edit);
    place.part(announcer, nothing);
}

/// What came of something that takes time.
fn announcer(markup: &mut Markup, screen: &Screen) {
    live_region(markup, "explorer-announcement", &screen.said);
}
