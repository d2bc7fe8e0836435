//! The statement, typed over its own highlighted copy, and the words proposed for it.

use ptxfp_view::playground::Screen;
use ptxfp_view::playground::instruction::{ChipState, Legality, PickerView};

use crate::browser::patch::CARET;
use crate::markup::Markup;

/// The attribute that carries the number of a proposed word.
pub(super) const WORD: &str = "data-word";

/// The identifier of the list of words.
const LIST: &str = "completions";

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
    markup.open("textarea").attributes(&[
        ("id", "instruction"),
        ("rows", "1"),
        ("aria-label", "instruction"),
        ("aria-describedby", "diagnostics"),
        ("aria-invalid", if rejected { "true" } else { "false" }),
        ("aria-autocomplete", "list"),
        ("autocomplete", "off"),
        ("autocapitalize", "off"),
        ("spellcheck", "false"),
        ("value", &screen.statement),
    ]);
    if let Some(caret) = screen.caret {
        markup.attribute(CARET, &caret.to_string());
    }
    if let Some(picker) = &screen.picker {
        markup.attribute("aria-controls", LIST);
        if let Some(chosen) = picker.chosen {
            markup.attribute("aria-activedescendant", &option_id(chosen));
        }
    }
    markup.close();
    if let Some(picker) = &screen.picker {
        word_list(markup, picker);
    }
    markup.close();
}

/// The words below the statement. It stays a text area, which wraps on a phone: such a field may
/// not be called a combobox, and says the same with these attributes.
fn word_list(markup: &mut Markup, picker: &PickerView) {
    markup.open_class("div", LIST);
    markup.attributes(&[("id", LIST), ("role", "listbox"), ("aria-label", "completions")]);
    for (index, word) in picker.words.iter().enumerate() {
        let class = match word.state {
            ChipState::Dead => "word dead",
            ChipState::Undocumented => "word undocumented",
            ChipState::On | ChipState::Live => "word",
        };
        let selected = if picker.chosen == Some(index) { "true" } else { "false" };
        markup.open_class("div", class).attributes(&[
            ("id", &option_id(index)),
            ("role", "option"),
            ("aria-selected", selected),
            (WORD, &index.to_string()),
        ]);
        markup.open("code").text(word.text).close();
        if !word.note.is_empty() {
            markup.text(" ").leaf("span", "", &word.note);
        }
        markup.close();
    }
    markup.close();
}

/// The identifier of an option.
fn option_id(index: usize) -> String {
    ["word-", &index.to_string()].concat()
}
