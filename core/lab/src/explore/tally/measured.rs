//! Errors of neighboring operands.

use super::{Column, N_WORST, Tally, Widest, Worst};
use crate::eval::{Fact, widest};

/// The results of neighboring operands, with the facts about each and with its error, if it has one.
#[derive(Clone, Copy, Debug)]
pub(in crate::explore) struct Measured<'m> {
    /// The index of the first operand.
    pub(in crate::explore) first: u64,
    pub(in crate::explore) operands: &'m [u64],
    pub(in crate::explore) results: &'m [u64],
    pub(in crate::explore) errors: &'m [i64],
    pub(in crate::explore) facts: &'m [u64],
    /// The correctly rounded results, and the distances of the ends of the permitted ones, where a fact
    /// says that they count.
    pub(in crate::explore) bands: Option<(&'m [u64], [&'m [i64]; 2])>,
}

/// The sum of 256 smaller errors fits.
const SUMMABLE: u64 = 1 << 54;

/// Whether an error counts: there is one, and the ISA documents it.
const fn is_counted(facts: u64) -> bool {
    facts & (Fact::WITHOUT_ERROR | Fact::OPEN) == 0
}

/// Properties of all rows together.
#[derive(Clone, Copy, Debug)]
struct Summary {
    /// The least and the greatest error.
    ends: [i64; 2],
    /// The largest magnitude of an error that is documented.
    most: u64,
    /// The sum of the errors that are documented, if they are [`SUMMABLE`].
    sum: i64,
    /// The number of flushes.
    flushed: u64,
    /// The facts about any row.
    all: u64,
}

impl Measured<'_> {
    /// Summarizes the rows.
    fn summary(&self) -> Summary {
        let none = Summary { ends: [i64::MAX, i64::MIN], most: 0, sum: 0, flushed: 0, all: 0 };
        let rows = || self.errors.iter().zip(self.facts);
        widest(|| {
            rows().fold(none, |before, (error, facts)| {
                let (error, facts) = (*error, *facts);
                let has_error = facts & Fact::WITHOUT_ERROR == 0;
                let counted = if is_counted(facts) { error } else { 0 };
                let (low, high) = if has_error { (error, error) } else { (i64::MAX, i64::MIN) };
                let [least, greatest] = before.ends;
                Summary {
                    ends: [least.min(low), greatest.max(high)],
                    most: before.most.max(counted.unsigned_abs()),
                    sum: before.sum.wrapping_add(counted),
                    flushed: before.flushed + u64::from(facts & Fact::FLUSHED != 0),
                    all: before.all | facts,
                }
            })
        })
    }

    /// The rows that have an error of at least a magnitude and none of some facts, with the indices of
    /// the operands.
    fn rows(&self, least: u64, without: u64) -> impl Iterator<Item = Worst> {
        let rows = self.operands.iter().zip(self.results).zip(self.errors.iter().zip(self.facts));
        let has_error = move |(_, (error, facts)): &(_, (&i64, &u64))| {
            error.unsigned_abs() >= least && **facts & without == 0
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
        let Summary { ends: [least, greatest], most, sum, flushed, all } = measured.summary();
        self.flushed += flushed;
        let rows = measured.errors.iter().zip(measured.facts);
        for (error, _) in rows.filter(|(_, facts)| is_counted(all) || is_counted(**facts)) {
            self.errors.add(*error);
        }
        self.error_sum += if most < SUMMABLE {
            sum.into()
        } else {
            let rows = measured.errors.iter().zip(measured.facts);
            let counted = rows.filter(|(_, facts)| is_counted(**facts));
            counted.map(|(error, _)| i128::from(*error)).sum::<i128>()
        };
        if least <= greatest
            && let Some(column) = self.columns.get_mut(column)
        {
            let peak = least.unsigned_abs().max(greatest.unsigned_abs());
            // Few blocks have a peak.
            let is_peak = !column.has_higher_peak(peak, measured.first);
            let rows = || measured.rows(peak, Fact::WITHOUT_ERROR);
            let first = is_peak.then(rows).and_then(|mut rows| rows.next());
            let peak = first.map(|row| [peak, row.index]);
            column.merge(&Column::of_errors([least, greatest], peak));
        }
        let last = self.worst.last().filter(|_| self.worst.len() == N_WORST);
        let bound = last.map_or(1, |last| last.error.unsigned_abs());
        let is_before = last.is_none_or(|last| most > bound || measured.first < last.index);
        if most >= bound && is_before {
            for row in measured.rows(bound, Fact::WITHOUT_ERROR | Fact::OPEN) {
                self.keep_worst(row);
            }
        }
        self.add_bands(column, measured);
    }

    /// Counts the results that are not the correctly rounded ones.
    pub(in crate::explore) fn add_departed(&mut self, measured: &Measured) {
        let references = measured.bands.map_or(measured.results, |(references, _)| references);
        let rows = measured.results.iter().zip(references);
        self.departed += rows.map(|(result, nearest)| u64::from(result != nearest)).sum::<u64>();
    }

    /// Counts the permitted results, if there are any.
    fn add_bands(&mut self, column: usize, measured: &Measured) {
        let Some((references, [below, above])) = measured.bands else { return };
        let [mut open, mut border] = [0; 2];
        let ([mut least, mut greatest], mut widest) = ([i64::MAX, i64::MIN], 0);
        for ((lo, hi), facts) in below.iter().zip(above).zip(measured.facts) {
            open += u64::from(facts & Fact::OPEN != 0);
            border += u64::from(facts & Fact::BORDER != 0);
            if facts & Fact::BANDED != 0 {
                least = least.min(*lo);
                greatest = greatest.max(*hi);
                widest = widest.max(hi.abs_diff(*lo));
            }
        }
        self.open += open;
        self.border += border;
        if least > greatest {
            return;
        }
        if let Some(column) = self.columns.get_mut(column) {
            column.merge(&Column::of_band([least, greatest]));
        }
        // Few blocks have an interval that is wider, or as wide and first.
        let known = self.widest.map_or((0, u64::MAX), |known| (known.width(), known.index));
        let (width, index) = known;
        if u128::from(widest) > width || u128::from(widest) == width && measured.first < index {
            let rows = measured.operands.iter().zip(references).zip(below.iter().zip(above));
            let rows = (measured.first..).zip(rows.zip(measured.facts));
            for (index, (((bits, result), (lo, hi)), facts)) in rows {
                if facts & Fact::BANDED != 0 {
                    let (bits, result) = (*bits, *result);
                    self.keep_widest(Widest { index, bits, result, band: [*lo, *hi] });
                }
            }
        }
    }
}
