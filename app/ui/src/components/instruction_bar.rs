//! The instruction band: statement, target, version, legality, chips and diagnostics.

use ptxfp_view::playground::instruction::{FixAction, Legality};
use ptxfp_view::playground::{Edit, Pick, Screen};

use super::chip_line::chip_line;
use super::choice_select::place_select;
use super::diagnostic_list::{FIX, diagnostic_list};
use super::example_select::{chosen, example_select};
use super::modifier_picker::{CHIP, modifier_picker};
use super::part::PRESS;
use super::result_panel::{RIGHT, WRONG, sign};
use super::statement_input::{WORD, statement_input};
use crate::browser::events::Happening;
use crate::markup::Markup;

/// What is meant by something that happens to the statement, a select, a chip or a fix.
pub fn edit(happening: &Happening, screen: &Screen) -> Option<Edit> {
    let id = happening.part("id").unwrap_or_default();
    match (happening.kind().as_str(), id.as_str()) {
        // A statement is one line; what is pasted may have been several.
        ("input", "instruction") => {
            let text = happening.value()?.replace(['\n', '\r'], " ");
            Some(Edit::Pick(Pick::Type(text, happening.caret()?)))
        }
        ("focusout", "instruction") => Some(Edit::Settle),
        ("keydown", "instruction") => pressed_key(happening, screen),
        // The list closes where the caret goes elsewhere.
        ("pointerdown", "instruction") => screen.picker.as_ref().map(|_| Edit::Pick(Pick::Dismiss)),
        // The statement keeps the focus.
        ("mousedown", _) if happening.part(WORD).is_some() => {
            happening.take();
            None
        }
        ("click", _) if happening.part(WORD).is_some() => {
            Some(Edit::Pick(Pick::Accept(happening.part(WORD)?.parse().ok()?)))
        }
        ("change", "opcode") => Some(Edit::Opcode(happening.value()?)),
        ("change", "examples") => chosen(&happening.value()?),
        ("change", "target") => Some(Edit::Apply(FixAction::Target(happening.value()?))),
        ("change", "isa") => Some(Edit::Apply(FixAction::Isa(happening.value()?))),
        // Not every browser focuses a button that is pressed.
        ("focusin" | "pointerdown", _) => happening.part(CHIP).map(Edit::Ask),
        ("click", _) => pressed(happening, screen).map(Edit::Apply),
        _ => None,
    }
}

/// What a key does in the statement. Enter takes the word that is looked at, the tabulator also
/// one that is begun.
fn pressed_key(happening: &Happening, screen: &Screen) -> Option<Edit> {
    let pick = match (happening.key().as_str(), &screen.picker) {
        ("ArrowDown", Some(_)) => Pick::Next,
        ("ArrowUp", Some(_)) => Pick::Previous,
        ("ArrowDown", None) => Pick::Propose(happening.caret()?),
        ("Enter", Some(picker)) if picker.chosen.is_some() => Pick::Accept(picker.chosen?),
        ("Enter", _) => {
            // A statement is one line.
            happening.take();
            return Some(Edit::Settle);
        }
        ("Tab", Some(picker)) if !happening.is_modified() => Pick::Accept(picker.nearest?),
        ("Escape", Some(_)) => Pick::Dismiss,
        // The caret goes to another word.
        ("ArrowLeft" | "ArrowRight" | "Home" | "End", Some(_)) => {
            return Some(Edit::Pick(Pick::Dismiss));
        }
        _ => return None,
    };
    happening.take();
    Some(Edit::Pick(pick))
}

/// What pressing a chip or a fix does.
fn pressed(happening: &Happening, screen: &Screen) -> Option<FixAction> {
    if let Some(spelling) = happening.part(PRESS) {
        return Some(FixAction::Instruction(spelling));
    }
    let number = happening.part(FIX)?.parse().ok()?;
    let diagnosed = screen.instruction.diagnostics.iter().flat_map(|item| &item.fixes);
    let fix = diagnosed.chain(&screen.note.fixes).nth(number)?;
    Some(fix.action.clone())
}

/// The band at the top of the page.
pub fn instruction_bar(markup: &mut Markup, screen: &Screen) {
    markup.open_class("section", "instruction").attribute("aria-label", "instruction");
    markup.open_class("div", "line");
    statement_input(markup, screen);
    markup.open_class("div", "environment");
    markup.open("label").text("Target");
    place_select(markup, "target", &screen.targets, screen.target);
    markup.close().open("label").text("PTX ISA");
    place_select(markup, "isa", &screen.isas, &screen.isa);
    markup.close();
    legality_pill(markup, screen.instruction.legality);
    markup.close().close();
    // What is not finished need not be right, and the page stays in place below the words.
    let is_picking = screen.picker.is_some();
    diagnostic_list(markup, if is_picking { &[] } else { &screen.instruction.diagnostics });
    modifier_picker(markup, screen);
    markup.open_class("div", "below-chips");
    chip_line(markup, screen);
    example_select(markup, screen);
    markup.close().close();
}

/// The answer to "may this be written?".
fn legality_pill(markup: &mut Markup, legality: Legality) {
    let name = legality.name();
    markup.open_class("span", &["legality ", name].concat()).attribute("id", "legality");
    match legality {
        Legality::Documented => sign(markup, RIGHT),
        Legality::Undocumented => {}
        Legality::Rejected => sign(markup, WRONG),
    }
    markup.text(name).close();
}
