//! Values that are intervals: the guarantee of every register, for each lane.
//!
//! An approximate instruction permits an interval of results. Each statement after it is evaluated
//! for the possible values of its operands: for all of them where those are few, and otherwise,
//! where the operation is monotone in each operand, for the ends of their intervals. The results
//! span the interval of the destination. Operands count as independent of one another, so an
//! interval may be wider than what can happen; it is never narrower.

mod hull;
mod monotone;
#[cfg(test)]
mod tests;
mod trial;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use hull::Hull;
pub use hull::Lanes;
use trial::Trial;

use super::bits::{read, set};
use super::{At, Interpretation, interpret, step};
use crate::explore::sequence::registers::registers;
use crate::explore::sequence::{
    Call, Companion, Guard, Move, Register, Sequence, Source, Standing, Value,
};

/// The largest number of sets of operands that one statement is evaluated for.
const MAX_SETS: u64 = 1024;

/// The guarantee of a register, for all results that the ISA permits of the statements before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enclosure {
    /// Its bits.
    Bits(u64),
    /// Its bits, except for sign and payload of a NaN in it.
    AnyNan(u64),
    /// Each lane lies in an interval.
    Within(Lanes),
    /// No interval is known.
    Open,
}

/// The guarantees of all registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosures {
    known: Vec<Enclosure>,
    since: Vec<Option<usize>>,
}

impl Enclosures {
    /// The guarantee of a register.
    #[must_use]
    pub fn of(&self, register: usize) -> Enclosure {
        self.known.get(register).copied().unwrap_or(Enclosure::Open)
    }

    /// Makes intervals those of the types that registers are shown as.
    fn show(&mut self, registers: &[Register]) {
        for (known, register) in self.known.iter_mut().zip(registers) {
            if let Enclosure::Within(lanes) = known
                && register.is_typed
                && lanes.format != register.kind.format()
            {
                *known = lanes.shown_as(register.kind).map_or(Enclosure::Open, Enclosure::Within);
            }
        }
    }

    /// The first statement that leaves something open, of those that the bits of a register depend
    /// on; `None` if they are guaranteed.
    #[must_use]
    pub fn since(&self, register: usize) -> Option<usize> {
        self.since.get(register).copied().flatten()
    }
}

impl Sequence {
    /// Encloses the values of all registers by their guarantees, with at most `limit`
    /// sets of operands for all statements together. Inputs are raw bits in the order of
    /// [`Self::inputs`]; a missing one counts as 0.
    #[must_use]
    pub fn enclose(&self, inputs: &[u64], limit: u64) -> Enclosures {
        let mut values = Vec::new();
        self.begin(inputs, &mut values);
        let known = values.iter().map(|value| {
            let is_input = value.standing == Standing::Determined;
            if is_input { Enclosure::Bits(value.bits) } else { Enclosure::Open }
        });
        let enclosed =
            Enclosures { known: known.collect(), since: alloc::vec![None; self.registers.len()] };
        let mut intervals = Intervals { sequence: self, values, enclosed, left: limit };
        let _ = interpret(self, 0, &mut intervals);
        intervals.enclosed.show(&self.registers);
        intervals.enclosed
    }
}

/// The guarantees of registers while a program is still being read: each statement is evaluated when
/// it has been read.
#[derive(Debug)]
pub(in crate::explore::sequence) struct Growing {
    values: Vec<Value>,
    enclosed: Enclosures,
    /// The number of sets of operands that are left.
    left: u64,
}

impl Growing {
    /// Nothing yet, with at most `limit` sets of operands for all statements together.
    pub(in crate::explore::sequence) const fn new(limit: u64) -> Self {
        let enclosed = Enclosures { known: Vec::new(), since: Vec::new() };
        Self { values: Vec::new(), enclosed, left: limit }
    }

    /// The value of a register.
    pub(in crate::explore::sequence) fn value(&self, register: usize) -> Value {
        self.values.get(register).copied().unwrap_or(Value::UNKNOWN)
    }

    /// Sets the bits of a register.
    pub(in crate::explore::sequence) fn set(&mut self, register: usize, bits: u64) {
        self.grow(register + 1);
        set(&mut self.values, register, Value::of(bits));
        if let Some(place) = self.enclosed.known.get_mut(register) {
            *place = Enclosure::Bits(bits);
        }
        if let Some(place) = self.enclosed.since.get_mut(register) {
            *place = None;
        }
    }

