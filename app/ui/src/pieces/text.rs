//! Sentences, signs, links to sections, and texts to copy.

use leptos::prelude::*;
use ptxfp_view::playground::instruction::SectionView;

/// A sentence in which code is between back quotes.
pub(crate) fn rich(sentence: &str) -> AnyView {
    with_code(sentence, |piece| piece.to_owned().into_any())
}

/// Like [`rich`], with exponents raised: a number after `^` outside code is a superscript.
pub(crate) fn rich_powers(sentence: &str) -> AnyView {
    with_code(sentence, powers)
}

fn with_code(sentence: &str, plain: impl Fn(&str) -> AnyView) -> AnyView {
    let pieces = sentence.split('`').enumerate();
    pieces
        .map(|(index, piece)| {
            if index % 2 == 1 {
                view! { <code>{piece.to_owned()}</code> }.into_any()
            } else {
                plain(piece)
            }
        })
        .collect_view()
        .into_any()
}

/// The outline of a tick.
pub(crate) const RIGHT: &str = "M2 6.5 5 9.5 10 3";

/// The outline of a cross.
pub(crate) const WRONG: &str = "M3 3 9 9M9 3 3 9";

/// A small sign before a word.
pub(crate) fn sign(outline: &'static str) -> AnyView {
    view! {
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <path d=outline></path>
        </svg>
    }
    .into_any()
}

/// A section as a link, or as text where it has no address.
pub(crate) fn section_link(section: &SectionView) -> AnyView {
    let label = section.label.clone();
    if section.href.is_empty() {
        view! { <span>{label}</span> }.into_any()
    } else {
        view! { <a href=section.href.clone()>{label}</a> }.into_any()
    }
}

/// A button that copies a text, which it carries; the document does it (`app/boot.js`).
pub(crate) fn copy_button(
    text: &str,
    id: String,
    class: &'static str,
    label: &'static str,
) -> AnyView {
    view! {
        <button class=class type="button" id=id data-copy=text.to_owned()>{label}</button>
    }
    .into_any()
}

/// A text in a drawing.
pub(crate) fn label(class: &str, x: String, y: String, text: &str) -> AnyView {
    view! { <text class=class.to_owned() x=x y=y>{text.to_owned()}</text> }.into_any()
}

/// A text with the exponents raised that follow a `^`.
pub(crate) fn powers(text: &str) -> AnyView {
    let mut pieces = text.split('^');
    let first = pieces.next().unwrap_or_default().to_owned();
    let raised = pieces.map(|piece| {
        let is_digit = |c: char| c.is_ascii_digit() || c == '.' || c == '\u{2212}';
        let exponent = piece.split(|c| !is_digit(c)).next().unwrap_or_default();
        // A full stop ends the sentence.
        let exponent = exponent.trim_end_matches('.');
        let rest = piece.get(exponent.len()..).unwrap_or_default().to_owned();
        view! { <sup>{exponent.to_owned()}</sup>{rest} }.into_any()
    });
    view! { {first}{raised.collect_view()} }.into_any()
}

/// A line of a stretched drawing.
pub(crate) fn stretched_path(class: &'static str, shape: String) -> AnyView {
    view! { <path d=shape class=class vector-effect="non-scaling-stroke"></path> }.into_any()
}

/// A register's digits, some of them marked.
pub(crate) fn marked_digits(digits: &[(char, bool)]) -> AnyView {
    let digit = |(digit, is_marked): &(char, bool)| {
        view! { <span class=if *is_marked { "changed" } else { "" }>{digit.to_string()}</span> }
            .into_any()
    };
    view! { <code>"0x"{digits.iter().map(digit).collect_view()}</code> }.into_any()
}

/// A stored value whose first line begins with its digits.
pub(crate) fn unbroken(in_full: &str) -> String {
    in_full.replace("= ", "=\u{a0}")
}
