//! The guarantee of every register: its bits, or an interval for each lane.
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

use alloc::vec::Vec;

use hull::Hull;
pub use hull::Lanes;

use super::lane::{Called, Influence, Operands, evaluate, fuse};
use super::run::{move_parts, set};
use super::{
    Action, Call, Fusion, Move, Register, Sequence, Source, Standing, Statement, Value, registers,
};
use crate::eval::Guarantee;

/// The largest number of sets of operands that one statement is evaluated for.
const MAX_SETS: u64 = 1024;

/// The guarantee of a register, for all results that the ISA permits of the statements before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
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
pub struct Enclosed {
    known: Vec<Known>,
    since: Vec<Option<usize>>,
}

impl Enclosed {
    /// The guarantee of a register.
    #[must_use]
    pub fn of(&self, register: usize) -> Known {
        self.known.get(register).copied().unwrap_or(Known::Open)
    }

    /// Makes intervals those of the types that registers are shown as.
    fn show(&mut self, registers: &[Register]) {
        for (known, register) in self.known.iter_mut().zip(registers) {
            if let Known::Within(lanes) = known
                && register.is_typed
                && lanes.format != register.kind.format()
            {
                *known = lanes.shown_as(register.kind).map_or(Known::Open, Known::Within);
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
    pub fn enclose(&self, inputs: &[u64], limit: u64) -> Enclosed {
        let mut values = Vec::new();
        self.begin(inputs, &mut values);
        let known = values.iter().map(|value| {
            let is_input = value.standing == Standing::Determined;
            if is_input { Known::Bits(value.bits) } else { Known::Open }
        });
        let enclosed =
            Enclosed { known: known.collect(), since: alloc::vec![None; self.registers.len()] };
        let mut walk = Walk { sequence: self, values, enclosed, left: limit };
        for (index, statement) in self.statements.iter().enumerate() {
            walk.step(index, statement);
        }
        walk.enclosed.show(&self.registers);
        walk.enclosed
    }
}

/// A register with a known interval, and the values it is tried for.
struct Spread {
    register: usize,
    lanes: Lanes,
}

/// The statements, one after the other.
struct Walk<'s> {
    sequence: &'s Sequence,
    /// The registers, with the bits that are open.
    values: Vec<Value>,
    enclosed: Enclosed,
    /// The number of sets of operands that are left.
    left: u64,
}

impl Walk<'_> {
    fn step(&mut self, index: usize, statement: &Statement) {
        let destinations = statement.destinations();
        let read = sources(&statement.action);
        let since = read.iter().filter_map(|register| self.enclosed.since(*register)).min();
        let results = match &statement.action {
            Action::Move(each) if is_copy(each) => self.copied(each),
            Action::Call(_)
            | Action::Companion(_)
            | Action::Move(_)
            | Action::Unknown(_)
            | Action::Declaration => self.tried(statement, &destinations, &read),
        };
        for (register, (known, value)) in destinations.iter().zip(results) {
            self.settle(*register, known, value, since.unwrap_or(index));
        }
        let Some(guard) = &statement.guard else { return };
        let (condition, since) = match guard.source {
            Source::Register { index, .. } => (self.value(index), self.enclosed.since(index)),
            Source::Value(bits) => (Value::of(bits), None),
        };
        let runs = if condition.is_determined() { guard.runs(&self.values) } else { None };
        for (register, kept) in &guard.kept {
            match (runs, kept) {
                (Some(true), _) => {}
                (Some(false), Some(kept)) => {
                    let since = self.enclosed.since(*kept).unwrap_or(index);
                    self.settle(*register, self.enclosed.of(*kept), self.value(*kept), since);
                }
                (Some(false), None) | (None, _) => {
                    let before = [since, self.enclosed.since(*register)];
                    let since = before.into_iter().flatten().min().unwrap_or(index);
                    let value = guard.choose(*register, self.value(*register), &self.values);
                    self.settle(*register, Known::Open, value, since);
                }
            }
        }
    }

    fn value(&self, register: usize) -> Value {
        self.values.get(register).copied().unwrap_or(Value::UNKNOWN)
    }

    /// Sets the knowledge about a register: that of its bits or lanes, and that of each bit. Where
    /// something is open, `since` is the statement that left it open.
    fn settle(&mut self, register: usize, known: Known, value: Value, since: usize) {
        let (known, value) = match known {
            Known::Bits(bits) => (known, Value::of(bits)),
            Known::AnyNan(_) | Known::Within(_) | Known::Open if value.is_determined() => {
                (Known::Bits(value.bits), value)
            }
            Known::AnyNan(_) | Known::Within(_) | Known::Open => (known, value),
        };
        set(&mut self.values, register, value);
        if let Some(place) = self.enclosed.known.get_mut(register) {
            *place = known;
        }
        if let Some(place) = self.enclosed.since.get_mut(register) {
            *place = (!matches!(known, Known::Bits(_))).then_some(since);
        }
    }

    /// The guarantees of registers that others are copied to.
    fn copied(&self, each: &Move) -> Vec<(Known, Value)> {
        let pairs = each.sources.iter().zip(&each.destinations);
        let written = pairs.filter(|(_, destination)| destination.is_some());
        let known = written.map(|(source, _)| {
            let value = super::run::read(*source, &self.values);
            let known = match *source {
                Source::Value(bits) => Known::Bits(bits),
                Source::Register { index, is_reinterpreted } => {
                    let known = self.enclosed.of(index);
                    let is_open = is_reinterpreted && matches!(known, Known::AnyNan(_));
                    if is_open { Known::Open } else { known }
                }
            };
            (known, value)
        });
        known.collect()
    }

    /// The results of a statement for the possible values of its operands.
    fn tried(
        &mut self,
        statement: &Statement,
        destinations: &[usize],
        read: &[usize],
    ) -> Vec<(Known, Value)> {
        let action = &statement.action;
        let spread: Vec<Spread> = read
            .iter()
            .filter_map(|register| match self.enclosed.of(*register) {
                Known::Within(lanes) => Some(Spread { register: *register, lanes }),
                Known::Bits(_) | Known::AnyNan(_) | Known::Open => None,
            })
            .collect();
        // Without trying anything, each bit is as open as those of the operands make it.
        let partial = self.followed(action, destinations);
        let Some((n_sets, is_corner)) = self.sets(action, &spread) else {
            return partial.into_iter().map(|value| (Known::Open, value)).collect();
        };
        self.left = self.left.saturating_sub(n_sets);
        let mut hulls: Vec<_> =
            destinations.iter().map(|register| self.hull(action, *register, &spread)).collect();
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
            self.add(action, destinations, &mut hulls);
        }
        for (Spread { register, .. }, value) in spread.iter().zip(before) {
            set(&mut self.values, *register, value);
        }
        let results = hulls.iter().zip(partial).map(|(hull, partial)| {
            let known = hull.known();
            let value = match known {
                Known::Within(lanes) if is_corner => {
                    Value::of_partial(&lanes.partial(lanes.end(false)), Standing::Reference)
                }
                Known::Bits(bits) => Value::of(bits),
                Known::AnyNan(_) | Known::Within(_) | Known::Open if is_corner => partial,
                Known::AnyNan(_) | Known::Within(_) | Known::Open => hull.all().unwrap_or(partial),
            };
            (known, value)
        });
        results.collect()
    }

