//! The operands of neighboring indices, in columns.

use super::{Probe, Slot, Sweep};
use crate::eval::{Column, Columns, N_ROWS};
use crate::explore::domain::Domain;
use crate::explore::measure::Measure;

/// The operands of a sweep, for as many rows as a column has.
pub(super) struct Rows {
    /// The operands of the lane; one of them varies.
    pub(super) operands: Columns,
    /// The index of the operand that varies.
    place: usize,
    /// The sweep of one row.
    probe: Probe,
    slot: Slot,
}

impl Rows {
    /// The operands of a sweep; `None` if the lane does not depend on the one that varies.
    pub(super) fn of(Sweep { probe, slot, .. }: &Sweep) -> Option<Self> {
        let Probe { prepared, lane, registers, .. } = probe;
        Some(Self {
            operands: prepared.gather(*lane, registers).map(|bits| [bits; N_ROWS]),
            place: prepared.operands_of_lane(*lane).position(|(it, _)| it == slot.operand)?,
            probe: *probe,
            slot: *slot,
        })
    }

    /// Writes the operands that a domain has from an index on into the first rows.
    pub(super) fn fill(&mut self, domain: &Domain, start: u64, n: usize) {
        if let Some(column) = self.operands.get_mut(self.place) {
            domain.fill(start, column.get_mut(..n).unwrap_or_default());
        }
    }

    /// The column that varies.
    pub(super) fn varying(&self) -> &Column {
        let [first, ..] = &self.operands;
        self.operands.get(self.place).unwrap_or(first)
    }

    /// The first operands that vary.
    pub(super) fn first(&self, n: usize) -> &[u64] {
        self.varying().get(..n).unwrap_or_default()
    }

    /// Measures a row by the stages.
    pub(super) fn measure(&mut self, row: usize, observed: Option<u64>) -> Measure {
        let bits = self.varying().get(row).copied().unwrap_or(0);
        self.probe.set(&self.slot, bits);
        self.probe.measure_long(observed)
    }
}
