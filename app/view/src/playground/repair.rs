//! Errors in the values of a statement, with fixes.

use ptxfp::catalog::{Instruction, Type};
use ptxfp::format::{bit_length, low_word};
use ptxfp::internals::quote::code;
use ptxfp::syntax::Code;
use ptxfp::text;
use ptxfp::text::hex;

use crate::playground::instruction::{DiagnosticView, FixAction, FixView};
use crate::playground::values::{Value, is_bits};

/// The diagnostic for a value that cannot be read, with the core's message.
pub(super) fn diagnostic(
    statement: &str,
    instruction: &Instruction,
    value: &Value,
    message: &str,
) -> DiagnosticView {
    let operand = instruction.form.sources().get(value.place.operand);
    let kind = operand.map(|operand| instruction.operand_type(operand));
    let wide = kind.and_then(|kind| too_wide(&value.text, kind));
    let (message, repair) = match wide {
        Some((message, repair)) => (message, Some((" the low half, ", repair))),
        None => (String::from(message), by_zero(&value.text).map(|repair| (" ", repair))),
    };
    let fix = repair.and_then(|(what, repair)| {
        let before = statement.get(..value.span.start)?;
        let behind = statement.get(value.span.end..)?;
        Some(FixView {
            label: ["Use", what, &code(&repair)].concat(),
            action: FixAction::Text([before, &repair, behind].concat()),
        })
    });
    DiagnosticView {
        code: Code::Operand.name(),
        fatal: true,
        message,
        section: None,
        fixes: fix.into_iter().collect(),
    }
}

/// The error of bits that do not fit in a register, and the bits that fit.
fn too_wide(typed: &str, kind: Type) -> Option<(String, String)> {
    let digits: String = typed.get(2..)?.chars().filter(|digit| *digit != '_').collect();
    let bits = u128::from_str_radix(&digits, 16).ok().filter(|_| is_bits(typed))?;
    let width = u32::from(kind.packing().register_width());
    let length = bit_length(bits).unsigned_abs();
    if length <= width {
        return None;
    }
    let name = kind.spelling().trim_start_matches('.');
    let message = [
        &code(typed),
        " has ",
        &length.to_string(),
        " bits; the register of ",
        name,
        " has ",
        &width.to_string(),
        ".",
    ];
    Some((message.concat(), hex(low_word(bits), width)))
}

/// Returns the meaning of a fraction over zero.
fn by_zero(typed: &str) -> Option<String> {
    let (above, below) = typed.split_once('/')?;
    let sign = |text: &str| {
        let entry = text::parse(text, Type::F64.format()).ok()?;
        let datum = Type::F64.format().decode(entry.bits);
        Some((datum.is_zero(), datum.negative))
    };
    let ((above_zero, negative), (below_zero, _)) = (sign(above)?, sign(below)?);
    let text = match (below_zero, above_zero, negative) {
        (false, ..) => return None,
        (true, true, _) => "nan",
        (true, false, true) => "-inf",
        (true, false, false) => "inf",
    };
    Some(String::from(text))
}
