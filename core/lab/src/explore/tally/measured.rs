//! Errors of neighboring operands.

use super::{Column, N_WORST, Tally, Worst};
use crate::eval::Fact;

/// The results of neighboring operands, with the facts about each and with its error, if it has one.
#[derive(Clone, Copy, Debug)]
pub(in crate::explore) struct Measured<'m> {
    /// The index of the first operand.
    pub(in crate::explore) first: u64,
    pub(in crate::explore) operands: &'m [u64],
    pub(in crate::explore) results: &'m [u64],
    pub(in crate::explore) errors: &'m [i64],
    pub(in crate::explore) facts: &'m [u64],
}

impl Measured<'_> {
    /// The rows that have an error of at least a magnitude, with the indices of the operands.
    fn rows(&self, least: u64) -> impl Iterator<Item = Worst> {
        let rows = self.operands.iter().zip(self.results).zip(self.errors.iter().zip(self.facts));
        let has_error = move |(_, (error, facts)): &(_, (&i64, &u64))| {
            error.unsigned_abs() >= least && **facts & Fact::WITHOUT_ERROR == 0
        };
        let row = |(index, ((bits, result), (error, _))): (u64, ((&u64, &u64), (&i64, _)))| Worst {
            index,
            bits: *bits,
            result: *result,
            error: *error,
        };
        (self.first..).zip(rows).filter(move |(_, row)| has_error(row)).map(row)
    }
}

impl Tally {
    /// Counts errors in a column where the results are counted already.
    pub(in crate::explore) fn add_errors(&mut self, column: usize, measured: &Measured) {
        let [mut least, mut greatest] = [i64::MAX, i64::MIN];
        for (error, facts) in measured.errors.iter().zip(measured.facts) {
            self.flushed += u64::from(facts & Fact::FLUSHED != 0);
            if facts & Fact::WITHOUT_ERROR == 0 {
                self.errors.add(*error);
                self.error_sum += i128::from(*error);
                least = least.min(*error);
                greatest = greatest.max(*error);
            }
        }
        if least > greatest {
            return;
        }
        let most = least.unsigned_abs().max(greatest.unsigned_abs());
        if let Some(column) = self.columns.get_mut(column) {
            // Few blocks have a peak.
            let is_peak = !column.has_higher_peak(most, measured.first);
            let peak = is_peak.then(|| measured.rows(most).next()).flatten();
            let peak = peak.map(|row| [most, row.index]);
            column.merge(&Column::of_errors([least, greatest], peak));
        }
        let last = self.worst.last().filter(|_| self.worst.len() == N_WORST);
        let bound = last.map_or(1, |last| last.error.unsigned_abs());
        let is_before = last.is_none_or(|last| most > bound || measured.first < last.index);
        if most >= bound && is_before {
            for row in measured.rows(bound) {
                self.keep_worst(row);
            }
        }
    }
}
