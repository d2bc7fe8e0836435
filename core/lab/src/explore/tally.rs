//! The counts of a sweep: small, and the tallies of parts merge to the tally of the whole, in any
//! order.

use alloc::vec::Vec;
use core::ops::Range;

use super::extent::{Extent, is_nan};
use super::measure::Measure;
use super::rank::{Place, at_rank, rank};
use crate::format::Format;

mod column;
mod counts;
mod histogram;
mod measured;
mod words;

pub use column::Column;
pub use counts::{Classes, Exactnesses, Guarantees};
pub use histogram::Histogram;
pub(super) use measured::Measured;

/// The number of the worst results that are kept.
pub const N_WORST: usize = 16;

/// The largest number of columns of a plot.
pub const MAX_COLUMNS: usize = 4096;

/// The number of counts of results.
const N_COUNTS: usize = 18;

/// A result far from the exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The index of the operand in the domain.
    pub index: u64,
    /// The operand.
    pub bits: u64,
    /// The result.
    pub result: u64,
    /// The error; see [`measure`](super::measure).
    pub error: i64,
}

impl Worst {
    /// Orders the worst result first; of equal ones the first.
    const fn comes_before(&self, other: &Self) -> bool {
        let (this, that) = (self.error.unsigned_abs(), other.error.unsigned_abs());
        this > that || this == that && self.index < other.index
    }
}

/// The widest interval of permitted results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widest {
    /// The index of the operand in the domain; the first one of equal intervals.
    pub index: u64,
    /// The operand.
    pub bits: u64,
    /// The correctly rounded result.
    pub result: u64,
    /// The distances of the ends from the result; see [`Measure::band`].
    pub band: [i64; 2],
}

impl Widest {
    fn width(&self) -> u128 {
        let [lo, hi] = self.band;
        hi.abs_diff(lo).into()
    }

    fn comes_before(&self, other: &Self) -> bool {
        let (this, that) = (self.width(), other.width());
        this > that || this == that && self.index < other.index
    }
}

/// The counts of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    window: Range<u64>,
    /// The number of results.
    pub count: u64,
    /// The results by class.
    pub classes: Classes,
    /// The results by exactness.
    pub exactness: Exactnesses,
    /// The results by guarantee.
    pub guarantees: Guarantees,
    /// The number of evaluations that flushed a subnormal; their errors are not counted.
    pub flushed: u64,
    /// The number of results that are not correctly rounded, in a sweep over observed results.
    pub departed: u64,
    /// The number of results at the [border](Measure::is_border) of a flush; their permitted
    /// intervals are not counted.
    pub border: u64,
    /// The number of results whose error the ISA does not document, though it does for other
    /// operands; their errors are in the columns only.
    pub open: u64,
    /// The errors of results that have one; all 0 if the sweep does not measure.
    pub errors: Histogram,
    /// The sum of the errors.
    pub error_sum: i128,
    worst: Vec<Worst>,
    /// The widest interval of permitted results, if there is one and the sweep measures.
    pub widest: Option<Widest>,
    columns: Vec<Column>,
}

impl Tally {
    /// An empty tally of a window of a domain, with at most `n_columns` columns, none without an
    /// index.
    #[must_use]
    pub fn new(window: Range<u64>, n_columns: usize) -> Self {
        let len = window.end.saturating_sub(window.start);
        let n_columns = n_columns.min(MAX_COLUMNS).min(usize::try_from(len).unwrap_or(MAX_COLUMNS));
        Self {
            window,
            count: 0,
            classes: Classes::default(),
            exactness: Exactnesses::default(),
            guarantees: Guarantees::default(),
            flushed: 0,
            departed: 0,
            border: 0,
            open: 0,
            errors: Histogram::default(),
            error_sum: 0,
            worst: Vec::with_capacity(N_WORST),
            widest: None,
            columns: alloc::vec![Column::EMPTY; n_columns],
        }
    }

    /// The indices that are counted.
    pub const fn window(&self) -> &Range<u64> {
        &self.window
    }

    /// The columns, in the order of the indices.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The results of different operands with the largest errors, the worst first.
    pub fn worst(&self) -> &[Worst] {
        &self.worst
    }

    /// The indices of a column.
    #[must_use]
    pub fn column_range(&self, column: usize) -> Range<u64> {
        let Range { start, end } = self.window;
        let len = u128::from(end.saturating_sub(start));
        let n = self.columns.len().max(1) as u128;
        let edge = |column: usize| {
            let offset = (column as u128 * len).div_ceil(n).min(len);
            start + u64::try_from(offset).unwrap_or(u64::MAX)
        };
        edge(column)..edge(column.saturating_add(1))
    }

    /// The column of an index.
    #[must_use]
    pub fn column_of(&self, index: u64) -> usize {
        let Range { start, end } = self.window;
        let len = u128::from(end.saturating_sub(start)).max(1);
        let offset = u128::from(index.saturating_sub(start));
        usize::try_from(offset * self.columns.len() as u128 / len).unwrap_or(usize::MAX)
    }

