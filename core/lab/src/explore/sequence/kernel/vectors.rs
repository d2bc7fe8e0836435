//! Registers of vectors: `.reg .v4 .f32 v;`, with the elements `v.x` to `v.w`.
//!
//! They are written as registers of their own, so that nothing else has to know them: `v.x` becomes
//! `v_x`, and `v` becomes `{v_x, v_y, v_z, v_w}`. Lines stay where they are.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::read::read;
use super::super::split::Kind;
use crate::syntax::{is_name, is_word};

/// The names of elements; those of colors mean the same.
const ELEMENTS: [[&str; 2]; 4] = [["x", "r"], ["y", "g"], ["z", "b"], ["w", "a"]];

/// A vector, and the number of its elements.
type Vector<'t> = (&'t str, usize);

/// A text without registers of vectors.
pub(super) fn expanded(text: &str) -> Cow<'_, str> {
    if ![".v2", ".v4"].iter().any(|it| text.contains(it)) || !text.contains(".reg") {
        return Cow::Borrowed(text);
    }
    let pieces = read(text).pieces;
    let own = |span: core::ops::Range<usize>| text.get(span).unwrap_or_default();
    let declared = pieces.iter().filter(|it| it.kind == Kind::Declaration);
    let vectors: Vec<Vector<'_>> = declared.flat_map(|it| names(own(it.span.clone()))).collect();
    if vectors.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut found = String::new();
    let mut position = 0;
    for piece in &pieces {
        let (start, end) = (piece.span.start, piece.span.end);
        if start < position {
            continue;
        }
        found.push_str(own(position..start));
        position = end;
        let piece_text = own(start..end);
        match piece.kind {
            Kind::Declaration if names(piece_text).next().is_some() => {
                found.push_str(&declaration(piece_text));
            }
            Kind::Statement => found.push_str(&statement(piece_text, &vectors)),
            Kind::Declaration | Kind::Directive | Kind::Label | Kind::Open | Kind::Close => {
                found.push_str(piece_text);
            }
        }
    }
    found.push_str(own(position..text.len()));
    Cow::Owned(found)
}

/// The number of elements and the rest of a declaration of vectors.
fn vector(declaration: &str) -> Option<(usize, &str)> {
    let rest = declaration.strip_prefix(".reg")?.trim_start();
    let (count, rest) = match (rest.strip_prefix(".v2"), rest.strip_prefix(".v4")) {
        (Some(rest), _) => (2, rest),
        (None, Some(rest)) => (4, rest),
        (None, None) => return None,
    };
    Some((count, rest.trim_start()))
}

/// The vectors of a declaration.
fn names(declaration: &str) -> impl Iterator<Item = Vector<'_>> {
    let found = vector(declaration);
    let count = found.map_or(0, |(count, _)| count);
    let list = found.and_then(|(_, rest)| rest.split_once(char::is_whitespace));
    let names = list.map_or("", |(_, names)| names).split(',').map(str::trim);
    names.filter(|name| is_name(name)).map(move |name| (name, count))
}

/// A declaration of the elements.
fn declaration(text: &str) -> String {
    let kind = vector(text).and_then(|(_, rest)| rest.split_whitespace().next());
    let all: Vec<String> = names(text).flat_map(|it| elements(&it)).collect();
    format!(".reg {} {}", kind.unwrap_or(".b32"), all.join(", "))
}

/// The names of the elements of a vector.
fn elements((name, count): &Vector<'_>) -> Vec<String> {
    ELEMENTS.iter().take(*count).map(|[element, _]| format!("{name}_{element}")).collect()
}

/// A statement with elements in place of vectors.
fn statement(text: &str, vectors: &[Vector<'_>]) -> String {
    let mut found = String::new();
    let mut position = 0;
    while let Some(rest) = text.get(position..).filter(|rest| !rest.is_empty()) {
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        let Some(own) = vectors.iter().find(|(name, _)| *name == word) else {
            let other = behind.chars().next().map_or(0, char::len_utf8);
            found.push_str(rest.get(..length + other).unwrap_or_default());
            position += length + other;
            continue;
        };
        position += length;
        let element = behind.strip_prefix('.').map_or("", |it| {
            let end = it.find(|c| !is_word(c)).unwrap_or(it.len());
            it.get(..end).unwrap_or_default()
        });
        let place = ELEMENTS.iter().find(|names| names.contains(&element));
        if let Some([plain, _]) = place {
            found.push_str(&[word, "_", plain].concat());
            position += 1 + element.len();
        } else {
            found.push_str(&["{".to_string(), elements(own).join(", "), "}".into()].concat());
        }
    }
    found
}
