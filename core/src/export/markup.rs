//! HTML: a frame, and the custom element.

use alloc::string::{String, ToString};

use super::frame::{Look, height};
use super::subject::{Register, Subject};
use super::text::add;

/// `<iframe>`, with the card in it.
pub(super) fn iframe(subject: &Subject) -> String {
    let look = Look::Compact;
    let title = escaped(&[&subject.line()]);
    let query = ["embed/?ui=", look.name(), "#"].concat();
    let source = escaped(&[&subject.base, &query, &subject.state.to_fragment()]);
    let height = height(subject, look).to_string();
    let mut text = String::new();
    add(&mut text, &["<iframe src=\"", &source, "\" title=\"", &title]);
    add(&mut text, &["\" loading=\"lazy\" width=\"100%\" height=\"", &height]);
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
