//! Whether the operands of a statement are those of a row.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::diagnostic::{Code, Diagnostic};
use super::parse::{OperandText, Statement};
use crate::catalog::{Form, Instruction};

/// Whether a statement has no operands, or as many as a row: values may do without destination.
pub(super) fn is_matching(form: &Form, statement: &Statement<'_>) -> bool {
    let (given, all) = (statement.operands.len(), form.operand_count());
    let is_values = || statement.operands.iter().all(OperandText::is_value);
    given == 0 || given == all || given + 1 == all && is_values()
}

/// Whether they are as many as the row has when values are taken for sources.
pub(super) fn is_complete(form: &Form, statement: &Statement<'_>) -> bool {
    let has_destination = statement.operands.first().is_some_and(|first| !first.is_value());
    statement.operands.len() + usize::from(!has_destination) == form.operand_count()
}

/// Reports a wrong number of operands, and braces where they do not belong.
pub(super) fn report(
    found: &Instruction,
    statement: &Statement<'_>,
    head: &Range<usize>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let form = found.form;
    let mut tell = |span, message| {
        let mut diagnostic = Diagnostic::new(Code::OperandCount, span, message);
        diagnostic.source = Some(form.source);
        diagnostics.push(diagnostic);
    };
    if !is_matching(form, statement) {
        let start = statement.operands.first().map_or(head.end, |operand| operand.span.start);
        let end = statement.operands.last().map_or(head.end, |operand| operand.span.end);
        let message = format!(
            "{} has {} operands ({}), here are {}",
            form.opcode,
            form.operand_count(),
            form.operand_list(),
            statement.operands.len()
        );
        tell(start..end, message);
        return;
    }
    let skipped = form.operand_count().saturating_sub(statement.operands.len());
    for (text, group) in statement.operands.iter().zip(form.operand_groups().skip(skipped)) {
        let wanted = group.iter().filter(|operand| operand.is_braced).count();
        let lanes = group.first().map_or(1, |each| found.operand_type(each).packing().lanes);
        // The values of lanes may stand in braces; registers may not.
        let is_lanes = lanes > 1 && text.is_value() && text.elements.len() == usize::from(lanes);
        if wanted > 0 && text.elements.len() != wanted {
            let names: Vec<_> = group.iter().map(|operand| operand.name).collect();
            let message =
                format!("{wanted} operands in braces are expected here: {{{}}}", names.join(", "));
            tell(text.span.clone(), message);
        } else if wanted == 0 && text.is_vector && !is_lanes {
            let given = text.elements.len();
            let message = match (text.is_value(), lanes) {
                (false, _) => "braces do not belong here: the operand is one register".into(),
                (true, 1) => "braces do not belong here: the operand is one datum".into(),
                (true, _) => {
                    format!("the operand has {lanes} lanes; the list has {given} elements")
                }
            };
            tell(text.span.clone(), message);
        }
    }
}
