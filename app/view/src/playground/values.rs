//! The values among the operands of a statement: text to registers, and registers to text.

use core::ops::Range;

use ptxfp::catalog::{Instruction, Type};
use ptxfp::syntax::{Constant, OperandText, Statement, Token, written_sources};
use ptxfp::text::TextError;

use crate::message::sentence;
use crate::number::with_minus;
use crate::playground::drafts::FieldId;
use crate::playground::operand::{EntryView, bits_entry, entry};

/// A value in a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its lane or register.
    pub place: FieldId,
    /// Its bytes in the statement.
    pub span: Range<usize>,
    /// The text that is typed.
    pub text: String,
    /// The outcome.
    pub entry: EntryView,
}

/// Reads the values of a legal statement. A register name is not a value.
///
/// Values of a statement that is written as in a file of PTX are constants of PTX.
pub(super) fn values(statement: &Statement<'_>, instruction: &Instruction) -> Vec<Value> {
    let mut values = Vec::new();
    for (index, operand, text) in written_sources(statement, instruction) {
        let kind = instruction.operand_type(operand);
        if let Some(read) = statement.constant(&text, kind, true) {
            values.push(constant_value(index, kind, &text, read));
        } else if text.is_value() {
            read(index, kind, &text, &mut values);
        }
    }
    values
}

/// The value of an operand that is a constant of PTX, in the one lane of its register.
fn constant_value(
    operand: usize,
    kind: Type,
    operand_text: &OperandText<'_>,
    read: Result<Constant, TextError>,
) -> Value {
    let text = operand_text.elements.first().map_or("", |element| element.text);
    let packing = kind.packing();
    let (span, entry) = match read {
        Ok(Constant { bits, is_rounded, note }) => {
            let bits = packing.extract(bits, 0);
            let note = note.filter(|_| is_rounded).map(|note| with_minus(&note));
            let rounded = note.map(|note| EntryView::Rounded { bits, note });
            (operand_text.span.clone(), rounded.unwrap_or(EntryView::Exact(bits)))
        }
        Err(error) => (error.span, EntryView::Wrong(sentence(&error.message))),
    };
    let place = FieldId { operand, lane: Some(0) };
    Value { place, span, text: String::from(text), entry }
}

/// Reads the value of one operand: the bits of its register, a value for every lane, or values in
/// braces for the lanes, the most significant first.
fn read(operand: usize, kind: Type, text: &OperandText<'_>, values: &mut Vec<Value>) {
    let lanes = kind.packing().lanes;
    let mut push = |lane: Option<u8>, token: &Token<'_>| {
        values.push(Value {
            place: FieldId { operand, lane },
            span: token.span.clone(),
            text: String::from(token.text),
            entry: match lane {
                None => bits_entry(kind, token.text),
                Some(_) => entry(kind, token.text),
            },
        });
    };
    match text.elements.first() {
        Some(only) if !text.is_vector && is_bits(only.text) => push(None, only),
        Some(only) if !text.is_vector => {
            for lane in (0..lanes).rev() {
                push(Some(lane), only);
            }
        }
        Some(_) | None => {
            for (lane, token) in (0..lanes).rev().zip(&text.elements) {
                push(Some(lane), token);
            }
        }
    }
}

/// Whether a text is meant as bits in hexadecimal, not as a number of C.
pub(super) fn is_bits(text: &str) -> bool {
    let is_prefixed = text.get(..2).is_some_and(|prefix| prefix.eq_ignore_ascii_case("0x"));
    is_prefixed && !text.contains(['.', 'p', 'P'])
}

/// Whether a text typed in a field reads the same among the operands of a statement.
pub(super) fn reads_alike(typed: &str, lane: Option<u8>, kind: Type, now: &EntryView) -> bool {
    let text = typed.trim();
    let is_plain = !text.contains([',', ';', '{', '}', '\n', '\r'])
        && !text.as_bytes().windows(2).any(|pair| matches!(pair, b"//" | b"/*"));
    let token = Token { text, span: 0..text.len() };
    if text.is_empty() || !is_plain || !OperandText::of(&token).is_value() {
        return false;
    }
    let is_alone = kind.packing().lanes == 1;
    let is_lane = lane.is_some() && !is_alone;
    if !is_lane && is_bits(text) {
        is_same(&bits_entry(kind, text), now)
    } else {
        (is_lane || is_alone) && is_same(&entry(kind, text), now)
    }
}

/// Whether two texts have the same outcome.
fn is_same(one: &EntryView, two: &EntryView) -> bool {
    match (one, two) {
        (EntryView::Wrong(_), EntryView::Wrong(_)) => true,
        _ => one.bits().is_some() && one.bits() == two.bits(),
    }
}

#[cfg(test)]
mod tests;
