//! The values among the operands of a statement: text to registers, and registers to text.

use core::ops::Range;

use ptxfp::catalog::{Instruction, Operand, Role, Type};
use ptxfp::format::mask;
use ptxfp::syntax::{OperandText, Statement, Token};
use ptxfp::text;
use ptxfp::text::hex;

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

/// Returns the source operands as written in a legal statement, each with its place among the
/// sources; those in braces count one by one.
pub(super) fn operands<'t>(
    statement: &Statement<'t>,
    instruction: &Instruction,
) -> Vec<(usize, &'static Operand, OperandText<'t>)> {
    let form = instruction.form;
    let skipped = usize::from(statement.operands.len() == form.operand_count());
    let groups = form.operand_groups().skip(1).zip(statement.operands.iter().skip(skipped));
    let mut found = Vec::new();
    let mut index = 0;
    for (group, text) in groups {
        for (place, operand) in group.iter().enumerate() {
            // Operands in braces are registers of their own.
            let alone = text.elements.get(place).filter(|_| operand.is_braced).map(OperandText::of);
            found.push((index, operand, alone.unwrap_or_else(|| text.clone())));
            index += 1;
        }
    }
    found
}

/// Reads the values of a legal statement. A register name is not a value.
pub(super) fn values(statement: &Statement<'_>, instruction: &Instruction) -> Vec<Value> {
    let mut values = Vec::new();
    for (index, operand, text) in operands(statement, instruction) {
        if text.is_value() {
            read(index, instruction.operand_type(operand), &text, &mut values);
        }
    }
    values
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

/// Writes the source operands of an instruction, separated by commas, from the text of each.
pub(crate) fn list(instruction: &Instruction, text: impl Fn(usize) -> String) -> String {
    let mut list = String::new();
    let mut index = 0;
    for group in instruction.form.operand_groups().skip(1) {
        let is_braced = group.iter().any(|operand| operand.is_braced);
        list.push_str(if list.is_empty() { "" } else { ", " });
        list.push_str(if is_braced { "{" } else { "" });
        for place in 0..group.len() {
            list.push_str(if place == 0 { "" } else { ", " });
            list.push_str(&text(index));
            index += 1;
        }
        list.push_str(if is_braced { "}" } else { "" });
    }
    list
}

/// Writes a register as the operand of a statement, from the text of each lane.
///
/// It is written in hexadecimal if it stands for bits, or has bits outside its lanes.
pub(crate) fn register(
    operand: &Operand,
    kind: Type,
    bits: u64,
    lane: impl Fn(u8) -> Option<String>,
) -> String {
    let packing = kind.packing();
    let width = u32::from(packing.register_width());
    let only = (0..packing.lanes)
        .fold(0, |sum, lane| packing.insert(sum, lane, packing.extract(bits, lane)));
    if operand.role == Role::RandomBits || only != bits & mask(width) {
        return hex(bits, width);
    }
    let text = |index: u8| {
        lane(index).unwrap_or_else(|| datum(packing.extract(bits, index), kind, packing.lanes > 1))
    };
    if packing.lanes == 1 {
        return text(0);
    }
    let lanes: Vec<String> = (0..packing.lanes).rev().map(text).collect();
    ["{", &lanes.join(", "), "}"].concat()
}

/// Writes a datum: the shortest text that reads back as the same bits, else the bits.
pub(super) fn datum(bits: u64, kind: Type, is_lane: bool) -> String {
    let format = kind.format();
    let short = text::concise(bits, format);
    if text::parse(&short, format).is_ok_and(|entry| entry.bits == bits) {
        return short;
    }
    let packing = kind.packing();
    if is_lane {
        hex(bits, u32::from(packing.width))
    } else {
        hex(packing.insert(0, 0, bits), u32::from(packing.register_width()))
    }
}

#[cfg(test)]
mod tests;
