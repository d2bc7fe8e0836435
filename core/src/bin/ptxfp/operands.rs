//! The operands of a statement, as registers.

use ptxfp::catalog::{Instruction, Operand, Type};
use ptxfp::format::Packing;
use ptxfp::link;
use ptxfp::number::text::{self, Entry, TextError};
use ptxfp::syntax::{OperandText, Statement, Token};

use crate::context::{Rejection, shown};

/// A source operand as it was read.
pub(crate) struct Register {
    /// Its bits.
    pub(crate) bits: u64,
    /// What the reader should know about each lane, the least significant first.
    pub(crate) notes: Vec<Option<String>>,
}

/// Reads the source operands of a statement; a destination before them is passed over.
pub(crate) fn registers(
    instruction: &Instruction,
    statement: &Statement<'_>,
) -> Result<Vec<Register>, Rejection> {
    let sources = instruction.form.sources();
    let names: Vec<_> = sources.iter().map(|operand| operand.name).collect();
    let given = statement.operands.as_slice();
    let reject = |position, message| Err(Rejection { position, message });
    let values = match given.split_first() {
        Some((destination, values)) if given.len() == sources.len() + 1 => {
            if destination.is_value() {
                let message = format!(
                    "a register is expected as destination, or none: then come {}",
                    names.join(", ")
                );
                return reject(destination.span.start, message);
            }
            values
        }
        _ => given,
    };
    if values.len() != sources.len() {
        let message = format!(
            "{instruction} takes {} operands ({}), here are {}",
            sources.len(),
            names.join(", "),
            values.len()
        );
        let end = statement.head_span().end;
        return reject(given.first().map_or(end, |operand| operand.span.start), message);
    }
    let pairs = sources.iter().zip(values);
    pairs.map(|(operand, value)| register(instruction, operand, value)).collect()
}

fn register(
    instruction: &Instruction,
    operand: &Operand,
    value: &OperandText<'_>,
) -> Result<Register, Rejection> {
    let kind = instruction.operand_type(operand);
    let packing = kind.packing();
    let name = operand.name;
    let reject = |element: &Token<'_>, error: &TextError| {
        let alone = OperandText {
            elements: vec![element.clone()],
            is_vector: false,
            span: element.span.clone(),
        };
        let is_name = !alone.is_value();
        let (position, message) = if is_name {
            let shown = shown(element.text);
            (
                0,
                format!(
                    "`{shown}` is no value, such as 1.5, 0x{:x}, inf or nan",
                    kind.format().one()
                ),
            )
        } else {
            (error.span.start, error.message.clone())
        };
        let position = element.span.start + position;
        Rejection { position, message: format!("operand {name}: {message}") }
    };
    if value.is_vector {
        return lanes(kind, packing, value, name, reject);
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
        return Err(Rejection { position: element.span.start, message });
    }
    let entry = link::register(element.text, kind).map_err(|error| reject(element, &error))?;
    Ok(Register { bits: entry.bits, notes: vec![entry.note()] })
}

/// Reads a braced list, the highest lane first.
fn lanes(
    kind: Type,
    packing: Packing,
    value: &OperandText<'_>,
    name: &str,
    reject: impl Fn(&Token<'_>, &TextError) -> Rejection,
) -> Result<Register, Rejection> {
    if value.elements.len() != usize::from(packing.lanes) || packing.lanes == 1 {
        let right = match packing.lanes {
            1 => "it is one datum, without braces".to_string(),
            lanes => format!("its {lanes} lanes are {}, the highest first", braces(packing)),
        };
        let message =
            format!("operand {name}: the list has {} elements; {right}", value.elements.len());
        return Err(Rejection { position: value.span.start, message });
    }
    let mut register = Register { bits: 0, notes: Vec::new() };
    for (lane, element) in (0..packing.lanes).zip(value.elements.iter().rev()) {
        let entry: Entry =
            text::parse(element.text, kind.format()).map_err(|error| reject(element, &error))?;
        register.bits = packing.insert(register.bits, lane, entry.bits);
        register.notes.push(entry.note());
    }
    Ok(register)
}

/// How a list of a value for each lane looks.
fn braces(packing: Packing) -> String {
    let values = vec!["1.5"; usize::from(packing.lanes)];
    format!("{{{}}}", values.join(", "))
}