    /// The results of a statement for the bits of its operands that are open.
    fn followed(&mut self, action: &Action, destinations: &[usize]) -> Vec<Value> {
        match action {
            Action::Call(call) => {
                let mut all = alloc::vec![evaluate(call, &self.values)];
                fuse(call, &self.values, &mut all);
                let first = all.first().copied().unwrap_or(Value::UNKNOWN);
                return alloc::vec![all.iter().fold(first, |any, value| any.or(value))];
            }
            Action::Companion(each) => each.evaluate(&mut self.values),
            Action::Move(each) => move_parts(each, &mut self.values),
            Action::Unknown(_) | Action::Declaration => {}
        }
        destinations.iter().map(|register| self.value(*register)).collect()
    }

    /// The number of sets of operands that a statement is to be evaluated for, and whether they are
    /// the ends of intervals; `None` if that decides nothing, or there are too many.
    fn sets(&self, action: &Action, spread: &[Spread]) -> Option<(u64, bool)> {
        if !spread.iter().all(|each| each.lanes.is_single() || is_by_lane(action, each)) {
            return None;
        }
        let counts = spread.iter().map(|each| each.lanes.count());
        let all = counts.fold(1, u64::saturating_mul);
        let limit = MAX_SETS.min(self.left);
        if all <= limit {
            return Some((all, false));
        }
        let corners = 1 << spread.len();
        let is_monotone = match action {
            Action::Call(call) => monotone::is_monotone(call, spread, &self.values),
            Action::Companion(_) | Action::Move(_) | Action::Unknown(_) | Action::Declaration => {
                false
            }
        };
        (is_monotone && corners <= limit).then_some((corners, true))
    }

