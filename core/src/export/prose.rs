//! Markdown: a sentence with a link, and a listing that says the same without it.

use alloc::string::String;

use super::subject::Subject;
use super::text::add;
use crate::present::Register;

pub(super) fn markdown(subject: &Subject) -> String {
    let mut text = String::new();
    add(&mut text, &["[`", &subject.spelling, "`"]);
    equation(subject, &mut text);
    add(&mut text, &["](", &subject.link(), ")\n\n```ptx\n"]);
    listing(subject, &mut text);
    text.push_str("```\n");
    text
}

/// A sentence with the values and the reason: ``[`add.f16` of 2048, 1 = 2048](…): A tie …``.
pub(super) fn explained(subject: &Subject) -> String {
    let mut text = String::new();
    add(&mut text, &["[`", &subject.spelling, "` of ", &subject.operands()]);
    add(&mut text, &[" = ", &subject.answer(), "](", &subject.link(), ")"]);
    if !subject.why.is_empty() {
        add(&mut text, &[": ", &subject.why]);
    }
    text.push('\n');
    text
}

/// ` of 0x3f800000, 0x40000000 = 0x40400000`.
fn equation(subject: &Subject, text: &mut String) {
    let registers = subject.presented.registers();
    for (index, register) in registers.iter().enumerate().skip(1) {
        add(text, &[if index == 1 { " of " } else { ", " }, &register.hex()]);
    }
    let result = registers.first().map(Register::hex);
    add(text, &[" = ", &result.unwrap_or_default()]);
}

/// The statement with its operands, its result and the guarantee.
fn listing(subject: &Subject, text: &mut String) {
    add(text, &["// ", &subject.presented.place(), "\n"]);
    subject.comment_operands(text);
    add(text, &[&subject.state.instruction.statement(), "\n"]);
    subject.comment_result(text);
}