    /// Evaluates the statement of an index.
    pub(in crate::explore::sequence) fn step(&mut self, sequence: &Sequence, index: usize) {
        let Some(statement) = sequence.statements.get(index) else { return };
        self.grow(sequence.registers.len());
        let nothing = Enclosures { known: Vec::new(), since: Vec::new() };
        let mut intervals = Intervals {
            sequence,
            values: core::mem::take(&mut self.values),
            enclosed: core::mem::replace(&mut self.enclosed, nothing),
            left: self.left,
        };
        let _ = step(At { index, statement }, &mut intervals);
        let Intervals { values, enclosed, left, .. } = intervals;
        *self = Self { values, enclosed, left };
    }

    fn grow(&mut self, length: usize) {
        if self.values.len() < length {
            self.values.resize(length, Value::UNKNOWN);
            self.enclosed.known.resize(length, Enclosure::Open);
            self.enclosed.since.resize(length, None);
        }
    }
}

/// A register with a known interval, and the values it is tried for.
struct Spread {
    register: usize,
    lanes: Lanes,
}

/// Registers of intervals.
struct Intervals<'s> {
    sequence: &'s Sequence,
    /// The registers, with the bits that are open.
    values: Vec<Value>,
    enclosed: Enclosures,
    /// The number of sets of operands that are left.
    left: u64,
}

impl Interpretation for Intervals<'_> {
    fn call(&mut self, at: At<'_>, call: &Call) -> ControlFlow<()> {
        self.evaluate(at, call);
        ControlFlow::Continue(())
    }

    fn companion(&mut self, at: At<'_>, companion: &Companion) {
        self.evaluate(at, companion);
    }

    fn copy(&mut self, at: At<'_>, from: Source, to: usize) {
        let since = self.since(&registers(at.statement.action.sources().iter().copied()));
        let known = match from {
            Source::Value(bits) => Enclosure::Bits(bits),
            Source::Register { index, is_reinterpreted } => {
                let known = self.enclosed.of(index);
                let is_open = is_reinterpreted && matches!(known, Enclosure::AnyNan(_));
                if is_open { Enclosure::Open } else { known }
            }
        };
        self.settle(to, known, read(from, &self.values), since.unwrap_or(at.index));
    }

    fn repack(&mut self, at: At<'_>, parts: &Move) {
        self.evaluate(at, parts);
    }

    fn skip(&mut self, at: At<'_>) {
        self.left = self.left.saturating_sub(1);
        for register in at.statement.destinations() {
            self.settle(register, Enclosure::Open, Value::UNKNOWN, at.index);
        }
    }

    fn guard(&mut self, at: At<'_>, guard: &Guard) {
        let (condition, since) = match guard.source {
            Source::Register { index, .. } => (self.value(index), self.enclosed.since(index)),
            Source::Value(bits) => (Value::of(bits), None),
        };
        let runs = if condition.is_determined() { guard.runs(&self.values) } else { None };
        for (register, kept) in &guard.kept {
            match (runs, kept) {
                (Some(true), _) => {}
                (Some(false), Some(kept)) => {
                    let since = self.enclosed.since(*kept).unwrap_or(at.index);
                    self.settle(*register, self.enclosed.of(*kept), self.value(*kept), since);
                }
                (Some(false), None) | (None, _) => {
                    let before = [since, self.enclosed.since(*register)];
                    let since = before.into_iter().flatten().min().unwrap_or(at.index);
                    let value = guard.choose(*register, self.value(*register), &self.values);
                    self.settle(*register, Enclosure::Open, value, since);
                }
            }
        }
    }
}

