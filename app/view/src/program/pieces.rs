//! A statement in pieces: its registers, and the text between them.

use ptxfp::explore::sequence::Statement;

use crate::program::code::Code;

/// A piece of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// The text.
    pub text: String,
    /// The register whose name it is.
    pub register: Option<usize>,
}

/// A statement in pieces, with its registers as separate pieces if asked for.
pub(super) fn pieces(
    code: &Code,
    statement: &Statement,
    text: &str,
    has_names: bool,
) -> Vec<PieceView> {
    let plain = |text: &str| PieceView { text: text.to_owned(), register: None };
    if !has_names {
        return vec![plain(text)];
    }
    let named = |all: &[usize], name: &str| {
        let is_it =
            |index: &&usize| code.sequence().register(**index).is_some_and(|it| it.name == name);
        all.iter().find(is_it).copied()
    };
    let (written, read) = (statement.destinations(), statement.reads());
    let behind_space = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.find(' ').map_or(text.len(), |space| from + space + 1)
    };
    let guard = if text.starts_with('@') { behind_space(0) } else { 0 };
    let operands = behind_space(guard);
    // The destination comes first, up to the comma outside braces.
    let (mut pieces, mut position, mut depth, mut is_first) = (vec![plain("")], 0, 0_usize, true);
    while let Some(c) = text.get(position..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(position..).unwrap_or_default();
        let end = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
        let (piece, _) = rest.split_at(if end == 0 { c.len_utf8() } else { end });
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' => is_first &= depth > 0,
            _ => {}
        }
        let register = match position {
            _ if end == 0 => None,
            _ if position < guard => named(&read, piece),
            _ if position < operands => None,
            _ if is_first => named(&written, piece).or_else(|| named(&read, piece)),
            _ => named(&read, piece).or_else(|| named(&written, piece)),
        };
        match pieces.last_mut().filter(|last| register.is_none() && last.register.is_none()) {
            Some(last) => last.text.push_str(piece),
            None => pieces.push(PieceView { text: piece.to_owned(), register }),
        }
        position += piece.len();
    }
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

/// Whether a character may occur in a register name.
const fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%')
}
