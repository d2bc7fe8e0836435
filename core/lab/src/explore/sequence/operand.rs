//! Operands: registers by name, and constants.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

use super::build::{Builder, Wanted};
use super::call::is_extensible;
use super::declare::{Class, Declared};
use super::{Register, Source, mov, special};
use crate::program::inline::Constraint;
use crate::syntax::constant::{self, expression};
use crate::syntax::{Code, OperandText, Token, is_name};
use crate::text::TextError;
use crate::text::quote::quoted;

impl<'t> Builder<'t> {
    /// The source that an operand names; `None` if there is an error, which is reported.
    pub(super) fn source(
        &mut self,
        operand: &OperandText<'t>,
        wanted: Wanted,
        start: usize,
    ) -> Option<Source> {
        if self.is_constant(operand, start) {
            let read = if let (false, Some(element)) = (operand.is_vector, operand.elements.first())
            {
                let text = self.immediate(element, start).unwrap_or(element.text);
                let token = Token { text, span: element.span.clone() };
                constant::read(&token, wanted.kind, wanted.is_typed)
            } else {
                let (span, message) = (operand.span.clone(), constant::no_list(wanted.kind));
                Err(TextError { span, message })
            };
            return match read {
                Ok(bits) => Some(Source::Value(bits)),
                Err(TextError { span, message }) => {
                    self.report(Code::Operand, span.start + start..span.end + start, message);
                    None
                }
            };
        }
        let element = operand.elements.first()?;
        if !operand.is_vector
            && let Some(kind) = special::kind(element.text)
        {
            return self.special(element, kind, wanted, start);
        }
        let span = element.span.start + start..element.span.end + start;
        if operand.is_vector || !is_name(element.text) {
            let message = format!("{} is neither a register nor a value", quoted(element.text));
            self.report(Code::Operand, span, message);
            return None;
        }
        self.fits(element, wanted, start)?;
        let Wanted { kind, is_typed, is_relaxed } = wanted;
        let name = self.name(element, start);
        let known = self.register_of(&name);
        let index = known.unwrap_or_else(|| self.input(element, wanted, start));
        let register = self.sequence.registers.get_mut(index)?;
        register.is_read = true;
        let mut is_reinterpreted = false;
        if is_relaxed && register.is_known && register.width() > kind.packing().register_width() {
            // It is read in part.
            is_reinterpreted = true;
        } else if !register.is_known || !register.is_typed && is_typed {
            // The first use that says what it holds.
            (register.kind, register.is_typed) = (kind, is_typed);
            register.is_known = true;
        } else if is_typed && register.is_typed {
            is_reinterpreted = register.kind.format() != kind.format()
                || register.kind.packing() != kind.packing();
        }
        Some(Source::Register { index, is_reinterpreted })
    }

    /// Whether an operand is a constant, or an expression of constants.
    pub(super) fn is_constant(&self, operand: &OperandText<'t>, start: usize) -> bool {
        let first = operand.elements.first();
        operand.is_value()
            || first.is_some_and(|it| {
                expression::is_constant(it.text) || self.immediate(it, start).is_some()
            })
    }

    /// Whether an operand is a constant of the other language that the text does not define: it is an
    /// input.
    pub(super) fn is_undefined(&self, operand: &OperandText<'t>, start: usize) -> bool {
        let Some(element) = operand.elements.first().filter(|_| !operand.is_vector) else {
            return false;
        };
        let place = element.span.start + start;
        let mut all = self.operands.iter();
        let found = all.find(|operand| operand.alias(element.text, place).is_some());
        found.is_some_and(|operand| operand.constraint == Constraint::Other)
    }