impl Intervals<'_> {
    fn value(&self, register: usize) -> Value {
        self.values.get(register).copied().unwrap_or(Value::UNKNOWN)
    }

    /// The first statement that leaves something open of these registers.
    fn since(&self, read: &[usize]) -> Option<usize> {
        read.iter().filter_map(|register| self.enclosed.since(*register)).min()
    }

    /// Sets the knowledge about a register: that of its bits or lanes, and that of each bit. Where
    /// something is open, `since` is the statement that left it open.
    fn settle(&mut self, register: usize, known: Enclosure, value: Value, since: usize) {
        let (known, value) = match known {
            Enclosure::Bits(bits) => (known, Value::of(bits)),
            Enclosure::AnyNan(_) | Enclosure::Within(_) | Enclosure::Open
                if value.is_determined() =>
            {
                (Enclosure::Bits(value.bits), value)
            }
            Enclosure::AnyNan(_) | Enclosure::Within(_) | Enclosure::Open => (known, value),
        };
        set(&mut self.values, register, value);
        if let Some(place) = self.enclosed.known.get_mut(register) {
            *place = known;
        }
        if let Some(place) = self.enclosed.since.get_mut(register) {
            *place = (!matches!(known, Enclosure::Bits(_))).then_some(since);
        }
    }

    /// Evaluates a statement for the possible values of its operands.
    fn evaluate(&mut self, at: At<'_>, trial: &dyn Trial) {
        let read = registers(at.statement.action.sources_with_products());
        let since = self.since(&read).unwrap_or(at.index);
        let destinations = at.statement.destinations();
        let results = self.tried(trial, &destinations, &read);
        for (register, (known, value)) in destinations.iter().zip(results) {
            self.settle(*register, known, value, since);
        }
    }

    /// The results of a statement for the possible values of its operands.
    fn tried(
        &mut self,
        trial: &dyn Trial,
        destinations: &[usize],
        read: &[usize],
    ) -> Vec<(Enclosure, Value)> {
        let spread: Vec<Spread> = read
            .iter()
            .filter_map(|register| match self.enclosed.of(*register) {
                Enclosure::Within(lanes) => Some(Spread { register: *register, lanes }),
                Enclosure::Bits(_) | Enclosure::AnyNan(_) | Enclosure::Open => None,
            })
            .collect();
        // Without trying anything, each bit is as open as those of the operands make it.
        trial.write(&mut self.values);
        let partial: Vec<Value> = destinations.iter().map(|it| self.value(*it)).collect();
        let Some((n_sets, is_corner)) = self.sets(trial, &spread) else {
            return partial.into_iter().map(|value| (Enclosure::Open, value)).collect();
        };
        self.left = self.left.saturating_sub(n_sets);
        let mut hulls: Vec<_> =
            destinations.iter().map(|register| self.hull(trial, *register, &spread)).collect();
        let before: Vec<Value> = spread.iter().map(|each| self.value(each.register)).collect();
        for number in 0..n_sets {
            let mut rest = number;
            for Spread { register, lanes } in &spread {
                let count = if is_corner { 2 } else { lanes.count() };
                let place = rest % count;
                rest /= count;
                let bits = if is_corner { lanes.end(place == 1) } else { lanes.at(place) };
                set(&mut self.values, *register, Value::of(bits));
            }
            trial.add(&mut self.values, destinations, &mut hulls);
        }
        for (Spread { register, .. }, value) in spread.iter().zip(before) {
            set(&mut self.values, *register, value);
        }
        let results = hulls.iter().zip(partial).map(|(hull, partial)| {
            let known = hull.known();
            let value = match known {
                Enclosure::Within(lanes) if is_corner => {
                    Value::of_partial(&lanes.partial(lanes.end(false)), Standing::Reference)
                }
                Enclosure::Bits(bits) => Value::of(bits),
                Enclosure::AnyNan(_) | Enclosure::Within(_) | Enclosure::Open if is_corner => {
                    partial
                }
                Enclosure::AnyNan(_) | Enclosure::Within(_) | Enclosure::Open => {
                    hull.all().unwrap_or(partial)
                }
            };
            (known, value)
        });
        results.collect()
    }

    /// The number of sets of operands that a statement is to be evaluated for, and whether they are
    /// the ends of intervals; `None` if that decides nothing, or there are too many.
    fn sets(&self, trial: &dyn Trial, spread: &[Spread]) -> Option<(u64, bool)> {
        if !spread.iter().all(|each| each.lanes.is_single() || trial.is_by_lane(each)) {
            return None;
        }
        let counts = spread.iter().map(|each| each.lanes.count());
        let all = counts.fold(1, u64::saturating_mul);
        let limit = MAX_SETS.min(self.left);
        if all <= limit {
            return Some((all, false));
        }
        let corners = 1 << spread.len();
        (corners <= limit && trial.is_monotone(spread, &self.values)).then_some((corners, true))
    }

    /// The hull for a result: in the format of the result, or of the operands where the destination
    /// has none.
    fn hull(&self, trial: &dyn Trial, register: usize, spread: &[Spread]) -> Hull {
        if let Some((packing, format)) = trial.lanes() {
            return Hull::new(packing, format);
        }
        let Some(written) = self.sequence.register(register) else { return Hull::nothing() };
        match spread {
            [first, ..] if !written.is_typed && first.lanes.width() == written.width() => {
                Hull::new(first.lanes.packing, first.lanes.format)
            }
            _ => Hull::new(written.kind.packing(), written.kind.format()),
        }
    }
}
