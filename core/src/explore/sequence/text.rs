//! A sequence in one way of writing: what links hold.

use alloc::string::String;
use alloc::vec::Vec;

use super::split::{Kind, on_one_line, split};
use crate::syntax::{self, OperandText};

/// The statements of a text, one a line, without comments, labels and declarations.
///
/// It means the same, and stays as it is when it is taken again; what cannot be read is kept as it
/// is, on one line.
///
/// ```
/// use ptxfp::explore::sequence::normal;
///
/// let text = "{ .reg .f32 t;\n mul.rn .f32 t,a,b /* ab */; add.rn.f32 d, t , c }";
/// assert_eq!(normal(text), "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;");
/// ```
#[must_use]
pub fn normal(text: &str) -> String {
    let (pieces, _) = split(text);
    let kept = pieces.into_iter().filter(|piece| piece.kind == Kind::Statement);
    let lines = kept.map(|piece| line(text.get(piece.span).unwrap_or_default()));
    lines.collect::<Vec<_>>().join("\n")
}

fn line(text: &str) -> String {
    let line = on_one_line(text);
    let printed = print(&line).filter(|printed| print(printed).as_ref() == Some(printed));
    [printed.unwrap_or(line).as_str(), ";"].concat()
}

/// A statement that is read without complaint, in the usual way of writing.
fn print(line: &str) -> Option<String> {
    let (statement, diagnostics) = syntax::parse(line);
    let head = statement.opcode.as_ref().filter(|head| head.span.start == 0)?;
    if !diagnostics.is_empty() {
        return None;
    }
    let mut text = String::from(head.text);
    statement.modifiers.iter().for_each(|modifier| text.push_str(modifier.text));
    for (index, operand) in statement.operands.iter().enumerate() {
        text.push_str(if index == 0 { " " } else { ", " });
        text.push_str(&print_operand(operand));
    }
    Some(text)
}

fn print_operand(operand: &OperandText<'_>) -> String {
    let elements: Vec<_> = operand.elements.iter().map(|element| element.text).collect();
    let list = elements.join(", ");
    if operand.is_vector { ["{", &list, "}"].concat() } else { list }
}
