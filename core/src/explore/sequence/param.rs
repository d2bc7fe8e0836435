//! Parameters of functions: `ld.param` reads an input, `st.param` writes an output.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::build::{Builder, Wanted};
use super::{Action, Call, Move, Register, Source, mov};
use crate::catalog::Type;
use crate::eval::Prepared;
use crate::syntax::{self, OperandText, Token};

/// Types of parameters that no register has.
const BYTES: [&str; 3] = [".b8", ".u8", ".s8"];

/// Whether a statement is about parameters.
pub(super) fn is_param(statement: &syntax::Statement<'_>) -> bool {
    let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
    let is_param = |modifier: &Token<'_>| modifier.text.starts_with(".param");
    matches!(opcode, "ld" | "st") && statement.modifiers.iter().any(is_param)
}

/// The parameter at an address: `x`, `x+4`.
fn parameter(address: &str) -> Option<String> {
    let inner = address.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, own) = inner.split_once('+').unwrap_or((inner, "0"));
    let (name, own) = (name.trim(), own.trim().parse::<u32>().ok()?);
    if !super::declare::is_name(name) {
        return None;
    }
    Some(if own == 0 { name.into() } else { [name, "+", &*own.to_string()].concat() })
}

/// The bits of a register, by the names that compilers use, where nothing else decides them.
fn usual_width(name: &str) -> u8 {
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "%r" => 32,
        "%rd" => 64,
        _ => 16,
    }
}

/// The parameter a number of bytes after another one.
fn part(name: &str, behind: usize) -> Option<String> {
    let (base, own) = name.split_once('+').unwrap_or((name, "0"));
    let all = own.parse::<usize>().ok()? + behind;
    Some(if all == 0 { base.into() } else { [base, "+", &*all.to_string()].concat() })
}

/// The number of registers of a vector.
fn count(modifier: &str) -> Option<usize> {
    match modifier {
        ".v2" => Some(2),
        ".v4" => Some(4),
        _ => None,
    }
}

impl<'t> Builder<'t> {
    /// A parameter that is read or written; `None` if it is not one of the known ones.
    pub(super) fn param(
        &mut self,
        statement: &syntax::Statement<'t>,
        start: usize,
    ) -> Option<Action> {
        let spelled = statement.modifiers.last()?.text;
        let is_vector = statement.modifiers.iter().any(|each| count(each.text).is_some());
        let [first, second] = statement.operands.as_slice() else { return None };
        let is_load = statement.opcode.as_ref()?.text == "ld";
        let (value, address) = if is_load { (first, second) } else { (second, first) };
        let address = address.elements.first()?;
        let name = parameter(address.text)?;
        let span = address.span.start + start..address.span.end + start;
        if !is_vector && !value.is_vector && BYTES.contains(&spelled) {
            return self.byte(value, name, spelled, span, (is_load, start));
        }
        let kind = mov::Kind::spelled(spelled)?;
        let width = kind.kind.packing().register_width();
        let n_parts = statement.modifiers.iter().find_map(|each| count(each.text)).unwrap_or(1);
        if value.elements.len() != n_parts || value.is_vector != is_vector {
            return None;
        }
        let wanted = Wanted::exactly(kind.kind, kind.is_typed);
        let (mut sources, mut destinations) = (Vec::new(), Vec::new());
        for (index, element) in value.elements.iter().enumerate() {
            let name = part(&name, index * usize::from(width / 8))?;
            if is_load {
                let token = self.destination(Some(element), false, start)?;
                self.fits(&token, wanted, start)?;
                let index = self.parameter(name, wanted, span.clone(), true);
                sources.push(Source::Register { index, is_reinterpreted: false });
                destinations.push((token, index));
            } else {
                let source = self.source(&OperandText::of(element), wanted, start)?;
                let since = self.unknown_since(&[source]);
                let written = self.parameter(name, wanted, span.clone(), false);
                self.mark_unknown(written, since);
                sources.push(source);
                destinations.push((element.clone(), written));
            }
        }
        let written = destinations.into_iter().map(|(token, index)| {
            if !is_load {
                return Some(index);
            }
            let since = self.sequence.registers.get(index)?.unknown_since;
            let written = self.write(&token, wanted, true, start);
            self.mark_unknown(written, since);
            Some(written)
        });
        let destinations = written.collect();
        Some(Action::Move(Move { sources, destinations, part_width: width }))
    }

    /// A parameter of eight bits: registers have more, so it is converted.
    fn byte(
        &mut self,
        value: &OperandText<'t>,
        name: String,
        spelled: &str,
        span: Range<usize>,
        (is_load, start): (bool, usize),
    ) -> Option<Action> {
        let (kind, byte) = if spelled == ".s8" { (Type::S8, ".s8") } else { (Type::U8, ".u8") };
        let element = value.elements.first()?;
        let width = match self.known_width(element, start) {
            Some(width @ (16 | 32 | 64)) => width,
            Some(_) => return None,
            None => usual_width(element.text),
        };
        let sign = if kind == Type::S8 { ".s" } else { ".u" };
        let wide = [sign, &*width.to_string()].concat();
        let (to, from) = if is_load { (&*wide, byte) } else { (byte, &*wide) };
        let text = ["cvt", to, from].concat();
        let instruction = syntax::check(&text, self.context).instruction?;
        let (own, register) = (Wanted::exactly(kind, true), mov::Kind::spelled(&wide)?);
        let wanted = Wanted::exactly(register.kind, false);
        let (source, destination) = if is_load {
            let token = self.destination(Some(element), false, start)?;
            let index = self.parameter(name, own, span, true);
            let source = Source::Register { index, is_reinterpreted: false };
            let since = self.unknown_since(&[source]);
            let written = self.write(&token, Wanted { is_typed: true, ..wanted }, true, start);
            self.mark_unknown(written, since);
            (source, written)
        } else {
            let source = self.source(value, wanted, start)?;
            let since = self.unknown_since(&[source]);
            let written = self.parameter(name, own, span, false);
            self.mark_unknown(written, since);
            (source, written)
        };
        Some(Action::Call(Call {
            instruction,
            legality: syntax::Legality::Documented,
            prepared: Prepared::new(&instruction, self.context),
            sources: alloc::vec![source],
            destination,
            widened: None,
            contractions: Vec::new(),
            observed: None,
        }))
    }

    /// The register that represents a parameter.
    fn parameter(
        &mut self,
        name: String,
        wanted: Wanted,
        span: Range<usize>,
        is_read: bool,
    ) -> usize {
        let known = self.register_of(&name);
        if let (Some(index), true) = (known, is_read) {
            if let Some(register) = self.sequence.registers.get_mut(index) {
                register.is_read = true;
            }
            return index;
        }
        let index = self.sequence.registers.len();
        self.sequence.registers.push(Register {
            name: name.clone(),
            kind: wanted.kind,
            is_typed: wanted.is_typed,
            is_known: true,
            writer: (!is_read).then_some(self.sequence.statements.len()),
            unknown_since: None,
            is_read,
            span,
        });
        if is_read {
            self.sequence.inputs.push(index);
        }
        self.set_name(name, index);
        index
    }
}
