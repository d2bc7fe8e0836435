//! Whether the operands of a statement are those of a row.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::parse::{OperandText, Statement, Token, parse};
use super::values::is_readable;
use crate::catalog::{Context, Form, Instruction, Role};
use crate::text::quote::{is_disruptive, quoted};

/// Whether a statement has no operands, or as many as a row: values may do without destination.
pub(super) fn is_matching(form: &Form, statement: &Statement<'_>) -> bool {
    let (given, all) = (statement.operands.len(), form.operand_count());
    let is_values = || statement.operands.iter().all(OperandText::is_value);
    given == 0 || given == all || given + 1 == all && is_values()
}

/// The longest statement that a fix writes out, in bytes.
const LONGEST_LABEL: usize = 200;

/// Whether they are as many as the row has when values are taken for sources.
pub(super) fn is_complete(form: &Form, statement: &Statement<'_>) -> bool {
    let has_destination = statement.operands.first().is_some_and(|first| !first.is_value());
    statement.operands.len() + usize::from(!has_destination) == form.operand_count()
}

/// A statement of an instruction with the operands of another: those it needs beyond them are
/// named as in the syntax line, or 1, or 0 where they only fill a register. Nothing if there are
/// too many, if a label cannot show them, or if one of them is no operand: words, parentheses and
/// letters that PTX does not have are not carried into a statement.
pub(super) fn completed(found: &Instruction, statement: &Statement<'_>) -> Option<String> {
    let elements = statement.operands.iter().flat_map(|operand| &operand.elements);
    if elements
        .map(|element| element.text)
        .any(|text| is_word(text) || text.contains('(') || !text.is_ascii())
    {
        return None;
    }
    let has_destination = statement.operands.first().is_some_and(|first| !first.is_value());
    let mut given = statement.operands.iter();
    let mut all: Vec<String> = Vec::new();
    for group in found.form.operand_groups().skip(usize::from(!has_destination)) {
        let mut elements: Vec<&str> = Vec::new();
        let text = given.next();
        let is_vector = text.is_some_and(|text| text.is_vector);
        elements.extend(text.iter().flat_map(|text| &text.elements).map(|element| element.text));
        if !is_vector || group.len() > 1 {
            elements.extend(group.iter().skip(elements.len()).map(|operand| match operand.role {
                _ if has_destination => operand.name,
                Role::Lanes | Role::ScaleFactor | Role::SharedScale => "1",
                Role::Lane(_) | Role::RandomBits => "0",
            }));
        }
        let list = elements.join(", ");
        all.push(if is_vector || group.len() > 1 { ["{", &list, "}"].concat() } else { list });
    }
    if given.next().is_some() {
        return None;
    }
    let text = [&found.to_string(), " ", &all.join(", ")].concat();
    let is_shown = text.len() <= LONGEST_LABEL && !text.contains(is_disruptive);
    let (whole, problems) = parse(&text);
    let is_whole = problems.is_empty() && is_matching(found.form, &whole);
    (is_shown && is_whole && is_readable(found, &whole)).then_some(text)
}

/// Whether a text is a word of a language rather than the name of a register, which has one letter,
/// a digit or a sign.
fn is_word(text: &str) -> bool {
    let is_special = || OperandText::of(&Token { text, span: 0..text.len() }).is_value();
    text.len() > 1 && text.chars().all(|c| c.is_ascii_alphabetic()) && !is_special()
}

/// A number of source operands, at most five, in words.
pub(super) const fn counted(count: usize) -> &'static str {
    match count {
        1 => "one source operand",
        2 => "two source operands",
        3 => "three source operands",
        4 => "four source operands",
        _ => "five source operands",
    }
}

