//! The playground below the header.

use ptxfp_view::playground::{Model, Screen};

use crate::components::announcer::announcer;
use crate::components::banner::banner;
use crate::components::instruction_bar::instruction_bar;
use crate::components::operand_panel::operand_panel;
use crate::components::part::{Place, nothing};
use crate::components::peek::peek;
use crate::components::result_panel::result_panel;
use crate::components::trace_panel::trace_panel;
use crate::components::{banner, instruction_bar, operand_panel, trace_panel};
use crate::markup::Markup;

/// The whole playground.
pub fn playground_page(place: &Place<Model>) {
    place.part(heading, nothing);
    place.part(banner, banner::edit);
    place.part(instruction_bar, instruction_bar::edit);
    if let Some(work) = place.group("work") {
        work.part(operand_panel, operand_panel::edit);
        work.part(peek, nothing);
        work.part(result_panel, nothing);
    }
    place.part(trace_panel, trace_panel::edit);
    place.part(announcer, nothing);
}

/// What the page is about, for a screen reader.
fn heading(markup: &mut Markup, screen: &Screen) {
    markup.leaf("h1", "unseen", &screen.heading);
}
