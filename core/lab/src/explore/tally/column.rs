//! A column of a plot: some neighboring operands together.

use super::super::measure::Measure;

/// The common properties of the results of neighboring operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The number of results.
    pub count: u64,
    /// The number of NaNs among them.
    pub nans: u64,
    ranks: [u64; 2],
    errors: [i64; 2],
    /// The magnitude of the largest error and the index of the first operand that has it.
    peak: [u64; 2],
    band: [i64; 2],
}

impl Column {
    /// The number of words of a column in [`Tally::words`](super::Tally::words).
    pub(super) const N_WORDS: usize = 10;

    pub(super) const EMPTY: Self = Self {
        count: 0,
        nans: 0,
        ranks: [u64::MAX, 0],
        errors: [i64::MAX, i64::MIN],
        peak: [0, u64::MAX],
        band: [i64::MAX, i64::MIN],
    };

    /// The [ranks](super::super::rank) of the least and the greatest number; `None` if all are
    /// NaNs.
    pub const fn ranks(&self) -> Option<[u64; 2]> {
        if self.count > self.nans { Some(self.ranks) } else { None }
    }

    /// The least and the greatest error, if there are any.
    pub const fn errors(&self) -> Option<[i64; 2]> {
        if self.errors[0] <= self.errors[1] { Some(self.errors) } else { None }
    }

    /// The index of the first operand with the error of the largest magnitude, if there is one.
    pub const fn peak(&self) -> Option<u64> {
        if self.errors[0] <= self.errors[1] { Some(self.peak[1]) } else { None }
    }

    /// The furthest permitted results below and above the reference, if there are any.
    pub const fn band(&self) -> Option<[i64; 2]> {
        if self.band[0] <= self.band[1] { Some(self.band) } else { None }
    }

    /// Counts a result; a NaN has no rank.
    #[inline]
    pub(super) fn add(&mut self, index: u64, rank: Option<u64>, measure: &Measure) {
        let error = measure.error_of_rounding();
        self.merge(&Self {
            count: 1,
            nans: u64::from(rank.is_none()),
            ranks: rank.map_or(Self::EMPTY.ranks, |rank| [rank, rank]),
            errors: error.map_or(Self::EMPTY.errors, |error| [error, error]),
            peak: error.map_or(Self::EMPTY.peak, |error| [error.unsigned_abs(), index]),
            band: measure.band.unwrap_or(Self::EMPTY.band),
        });
    }

    /// Counts results without errors; `nans` of them are NaNs, and the others have ranks between
    /// two.
    pub(super) fn add_many(&mut self, count: u64, nans: u64, ranks: [u64; 2]) {
        let ranks = if count > nans { ranks } else { Self::EMPTY.ranks };
        self.merge(&Self { count, nans, ranks, ..Self::EMPTY });
    }

    /// No results, but errors between two, and the largest magnitude with its first index, if that is
    /// needed.
    pub(super) fn of_errors(errors: [i64; 2], peak: Option<[u64; 2]>) -> Self {
        Self { errors, peak: peak.unwrap_or(Self::EMPTY.peak), ..Self::EMPTY }
    }

    /// No results, but ends of permitted ones.
    pub(super) fn of_band(band: [i64; 2]) -> Self {
        Self { band, ..Self::EMPTY }
    }

    /// Whether the largest error is larger than one of a magnitude, or comes before an index and is as
    /// large.
    pub(super) const fn has_higher_peak(&self, magnitude: u64, index: u64) -> bool {
        let [peak, at] = self.peak;
        self.errors[0] <= self.errors[1] && (peak > magnitude || peak == magnitude && at < index)
    }

    #[inline]
    pub(super) fn merge(&mut self, other: &Self) {
        let low = |a: i64, b: i64| if b < a { b } else { a };
        let high = |a: i64, b: i64| if b > a { b } else { a };
        self.count += other.count;
        self.nans += other.nans;
        self.ranks = [self.ranks[0].min(other.ranks[0]), self.ranks[1].max(other.ranks[1])];
        self.errors = [low(self.errors[0], other.errors[0]), high(self.errors[1], other.errors[1])];
        self.band = [low(self.band[0], other.band[0]), high(self.band[1], other.band[1])];
        let ([this, at], [that, there]) = (self.peak, other.peak);
        if that > this || that == this && there < at {
            self.peak = other.peak;
        }
    }

    pub(super) const fn words(&self) -> [u64; Self::N_WORDS] {
        let Self { count, nans, ranks, errors, peak, band } = *self;
        [
            count,
            nans,
            ranks[0],
            ranks[1],
            errors[0].cast_unsigned(),
            errors[1].cast_unsigned(),
            peak[0],
            peak[1],
            band[0].cast_unsigned(),
            band[1].cast_unsigned(),
        ]
    }

    pub(super) const fn from_words(words: &[u64; Self::N_WORDS]) -> Self {
        let [count, nans, least, greatest, low, high, peak, index, below, above] = *words;
        Self {
            count,
            nans,
            ranks: [least, greatest],
            errors: [low.cast_signed(), high.cast_signed()],
            peak: [peak, index],
            band: [below.cast_signed(), above.cast_signed()],
        }
    }
}
