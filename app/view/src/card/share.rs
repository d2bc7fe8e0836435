//! The copies of a state for sharing: its link, a line of text, a picture.

use ptxfp::eval::Prepared;
use ptxfp::internals::export::{self, Theme, rejected_sentence};
use ptxfp::link::{Linked, State};

use crate::card::view::CardView;
use crate::card::{FaceView, Screen};
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

/// Returns the copies of a statement that is rejected: its link, which records that unless it is to be
/// bare, and the reason.
pub(super) fn rejected(linked: &Linked, home: &str, is_bare: bool) -> ShareView {
    let mut linked = linked.clone();
    let text = match &mut linked {
        Linked::Legal(_) => String::new(),
        Linked::Rejected(rejected) => {
            rejected.is_recorded = !is_bare;
            rejected_sentence(rejected)
        }
    };
    ShareView { link: [home, "#", &linked.to_fragment()].concat(), is_bare, text }
}

/// The card as SVG; a statement that is rejected has none.
pub fn picture(screen: &Screen, is_dark: bool) -> Option<String> {
    let theme = if is_dark { Theme::Dark } else { Theme::Light };
    match (&screen.linked, &screen.face) {
        (Linked::Legal(state), FaceView::Result(card)) => {
            Some(export::picture(state, &card.why, theme))
        }
        (Linked::Legal(_) | Linked::Rejected(_), _) => None,
    }
}