/// The number of operands that an instruction takes, and the number that was given.
fn miscounted(form: &Form, statement: &Statement<'_>) -> String {
    let were = if statement.operands.len() == 1 { "was" } else { "were" };
    let given = statement.operands.len().to_string();
    let opcode = form.opcode;
    let first_name = statement.operands.iter().find(|operand| !operand.is_value());
    let is_first = statement.operands.first().is_some_and(OperandText::is_value);
    if let Some(name) = first_name.and_then(|name| name.elements.first())
        && is_first
        && statement.operands.len() + 1 == form.operand_count()
    {
        let name = quoted(name.text);
        return [
            &*name,
            " is not a value; the operands are values, or registers with a destination before them",
        ]
        .concat();
    }
    if statement.operands.first().is_some_and(OperandText::is_value) {
        let list = form.operand_list();
        // Behind the destination.
        let sources = list.find(',').and_then(|at| list.get(at + 2..)).unwrap_or_default();
        let takes = counted(form.operand_count().saturating_sub(1));
        let takes = [takes, " (", sources].concat();
        return ["`", opcode, "` takes ", &takes, "), but ", &given, " ", were, " given"].concat();
    }
    let (takes, list) = (form.operand_count().to_string(), form.operand_list());
    let takes = [&takes, " operands (", &list].concat();
    ["`", opcode, "` takes ", &takes, "), but ", &given, " ", were, " given"].concat()
}

/// Reports a wrong number of operands, and braces where they do not belong.
pub(super) fn report(
    found: &Instruction,
    statement: &Statement<'_>,
    head: &Range<usize>,
    context: &Context,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let form = found.form;
    let mut elements = statement.operands.iter().flat_map(|operand| &operand.elements);
    if let Some(strange) = elements.find(|element| !element.text.is_ascii()) {
        let name = quoted(strange.text);
        let message =
            format!("{name} is neither a value, such as 1.5, nor a register, such as %f1");
        diagnostics.push(Diagnostic::new(Code::OperandCount, strange.span.clone(), message));
        return;
    }
    if !is_matching(form, statement) {
        let start = statement.operands.first().map_or(head.end, |operand| operand.span.start);
        let end = statement.operands.last().map_or(head.end, |operand| operand.span.end);
        let message = miscounted(form, statement);
        let mut diagnostic = Diagnostic::new(Code::OperandCount, start..end, message);
        diagnostic.source = Some(form.source);
        if let (true, Some(text)) = (found.is_available(context), completed(found, statement)) {
            let label = ["use ", &text].concat();
            diagnostic.fixes.push(Fix { label, action: Action::Statement(text) });
        }
        diagnostics.push(diagnostic);
        return;
    }
    for (span, message) in misfits(found, statement) {
        let mut diagnostic = Diagnostic::new(Code::OperandCount, span, message);
        diagnostic.source = Some(form.source);
        diagnostics.push(diagnostic);
    }
}

/// The operands that an instruction does not take, of as many as it has: where braces do not belong,
/// or have another number of elements.
pub(super) fn misfits(
    found: &Instruction,
    statement: &Statement<'_>,
) -> Vec<(Range<usize>, String)> {
    let form = found.form;
    let mut misfits = Vec::new();
    let mut report = |span, message| misfits.push((span, message));
    let skipped = form.operand_count().saturating_sub(statement.operands.len());
    for (text, group) in statement.operands.iter().zip(form.operand_groups().skip(skipped)) {
        let wanted = group.iter().filter(|operand| operand.is_braced).count();
        let lanes = group.first().map_or(1, |each| found.operand_type(each).packing().lanes);
        // Values of lanes may be in braces; registers may not.
        let is_lanes = lanes > 1 && text.is_value() && text.elements.len() == usize::from(lanes);
        if wanted > 0 && text.elements.len() != wanted {
            let names: Vec<_> = group.iter().map(|operand| operand.name).collect();
            let message = format!("expected {wanted} operands in braces: {{{}}}", names.join(", "));
            report(text.span.clone(), message);
        } else if wanted == 0 && text.is_vector && !is_lanes {
            let given = text.elements.len();
            let message = match (text.is_value(), lanes) {
                (false, _) => "unexpected braces: the operand is one register".into(),
                (true, 1) => "unexpected braces: the operand is one number".into(),
                (true, _) => {
                    format!("the operand has {lanes} lanes, but {given} values were given")
                }
            };
            report(text.span.clone(), message);
        }
    }
    misfits
}
