//! HTML: a frame, and the custom element.

use alloc::string::{String, ToString};

use super::embed::{Embedded, of_instruction};
use super::frame::{FRAME_WIDTHS, Look, height};
use super::subject::Subject;
use super::text::add;

/// `<iframe>` with the card in it, in a box of at most the documented width.
///
/// No style sheet can tell a page how high its frames are to be, so the style of the frame is a sum: the
/// height at that width, and what the card needs in addition where the box is narrower. `999` turns the
/// first pixel that is missing into all of it. Where styles are taken out, the attributes say what is
/// right at the full width.
pub(super) fn iframe(subject: &Subject) -> String {
    let heights = FRAME_WIDTHS.map(|width| height(subject, LOOK, width));
    let mut title = subject.line();
    if !subject.why.is_empty() {
        add(&mut title, &[" = ", &subject.answer(), ": ", &subject.why.replace('`', "")]);
    }
    frame(&subject.base, &subject.state.to_fragment(), &title, heights)
}

/// The part of a state that a frame shows.
const LOOK: Look = Look::Compact;

/// [`iframe`] of a fragment, with the heights for the widths of frames.
pub(super) fn frame(base: &str, fragment: &str, title: &str, heights: [u32; 3]) -> String {
    let title = escaped(&[title]);
    let query = ["embed/?ui=", LOOK.name(), "#"].concat();
    let source = escaped(&[base, &query, fragment]);
    let [width, middle, _] = FRAME_WIDTHS.map(|width| width.to_string());
    let [least, more, most] = heights;
    let more = more.max(least);
    let steps = [more - least, most.max(more) - more].map(|step| step.to_string());
    let least = least.to_string();
    let mut text = String::new();
    add(&mut text, &["<div style=\"container-type:inline-size;max-width:", &width]);
    add(&mut text, &["px\">\n<iframe src=\"", &source, "\" title=\"", &title]);
    add(&mut text, &["\" width=\"", &width, "\" height=\"", &least]);
    add(&mut text, &["\" style=\"display:block;width:100%;height:calc(", &least, "px"]);
    for (limit, step) in [width, middle].iter().zip(&steps) {
        add(&mut text, &[" + clamp(0px,(", limit, "px - 100cqw)*999,", step, "px)"]);
    }
    text.push_str(");border:0\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>\n</div>\n");
    text
}

/// `<ptx-float>`, with words for where it is not shown, and its script.
pub(super) fn element(subject: &Subject) -> String {
    let state = subject.state.to_fragment();
    Embedded::card(state, of_instruction(subject)).markup(&subject.base)
}

/// Pieces so that they can be nothing but text, in an attribute too.
pub(super) fn escaped(pieces: &[&str]) -> String {
    let mut text = String::new();
    for character in pieces.iter().flat_map(|piece| piece.chars()) {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            _ => text.push(character),
        }
    }
    text
}
