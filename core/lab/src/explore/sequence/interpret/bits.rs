//! Values that are bits, with those that are open.

use core::ops::ControlFlow;

use super::{At, Interpretation};
use crate::bits::mask;
use crate::companion::Partial;
use crate::explore::sequence::{Call, Companion, Guard, Move, Source, Standing, Value};

/// Registers of bits.
pub(crate) struct Bits<'v, C> {
    pub(crate) values: &'v mut [Value],
    /// Evaluates an instruction, as [`Interpretation::call`].
    pub(crate) call: C,
}

impl<C: FnMut(At<'_>, &Call, &mut [Value]) -> ControlFlow<()>> Interpretation for Bits<'_, C> {
    fn call(&mut self, at: At<'_>, call: &Call) -> ControlFlow<()> {
        (self.call)(at, call, self.values)
    }

    fn companion(&mut self, _: At<'_>, companion: &Companion) {
        companion.evaluate(self.values);
    }

    fn copy(&mut self, _: At<'_>, from: Source, to: usize) {
        copy(from, to, self.values);
    }

    fn repack(&mut self, _: At<'_>, parts: &Move) {
        repack(parts, self.values);
    }

    fn guard(&mut self, _: At<'_>, guard: &Guard) {
        guard.apply(self.values);
    }
}

pub(crate) fn set(values: &mut [Value], index: usize, value: Value) {
    if let Some(place) = values.get_mut(index) {
        *place = value;
    }
}

/// The value of an operand, for the type that it is read as.
pub(crate) fn read(source: Source, values: &[Value]) -> Value {
    match source {
        Source::Value(bits) => Value::of(bits),
        Source::Register { index, is_reinterpreted } => {
            let value = values.get(index).copied().unwrap_or(Value::UNKNOWN);
            // As another type it is more than a NaN.
            if is_reinterpreted { value.without_type() } else { value }
        }
    }
}

/// Copies a register, or a value in a statement, to a register.
pub(super) fn copy(from: Source, to: usize, values: &mut [Value]) {
    let value = read(from, values);
    set(values, to, value);
}

/// Packs registers to one, or unpacks one to several.
pub(super) fn repack(parts: &Move, values: &mut [Value]) {
    let mut whole = Partial::determined(0);
    let mut standing = Standing::Determined;
    for (index, source) in parts.sources.iter().enumerate() {
        let value = read(*source, values).without_type();
        let own = value.partial();
        let own =
            if parts.sources.len() > 1 { own.masked(mask(parts.part_width.into())) } else { own };
        whole = whole.beside(&own.shifted(parts.place(index)));
        standing = standing.max(value.standing);
    }
    for (index, destination) in parts.destinations.iter().enumerate() {
        let Some(destination) = destination else { continue };
        let width = parts.part_width.into();
        let is_unpacking = parts.destinations.len() > 1;
        let part = if is_unpacking { whole.field(parts.place(index), width) } else { whole };
        let value = if standing == Standing::Unknown {
            Value::UNKNOWN
        } else {
            Value::of_partial(&part, standing)
        };
        set(values, *destination, value);
    }
}
