//! Evaluation: registers to registers.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::lane::{Operands, evaluate, heeds_nans};
use super::value::{Standing, Value};
use super::{Action, Call, Move, Sequence, Source, mov};
use crate::bits::mask;
use crate::catalog::{Context, Instruction};
use crate::companion::Partial;
use crate::eval::{Evaluation, MAX_SOURCES, Trace};
use crate::observed::Observed;

impl Call {
    /// Whether the result may depend on the sign or the payload of a NaN operand.
    #[must_use]
    pub fn heeds_nans(&self) -> bool {
        heeds_nans(self.prepared.lane_op())
    }

    /// Bits of source operand `index` that are read.
    pub(super) fn source_width(&self, index: usize) -> u32 {
        self.prepared.source(index).register_width().into()
    }

    /// The bits of the destination register: the result, or that extended to a wider register.
    pub(super) fn stored(&self, result: u64) -> u64 {
        let Some(widened) = self.widened else { return result };
        let own = mask(widened.from.into());
        let is_negative = widened.is_signed && result >> (widened.from - 1) & 1 == 1;
        if is_negative { (result | !own) & mask(widened.to.into()) } else { result & own }
    }

    /// The same of a result with open bits.
    pub(super) fn stored_partial(&self, result: &Partial) -> Partial {
        let Some(widened) = self.widened else { return *result };
        let own = result.masked(mask(widened.from.into()));
        let extension = self.stored(own.bits) & !mask(widened.from.into());
        // The extension is as open as the sign.
        let is_open = widened.is_signed && own.open >> (widened.from - 1) & 1 == 1;
        let open = mask(widened.to.into()) & !mask(widened.from.into());
        own.beside(&Partial::open(extension, if is_open { open } else { 0 }))
    }
}

impl Sequence {
    /// Uses observed results instead of the references of approximate instructions, as
    /// determined.
    ///
    /// # Errors
    ///
    /// The first instruction without observed results on that target.
    pub fn observe(&mut self, context: &Context) -> Result<(), Instruction> {
        for statement in &mut self.statements {
            let Action::Call(call) = &mut statement.action else { continue };
            if call.prepared.lane_op().bound.is_some() {
                let observed = Observed::of(&call.instruction, context);
                call.observed = Some(Box::new(observed.ok_or(call.instruction)?));
            }
        }
        Ok(())
    }

    /// The values of all registers, in the order of [`Self::registers`]. Inputs are raw bits in the
    /// order of [`Self::inputs`]; a missing one counts as 0. Where contraction leaves a choice
    /// ([`Self::outcomes`]), it is the value without fusing, and is marked as such.
    #[must_use]
    pub fn evaluate(&self, inputs: &[u64]) -> Vec<Value> {
        let mut values = Vec::new();
        self.evaluate_into(inputs, &mut values);
        values
    }

    /// The same into a list that is reused: once that is long enough, nothing is
    /// allocated.
    pub fn evaluate_into(&self, inputs: &[u64], values: &mut Vec<Value>) {
        if self.is_contractible() {
            let outcomes = self.outcomes(inputs);
            values.clear();
            values.extend((0..self.registers.len()).map(|register| outcomes.value(register)));
            return;
        }
        self.begin(inputs, values);
        for statement in &self.statements {
            match &statement.action {
                Action::Call(call) => {
                    let value = evaluate(call, values);
                    set(values, call.destination, value);
                }
                Action::Companion(each) => each.evaluate(values),
                Action::Move(each) => move_parts(each, values),
                Action::Unknown(_) | Action::Declaration => {}
            }
            if let Some(guard) = &statement.guard {
                guard.apply(values);
            }
        }
    }

    /// Sets the inputs; everything else is unknown.
    pub(super) fn begin(&self, inputs: &[u64], values: &mut Vec<Value>) {
        values.clear();
        values.resize(self.registers.len(), Value::UNKNOWN);
        let given = inputs.iter().copied().chain(core::iter::repeat(0));
        for (index, bits) in self.inputs.iter().zip(given) {
            let width = self.registers.get(*index).map_or(0, super::Register::width);
            set(values, *index, Value::of(bits & mask(width.into())));
        }
    }

