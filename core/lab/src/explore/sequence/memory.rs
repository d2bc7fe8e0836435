//! Memory other than parameters: a register that is loaded is an input, and one that is stored is an
//! output, as in a kernel whose arguments are pointers.
//!
//! Addresses are not computed. An input that only they depend on, such as a pointer, needs no value.

use alloc::format;
use alloc::vec::Vec;

use super::build::{Builder, Wanted};
use super::{Action, Sequence, Source, mov, unevaluated};
use crate::catalog::Type;
use crate::syntax::{self, Code, OperandText, Token};
use crate::text::quote::quoted;

/// Whether a statement loads, stores or converts an address in a way that is read here.
pub(super) fn is_memory(statement: &syntax::Statement<'_>) -> bool {
    let [first, second] = statement.operands.as_slice() else { return false };
    let address = match statement.opcode.as_ref().map(|opcode| opcode.text) {
        Some("ld" | "ldu") => second,
        Some("st") => first,
        Some("cvta") => return true,
        _ => return false,
    };
    let is_address = address.elements.first().is_some_and(|each| each.text.starts_with('['));
    is_address && kind(statement).is_some()
}

/// The type of a load or a store; that of a byte is the narrowest one that a register has.
fn kind(statement: &syntax::Statement<'_>) -> Option<Wanted> {
    let spelled = statement.modifiers.last()?.text;
    if matches!(spelled, ".b8" | ".u8" | ".s8") {
        return Some(Wanted::exactly(Type::U16, false));
    }
    let kind = mov::Kind::spelled(spelled).filter(|kind| kind.kind != Type::Pred)?;
    Some(Wanted::exactly(kind.kind, kind.is_typed))
}

impl<'t> Builder<'t> {
    /// A load, a store or the conversion of an address; `None` if it is not one of the known ones.
    pub(super) fn memory(
        &mut self,
        statement: &syntax::Statement<'t>,
        start: usize,
    ) -> Option<Action> {
        let opcode = statement.opcode.as_ref()?.text;
        let names = unevaluated::operands(statement);
        if opcode == "cvta" {
            self.read_address(&names.read, start);
            let written = self.destination(names.written.first(), false, start)?;
            let wanted = Wanted::exactly(Type::U64, false);
            let index = self.write(&written, wanted, true, start);
            self.mark_unknown(index, Some(self.sequence.statements.len()));
            // An address is no result, even if nothing uses it.
            self.sequence.registers.get_mut(index)?.is_read = true;
            return Some(Action::Unknown(alloc::vec![index]));
        }
        let [first, second] = statement.operands.as_slice() else { return None };
        let is_load = opcode != "st";
        let values = if is_load { first } else { second };
        let wanted = kind(statement)?;
        if is_load {
            self.loaded(values, wanted, start)?;
        } else {
            for element in &values.elements {
                let wanted = self.whole(element, wanted, start);
                let source = self.source(&OperandText::of(element), wanted, start)?;
                if let Source::Register { index, .. } = source {
                    self.stored.push(index);
                }
            }
        }
        self.read_address(&names.addresses, start);
        Some(Action::Declaration)
    }

    /// A register may be wider than what is loaded or stored (PTX ISA 9.4.1): it is shown whole.
    fn whole(&self, name: &Token<'t>, wanted: Wanted, start: usize) -> Wanted {
        let wider = self.known_width(name, start).filter(|width| *width > wanted.width());
        wider.and_then(mov::bits).map_or(wanted, |kind| Wanted::exactly(kind, false))
    }

    /// Notes the registers of an address.
    pub(super) fn read_address(&mut self, names: &[Token<'t>], start: usize) {
        for name in names {
            let index = self.mark_read(name, start);
            self.addresses.extend(index);
        }
    }

    /// Makes inputs of the registers that a load writes; `None` if one of them has a value before.
    fn loaded(&mut self, values: &OperandText<'t>, wanted: Wanted, start: usize) -> Option<()> {
        let mut names = Vec::new();
        for element in values.elements.iter().filter(|it| !values.is_vector || it.text != "_") {
            let name = self.destination(Some(element), false, start)?;
            let wanted = self.whole(&name, wanted, start);
            self.fits(&name, wanted, start)?;
            if self.register_of(&self.name(&name, start)).is_some() {
                let message = format!(
                    "{} has a value before; a loaded register is an input, known by its name, so write another one",
                    quoted(name.text)
                );
                self.report(
                    Code::Unsupported,
                    element.span.start + start..element.span.end + start,
                    message,
                );
                return None;
            }
            names.push((name, wanted));
        }
        for (name, wanted) in names {
            self.input(&name, wanted, start);
        }
        Some(())
    }
}

/// Takes the inputs that only addresses depend on from the list of inputs: `needed` has the registers
/// that statements read which are not evaluated, `addresses` those that are part of an address.
pub(super) fn leave_addresses(sequence: &mut Sequence, needed: &[usize], addresses: &[usize]) {
    if addresses.is_empty() {
        return;
    }
    // A result that nothing reads is shown, whether it is an output or another one takes its name.
    let unread = sequence.registers.iter().enumerate().filter(|(_, each)| !each.is_read);
    let unread: Vec<usize> = unread.map(|(index, _)| index).collect();
    let is_needed = sources(sequence, &[needed, &sequence.outputs, &unread].concat());
    let is_address = sources(sequence, addresses);
    let has = |list: &[bool], register: usize| list.get(register).copied().unwrap_or(false);
    sequence.inputs.retain(|input| has(&is_needed, *input) || !has(&is_address, *input));
}

/// For each register, whether one of these depends on it, or is it.
pub(super) fn sources(sequence: &Sequence, registers: &[usize]) -> Vec<bool> {
    let mut found = alloc::vec![false; sequence.registers.len()];
    let mark = |found: &mut [bool], register: usize| {
        if let Some(place) = found.get_mut(register) {
            *place = true;
        }
    };
    for register in registers {
        mark(&mut found, *register);
    }
    for statement in sequence.statements.iter().rev() {
        let has = |register: usize| found.get(register).copied().unwrap_or(false);
        if statement.destinations().into_iter().any(has) {
            let all = statement.reads().into_iter().chain(statement.kept());
            all.for_each(|register| mark(&mut found, register));
        }
    }
    found
}