    /// The least and the greatest number among the results, as encodings.
    #[must_use]
    pub fn range(&self, format: Format) -> Option<[u64; 2]> {
        let ends = self.columns.iter().filter_map(Column::ranks);
        let all = ends.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])?;
        Some(all.map(|rank| at_rank(format, rank)))
    }

    /// Counts the result of an operand, in a column.
    #[inline]
    pub(super) fn add(
        &mut self,
        (index, bits): (u64, u64),
        column: usize,
        measure: &Measure,
        format: Format,
    ) {
        self.count += 1;
        let result = measure.result.bits;
        let class = format.classify(result);
        self.classes.add(class, 1);
        self.exactness.add(measure.exactness, 1);
        self.guarantees.add(measure.result.guarantee, 1);
        self.flushed += u64::from(measure.is_flushed);
        self.departed += u64::from(result != measure.nearest);
        self.border += u64::from(measure.is_border);
        self.open += u64::from(measure.is_open);
        if let Some(error) = measure.error_within_bound() {
            self.errors.add(error);
            self.error_sum += i128::from(error);
            if error != 0 {
                self.keep_worst(Worst { index, bits, result, error });
            }
        }
        if let Some(band) = measure.band {
            self.keep_widest(Widest { index, bits, result: measure.reference, band });
        }
        if let Some(column) = self.columns.get_mut(column) {
            column.add(index, (!is_nan(class)).then(|| rank(format, result)), measure);
        }
    }

    /// Counts results of neighboring operands in a column, without [errors](Self::add_errors); none of
    /// them departed.
    pub(super) fn add_many(
        &mut self,
        column: usize,
        format: Format,
        results: &[u64],
        exactness: &Exactnesses,
        guarantees: &Guarantees,
    ) {
        let before = self.classes.nan;
        let places = self.classify(format, results);
        self.exactness.merge(exactness);
        self.guarantees.merge(guarantees);
        let (count, nans) = (results.len() as u64, self.classes.nan - before);
        self.count += count;
        if let Some(column) = self.columns.get_mut(column) {
            let place = Place::of(format);
            column.add_many(count, nans, places.map(|end| rank(format, place.bits(end))));
        }
    }

    /// Counts the classes of results, and returns the least and the greatest [`Place`] of a number.
    fn classify(&mut self, format: Format, results: &[u64]) -> [u64; 2] {
        let place = Place::of(format);
        if let Some(extent) = format.float().map(|format| Extent::of(format, results))
            && let (Some(class), Some([one, other])) = (extent.class(), extent.ends())
        {
            self.classes.add(class, results.len() as u64);
            let [one, other] = [place.at(one), place.at(other)];
            return if one < other { [one, other] } else { [other, one] };
        }
        let (mut least, mut greatest) = (u64::MAX, 0);
        for bits in results {
            let class = format.classify(*bits);
            self.classes.add(class, 1);
            if !is_nan(class) {
                let place = place.at(*bits);
                least = least.min(place);
                greatest = greatest.max(place);
            }
        }
        [least, greatest]
    }

    fn keep_worst(&mut self, new: Worst) {
        if self.worst.len() == N_WORST
            && self.worst.last().is_some_and(|last| !new.comes_before(last))
        {
            return;
        }
        // Random operands repeat; each is kept once, with its first index.
        if let Some(same) = self.worst.iter().position(|each| each.bits == new.bits) {
            if self.worst.get(same).is_some_and(|each| each.index <= new.index) {
                return;
            }
            self.worst.remove(same);
        }
        let place = self.worst.iter().position(|each| new.comes_before(each));
        self.worst.truncate(N_WORST - 1);
        self.worst.insert(place.unwrap_or(self.worst.len()), new);
    }

    fn keep_widest(&mut self, new: Widest) {
        if self.widest.is_none_or(|widest| new.comes_before(&widest)) {
            self.widest = Some(new);
        }
    }

    /// Whether another tally is of a part of the same sweep, with the same number of columns.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        self.window == other.window && self.columns.len() == other.columns.len()
    }

    /// Adds the counts of another part of the sweep, which has the same window and columns.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.window, other.window, "parts of one sweep");
        debug_assert_eq!(self.columns.len(), other.columns.len(), "parts of one plot");
        self.count += other.count;
        for (sum, part) in self.counts_mut().into_iter().zip(other.counts()) {
            *sum += part;
        }
        self.errors.merge(&other.errors);
        self.error_sum += other.error_sum;
        for worst in &other.worst {
            self.keep_worst(*worst);
        }
        if let Some(widest) = other.widest {
            self.keep_widest(widest);
        }
        for (column, part) in self.columns.iter_mut().zip(&other.columns) {
            column.merge(part);
        }
    }

    /// The counts by class, exactness and guarantee, then those flushed, departed, at a border, and
    /// open.
    const fn counts(&self) -> [u64; N_COUNTS] {
        let Self { classes: c, exactness: e, guarantees: g, .. } = self;
        [
            c.zero,
            c.subnormal,
            c.normal,
            c.infinite,
            c.nan,
            e.exact,
            e.inexact,
            e.given,
            g.bits,
            g.reading,
            g.any_nan,
            g.within,
            g.unbounded,
            g.unspecified,
            self.flushed,
            self.departed,
            self.border,
            self.open,
        ]
    }

    const fn counts_mut(&mut self) -> [&mut u64; N_COUNTS] {
        let Self {
            classes: c, exactness: e, guarantees: g, flushed, departed, border, open, ..
        } = self;
        [
            &mut c.zero,
            &mut c.subnormal,
            &mut c.normal,
            &mut c.infinite,
            &mut c.nan,
            &mut e.exact,
            &mut e.inexact,
            &mut e.given,
            &mut g.bits,
            &mut g.reading,
            &mut g.any_nan,
            &mut g.within,
            &mut g.unbounded,
            &mut g.unspecified,
            flushed,
            departed,
            border,
            open,
        ]
    }
}

#[cfg(test)]
mod tests;
