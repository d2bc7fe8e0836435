//! The part of a sweep's operands that is in view.

use ptxfp::explore::domain::{Domain, Order, Set};
use ptxfp::explore::rank::{at_rank, n_numbers, rank};
use ptxfp::format::Format;
use ptxfp::link::State;

use crate::explorer::tabs::sweep::places::operand_bits;
use crate::explorer::tabs::sweep::{SPREAD, Sweep};

/// The operands of a format from one rank to another, or all; an evenly spread sample if there
/// are many.
pub(super) fn spread(format: Format, window: Option<(u64, u64)>) -> Option<Domain> {
    let last = n_numbers(format) - 1;
    let (set, count) = match window {
        None if format.width() <= 32 => (Set::All, 1 << format.width()),
        _ => {
            let (first, last) = window.unwrap_or((0, last));
            let set = Set::Range { first: at_rank(format, first), last: at_rank(format, last) };
            (set, (last - first).saturating_add(1))
        }
    };
    Domain::new(format, set, Order::Value, count.div_ceil(SPREAD)).ok()
}

/// A part of a width, in 65536ths.
pub fn share(width: u64, part: u32) -> u64 {
    u64::try_from((u128::from(width) * u128::from(part)) >> 16).unwrap_or(u64::MAX)
}

impl Sweep {
    /// The ranks in view, both ends included, if the order allows zooming.
    pub(super) fn window(&self, state: &State) -> Option<(u64, u64)> {
        let domain = self.domain(state)?;
        let format = domain.format();
        match (domain.set(), domain.order()) {
            (Set::Range { first, last }, Order::Value) => {
                Some((rank(format, first), rank(format, last)))
            }
            (Set::All, Order::Value) => Some((0, n_numbers(format) - 1)),
            _ => None,
        }
    }

    /// Whether the pointer can zoom.
    pub fn is_ordered(&self, state: &State) -> bool {
        self.window(state).is_some()
    }

    pub(super) fn show(&mut self, state: &State, first: u64, width: u64) {
        let Some((_, format)) = self.operand(state) else { return };
        let end = n_numbers(format) - 1;
        let window = (width < end).then(|| {
            let first = first.min(end - width);
            (first, first + width)
        });
        self.evaluate(state, spread(format, window));
    }

    pub(super) fn zoom(&mut self, state: &State, at: Option<u32>, wider: impl Fn(u64) -> u64) {
        let (Some((place, format)), Some((first, last))) =
            (self.operand(state), self.window(state))
        else {
            return;
        };
        let width = wider(last - first);
        if let Some(at) = at {
            // The place under the pointer stays.
            let part = |width: u64| share(width, at);
            let first = first.saturating_add(part(last - first)).saturating_sub(part(width));
            return self.show(state, first, width);
        }
        // Around the present operand, if it is in view.
        let present = rank(format, operand_bits(state, place));
        let middle =
            if (first..=last).contains(&present) { present } else { first + (last - first) / 2 };
        self.show(state, middle.saturating_sub(width / 2), width);
    }

    pub(super) fn pan(&mut self, state: &State, moved: impl Fn(u64, u64) -> u64) {
        let Some((first, last)) = self.window(state) else { return };
        self.show(state, moved(first, ((last - first) / 2).max(1)), last - first);
    }
}
