//! Many operands of a sweep at once.
//!
//! A tally also needs to know whether a result is exact, and its error. Both follow from the exact value
//! ([`Call::values`], [`Measuring`]).

use alloc::boxed::Box;
use core::ops::Range;

use super::rows::Rows;
use super::{Probe, Sweep};
use crate::eval::{
    Batch, Call, Column, Errors, Fact, Facts, Guarantee, Measuring, N_ROWS, Reader, Values, widest,
};
use crate::explore::domain::Domain;
use crate::explore::measure::{Exactness, Measure, least_unit};
use crate::explore::tally::{Exactnesses, Guarantees, Measured, Tally};
use crate::format::Format;

/// A sweep in batches.
pub(super) struct Batches {
    result: Format,
    batch: Batch,
    /// The exact values, and the way to read results; `None` if nothing is rounded.
    exact: Option<(Call, Reader)>,
    /// The way to measure errors, if they are.
    measuring: Option<Measuring>,
    values: Box<Values>,
    rows: Rows,
    results: Column,
    errors: Errors,
    facts: Facts,
}

impl Batches {
    /// A sweep in batches, if f64 has the exact values, or nothing is rounded and no error is measured.
    pub(super) fn of(sweep: &Sweep) -> Option<Self> {
        let Sweep { probe, slot, .. } = sweep;
        let Probe { prepared, measures, observed: None, .. } = probe else {
            return None;
        };
        if prepared.is_random(slot.operand) {
            return None;
        }
        let op = prepared.lane_op();
        let batch = prepared.batch();
        let exact = batch.values().zip(batch.reader());
        let measuring = if *measures {
            Some(batch.measuring(least_unit(op)).filter(|_| exact.is_some())?)
        } else if exact.is_some() || op.is_choice() {
            None
        } else {
            return None;
        };
        Some(Self {
            result: op.result,
            batch,
            exact,
            measuring,
            values: Box::new(Values::NONE),
            rows: Rows::of(sweep)?,
            results: [0; N_ROWS],
            errors: [0; N_ROWS],
            facts: [Fact::GIVEN; N_ROWS],
        })
    }

    /// Evaluates the operands of some indices in a column.
    pub(super) fn run(
        &mut self,
        domain: &Domain,
        indices: Range<u64>,
        tally: &mut Tally,
        column: usize,
    ) {
        let mut start = indices.start;
        while start < indices.end {
            let block = start..indices.end.min(start + N_ROWS as u64);
            let n = usize::try_from(block.end - start).unwrap_or(0);
            self.rows.fill(domain, start, n);
            let mut guarantees = Guarantees::default();
            let mut n_open = 0;
            self.batch.run(&self.rows.operands, n, &mut self.results, |_, guarantee| {
                guarantees.add(guarantee, 1);
                n_open += 1;
            });
            guarantees.add(Guarantee::Bits, n as u64 - n_open);
            self.measure(n);
            let measured = self.measured(start, n);
            let exactness = counted(measured.facts);
            tally.add_many(column, self.result, measured.results, &exactness, &guarantees);
            if self.measuring.is_some() {
                tally.add_errors(column, &measured);
            }
            start = block.end;
        }
    }

    /// The first results.
    fn measured(&self, first: u64, n: usize) -> Measured<'_> {
        let operands = self.rows.first(n);
        let results = self.results.get(..n).unwrap_or_default();
        let errors = self.errors.get(..n).unwrap_or_default();
        let facts = self.facts.get(..n).unwrap_or_default();
        Measured { first, operands, results, errors, facts, bands: None }
    }

    /// Measures the results by their exact values, and one by one where those are unknown.
    fn measure(&mut self, n: usize) {
        let Self { exact, measuring, values, rows, results, errors, facts, .. } = self;
        let Some((call, reader)) = exact else { return };
        if let Some(measuring) = measuring {
            call.values(&rows.operands, values, facts);
            measuring.run::<true>(values, results, errors, facts);
        } else {
            call.exactness(&rows.operands, reader, results, facts);
        }
        let all = errors.iter_mut().zip(facts).take(n).enumerate();
        for (row, (error, facts)) in all.filter(|(_, (_, facts))| **facts & Fact::UNKNOWN != 0) {
            let measure = rows.measure(row, None);
            *error = measure.error_of_rounding().unwrap_or(0);
            *facts = facts_of(&measure);
        }
    }
}

/// The facts about a result.
pub(super) fn facts_of(measure: &Measure) -> u64 {
    let exactness = match measure.exactness {
        Exactness::Exact => 0,
        Exactness::Inexact => Fact::INEXACT,
        Exactness::Given => Fact::GIVEN,
    };
    let has_error = measure.error_of_rounding().is_some();
    exactness
        | if has_error { 0 } else { Fact::WITHOUT_ERROR }
        | if measure.is_flushed { Fact::FLUSHED } else { 0 }
        | if measure.is_open { Fact::OPEN } else { 0 }
        | if measure.is_border { Fact::BORDER } else { 0 }
        | if measure.band.is_some() { Fact::BANDED } else { 0 }
}

/// The exactness of results, by the facts about them.
pub(super) fn counted(facts: &[u64]) -> Exactnesses {
    let count = |fact: u64| facts.iter().map(|facts| u64::from(facts & fact != 0)).sum::<u64>();
    let [inexact, given] = widest(|| [Fact::INEXACT, Fact::GIVEN].map(count));
    Exactnesses { exact: facts.len() as u64 - inexact - given, inexact, given }
}
