//! HTML: a frame, and the custom element.

use alloc::string::{String, ToString};

use super::subject::{Register, Subject};
use super::text::add;

/// How high what a frame shows is in CSS pixels, down to the value of the first lane of the result:
/// all but the operands, an operand without its lanes, a lane.
const HEIGHTS: [u32; 3] = [400, 53, 48];

/// `<iframe>`, with the playground in it.
pub(super) fn iframe(subject: &Subject) -> String {
    let [mut height, operand, lane] = HEIGHTS;
    let mut title = [&subject.spelling, " of "].concat();
    for (index, register) in subject.registers().iter().enumerate().skip(1) {
        height += operand + lane * u32::from(register.kind.packing().lanes);
        add(&mut title, &[if index == 1 { "" } else { ", " }, &register.short()]);
    }
    let source = escaped(&[&subject.base, "embed/?ui=compact#", &subject.state.to_fragment()]);
    let mut text = String::new();
    add(&mut text, &["<iframe src=\"", &source, "\" title=\"", &escaped(&[&title])]);
    add(&mut text, &["\" loading=\"lazy\" width=\"100%\" height=\"", &height.to_string()]);
    text.push_str("\" style=\"border:0\" allow=\"clipboard-write\"></iframe>\n");
    text
}

/// `<ptx-float>`, with words for where it is not shown, and its script.
pub(super) fn element(subject: &Subject) -> String {
    let registers = subject.registers();
    let base = escaped(&[&subject.base]);
    let mut text = String::new();
    add(&mut text, &["<script src=\"", &base, "ptx-float.js\" defer></script>\n\n"]);
    let state = escaped(&[&subject.state.to_fragment()]);
    add(&mut text, &["<ptx-float state=\"", &state, "\" ui=\"compact\">\n  <code>"]);
    text.push_str(&escaped(&[&subject.spelling]));
    for (index, register) in registers.iter().enumerate().skip(1) {
        add(&mut text, &[if index == 1 { "</code> of " } else { ", " }, &register.words()]);
    }
    let result = registers.first().map(Register::words).unwrap_or_default();
    add(&mut text, &[" is ", &result, " on ", &subject.place(), " (<a href=\""]);
    add(&mut text, &[&escaped(&[&subject.link()]), "\">try it</a>).\n</ptx-float>\n"]);
    text
}

/// Pieces so that they can be nothing but text, in an attribute too.
fn escaped(pieces: &[&str]) -> String {
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
