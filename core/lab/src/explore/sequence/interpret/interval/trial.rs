//! Statements that are evaluated for operands that are tried.

use alloc::vec::Vec;

use super::hull::Hull;
use super::{Spread, monotone};
use crate::eval::Guarantee;
use crate::explore::sequence::interpret::bits::{repack, set};
use crate::explore::sequence::results::{Called, Influence, Operands, evaluate, fuse};
use crate::explore::sequence::{Call, Companion, Move, Source, Standing, Value};
use crate::format::{Format, Packing};

/// A statement that is evaluated for many operands.
pub(super) trait Trial {
    /// Writes its results, as open as the bits of the operands make them.
    fn write(&self, values: &mut [Value]);

    /// Adds its results for the present operands, all that are permitted, to the hulls of the
    /// registers that it writes.
    fn add(&self, values: &mut [Value], destinations: &[usize], hulls: &mut [Hull]) {
        self.write(values);
        for (register, hull) in destinations.iter().zip(hulls) {
            hull.add_value(values.get(*register).copied().unwrap_or(Value::UNKNOWN));
        }
    }

    /// The lanes of its result, where it has a format.
    fn lanes(&self) -> Option<(Packing, Format)> {
        None
    }

    /// Whether a lane of a result depends on the lane of the register that has its index, and on no
    /// other one.
    fn is_by_lane(&self, _spread: &Spread) -> bool {
        false
    }

    /// Whether the results for the ends of these intervals enclose those for everything between.
    fn is_monotone(&self, _spread: &[Spread], _values: &[Value]) -> bool {
        false
    }
}

impl Trial for Call {
    fn write(&self, values: &mut [Value]) {
        let mut all = alloc::vec![evaluate(self, values)];
        fuse(self, values, &mut all);
        let any = all.iter().copied().reduce(|any, value| any.or(&value));
        set(values, self.destination, any.unwrap_or(Value::UNKNOWN));
    }

    fn add(&self, values: &mut [Value], _: &[usize], hulls: &mut [Hull]) {
        if let Some(hull) = hulls.first_mut() {
            add_call(self, values, hull);
        }
    }

    fn lanes(&self) -> Option<(Packing, Format)> {
        let prepared = &self.prepared;
        self.widened.is_none().then(|| (prepared.destination(), prepared.lane_op().result))
    }

    fn is_by_lane(&self, Spread { register, lanes }: &Spread) -> bool {
        let mut sources = self.sources.iter().enumerate().filter(
            |(_, source)| matches!(source, Source::Register { index, .. } if index == register),
        );
        self.contractions.is_empty()
            && sources.all(|(place, _)| self.prepared.source(place) == lanes.packing)
    }

    fn is_monotone(&self, spread: &[Spread], values: &[Value]) -> bool {
        monotone::is_monotone(self, spread, values)
    }
}

impl Trial for Companion {
    fn write(&self, values: &mut [Value]) {
        self.evaluate(values);
    }
}

impl Trial for Move {
    fn write(&self, values: &mut [Value]) {
        repack(self, values);
    }

    fn is_by_lane(&self, Spread { lanes, .. }: &Spread) -> bool {
        self.sources.len() == 1
            && self.destinations.len() == usize::from(lanes.packing.lanes)
            && self.part_width == lanes.packing.stride
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
