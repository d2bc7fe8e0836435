//! The errors of approximate instructions, and the distances of the results that are permitted.

use super::super::approximate::{Approximation, UNBOUNDED, WITHIN};
use super::super::elementary::Value;
use super::super::vectors::{self, Task};
use super::super::{Column, LEFT, N_ROWS, sum_and_rest, whole};
use super::{Difference, Errors, Fact, Facts, MANY, Measuring, Rest, fact, truncated, wide};
use crate::bits::low_half;

impl Measuring {
    /// Measures results of an approximate instruction, its own or others, in the place of its
    /// correctly rounded ones, and the distances of the ends of the permitted results from the
    /// correctly rounded one.
    pub fn run_approximate<const ERRORS: bool>(
        &self,
        found: &Approximation,
        results: &Column,
        errors: &mut Errors,
        bands: &mut [Errors; 2],
        facts: &mut Facts,
    ) {
        vectors::run(Approximated::<ERRORS> { way: self, found, results, errors, bands, facts });
    }

    /// The distances of permitted results; an infinity counts as the next power of two.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn bands(
        &self,
        found: &Approximation,
        decode: impl Fn(u64) -> f64,
        bands: [&mut Errors; 2],
        facts: &mut Facts,
    ) {
        let limited = |bits: u64| {
            let number = decode(bits);
            if number > self.beyond {
                self.beyond
            } else if number < -self.beyond {
                -self.beyond
            } else {
                number
            }
        };
        let [below, above] = bands;
        let [lo, hi] = &found.ends;
        for row in 0..N_ROWS {
            let reference = limited(found.bits[row]);
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

/// The measurement of results of an approximate instruction.
struct Approximated<'a, const ERRORS: bool> {
    way: &'a Measuring,
    found: &'a Approximation,
    results: &'a Column,
    errors: &'a mut Errors,
    bands: &'a mut [Errors; 2],
    facts: &'a mut Facts,
}

impl<const ERRORS: bool> Task for Approximated<'_, ERRORS> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        let Self { found, results, errors, bands, facts, .. } = self;
        // The compiler sees that a copy of its own is not written to.
        let way = *self.way;
        let decode = |bits: u64| wide(way.to.as_ref(), low_half(bits));
        for row in 0..N_ROWS {
            let Value { high, low, slack } = found.values.at(row);
            let result = decode(results[row]);
            let (number, cut) = sum_and_rest(result, -high);
            let number = number + (cut - low);
            let difference = Difference { value: high, number, rest: Rest::Within(slack) };
            let is_left = fact(found.states[row] == LEFT, Fact::UNKNOWN);
            if ERRORS {
                (errors[row], facts[row]) = way.judge(&difference, result, false);
                facts[row] |= is_left;
            } else {
                facts[row] = difference.exactness() | is_left;
            }
        }
        if ERRORS {
            let [below, above] = bands;
            way.bands(found, decode, [below, above], facts);
        }
    }
}
