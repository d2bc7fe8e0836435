//! A select over names.

use ptxfp_view::playground::instruction::PlacesView;

use crate::markup::Markup;

/// A select that shows one of its names.
pub(super) fn choice_select(markup: &mut Markup, id: &str, names: &[String], chosen: &str) {
    markup.open("select").attributes(&[("id", id), ("value", chosen)]);
    options(markup, names);
    markup.close();
}

/// The same, with the names that have the instruction before those that lack it.
pub(super) fn place_select(markup: &mut Markup, id: &str, places: &PlacesView, chosen: &str) {
    markup.open("select").attributes(&[("id", id), ("value", chosen)]);
    for (label, names) in [("has it", &places.with), ("lacks it", &places.without)] {
        if !names.is_empty() {
            let label = [label, ": ", &places.spelling].concat();
            markup.open("optgroup").attribute("label", &label);
            options(markup, names);
            markup.close();
        }
    }
    markup.close();
}

fn options(markup: &mut Markup, names: &[String]) {
    for name in names {
        markup.open("option").text(name).close();
    }
}
