//! The statement, typed over its own highlighted copy.

use crate::markup::Markup;
use crate::view_model::instruction::Legality;
use crate::view_model::screen::Screen;

/// A text area without colour over a mirror with colours: the browser keeps selection, undo,
/// spelling of screen readers and input methods.
pub(super) fn statement_input(markup: &mut Markup, screen: &Screen) {
    let instruction = &screen.instruction;
    markup.open_class("div", "statement");
    markup.open_class("div", "mirror").attribute("aria-hidden", "true");
    for token in &instruction.tokens {
        let class = [token.kind.class(), token.flag.class()].concat();
        markup.leaf("span", &class, &token.text);
    }
    markup.text("\u{200b}").close();
    let rejected = instruction.legality == Legality::Rejected;
    markup.shape(
        "textarea",
        &[
            ("id", "instruction"),
            ("rows", "1"),
            ("aria-label", "instruction"),
            ("aria-describedby", "diagnostics"),
            ("aria-invalid", if rejected { "true" } else { "false" }),
            ("autocomplete", "off"),
            ("autocapitalize", "off"),
            ("spellcheck", "false"),
            ("value", &screen.statement),
        ],
    );
    markup.close();
}
