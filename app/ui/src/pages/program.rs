//! The view of sequences below the header.

use ptxfp_view::program::{Model, Screen};

use crate::components::announcer::live_region;
use crate::components::part::{Place, nothing};
use crate::components::{sequence_compare, sequence_editor, sequence_inputs, sequence_table};
use crate::markup::Markup;

/// The whole view.
pub fn sequence_page(place: &Place<Model>) {
    place.part(sequence_editor::banner, sequence_editor::dismiss);
    place.part(sequence_editor::editor, sequence_editor::edit);
    place.part(sequence_inputs::inputs, sequence_inputs::edit);
    place.part(sequence_compare::comparison, sequence_compare::edit);
    place.part(sequence_table::table, sequence_table::edit);
    place.part(announcer, nothing);
}

/// What came of the last edit, for a screen reader.
fn announcer(markup: &mut Markup, screen: &Screen) {
    live_region(markup, "sequence-announcement", &screen.said);
}
