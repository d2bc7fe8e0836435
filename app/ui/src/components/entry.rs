//! A text field over a value, and the note below it.

use ptxfp_view::playground::operand::FieldView;

use crate::markup::Markup;

/// The field; its note has the identifier given, the field that with `-field`.
pub(super) fn entry_field(
    markup: &mut Markup,
    field: &FieldView,
    id: &str,
    label: &str,
    class: &str,
) {
    let wrong = if field.is_wrong() { "true" } else { "false" };
    markup.open_class("span", &["entry ", class, field.class()].concat());
    markup.open("input").attributes(&[
        ("id", &[id, "-field"].concat()),
        ("type", "text"),
        ("aria-label", label),
        ("aria-describedby", id),
        ("aria-invalid", wrong),
        ("autocomplete", "off"),
        ("autocapitalize", "off"),
        ("spellcheck", "false"),
        ("value", &field.text),
    ]);
    markup.close().close();
}

/// What was stored instead, or what could not be read.
pub(super) fn entry_note(markup: &mut Markup, field: &FieldView, id: &str) {
    let note = field.note();
    markup.open_class("p", &["entry-note", field.class()].concat()).attribute("id", id);
    if note.is_empty() {
        markup.attribute("hidden", "");
    }
    markup.text(note).close();
}
