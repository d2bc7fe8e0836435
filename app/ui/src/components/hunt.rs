//! Two results beside one another, and the search for operands on which they differ.

use ptxfp_view::hunt::HuntView;

use super::result_panel::{RIGHT, WRONG, sign};
use crate::markup::Markup;

/// The attribute of what is done with something that is compared, with its place.
pub(super) const ACT: &str = "data-compare";

/// A button with the attribute that says what it does.
pub(super) fn button(
    markup: &mut Markup,
    class: &str,
    attribute: (&'static str, &str),
    words: &str,
) {
    markup.open_class("button", class).attributes(&[("type", "button"), attribute]);
    markup.text(words).close();
}

/// A result, with its name if it has one; the digits that differ are marked.
pub(super) fn result(markup: &mut Markup, name: &str, digits: &[(char, bool)], values: &str) {
    markup.open_class("p", "linked");
    if !name.is_empty() {
        markup.leaf("code", "compared-name", name).text(" ");
    }
    markup.open("code").text("0x");
    for (digit, differs) in digits {
        markup.leaf("span", if *differs { "changed" } else { "" }, digit.encode_utf8(&mut [0; 4]));
    }
    markup.close();
    if !values.is_empty() {
        markup.text(" = ").leaf("code", "", values);
    }
    markup.close();
}

/// What is to say of both, and why.
pub(super) fn verdict(
    markup: &mut Markup,
    words: &str,
    is_same: bool,
    reason: Option<&[String; 3]>,
) {
    markup.open("p").open_class("span", if is_same { "agrees" } else { "differs" });
    sign(markup, if is_same { RIGHT } else { WRONG });
    markup.text(words).close().close();
    if let Some(reason) = reason {
        why(markup, reason);
    }
}

/// What is done with what, if there are several.
fn act(name: &str, place: &str) -> String {
    [name, if place.is_empty() { "" } else { " " }, place].concat()
}

/// The search for a difference.
pub(super) fn hunt(markup: &mut Markup, view: &HuntView, place: &str) {
    markup.open_class("div", "hunt");
    if !view.words.is_empty() {
        markup.leaf("p", "hunt-words", &view.words);
    }
    if let Some(found) = &view.found {
        markup.open("p");
        button(markup, "text-button", (ACT, &act("load", place)), found);
        markup.close();
    }
    if let Some(reason) = &view.reason {
        why(markup, reason);
    }
    if view.is_running {
        button(markup, "button", (ACT, "stop"), "Stop");
    } else if view.is_offered {
        let words = if view.words.is_empty() { "Find a difference" } else { "Go on" };
        button(markup, "button", (ACT, &act("hunt", place)), words);
    }
    markup.close();
}

/// The step at which they part.
fn why(markup: &mut Markup, [title, present, other]: &[String; 3]) {
    markup.open_class("p", "note").open("strong").text(title).close().text(": ");
    markup.rich(present).text(" Here: ").rich(other).close();
}
