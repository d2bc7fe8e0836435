//! Many operands of a sweep of an approximate instruction at once, also of observed results.

use alloc::boxed::Box;
use core::ops::Range;

use super::batch::{counted, facts_of};
use super::rows::Rows;
use super::{Probe, Sweep};
use crate::eval::{Approximation, Batch, Column, Errors, Fact, Facts, LEFT, Measuring, N_ROWS};
use crate::explore::domain::Domain;
use crate::explore::measure::least_unit;
use crate::explore::tally::{Guarantees, Measured, Tally};
use crate::format::Format;
use crate::observed::Observed;

/// A sweep of an approximate instruction in batches.
pub(super) struct Approximates {
    batch: Batch,
    measuring: Measuring,
    format: Format,
    /// Whether the ISA documents an error for some operands.
    is_bound: bool,
    rows: Rows,
    /// Whether errors are measured, and the observed results, if they replace the correctly rounded ones.
    measures: bool,
    observed: Option<Observed>,
    found: Box<Approximation>,
    /// The results of the sweep: the correctly rounded ones, or observed ones.
    results: Column,
    errors: Errors,
    bands: [Errors; 2],
    facts: Facts,
}

impl Approximates {
    /// A sweep in batches, if the instruction is approximate and has columns.
    pub(super) fn of(sweep: &Sweep) -> Option<Self> {
        let Probe { prepared, measures, observed, .. } = sweep.probe;
        let op = prepared.lane_op();
        let batch = prepared.batch();
        let rows = Rows::of(sweep)?;
        let mut found = Box::new(Approximation::NONE);
        batch.approximate(&rows.operands, &mut found)?;
        Some(Self {
            measuring: batch.measuring(least_unit(op))?,
            batch,
            format: op.result,
            is_bound: op.bound.is_some_and(|bound| !bound.ranges.is_empty()),
            rows,
            measures,
            observed,
            found,
            results: [0; N_ROWS],
            errors: [0; N_ROWS],
            bands: [[0; N_ROWS]; 2],
            facts: [0; N_ROWS],
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
        for start in indices.clone().step_by(N_ROWS) {
            let n = usize::try_from(indices.end - start).unwrap_or(N_ROWS).min(N_ROWS);
            self.rows.fill(domain, start, n);
            if self.batch.approximate(&self.rows.operands, &mut self.found).is_none() {
                return;
            }
            self.observe(n);
            self.measure();
            let mut guarantees = Guarantees::default();
            self.patch(n, &mut guarantees);
            let [bits, any_nan, _, reading, within, unbounded] = self.found.counts(n);
            let known = Guarantees { bits, reading, any_nan, within, unbounded, unspecified: 0 };
            guarantees.merge(&known);
            let measured = self.measured(start, n);
            let exactness = counted(measured.facts);
            tally.add_many(column, self.format, measured.results, &exactness, &guarantees);
            if self.observed.is_some() {
                tally.add_departed(&measured);
            }
            if self.measures {
                tally.add_errors(column, &measured);
            }
        }
    }

    /// Finds the results of the sweep.
    fn observe(&mut self, n: usize) {
        let Some(observed) = &self.observed else {
            self.results = self.found.bits;
            return;
        };
        let [a, b, _] = &self.rows.operands;
        observed.fill([a, b], self.results.get_mut(..n).unwrap_or_default());
    }

    /// Measures the results, as far as the values show it.
    fn measure(&mut self) {
        let Self { measuring, found, results, errors, bands, facts, .. } = self;
        for (facts, state) in facts.iter_mut().zip(&found.states) {
            *facts = if *state == LEFT { Fact::UNKNOWN } else { 0 };
        }
        if self.measures {
            measuring.run::<true>(&found.values, results, errors, facts);
            measuring.bands(found, bands, facts);
            // Without any documented error none is open.
            if !self.is_bound {
                for facts in facts {
                    *facts &= !Fact::OPEN;
                }
            }
        } else {
            measuring.run::<false>(&found.values, results, errors, facts);
        }
    }

    /// Measures the rows that are left, one by one.
    fn patch(&mut self, n: usize, guarantees: &mut Guarantees) {
        for row in 0..n {
            if self.facts[row] & Fact::UNKNOWN == 0 {
                continue;
            }
            let observed = self.observed.is_some().then_some(self.results[row]);
            let measure = self.rows.measure(row, observed);
            guarantees.add(measure.result.guarantee, 1);
            self.found.states[row] = LEFT;
            self.results[row] = measure.result.bits;
            self.found.bits[row] = measure.nearest;
            self.facts[row] = facts_of(&measure);
            self.errors[row] = measure.error_of_rounding().unwrap_or(0);
            let [lo, hi] = measure.band.unwrap_or_default();
            (self.bands[0][row], self.bands[1][row]) = (lo, hi);
        }
    }

    /// The first rows.
    fn measured(&self, first: u64, n: usize) -> Measured<'_> {
        let operands = self.rows.first(n);
        let [results, references] =
            [&self.results, &self.found.bits].map(|it| it.get(..n).unwrap_or_default());
        let [errors, below, above] = [&self.errors, &self.bands[0], &self.bands[1]]
            .map(|it| it.get(..n).unwrap_or_default());
        let facts = self.facts.get(..n).unwrap_or_default();
        Measured {
            first,
            operands,
            results,
            errors,
            facts,
            bands: Some((references, [below, above])),
        }
    }
}