    /// The hull for a result: in the format of the result, or of the operands where the destination
    /// has none.
    fn hull(&self, action: &Action, register: usize, spread: &[Spread]) -> Hull {
        if let Action::Call(Call { widened: None, prepared, .. }) = action {
            return Hull::new(prepared.destination(), prepared.lane_op().result);
        }
        let Some(written) = self.sequence.register(register) else { return Hull::nothing() };
        match spread {
            [first, ..] if !written.is_typed && first.lanes.width() == written.width() => {
                Hull::new(first.lanes.packing, first.lanes.format)
            }
            _ => Hull::new(written.kind.packing(), written.kind.format()),
        }
    }

    /// Adds the results of a statement for the present registers.
    fn add(&mut self, action: &Action, destinations: &[usize], hulls: &mut [Hull]) {
        match action {
            Action::Call(call) => {
                if let Some(hull) = hulls.first_mut() {
                    add_call(call, &self.values, hull);
                }
                return;
            }
            Action::Companion(each) => each.evaluate(&mut self.values),
            Action::Move(each) => move_parts(each, &mut self.values),
            Action::Unknown(_) | Action::Declaration => {}
        }
        for (register, hull) in destinations.iter().zip(hulls) {
            hull.add_value(self.values.get(*register).copied().unwrap_or(Value::UNKNOWN));
        }
    }
}

/// Adds everything that is permitted of a call.
fn add_call(call: &Call, values: &[Value], hull: &mut Hull) {
    let operands = Operands::of(call, values);
    let value = evaluate(call, values);
    let is_known = operands.standing != Standing::Unknown && call.widened.is_none();
    let called = is_known.then(|| Called::new(call, &operands));
    let called = called.filter(|it| it.influences.iter().all(|own| *own == Influence::None));
    if let Some(Called { evaluation, .. }) = called {
        hull.join(&value);
        hull.begin(evaluation.destination);
        for (lane, result) in (0..).zip(evaluation.lanes()) {
            match result.guarantee {
                Guarantee::Bits => hull.add(lane, [result.bits; 2]),
                Guarantee::AnyNan => hull.add_nan(lane, result.bits),
                Guarantee::Within { lo, hi } => hull.add(lane, [lo, hi]),
                Guarantee::Reading | Guarantee::Unbounded | Guarantee::Unspecified => hull.open(),
            }
        }
    } else {
        hull.add_value(value);
    }
    let mut fused = Vec::new();
    fuse(call, values, &mut fused);
    for value in fused {
        hull.add_value(value);
    }
}

/// Whether each written register is one that is read, as it is.
fn is_copy(each: &Move) -> bool {
    each.sources.len() == each.destinations.len()
}

/// Whether a lane of a result depends on the same lane of a register alone.
fn is_by_lane(action: &Action, Spread { register, lanes }: &Spread) -> bool {
    match action {
        Action::Call(call) => {
            let mut sources = call.sources.iter().enumerate().filter(
                |(_, source)| matches!(source, Source::Register { index, .. } if index == register),
            );
            call.contractions.is_empty()
                && sources.all(|(place, _)| call.prepared.source(place) == lanes.packing)
        }
        Action::Move(each) => {
            each.sources.len() == 1
                && each.destinations.len() == usize::from(lanes.packing.lanes)
                && each.part_width == lanes.packing.stride
        }
        Action::Companion(_) | Action::Unknown(_) | Action::Declaration => false,
    }
}

/// The registers that a statement reads, each once; with those of products that it may be fused
/// with.
fn sources(action: &Action) -> Vec<usize> {
    let contractions = match action {
        Action::Call(call) => &*call.contractions,
        Action::Companion(_) | Action::Move(_) | Action::Unknown(_) | Action::Declaration => &[],
    };
    let ways = contractions.iter().flat_map(|each| &each.ways);
    registers(action.sources().iter().copied().chain(ways.flat_map(Fusion::sources)))
}
