//! Stores.

use alloc::vec::Vec;

use super::super::build::Wanted;
use super::super::{Action, Move, Source};
use super::Store;
use super::address::Address;
use super::memory::{Content, Write};
use super::pointers::parameter;
use super::statement::At;
use super::trace::Tracer;
use super::variables::{Space, Type};
use crate::catalog;
use crate::syntax::OperandText;

impl<'t> Tracer<'t> {
    /// A store.
    pub(super) fn store(&mut self, at: &At<'t>) -> Option<()> {
        let (kind, value, address) = self.access(at, false)?;
        let mut sources = Vec::new();
        for element in &value.elements {
            let is_typed = kind.is_typed && kind.size > 1;
            let wanted = Wanted { is_relaxed: true, ..Wanted::exactly(kind.kind, is_typed) };
            sources.push(self.builder.source(&OperandText::of(element), wanted, at.start)?);
        }
        self.push(at, Action::Declaration);
        for (index, source) in sources.into_iter().enumerate() {
            let own = address.behind(index * kind.size);
            let register = self.stored_register(at, source, kind, &own)?;
            self.put(at, register, kind.size, &own);
        }
        Some(())
    }

    /// A register with the bits that are stored.
    fn stored_register(
        &mut self,
        at: &At<'t>,
        source: Source,
        kind: Type,
        address: &Address,
    ) -> Option<usize> {
        let own = u8::try_from(8 * kind.size).ok()?;
        let width = match source {
            Source::Register { index, .. } => {
                let register = self.builder.sequence.registers.get(index)?;
                if register.width() == own {
                    return Some(index);
                }
                register.width()
            }
            Source::Value(_) => own,
        };
        let new = self.fresh(&address.text, kind.kind, kind.is_typed, at);
        let mut destinations = alloc::vec![Some(new)];
        destinations.resize(usize::from(width / own).max(1), None);
        let parts = Move { sources: alloc::vec![source], destinations, part_width: own };
        self.add(at, Action::Move(parts), None);
        Some(new)
    }

    /// Puts a register into memory.
    pub(super) fn put(&mut self, at: &At<'t>, register: usize, size: usize, address: &Address) {
        let conditions = self.conditions.clone();
        let statement = self.builder.sequence.statements.len().saturating_sub(1);
        self.memory.write(Write {
            place: address.place,
            size,
            content: Content::Register(register),
            conditions: conditions.clone(),
            statement,
        });
        let shown = if conditions.is_empty() {
            register
        } else {
            self.choose(at, &conditions, register, None, &address.text)
        };
        if address.place.space == Space::Param {
            let Some((base, offset)) = &address.parameter else { return };
            let name = parameter(base, *offset);
            let is_argument = self.formal(base).is_none() && self.is_declared_parameter(base);
            if !is_argument {
                self.results.retain(|(other, _)| *other != name);
                let result = self.named_result(at, shown, &name);
                self.results.push((name, result));
            }
            return;
        }
        let location = self.location(address.place.address, address.place.origin);
        self.stores.push(Store {
            statement,
            register: shown,
            address: address.text.clone(),
            location,
            is_conditional: !conditions.is_empty(),
        });
    }

    /// Whether the present function declares a parameter for a call.
    fn is_declared_parameter(&self, base: &str) -> bool {
        let function = self.frames.last().map_or(0, |frame| frame.function);
        let has_function = self.layout.functions.iter().any(|it| it.name.is_some());
        self.variables.named(base, function).is_some() && has_function
    }

    /// A register that has the name of a result.
    fn named_result(&mut self, at: &At<'t>, register: usize, name: &str) -> usize {
        let found = self.builder.sequence.registers.get(register);
        let (kind, is_typed) =
            found.map_or((catalog::Type::B32, false), |it| (it.kind, it.is_typed));
        let new = self.fresh(name, kind, is_typed, at);
        if let Some(own) = self.builder.sequence.registers.get_mut(new) {
            own.is_read = false;
        }
        let source = Source::Register { index: register, is_reinterpreted: false };
        let destinations = alloc::vec![Some(new)];
        let part_width = kind.packing().register_width();
        let copy = Move { sources: alloc::vec![source], destinations, part_width };
        self.add(at, Action::Move(copy), None);
        new
    }
}
