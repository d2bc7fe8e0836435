//! The distances of the results of an approximate instruction that are permitted.

use super::super::approximate::{Approximation, UNBOUNDED, WITHIN};
use super::super::vectors::{self, Task};
use super::super::{N_ROWS, whole};
use super::{Errors, Fact, Facts, MANY, Measuring, fact, truncated};

impl Measuring {
    /// Measures the distances of the ends of the permitted results from the correctly rounded one; an
    /// infinity counts as the next power of two.
    pub fn bands(&self, found: &Approximation, bands: &mut [Errors; 2], facts: &mut Facts) {
        vectors::run(Bands { way: self, found, distances: bands, facts });
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn bands_of(&self, found: &Approximation, bands: &mut [Errors; 2], facts: &mut Facts) {
        let [lo, hi] = &found.ends;
        let references = self.reader.numbers(&found.bits);
        let (lo, hi) = (self.reader.numbers(lo), self.reader.numbers(hi));
        let limited = |bits: u64| {
            let number = f64::from_bits(bits);
            if number > self.beyond {
                self.beyond
            } else if number < -self.beyond {
                -self.beyond
            } else {
                number
            }
        };
        let [below, above] = bands;
        for row in 0..N_ROWS {
            let reference = limited(references[row]);
            let unit = self.unit(if reference.abs() < self.beyond { reference } else { self.last });
            let place = |number: f64| {
                let units = number * unit;
                let (kept, whole) = whole(units);
                (units.abs(), truncated(whole, kept.abs() > units.abs(), units))
            };
            let [(size, at), (size_below, lo), (size_above, hi)] =
                [reference, limited(lo[row]), limited(hi[row])].map(place);
            (below[row], above[row]) = (lo - at, hi - at);
            let is_near = (size < MANY) & (size_below < MANY) & (size_above < MANY);
            let state = found.states[row];
            facts[row] |= fact(state == WITHIN, Fact::BANDED)
                | fact((state == WITHIN) & !is_near, Fact::UNKNOWN)
                | fact(state == UNBOUNDED, Fact::OPEN);
        }
    }
}

/// The measurement of permitted results.
struct Bands<'a> {
    way: &'a Measuring,
    found: &'a Approximation,
    distances: &'a mut [Errors; 2],
    facts: &'a mut Facts,
}

impl Task for Bands<'_> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        // The compiler sees that a copy of its own is not written to.
        let way = *self.way;
        way.bands_of(self.found, self.distances, self.facts);
    }
}
