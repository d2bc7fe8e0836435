//! The statements that write a register and those that read it.

use ptxfp::explore::sequence::Statement;

use crate::program::code::{Code, Which};
use crate::program::flow::line;

/// A register of one of two programs, by its place.
pub type Place = (Which, usize);

/// A piece of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// The text.
    pub text: String,
    /// The register whose name it is.
    pub register: Option<usize>,
}

/// A statement in pieces, with its registers as separate pieces if asked for.
pub(in crate::program) fn pieces(
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
            |index: &&usize| code.sequence.register(**index).is_some_and(|it| it.name == name);
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

/// Whether a statement writes a register, and whether it reads it.
pub(super) fn mentions(code: &Code, statement: usize, register: Option<usize>) -> (bool, bool) {
    let found = register.zip(code.sequence.statements().get(statement));
    found.map_or((false, false), |(register, statement)| {
        (statement.destinations().contains(&register), statement.reads().contains(&register))
    })
}

/// The lines that write and read a register, in a sentence.
pub(super) fn sentence(code: &Code, register: usize) -> String {
    let Some(found) = code.sequence.register(register) else { return String::new() };
    let written = match found.writer.and_then(|writer| line(code, writer)) {
        Some(line) => ["written in line ", &line.to_string()].concat(),
        None => String::from("an input"),
    };
    let mut lines = Vec::new();
    for index in 0..code.sequence.statements().len() {
        if mentions(code, index, Some(register)).1 {
            lines.extend(line(code, index).map(|line| line.to_string()));
        }
    }
    lines.dedup();
    let read = match &*lines {
        [] => String::from("read nowhere"),
        [only] => ["read in line ", only].concat(),
        [all @ .., last] => ["read in lines ", &all.join(", "), " and ", last].concat(),
    };
    ["`", &*found.name, "`: ", &written, ", ", &read].concat()
}
