//! The view of sequences below the header.

use leptos::prelude::*;

use super::{Screen, Sequences};
use crate::components::announcer::live_region;
use crate::components::part::{Part, nothing};
use crate::components::{sequence_compare, sequence_editor, sequence_inputs, sequence_table};
use crate::markup::Markup;

/// The whole view.
#[component]
pub fn SequencePage(
    /// Its state.
    page: Sequences,
) -> impl IntoView {
    view! {
        <Part page draw=sequence_editor::banner edit=sequence_editor::dismiss />
        <Part page draw=sequence_editor::editor edit=sequence_editor::edit />
        <Part page draw=sequence_inputs::inputs edit=sequence_inputs::edit />
        <Part page draw=sequence_compare::comparison edit=sequence_compare::edit />
        <Part page draw=sequence_table::table edit=sequence_table::edit />
        <Part page draw=announcer edit=nothing />
    }
}

/// What came of the last edit, for a screen reader.
fn announcer(markup: &mut Markup, screen: &Screen) {
    live_region(markup, "sequence-announcement", &screen.said);
}
