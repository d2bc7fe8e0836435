//! The operands of a statement, as registers.

use ptxfp::catalog::{Context, Instruction, Type};
use ptxfp::format::Packing;
use ptxfp::syntax::{self, OperandText, Statement, Token, parse, written_sources};
use ptxfp::text::{self, Entry, TextError};

use crate::context::{Rejection, rejection, resolve, shown};
use crate::wrong::Wrong;

/// A source operand as it was read.
pub(crate) struct Register {
    /// Its bits.
    pub(crate) bits: u64,
    /// The remark on each lane, the least significant first.
    pub(crate) notes: Vec<Option<String>>,
}

/// The instruction of a statement and the registers of its source operands; errors are reported
/// with their places.
pub(crate) fn values(statement: &str, context: &Context) -> Result<(Instruction, Vec<u64>), Wrong> {
    let wrong = |rejection: Rejection| rejection.of(statement);
    let (instruction, _) = resolve(statement, context).map_err(wrong)?;
    let registers = registers(&instruction, &parse(statement).0, context).map_err(wrong)?;
    Ok((instruction, registers.iter().map(|register| register.bits).collect()))
}

/// Reads the source operands of a statement; a destination before them is passed over.
pub(crate) fn registers(
    instruction: &Instruction,
    statement: &Statement<'_>,
    context: &Context,
) -> Result<Vec<Register>, Rejection> {
    let form = instruction.form;
    let given = statement.operands.as_slice();
    let names: Vec<_> = form.sources().iter().map(|operand| operand.name).collect();
    let names = names.join(", ");
    if let Some(wrong) = syntax::valued_destination(statement, instruction, context) {
        return Err(rejection(&wrong));
    }
    if given.is_empty() {
        let message = format!("{instruction} needs values for {names}");
        let end = statement.head_span().end;
        return Err(Rejection::at(end..end, message));
    }
    let written = written_sources(statement, instruction);
    let read = written.iter().map(|(_, operand, value)| {
        let kind = instruction.operand_type(operand);
        let Some(read) = statement.constant(value, kind, true) else {
            return register(kind, operand.name, value);
        };
        let constant = read.map_err(|error| {
            Rejection::at(error.span.clone(), format!("operand {}: {error}", operand.name))
        })?;
        Ok(Register { bits: constant.bits, notes: vec![constant.note] })
    });
    read.collect()
}

fn register(kind: Type, name: &str, value: &OperandText<'_>) -> Result<Register, Rejection> {
    let packing = kind.packing();
    let reject = |element: &Token<'_>, error: &TextError| {
        let is_name = !OperandText::of(element).is_value();
        let (span, message) = if is_name {
            let shown = shown(element.text);
            (
                0..element.text.len(),
                format!(
                    "`{shown}` is not a value, such as 1.5, 0x{:x}, inf or nan",
                    kind.format().one()
                ),
            )
        } else {
            (error.span.clone(), error.message.clone())
        };
        let start = element.span.start;
        Rejection::at(start + span.start..start + span.end, format!("operand {name}: {message}"))
    };
    if value.is_vector {
        return lanes(kind, packing, value, reject);
    }
    let Some(element) = value.elements.first() else {
        return Ok(Register { bits: 0, notes: Vec::new() });
    };
    if packing.lanes > 1 && !element.text.to_ascii_lowercase().starts_with("0x") {
        let digits = packing.register_width().div_ceil(4);
        let message = format!(
            "operand {name}: `{}` does not fill {} lanes; write 0x and {digits} digits, or {}",
            shown(element.text),
            packing.lanes,
            braces(packing)
        );
        return Err(Rejection::at(element.span.clone(), message));
    }
    let entry = syntax::register(element.text, kind).map_err(|error| reject(element, &error))?;
    Ok(Register { bits: entry.bits, notes: vec![entry.note()] })
}

/// Reads a braced list, the highest lane first; the parser has counted its elements.
fn lanes(
    kind: Type,
    packing: Packing,
    value: &OperandText<'_>,
    reject: impl Fn(&Token<'_>, &TextError) -> Rejection,
) -> Result<Register, Rejection> {
    let mut register = Register { bits: 0, notes: Vec::new() };
    for (lane, element) in (0..packing.lanes).zip(value.elements.iter().rev()) {
        let entry: Entry =
            text::parse(element.text, kind.format()).map_err(|error| reject(element, &error))?;
        register.bits = packing.insert(register.bits, lane, entry.bits);
        register.notes.push(entry.note());
    }
    Ok(register)
}

/// Returns the pattern of a list with a value for each lane.
fn braces(packing: Packing) -> String {
    let values = vec!["1.5"; usize::from(packing.lanes)];
    format!("{{{}}}", values.join(", "))
}