    /// The call that a statement is, with the registers of its source operands; `None` if one of
    /// them is unknown, or it does not run.
    #[must_use]
    pub fn call(&self, index: usize, values: &[Value]) -> Option<(&Call, [u64; MAX_SOURCES])> {
        let statement = self.statements.get(index)?;
        let Action::Call(call) = &statement.action else { return None };
        if statement.guard.as_ref().is_some_and(|guard| guard.runs(values) != Some(true)) {
            return None;
        }
        let operands = Operands::of(call, values);
        (operands.standing != Standing::Unknown).then_some((call, operands.registers))
    }

    /// The result of a statement of the catalog, with its lanes.
    #[must_use]
    pub fn evaluation(&self, index: usize, values: &[Value]) -> Option<Evaluation> {
        let (call, registers) = self.call(index, values)?;
        Some(call.prepared.evaluate(&registers))
    }

    /// The steps of a lane of a statement.
    #[must_use]
    pub fn trace(&self, index: usize, lane: u8, values: &[Value]) -> Option<Trace> {
        let (call, registers) = self.call(index, values)?;
        Some(call.prepared.trace(lane, &registers))
    }
}

pub(super) fn set(values: &mut [Value], index: usize, value: Value) {
    if let Some(place) = values.get_mut(index) {
        *place = value;
    }
}

/// The value of an operand, for the type that it is read as.
pub(super) fn read(source: Source, values: &[Value]) -> Value {
    match source {
        Source::Value(bits) => Value::of(bits),
        Source::Register { index, is_reinterpreted } => {
            let value = values.get(index).copied().unwrap_or(Value::UNKNOWN);
            // As another type it is more than a NaN.
            if is_reinterpreted { value.without_type() } else { value }
        }
    }
}

impl Move {
    /// Whether registers are copied as they are.
    pub(super) const fn is_copy(&self) -> bool {
        self.sources.len() == self.destinations.len()
    }

    /// The bits of source operand `index` in the whole.
    pub(super) fn packed(&self, index: usize, bits: u64) -> u64 {
        // Parts are below the 64 bits of the widest register: each source is masked by its width.
        bits.checked_shl(self.place(index)).unwrap_or(0)
    }

    /// The place of a part in the whole.
    fn place(&self, index: usize) -> u32 {
        u32::try_from(index * usize::from(self.part_width)).unwrap_or(u64::BITS)
    }

    /// The part of the whole that destination `index` takes.
    pub(super) fn part(&self, index: usize, whole: u64) -> u64 {
        let is_unpacking = self.destinations.len() > 1;
        if is_unpacking { mov::part_of(whole, index, self.part_width) } else { whole }
    }
}

pub(super) fn move_parts(each: &Move, values: &mut [Value]) {
    if each.is_copy() {
        for (source, destination) in each.sources.iter().zip(&each.destinations) {
            if let Some(destination) = destination {
                set(values, *destination, read(*source, values));
            }
        }
        return;
    }
    let mut whole = Partial::determined(0);
    let mut standing = Standing::Determined;
    for (index, source) in each.sources.iter().enumerate() {
        let value = read(*source, values).without_type();
        let own = value.partial();
        let own =
            if each.sources.len() > 1 { own.masked(mask(each.part_width.into())) } else { own };
        whole = whole.beside(&own.shifted(each.place(index)));
        standing = standing.max(value.standing);
    }
    for (index, destination) in each.destinations.iter().enumerate() {
        let Some(destination) = destination else { continue };
        let width = each.part_width.into();
        let is_unpacking = each.destinations.len() > 1;
        let part = if is_unpacking { whole.field(each.place(index), width) } else { whole };
        let value = if standing == Standing::Unknown {
            Value::UNKNOWN
        } else {
            Value::of_partial(&part, standing)
        };
        set(values, *destination, value);
    }
}
