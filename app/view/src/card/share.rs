//! The copies of a state for sharing: its link, a line of text, a picture.

use ptxfp::eval::Prepared;
use ptxfp::internals::export::{self, Theme};
use ptxfp::link::State;

use crate::card::Screen;
use crate::card::view::CardView;
use crate::number::with_hyphen;
use crate::playground::glance::values;

/// The copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShareView {
    /// The whole link.
    pub link: String,
    /// Whether it has no result.
    pub is_bare: bool,
    /// Statement and result in a line.
    pub text: String,
}

/// Returns the copies of a state.
pub(super) fn share(state: &State, card: &CardView, home: &str, is_bare: bool) -> ShareView {
    let State { instruction, context, registers, .. } = state;
    let result = || Prepared::new(instruction, context).evaluate(registers).destination;
    let state = State { recorded: (!is_bare).then(result), ..state.clone() };
    let tag = match &card.lanes[..] {
        [lane] => [", ", &lane.tag].concat(),
        _ => String::new(),
    };
    let spelling = instruction.to_string();
    let values = values(&card.lanes);
    ShareView {
        link: [home, "#", &state.to_fragment()].concat(),
        is_bare,
        // It is copied.
        text: with_hyphen(
            &[
                &spelling,
                " ",
                &card.operands,
                " = ",
                &values,
                " (",
                &card.hex,
                ")",
                &tag,
                "; ",
                &card.place,
            ]
            .concat(),
        ),
    }
}

/// The card as SVG.
pub fn picture(screen: &Screen, is_dark: bool) -> String {
    let theme = if is_dark { Theme::Dark } else { Theme::Light };
    export::picture(&screen.state, &screen.card.why, theme)
}
