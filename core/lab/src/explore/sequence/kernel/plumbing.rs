//! Addresses and vectors that are copied, and questions about addresses.

use alloc::format;
use alloc::vec::Vec;

use super::super::build::Wanted;
use super::super::{Action, Move, mov, special};
use super::memory::Origin;
use super::statement::At;
use super::trace::Tracer;
use super::variables::Space;
use crate::catalog::Type;
use crate::syntax::OperandText;

impl<'t> Tracer<'t> {
    /// A `mov` of several registers.
    pub(super) fn copy_vector(&mut self, at: &At<'t>) -> Option<()> {
        let [to, from] = at.statement().operands.as_slice() else { return None };
        let kind = mov::Kind::spelled(at.statement().modifiers.last()?.text)?;
        let wanted = Wanted::exactly(kind.kind, kind.is_typed);
        if to.elements.len() != from.elements.len() {
            return None;
        }
        let mut parts = Move {
            sources: Vec::new(),
            destinations: Vec::new(),
            part_width: kind.kind.packing().register_width(),
        };
        for element in &from.elements {
            parts.sources.push(self.builder.source(&OperandText::of(element), wanted, at.start)?);
        }
        let names = self.names(at);
        for element in &to.elements {
            let token = self.builder.destination(Some(element), false, at.start)?;
            self.builder.fits(&token, wanted, at.start)?;
            parts.destinations.push(Some(self.builder.write(&token, wanted, true, at.start)));
        }
        self.push_guarded(at, Action::Move(parts), &names);
        Some(())
    }

    /// A policy for caches, which no value depends on.
    pub(super) fn policy(&mut self, at: &At<'t>) -> Option<()> {
        let token = at.element(0)?.clone();
        let wanted = Wanted::exactly(Type::U64, false);
        let register = self.builder.write(&token, wanted, true, at.start);
        self.mark_address(register);
        self.push(at, Action::Unknown(alloc::vec![register]));
        Some(())
    }

    /// Whether a statement takes the address of a variable or of a parameter.
    pub(super) fn is_address(&self, at: &At<'t>) -> bool {
        let operand = at.statement().operands.get(1).filter(|operand| !operand.is_vector);
        let name = operand.and_then(|it| it.elements.first()).map(|it| named(it.text));
        name.is_some_and(|(name, _)| {
            special::kind(name).is_none() && self.variable(name, Space::Generic).is_some()
        })
    }

    /// The address of a variable.
    pub(super) fn take_address(&mut self, at: &At<'t>) -> Option<()> {
        let (name, offset) = named(at.element(1)?.text);
        let (address, origin, _) = self.variable(name, Space::Generic)?;
        let token = at.element(0)?.clone();
        let width = self.builder.known_width(&token, at.start).unwrap_or(64);
        let kind = if width == 32 { Type::U32 } else { Type::U64 };
        let wanted = Wanted::exactly(kind, true);
        self.builder.fits(&token, wanted, at.start)?;
        let names = self.names(at);
        let register = self.builder.write(&token, wanted, true, at.start);
        self.mark_address(register);
        self.push_guarded(at, Action::Unknown(alloc::vec![register]), &names);
        if at.guard.is_none() {
            self.set_hidden(register, address.wrapping_add(offset), origin);
        }
        Some(())
    }

    /// An address is no result, even if nothing uses it.
    fn mark_address(&mut self, register: usize) {
        if let Some(register) = self.builder.sequence.registers.get_mut(register) {
            register.is_read = true;
        }
    }

    /// The conversion of an address, which stays as it is.
    pub(super) fn convert_address(&mut self, at: &At<'t>) -> Option<()> {
        let token = at.element(0)?.clone();
        let kind = if at.has(".u32") { Type::U32 } else { Type::U64 };
        let wanted = Wanted::exactly(kind, false);
        let operand = at.statement().operands.get(1)?.clone();
        let source = self.builder.source(&operand, wanted, at.start)?;
        self.builder.fits(&token, wanted, at.start)?;
        let names = self.names(at);
        let written = self.builder.write(&token, wanted, true, at.start);
        self.mark_address(written);
        let destinations = alloc::vec![Some(written)];
        let part_width = kind.packing().register_width();
        let parts = Move { sources: alloc::vec![source], destinations, part_width };
        self.push_guarded(at, Action::Move(parts), &names);
        Some(())
    }

    /// Whether an address is one of a space.
    pub(super) fn is_space(&mut self, at: &At<'t>) -> Option<()> {
        let token = at.element(0)?.clone();
        let operand = at.statement().operands.get(1)?.clone();
        let width = operand.elements.first().and_then(|it| self.builder.known_width(it, at.start));
        let kind = if width == Some(32) { Type::U32 } else { Type::U64 };
        let source = self.builder.source(&operand, Wanted::exactly(kind, false), at.start)?;
        self.seed();
        let (value, origin) = (self.value(source), self.origin(source));
        let names = self.names(at);
        let wanted = Wanted::exactly(Type::Pred, true);
        let register = self.builder.write(&token, wanted, true, at.start);
        self.push_guarded(at, Action::Unknown(alloc::vec![register]), &names);
        let space = match origin {
            Origin::Pointer(_) => Some(Space::Global),
            Origin::Variable(index) => self.variables.get(index).map(|it| it.space),
            Origin::None | Origin::Several => {
                Space::of_address(value.bits).filter(|_| origin != Origin::None)
            }
        };
        if let (Some(space), true, None) = (space, value.is_determined(), &at.guard) {
            self.set_hidden(register, u64::from(space == at.space()), origin);
            let about = format!(
                "`{}` is taken to be an address of global memory",
                operand.elements.first()?.text
            );
            if space == Space::Global {
                self.note(&about);
            }
        }
        Some(())
    }
}

/// The name and the offset in an operand that takes an address: `x`, `x+4`, `generic(x)`.
fn named(text: &str) -> (&str, u64) {
    let inner = text.strip_prefix("generic(").and_then(|it| it.strip_suffix(')')).unwrap_or(text);
    let (name, offset) = inner.split_once('+').unwrap_or((inner, "0"));
    (name.trim(), offset.trim().parse().unwrap_or(0))
}
