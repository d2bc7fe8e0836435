//! Parameters of functions: `ld.param` reads an input, `st.param` writes an output.

use alloc::string::{String, ToString};

use super::build::{Builder, Wanted};
use super::{Action, Move, Register, Source, mov};
use crate::syntax::{self, Token};

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

impl<'t> Builder<'t> {
    /// A parameter that is read or written; `None` if it is none of those that are known.
    pub(super) fn param(
        &mut self,
        statement: &syntax::Statement<'t>,
        start: usize,
    ) -> Option<Action> {
        let kind = mov::Kind::spelled(statement.modifiers.last()?.text)?;
        let [first, second] = statement.operands.as_slice() else { return None };
        let is_load = statement.opcode.as_ref()?.text == "ld";
        let (value, address) = if is_load { (first, second) } else { (second, first) };
        let address = address.elements.first()?;
        let name = parameter(address.text)?;
        let span = address.span.start + start..address.span.end + start;
        let wanted = Wanted::exactly(kind.kind, kind.is_typed);
        let (source, destination) = if is_load {
            let token = self.destination(value.elements.first(), value.is_vector, start)?;
            self.fits(&token, wanted, start)?;
            let index = self.parameter(name, wanted, span, true);
            let source = Source::Register { index, is_reinterpreted: false };
            (source, self.write(&token, wanted, true, start))
        } else {
            let source = self.source(value, wanted, start)?;
            (source, self.parameter(name, wanted, span, false))
        };
        let since = self.unknown_since(&[source]);
        self.mark_unknown(destination, since);
        Some(Action::Move(Move {
            sources: alloc::vec![source],
            destinations: alloc::vec![Some(destination)],
            part_width: kind.kind.packing().register_width(),
        }))
    }

    /// The register that stands for a parameter.
    fn parameter(
        &mut self,
        name: String,
        wanted: Wanted,
        span: core::ops::Range<usize>,
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
