//! What an instruction is assembled to, target by target.

use ptxfp_view::explorer::machine::MachineView;

use super::table::table;
use crate::markup::Markup;

/// The tab.
pub(super) fn machine_panel(markup: &mut Markup, view: &MachineView) {
    markup.open_class("div", "machine");
    if !view.note.is_empty() {
        markup.open_class("p", "note").attribute("role", "status").text(&view.note).close();
    }
    markup.open_class("div", "machine-codes");
    for each in &view.codes {
        markup.open_class("section", "machine-code").open("h3").text(&each.targets);
        if each.is_present {
            let is_alone = !each.targets.contains(',');
            let words =
                if is_alone { ", the present target" } else { ", the present target among them" };
            markup.leaf("span", "muted", words);
        }
        markup.close().open("p").leaf("strong", "", &each.title);
        if !each.words.is_empty() {
            markup.text(". ").rich(&each.words);
        }
        markup.close();
        if !each.code.is_empty() {
            markup.open("ol").attribute("aria-label", &each.targets);
            for instruction in &each.code {
                markup.open("li").leaf("code", "", instruction).close();
            }
            markup.close();
        }
        if !each.rest.is_empty() {
            markup.leaf("p", "note", &each.rest);
        }
        markup.close();
    }
    markup.close();
    if let Some(terms) = &view.terms {
        table(markup, terms);
    }
    if !view.origin.is_empty() {
        markup.open_class("p", "note").text(ORIGIN).text(&view.origin).text(".").close();
    }
    markup.close();
}

const ORIGIN: &str = "What one version of NVIDIA\u{2019}s assembler emits for operands that it does \
    not know: an observation, and no promise. Loads, stores and copies between registers are left \
    out. R is any register, RZ holds zero, @P stands before what runs on a condition. Recorded \
    with ";
