//! A select over names.

use crate::markup::Markup;

/// A select that shows one of its names.
pub(super) fn choice_select(markup: &mut Markup, id: &str, names: &[String], chosen: &str) {
    markup.open("select").attributes(&[("id", id), ("value", chosen)]);
    for name in names {
        markup.open("option").text(name).close();
    }
    markup.close();
}