    /// The expression of the other language for an operand that is a constant.
    fn immediate(&self, element: &Token<'t>, start: usize) -> Option<&'t str> {
        let mut all = self.operands.iter();
        let place = element.span.start + start;
        let found = all.find(|operand| operand.alias(element.text, place).is_some())?;
        found.is_constant().then_some(found.expression.as_str())
    }

    /// The name that a register has in the whole text.
    pub(super) fn name(&self, token: &Token<'t>, start: usize) -> String {
        let found = self.uses.at(token.span.start + start);
        found.map_or_else(|| token.text.to_string(), |found| found.name.clone())
    }

    /// The declared type of a register.
    pub(super) fn declared(&self, name: &Token<'t>, start: usize) -> Option<Declared> {
        self.uses.at(name.span.start + start)?.declared
    }

    /// Bits of a register that another statement names before.
    fn width_before(&self, name: &Token<'t>, start: usize) -> Option<u8> {
        let unique = self.name(name, start);
        let register = self.sequence.registers.get(self.register_of(&unique)?)?;
        register.is_known.then(|| register.width())
    }

    /// Bits of a register, if they are known before a statement that names it.
    pub(super) fn known_width(&self, name: &Token<'t>, start: usize) -> Option<u8> {
        let declared = self.declared(name, start).map(|declared| declared.width);
        declared.or_else(|| self.width_before(name, start))
    }

    /// Reports a register that has another width than its use; `None` then.
    pub(super) fn fits(&mut self, name: &Token<'t>, wanted: Wanted, start: usize) -> Option<()> {
        let kind = wanted.kind;
        let width = kind.packing().register_width();
        let declared = self.declared(name, start);
        let (before, how) = match (declared, self.width_before(name, start)) {
            (Some(declared), _) => (declared.width, "is declared with"),
            (None, Some(before)) => (before, "has"),
            (None, None) => return Some(()),
        };
        let span = name.span.start + start..name.span.end + start;
        let class = declared.map_or(Class::Bits, |declared| declared.class);
        // Untyped loads and stores take any register.
        let is_extensible = || !wanted.is_typed || is_extensible(class, kind);
        if before == width || wanted.is_relaxed && before > width && is_extensible() {
            return Some(());
        }
        let way = match declared {
            Some(declared) if wanted.is_relaxed && before > width => format!(
                "; a wider register may be used if it is declared `.b{before}`, not `{}`",
                declared.spelling
            ),
            Some(_) | None => String::new(),
        };
        let message = format!(
            "register {} {how} {before} bits; {} takes {width}{way}",
            quoted(name.text),
            kind.spelling()
        );
        self.report(Code::RegisterWidth, span, message);
        None
    }

    /// A register that is read before it is written.
    pub(super) fn input(&mut self, name: &Token<'t>, wanted: Wanted, start: usize) -> usize {
        // One that is declared wider is read in part.
        let declared = self.declared(name, start);
        let own = wanted.kind.packing().register_width();
        let wider = declared.filter(|declared| declared.width > own);
        let wider = wider.and_then(|declared| mov::bits(declared.width));
        let wanted = wider.map_or(wanted, |kind| Wanted::exactly(kind, false));
        let index = self.write(name, wanted, true, start);
        self.begin_with(index);
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
        let own = wanted.kind.packing().register_width();
        // An untyped statement says nothing of the type: the declaration does.
        let declared = self.declared(name, start).filter(|_| !wanted.is_typed);
        let declared = declared.filter(|declared| declared.width == own);
        let declared = declared.and_then(|declared| declared.kind());
        let wanted = declared.map_or(wanted, |kind| Wanted::exactly(kind, true));
        let span = name.span.start + start..name.span.end + start;
        let index = self.push_register(self.name(name, start), wanted, span);
        if let Some(register) = self.sequence.registers.get_mut(index) {
            register.is_known = is_known;
        }
        index
    }

    /// Makes a register that the present statement writes the present value of a name.
    pub(super) fn push_register(
        &mut self,
        name: String,
        Wanted { kind, is_typed, .. }: Wanted,
        span: Range<usize>,
    ) -> usize {
        let index = self.sequence.registers.len();
        self.sequence.registers.push(Register {
            name: name.clone(),
            kind,
            is_typed,
            is_known: true,
            writer: Some(self.sequence.statements.len()),
            unknown_since: None,
            is_read: false,
            span,
        });
        self.set_name(name, index);
        index
    }

    /// Makes an input the present value of a name.
    pub(super) fn push_input(&mut self, name: String, wanted: Wanted, span: Range<usize>) -> usize {
        let index = self.push_register(name, wanted, span);
        self.begin_with(index);
        index
    }

    /// Makes an input of a register that no statement has written yet.
    fn begin_with(&mut self, index: usize) {
        self.sequence.inputs.push(index);
        if let Some(register) = self.sequence.registers.get_mut(index) {
            register.writer = None;
        }
    }
}
