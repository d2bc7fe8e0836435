//! Evaluation: registers to registers.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Action, Call, Move, Sequence, Source, mov};
use crate::bits::{low_half, mask};
use crate::catalog::{Context, Instruction, Operation};
use crate::eval::{Evaluation, Guarantee, LaneResult, MAX_LANES, MAX_SOURCES, Trace};
use crate::observed::Observed;

/// The standing of a value, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// The ISA determines it.
    Determined,
    /// The ISA determines it, except for sign and payload of a NaN in it.
    OpenNan,
    /// Several [`outcomes`](Sequence::outcomes) are equally valid: products are rounded, or fused
    /// with sums.
    Contracted,
    /// It comes from a reference result: the ISA permits others.
    Reference,
    /// It is not known.
    Unknown,
}

/// The value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its bits; 0 if it is unknown.
    pub bits: u64,
    /// The standing of these bits.
    pub standing: Standing,
}

impl Value {
    /// The value of an unknown register.
    pub const UNKNOWN: Self = Self { bits: 0, standing: Standing::Unknown };

    pub(super) const fn of(bits: u64) -> Self {
        Self { bits, standing: Standing::Determined }
    }
}

impl Call {
    /// Whether the result may depend on the sign or the payload of a NaN operand.
    #[must_use]
    pub fn heeds_nans(&self) -> bool {
        let op = self.prepared.lane_op();
        // The upper word of a NaN may be that of an infinity.
        let is_sensitive = matches!(
            op.operation,
            Operation::CopySign | Operation::RcpUpper | Operation::RsqrtUpper
        );
        is_sensitive || op.has_oob || op.comparison.has_xorsign
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
        let (registers, standing) = gather(call, values);
        (standing != Standing::Unknown).then_some((call, registers))
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
            match value.standing {
                // As another type it is more than a NaN.
                Standing::OpenNan if is_reinterpreted => {
                    Value { standing: Standing::Reference, ..value }
                }
                Standing::Determined
                | Standing::OpenNan
                | Standing::Contracted
                | Standing::Reference
                | Standing::Unknown => value,
            }
        }
    }
}

pub(super) fn gather(call: &Call, values: &[Value]) -> ([u64; MAX_SOURCES], Standing) {
    let mut registers = [0; MAX_SOURCES];
    let mut standing = Standing::Determined;
    for (index, (place, source)) in registers.iter_mut().zip(&call.sources).enumerate() {
        let value = read(*source, values);
        *place = value.bits & mask(call.source_width(index));
        standing = standing.max(value.standing);
    }
    (registers, standing)
}

/// The standing of a lane whose operands are determined.
fn standing(lane: &LaneResult) -> Standing {
    match lane.guarantee {
        Guarantee::Bits => Standing::Determined,
        Guarantee::AnyNan => Standing::OpenNan,
        Guarantee::Reading
        | Guarantee::Within { .. }
        | Guarantee::Unbounded
        | Guarantee::Unspecified => Standing::Reference,
    }
}

/// The standing of a result, from those of the operands and the lanes.
fn combined(call: &Call, given: Standing, own: Standing) -> Standing {
    match given {
        Standing::OpenNan if call.heeds_nans() => Standing::Reference,
        // Whatever NaN it is, the result is the same, or a NaN too.
        Standing::OpenNan | Standing::Determined => own,
        Standing::Contracted => own.max(Standing::Contracted),
        Standing::Reference | Standing::Unknown => given,
    }
}

pub(super) fn evaluate(call: &Call, values: &[Value]) -> Value {
    let (registers, given) = gather(call, values);
    if given == Standing::Unknown {
        return Value::UNKNOWN;
    }
    let (bits, own) = if let Some(observed) = &call.observed {
        let [a, b, ..] = registers.map(low_half);
        (observed.result([a, b]), Standing::Determined)
    } else {
        let evaluation = call.prepared.evaluate(&registers);
        let own = evaluation.lanes().iter().map(standing).max();
        (evaluation.destination, own.unwrap_or(Standing::Determined))
    };
    Value { bits: call.stored(bits), standing: combined(call, given, own) }
}

/// A result in one of the ways that contraction leaves.
#[derive(Clone, Copy)]
struct Way {
    bits: u64,
    given: Standing,
    lanes: [Standing; MAX_LANES],
}

/// Adds the other results that contraction leaves to that of a call.
pub(super) fn fuse(call: &Call, values: &[Value], results: &mut Vec<Value>) {
    let (registers, given) = gather(call, values);
    if given == Standing::Unknown {
        return;
    }
    let evaluation = call.prepared.evaluate(&registers);
    let mut lanes = [Standing::Determined; MAX_LANES];
    lanes.iter_mut().zip(evaluation.lanes()).for_each(|(place, lane)| *place = standing(lane));
    let mut ways = alloc::vec![Way { bits: evaluation.destination, given, lanes }];
    let packing = call.prepared.destination();
    for contraction in &call.contractions {
        let mut fused = Vec::new();
        for way in &ways {
            for fusion in &contraction.ways {
                let sources = fusion.sources().map(|source| read(source, values).standing);
                let given = sources.fold(way.given, Standing::max);
                let mut new = Way { given, ..*way };
                for (lane, result) in fusion.evaluate(|source| read(source, values).bits) {
                    new.bits = packing.insert(new.bits, lane, result.bits);
                    if let Some(place) = new.lanes.get_mut(usize::from(lane)) {
                        *place = standing(&result);
                    }
                }
                fused.push(new);
            }
        }
        for new in fused {
            if ways.iter().all(|known| known.bits != new.bits) {
                ways.push(new);
            }
        }
    }
    for way in ways.into_iter().skip(1) {
        let own = way.lanes.into_iter().max().unwrap_or(Standing::Determined);
        let standing = combined(call, way.given, own);
        results.push(Value { bits: call.stored(way.bits), standing });
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
        let offset = index * usize::from(self.part_width);
        u32::try_from(offset).ok().and_then(|by| bits.checked_shl(by)).unwrap_or(0)
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
    let mut whole = Value::of(0);
    let is_packing = each.sources.len() > 1;
    for (index, source) in each.sources.iter().enumerate() {
        let value = read(*source, values);
        whole.bits |= each.packed(index, value.bits);
        whole.standing = whole.standing.max(value.standing);
    }
    let is_unpacking = each.destinations.len() > 1;
    if whole.standing == Standing::OpenNan && (is_packing || is_unpacking) {
        whole.standing = Standing::Reference;
    }
    for (index, destination) in each.destinations.iter().enumerate() {
        let Some(destination) = destination else { continue };
        let bits = each.part(index, whole.bits);
        let value = if whole.standing == Standing::Unknown {
            Value::UNKNOWN
        } else {
            Value { bits, ..whole }
        };
        set(values, *destination, value);
    }
}
