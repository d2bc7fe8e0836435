//! The result: the register, then its lanes.

use ptxfp::link::Verdict;
use ptxfp_view::playground::Screen;
use ptxfp_view::playground::result::{DigitsView, LinkedView};

use super::copy_button::copy_button;
use super::result_lane::result_lane;
use crate::markup::Markup;

/// The right half of the work area.
pub fn result_panel(markup: &mut Markup, screen: &Screen) {
    let result = &screen.result;
    let attributes = [("id", "result"), ("aria-label", "result")];
    markup.open_class("section", "result").attributes(&attributes);
    markup.open_class("header", "band-head").open("h2").text("Result").close();
    markup.leaf("span", "muted", &result.formula).close();
    markup.open_class("div", "result-register");
    markup.leaf("span", "result-name", &result.name);
    let register = [("id", "result-register"), ("data-value", &result.hex)];
    markup.open_class("code", "register-digits").attributes(&register);
    register_digits(markup, &result.register);
    markup.close();
    copy_button(markup, &result.hex, "copy-result", "button ghost to-end", "Copy");
    markup.close().open("div");
    if let Some(linked) = &screen.linked {
        linked_result(markup, linked);
    }
    for lane in &result.lanes {
        result_lane(markup, lane, screen.beat);
    }
    markup.close().close();
}

/// Whether the result is still the one that the link recorded.
fn linked_result(markup: &mut Markup, linked: &LinkedView) {
    let (class, mark) = match linked.verdict {
        Verdict::Reproduced => ("legality documented", RIGHT),
        Verdict::Permitted => ("legality undocumented", RIGHT),
        Verdict::Differs => ("legality rejected", WRONG),
    };
    markup.open_class("p", "linked").attribute("id", "linked");
    markup.open_class("span", class);
    sign(markup, mark);
    markup.text(linked.verdict.word()).close().text(" the link says ").open("code").text("0x");
    for (digit, same) in &linked.digits {
        markup.leaf("span", if *same { "" } else { "changed" }, digit.encode_utf8(&mut [0; 4]));
    }
    markup.close();
    for reason in &linked.reasons {
        markup.text("; ").text(reason);
    }
    markup.close();
}

/// The outline of a tick.
pub(super) const RIGHT: &str = "M2 6.5 5 9.5 10 3";

/// The outline of a cross.
pub(super) const WRONG: &str = "M3 3 9 9M9 3 3 9";

/// A small sign before a word.
pub(super) fn sign(markup: &mut Markup, outline: &str) {
    let size =
        [("width", "12"), ("height", "12"), ("viewBox", "0 0 12 12"), ("aria-hidden", "true")];
    markup.open("svg").attributes(&size).shape("path", &[("d", outline)]).close();
}

/// The digits of a register, lane by lane.
pub(super) fn register_digits(markup: &mut Markup, lanes: &[DigitsView]) {
    markup.text("0x");
    for lane in lanes {
        markup.leaf("span", lane.certainty.digits_class(), &lane.digits);
    }
}
