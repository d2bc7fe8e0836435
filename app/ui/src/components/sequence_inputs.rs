//! The registers that a sequence starts from.

use ptxfp_view::program::view::InputView;
use ptxfp_view::program::{Edit, Screen};

use super::entry::{entry_field, entry_note};
use crate::browser::events::Happening;
use crate::markup::Markup;

/// The attribute that carries the place of an input.
const INPUT: &str = "data-input";

/// Typing sets an input; leaving the field, or Enter, settles it; Escape gives it up.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    let place = happening.part(INPUT)?.parse().ok()?;
    match happening.kind().as_str() {
        "input" => Some(Edit::Enter(place, happening.value()?)),
        "focusout" => Some(Edit::Leave(place)),
        "keydown" => match happening.key().as_str() {
            "Enter" => Some(Edit::Leave(place)),
            "Escape" => Some(Edit::Forget(place)),
            _ => None,
        },
        _ => None,
    }
}

/// A row for each.
pub fn inputs(markup: &mut Markup, screen: &Screen) {
    let inputs = &screen.view.inputs;
    if inputs.is_empty() {
        return;
    }
    markup.open_class("section", "sequence-band").attribute("aria-label", "inputs");
    markup.open_class("header", "band-head").open("h2").text("Inputs").close().close();
    for (place, each) in inputs.iter().enumerate() {
        input(markup, &place.to_string(), each);
    }
    markup.close();
}

fn input(markup: &mut Markup, place: &str, input: &InputView) {
    let id = ["sequence-input-", place].concat();
    markup.open_class("div", "sequence-input").attribute(INPUT, place);
    markup.leaf("code", "sequence-name", &input.name).leaf("code", "muted", input.kind);
    entry_field(markup, &input.field, &id, &[&input.name, " value"].concat(), "value");
    markup.leaf("output", "lane-hex", &input.hex);
    entry_note(markup, &input.field, &id);
    markup.close();
}
