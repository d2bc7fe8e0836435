//! The values among the operands of a statement: text to registers, and registers to text.

use alloc::string::String;
use alloc::vec::Vec;

use super::destination::valued_destination;
use super::diagnostic::Diagnostic;
use super::name::is_name;
use super::operands::misfits;
use super::parse::{OperandText, Statement, parse};
use super::register::value;
use super::{Legality, check};
use crate::bits::{hex, mask};
use crate::catalog::{Context, Instruction, Operand, Role, Type};
use crate::text::{self, TextError};

/// Returns the source operands as written in a legal statement, each with its place among the
/// sources; those in braces count one by one.
#[must_use]
pub fn written_sources<'t>(
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

/// Reads a statement with the values of its operands: the instruction, and the register of each
/// source operand; `None` for one that is a name or is left out.
///
/// It is stricter than [`check`], which does not read values. Those of a statement that is
/// [written as in a file of PTX](Statement::is_ptx) are constants, as the assembler reads them.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::syntax::read;
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let (instruction, registers) = read("add.f16 d, 1.5, b", &context).unwrap();
/// assert_eq!((instruction.to_string(), registers), ("add.f16".into(), vec![Some(0x3e00), None]));
/// assert_eq!(read("add.f16 1.5, 0x1g", &context).unwrap_err()[0].span, 16..17);
///
/// assert_eq!(read("cvt.rn.f32.u32 d, 010", &context).unwrap().1, [Some(10)]);
/// assert_eq!(read("cvt.rn.f32.u32 d, 010;", &context).unwrap().1, [Some(8)]);
/// ```
///
/// # Errors
///
/// The reasons why the statement is rejected, at least one, in the order of the text.
pub fn read(
    text: &str,
    context: &Context,
) -> Result<(Instruction, Vec<Option<u64>>), Vec<Diagnostic>> {
    let resolution = check(text, context);
    let Some(instruction) = resolution.instruction else {
        return Err(resolution.diagnostics);
    };
    debug_assert_ne!(resolution.legality, Legality::Rejected, "an instruction is legal");
    let (statement, _) = parse(text);
    let form = instruction.form;
    if let Some(wrong) = valued_destination(&statement, &instruction, context) {
        return Err(alloc::vec![wrong]);
    }
    let mut registers = alloc::vec![None; form.sources().len()];
    let mut wrong: Vec<Diagnostic> = Vec::new();
    for (index, operand, text) in written_sources(&statement, &instruction) {
        match source(&statement, &text, instruction.operand_type(operand)) {
            Some(Ok(bits)) => {
                if let Some(register) = registers.get_mut(index) {
                    *register = Some(bits);
                }
            }
            Some(Err(error)) => wrong.push(Diagnostic::of_operand(error)),
            None => {}
        }
    }
    if wrong.is_empty() { Ok((instruction, registers)) } else { Err(wrong) }
}

/// Reads the value of a source operand: a constant of PTX in a statement that is written as in a
/// file, else operand text. There is none where the operand is a name.
fn source(
    statement: &Statement<'_>,
    operand: &OperandText<'_>,
    kind: Type,
) -> Option<Result<u64, TextError>> {
    if let Some(read) = statement.constant(operand, kind, true) {
        return Some(read.map(|constant| constant.bits));
    }
    operand.is_value().then(|| bits(operand, kind))
}

/// Reads the value of one operand: the bits of its register, a value for every lane, or values in
/// braces for the lanes, the most significant first.
fn bits(operand: &OperandText<'_>, kind: Type) -> Result<u64, TextError> {
    let packing = kind.packing();
    let (false, Some(only)) = (operand.is_vector, operand.elements.first()) else {
        let mut register = 0;
        for (lane, element) in (0..packing.lanes).rev().zip(&operand.elements) {
            let entry = text::parse(element.text, kind.format());
            let entry = entry.map_err(|error| error.behind(element.span.start))?;
            register = packing.insert(register, lane, entry.bits);
        }
        return Ok(register);
    };
    value(only.text, kind).map_err(|error| error.behind(only.span.start))
}

/// Whether an instruction takes the operands of a statement, which are as many as it has: each is a
/// value of its type or the name of a register.
pub(super) fn is_readable(instruction: &Instruction, statement: &Statement<'_>) -> bool {
    let given = statement.operands.as_slice();
    let has_destination = given.len() == instruction.form.operand_count();
    let destination = given.first().filter(|_| has_destination);
    let is_named = |operand: &OperandText<'_>| {
        operand.elements.iter().all(|element| is_name(element.text)) && !operand.elements.is_empty()
    };
    let is_source = |(_, operand, text): (usize, &Operand, OperandText<'_>)| {
        let read = source(statement, &text, instruction.operand_type(operand));
        read.map_or_else(|| is_named(&text), |read| read.is_ok())
    };
    misfits(instruction, statement).is_empty()
        && destination.is_none_or(|first| !first.is_value() && is_named(first))
        && written_sources(statement, instruction).into_iter().all(is_source)
}

/// Writes the source operands of an instruction, separated by commas, from the text of each.
pub fn operand_list(instruction: &Instruction, text: impl Fn(usize) -> String) -> String {
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

/// Writes a register as the operand of a statement, from the text of each lane where there is one.
///
/// It is written in hexadecimal if it stands for bits, or has bits outside its lanes.
pub fn operand_text(
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

/// Writes the source operands of an instruction from their registers.
#[must_use]
pub fn operand_values(instruction: &Instruction, registers: &[u64]) -> String {
    operand_list(instruction, |index| {
        let operand = instruction.form.sources().get(index).zip(registers.get(index));
        operand.map_or(String::new(), |(operand, bits)| {
            operand_text(operand, instruction.operand_type(operand), *bits, |_| None)
        })
    })
}

/// Writes a datum: the shortest text that reads back as the same bits, else the bits.
fn datum(bits: u64, kind: Type, is_lane: bool) -> String {
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
