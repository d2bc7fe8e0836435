//! The result: the register, then its lanes.

use leptos::prelude::*;

use super::CopyButton;
use super::drawn::{drawing, drawn};
use super::result_lane::result_lane;
use crate::markup::Markup;
use crate::state::Playground;
use crate::view_model::result::{DigitsView, LinkedView};
use crate::view_model::screen::Screen;

/// The right half of the work area.
#[component]
pub fn ResultPanel() -> impl IntoView {
    let playground = Playground::expect();
    view! {
        <section class="result" id="result" aria-label="result">
            <header class="band-head">
                <h2>"Result"</h2>
                <span class="muted">{playground.reads(|screen| screen.result.formula.clone())}</span>
            </header>
            <div class="result-register">
                <span class="result-name">{playground.reads(|screen| screen.result.name.clone())}</span>
                <code
                    class="register-digits"
                    id="result-register"
                    data-value=playground.reads(|screen| screen.result.hex.clone())
                    use:drawn=drawing(|screen, markup| register_digits(markup, &screen.result.register))
                ></code>
                <CopyButton
                    id="copy-result"
                    class="button ghost to-end"
                    label="Copy"
                    text=|playground| playground.text(|screen| &screen.result.hex)
                />
            </div>
            <div use:drawn=drawing(lanes)></div>
        </section>
    }
}

/// Whether the link agrees, and the lanes.
fn lanes(screen: &Screen, markup: &mut Markup) {
    if let Some(linked) = &screen.linked {
        linked_result(markup, linked);
    }
    for lane in &screen.result.lanes {
        result_lane(markup, lane);
    }
}

/// Whether the result is still the one that the link recorded.
fn linked_result(markup: &mut Markup, linked: &LinkedView) {
    let (class, word, mark) = if linked.same {
        ("legality documented", "reproduced", RIGHT)
    } else {
        ("legality rejected", "differs", WRONG)
    };
    markup.open_class("p", "linked").attribute("id", "linked");
    markup.open_class("span", class);
    sign(markup, mark);
    markup.text(word).close().text(" the link says ").open("code").text("0x");
    for (digit, same) in &linked.digits {
        markup.leaf("span", if *same { "" } else { "changed" }, digit.encode_utf8(&mut [0; 4]));
    }
    markup.close().close();
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
