//! The parts of an opcode's page.

use crate::markup::Markup;

/// A part of the page: its identifier and its heading.
pub(crate) type Part = (&'static str, &'static str);

pub(crate) const FORMS: Part = ("forms", "Forms");
pub(crate) const MODIFIERS: Part = ("modifiers", "Modifiers");
pub(crate) const LESSONS: Part = ("surprises", "Surprises");
pub(crate) const EACH: Part = ("each-form", "Each form");

/// The heading of a part.
pub(crate) fn heading(markup: &mut Markup, (id, title): Part) {
    markup.open("h2").attribute("id", id).text(title).close();
}
