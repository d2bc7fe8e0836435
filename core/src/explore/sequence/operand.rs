//! Operands: registers by name, and values.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

use super::build::{Builder, Name, Wanted};
use super::declare::is_name;
use super::{Register, Source};
use crate::catalog::Type;
use crate::link;
use crate::number::text;
use crate::quote::quoted;
use crate::syntax::{Code, OperandText, Token};

impl<'t> Builder<'t> {
    /// What an operand stands for; `None` if that is reported.
    pub(super) fn source(
        &mut self,
        operand: &OperandText<'t>,
        wanted: Wanted,
        start: usize,
    ) -> Option<Source> {
        if operand.is_value() {
            return match value(operand, wanted) {
                Ok(bits) => Some(Source::Value(bits)),
                Err((span, message)) => {
                    self.report(Code::Operand, span.start + start..span.end + start, message);
                    None
                }
            };
        }
        let element = operand.elements.first()?;
        let span = element.span.start + start..element.span.end + start;
        if operand.is_vector || !is_name(element.text) {
            let message = format!("{} is neither a register nor a value", quoted(element.text));
            self.report(Code::Operand, span, message);
            return None;
        }
        self.fits(element, wanted.kind, start)?;
        let Wanted { kind, is_typed } = wanted;
        let found = self.names.iter().find(|name| name.text == element.text);
        let known = found.map(|name| name.register);
        let index = known.unwrap_or_else(|| self.input(element, wanted, start));
        let register = self.sequence.registers.get_mut(index)?;
        register.is_read = true;
        let mut is_reinterpreted = false;
        if !register.is_known || !register.is_typed && is_typed {
            // The first use that says what it holds.
            (register.kind, register.is_typed) = (kind, is_typed);
            register.is_known = true;
        } else if is_typed && register.is_typed {
            is_reinterpreted = register.kind.format() != kind.format()
                || register.kind.packing() != kind.packing();
        }
        Some(Source::Register { index, is_reinterpreted })
    }

    /// Reports a register that has another width than its use; `None` then.
    pub(super) fn fits(&mut self, name: &Token<'t>, kind: Type, start: usize) -> Option<()> {
        let width = kind.packing().register_width();
        let found = self.names.iter().find(|each| each.text == name.text);
        let register = found.and_then(|found| self.sequence.registers.get(found.register));
        let before = register.filter(|register| register.is_known).map(Register::width);
        let (before, how) = match (self.declarations.width_of(name.text), before) {
            (Some(declared), _) => (declared, "is declared with"),
            (None, Some(before)) => (before, "has"),
            (None, None) => return Some(()),
        };
        if before == width {
            return Some(());
        }
        let message = format!(
            "register {} {how} {before} bits; {} takes {width}",
            quoted(name.text),
            kind.spelling()
        );
        let span = name.span.start + start..name.span.end + start;
        self.report(Code::RegisterWidth, span, message);
        None
    }

    /// A register that is read before it is written.
    fn input(&mut self, name: &Token<'t>, wanted: Wanted, start: usize) -> usize {
        let index = self.write(name, wanted, true, start);
        self.sequence.inputs.push(index);
        if let Some(register) = self.sequence.registers.get_mut(index) {
            register.writer = None;
        }
        index
    }

    /// A new value of a register.
    pub(super) fn write(
        &mut self,
        name: &Token<'t>,
        wanted: Wanted,
        is_known: bool,
        start: usize,
    ) -> usize {
        let index = self.sequence.registers.len();
        let Wanted { kind, is_typed } = wanted;
        self.sequence.registers.push(Register {
            name: name.text.to_string(),
            kind,
            is_typed,
            is_known,
            writer: Some(self.sequence.statements.len()),
            is_read: false,
            span: name.span.start + start..name.span.end + start,
        });
        match self.names.iter_mut().find(|each| each.text == name.text) {
            Some(known) => known.register = index,
            None => self.names.push(Name { text: name.text, register: index }),
        }
        index
    }
}

/// Reads a value, as a statement of one instruction has it.
fn value(operand: &OperandText<'_>, wanted: Wanted) -> Result<u64, (Range<usize>, String)> {
    let kind = wanted.kind;
    let packing = kind.packing();
    let read = |element: &Token<'_>, is_lane: bool| {
        // A constant of `mov` is its bits, whatever it is written as.
        let is_bits = |prefix: &str| {
            let head = element.text.get(..2);
            !wanted.is_typed && head.is_some_and(|head| head.eq_ignore_ascii_case(prefix))
        };
        let entry = match (packing.register_width(), is_lane) {
            (_, true) => text::parse(element.text, kind.format()),
            (32, _) if is_bits("0f") => link::register(element.text, Type::F32),
            (64, _) if is_bits("0d") => link::register(element.text, Type::F64),
            _ => link::register(element.text, kind),
        };
        let place =
            |span: Range<usize>| span.start + element.span.start..span.end + element.span.start;
        entry.map(|entry| entry.bits).map_err(|error| (place(error.span), error.message))
    };
    if !operand.is_vector {
        return operand.elements.first().map_or(Ok(0), |element| read(element, false));
    }
    let mut bits = 0;
    // The highest lane stands first; the parser has counted them.
    for (lane, element) in (0..packing.lanes).zip(operand.elements.iter().rev()) {
        bits = packing.insert(bits, lane, read(element, true)?);
    }
    Ok(bits)
}
