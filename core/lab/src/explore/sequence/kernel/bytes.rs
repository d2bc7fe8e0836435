//! Values from the bytes that a thread stored.

use alloc::format;
use alloc::vec::Vec;

use super::super::mov;
use super::super::{Action, Move, Source, line_and_column};
use super::address::Address;
use super::memory::{Condition, Found};
use super::statement::At;
use super::trace::Tracer;
use super::variables::Type;
use crate::catalog;
use crate::syntax::Code;

/// The value that a load reads.
pub(super) enum Value {
    /// One that is known to the thread.
    Own(Source),
    /// One that it has not written.
    Other,
    /// One that is not known; the reason is reported.
    Unknown,
}

impl<'t> Tracer<'t> {
    /// The value at an address, as far as the thread has written it.
    pub(super) fn stored(&mut self, at: &At<'t>, address: &Address, kind: Type) -> Value {
        let conditions = self.conditions.clone();
        let found = self.memory.read(address.place, kind.size, &conditions);
        match found {
            Found::Nothing => {
                let initial =
                    address.place.address.and_then(|it| self.variables.initial(it, kind.size));
                initial.map_or(Value::Other, |bits| Value::Own(Source::Value(bits)))
            }
            Found::Unclear(statement) => {
                self.unclear(at, address, statement);
                Value::Unknown
            }
            Found::Whole(_) | Found::Bytes(_) | Found::Perhaps(..) => {
                let register = self.found(at, &found);
                register.map_or(Value::Unknown, |index| {
                    Value::Own(Source::Register {
                        index,
                        is_reinterpreted: self.is_other(index, kind),
                    })
                })
            }
        }
    }

    /// Whether a register was written as another type than it is read as.
    fn is_other(&self, register: usize, kind: Type) -> bool {
        let register = self.builder.sequence.registers.get(register);
        register.is_some_and(|it| {
            it.is_typed && kind.is_typed && it.kind.format() != kind.kind.format()
        })
    }

    /// The register with bytes that were found.
    fn found(&mut self, at: &At<'t>, found: &Found) -> Option<usize> {
        match found {
            Found::Nothing | Found::Unclear(_) => None,
            Found::Whole(register) => Some(*register),
            Found::Bytes(bytes) => self.assembled(at, bytes),
            Found::Perhaps(conditions, register, before) => {
                let opposite = opposite(conditions, before);
                let before = opposite.or_else(|| self.found(at, before));
                let shared =
                    self.conditions.iter().zip(conditions).take_while(|(a, b)| a == b).count();
                let own: Vec<Condition> = conditions.iter().skip(shared).copied().collect();
                Some(self.choose(at, &own, *register, before, ""))
            }
        }
    }

    /// A register from bytes of others, the lowest first.
    fn assembled(&mut self, at: &At<'t>, bytes: &[(usize, usize)]) -> Option<usize> {
        let mut parts: Vec<(usize, usize, usize)> = Vec::new();
        for (register, place) in bytes {
            if parts.iter().any(|(it, other, _)| (it, other) == (register, place)) {
                continue;
            }
            let width = usize::from(self.builder.sequence.registers.get(*register)?.width() / 8);
            if width == 1 {
                parts.push((*register, *place, *register));
                continue;
            }
            let taken: Vec<usize> =
                bytes.iter().filter(|(it, _)| it == register).map(|(_, place)| *place).collect();
            let mut destinations = Vec::new();
            for index in 0..width {
                let own =
                    taken.contains(&index).then(|| self.fresh("", catalog::Type::U8, false, at));
                parts.extend(own.map(|own| (*register, index, own)));
                destinations.push(own);
            }
            let source = Source::Register { index: *register, is_reinterpreted: false };
            let parts = Move { sources: alloc::vec![source], destinations, part_width: 8 };
            self.add(at, Action::Move(parts), None);
        }
        let part = |(register, place): &(usize, usize)| {
            let found = parts.iter().find(|(it, other, _)| (it, other) == (register, place));
            found.map(|(.., part)| *part)
        };
        let all: Vec<usize> = bytes.iter().filter_map(part).collect();
        if let [only] = all.as_slice() {
            return Some(*only);
        }
        let kind = mov::bits(u8::try_from(8 * all.len()).ok()?)?;
        let new = self.fresh("", kind, false, at);
        let source = |index: usize| Source::Register { index, is_reinterpreted: false };
        let sources = all.into_iter().map(source).collect();
        let destinations = alloc::vec![Some(new)];
        self.add(at, Action::Move(Move { sources, destinations, part_width: 8 }), None);
        Some(new)
    }

    /// Reports a load that may read what a statement stored.
    fn unclear(&mut self, at: &At<'t>, address: &Address, statement: usize) {
        let line = self.builder.sequence.statements.get(statement);
        let line = line.map_or(0, |it| line_and_column(self.source, it.span.start).0);
        let message = format!(
            "{} may have bytes that line {line} stored, or a part of them: it is not known what is read",
            address.text
        );
        self.builder.report(Code::Unsupported, at.head.clone(), message);
    }
}

/// The register that was written before under the opposite conditions: on the other side of a jump.
fn opposite(conditions: &[Condition], before: &Found) -> Option<usize> {
    let Found::Perhaps(others, register, _) = before else { return None };
    let (last, first) = conditions.split_last()?;
    let (end, begin) = others.split_last()?;
    let is_opposite = last.register == end.register && last.is_negated != end.is_negated;
    (first == begin && is_opposite).then_some(*register)
}
