//! Questions that convert a number to another format, or round it to an integer.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::tree::opcode_of;
use super::{Answer, Asked};
use crate::catalog::{Context, Group, Modifier, Operation, Type};
use crate::syntax::{Meant, Statement};

impl Asked {
    /// A number alone, in the format or rounded in the direction that is asked for.
    pub(super) fn convert(self, number: &str, context: &Context) -> Option<Answer> {
        let is_rounding = |each: &Modifier| each.group() == Group::Rounding;
        if self.kind.is_none() && !self.modifiers.iter().any(is_rounding) {
            return None;
        }
        let empty = Statement::default();
        let meant = Meant::new(opcode_of(Operation::Convert), &empty);
        self.convert_as(meant, &[number.to_string()], context)
    }

    /// A conversion by name: `convert`, `round`, `floor`, `saturate`.
    pub(super) fn convert_as(
        mut self,
        mut meant: Meant<'_>,
        numbers: &[String],
        context: &Context,
    ) -> Option<Answer> {
        let is_rounding = |each: &Modifier| each.group() == Group::Rounding;
        let named: Vec<_> = core::mem::take(&mut meant.types);
        let is_integral = meant.others.iter().any(is_rounding) && named.is_empty();
        // A number alone is rounded to an integer.
        let to = self.kind.or_else(|| named.first().copied()).unwrap_or(Type::F32);
        let is_same = self.kind.is_none() && named.is_empty();
        let is_within = is_same || is_integral && !to.is_integer() || to == Type::F64;
        let is_clamped = meant.others.contains(&Modifier::Sat);
        let from = match (self.from, named.get(1)) {
            (Some(from), _) | (None, Some(&from)) => from,
            (None, None) if is_within || is_clamped && !to.is_integer() => to,
            (None, None) if to == Type::F32 => Type::F64,
            (None, None) => Type::F32,
        };
        meant.types = alloc::vec![to, from];
        let is_to_integer = to.is_integer() || is_same || is_integral;
        let is_to_integer = is_to_integer && !is_clamped && !from.is_integer();
        if is_to_integer {
            self.modifiers = self.modifiers.iter().map(|each| integral(*each)).collect();
        }
        let is_directed = self.modifiers.iter().chain(&meant.others).any(is_rounding);
        if is_to_integer && !is_directed {
            // As a cast of C does it.
            meant.others.push(Modifier::Rzi);
            self.notes.push(String::from("towards zero, as a cast in C"));
        }
        meant.others.extend(self.modifiers.iter().copied());
        self.statement(&meant, numbers, context)
    }
}

/// The direction to an integer.
fn integral(modifier: Modifier) -> Modifier {
    use Modifier as M;
    let directions = [(M::Rn, M::Rni), (M::Rz, M::Rzi), (M::Rm, M::Rmi), (M::Rp, M::Rpi)];
    let found = directions.iter().find(|(direction, _)| *direction == modifier);
    found.map_or(modifier, |(_, integral)| *integral)
}
