//! The errors of results, from the exact values.
//!
//! A value is a sum of two f64 numbers, with a bound of what it lacks. So the difference between a result
//! and the value is known to more than the units that errors are counted in, and rows where a whole unit is
//! too close to tell are left to the stages.

mod bands;

use super::convert::Reader;
use super::values::{Value, Values};
use super::vectors::{self, Task};
use super::{Column, N_ROWS, number, power, sum_and_rest, whole};
use crate::arith::clamp::Clamp;
use crate::format::{FloatFormat, Format};

/// The number of bits of an ulp in an error.
pub const ERROR_BITS: u32 = 20;

/// 2^50: larger errors are left to the stages.
const MANY: f64 = 1_125_899_906_842_624.0;

/// The part of a unit that the roundings of a difference do not reach: 2^-48 of at most 2^23 units.
const CLOSE: f64 = 1.0 / 1_048_576.0;

/// The exponent field of f64, and twice that of 1.
const FIELD: u64 = 0x7ff << 52;
const TWICE_ONE: u64 = 0x7fe << 52;

/// The error of each row, where it has one.
pub type Errors = [i64; N_ROWS];

/// The [facts](Fact) about each row.
pub type Facts = [u64; N_ROWS];

/// Facts about a result, as bits. A result without the first three is exact.
#[derive(Clone, Copy, Debug)]
pub struct Fact;

impl Fact {
    /// It is not the exact value.
    pub const INEXACT: u64 = 1;
    /// A rule gave it: there was no finite value other than 0 to round.
    pub const GIVEN: u64 = 2;
    /// Nothing is known; the stages must decide.
    pub const UNKNOWN: u64 = 4;
    /// It has no error, because a rule or a clamp gave it, or because the value is beyond the largest
    /// number.
    pub const WITHOUT_ERROR: u64 = 8;
    /// A subnormal operand was taken as 0, or a subnormal result became 0; it counts as without error.
    pub const FLUSHED: u64 = 16;
    /// The ISA documents no error for these operands, though it does for others.
    pub const OPEN: u64 = 32;
    /// Some of the permitted results are flushed to 0 and others are not.
    pub const BORDER: u64 = 64;
    /// The distances of the ends of the permitted results count.
    pub const BANDED: u64 = 128;
}

/// A way to measure results in a format: in units of 2^-20 ulp, truncated towards 0.
#[derive(Clone, Copy, Debug)]
pub struct Measuring {
    reader: Reader,
    flushes: bool,
    /// The least power of two in whose binade the ulp counts.
    least: f64,
    /// The number of units in the power of two of a binade.
    scale: f64,
    /// Half an ulp of the least number and a unit, which a lost subnormal number errs by at least.
    lost: f64,
    /// The largest number, and the one that would follow it.
    last: f64,
    beyond: f64,
    /// Whether negative values become 0.
    clears: bool,
    /// The number after 1, if larger values become 1, else infinity.
    above_one: f64,
}

impl Measuring {
    /// A way to measure results of a format, of which subnormal ones may be flushed. `least_unit` is the
    /// exponent of the least ulp that errors are counted in. `None` if f64 lacks numbers of the format.
    #[must_use]
    pub fn new(
        to: &'static FloatFormat,
        least_unit: Option<i32>,
        flushes: bool,
        clamp: Clamp,
    ) -> Option<Self> {
        let reader = Reader::new(Format::Float(to), false)?;
        let trailing = i32::from(to.precision) - 1;
        let leading = 1 << trailing;
        let significand = to.max_finite() & (leading - 1) | leading;
        let [last, beyond] =
            [significand, significand + 1].map(|it| number(it, to.emax() - trailing));
        let least = to.min_quantum();
        let unit_of_one = least_unit.map_or(-trailing, |unit| unit.max(-trailing));
        let lost = 0.5 + power(-ERROR_BITS.cast_signed());
        Some(Self {
            reader,
            flushes,
            least: power(least_unit.map_or(least, |unit| unit.max(least)) + trailing),
            scale: power(trailing + ERROR_BITS.cast_signed()),
            lost: if flushes { power(to.min_quantum()) * lost } else { 0.0 },
            last,
            beyond,
            clears: clamp.clears_negative(),
            above_one: if clamp == Clamp::Unit { 1.0 + power(unit_of_one) } else { f64::INFINITY },
        })
    }

    /// Measures results by the exact values: adds to the facts about each row, and writes its error. Without
    /// `ERRORS`, only [`Fact::INEXACT`], [`Fact::GIVEN`] and [`Fact::UNKNOWN`].
    pub fn run<const ERRORS: bool>(
        &self,
        values: &Values,
        results: &Column,
        errors: &mut Errors,
        facts: &mut Facts,
    ) {
        vectors::run(Measurement::<ERRORS> { way: self, values, results, errors, facts });
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn rows<const WIDE: bool, const ERRORS: bool>(
        &self,
        values: &Values,
        results: &Column,
        errors: &mut Errors,
        facts: &mut Facts,
    ) {
        let results = self.reader.numbers(results);
        for row in 0..N_ROWS {
            let (value, result) = (values.at(row), f64::from_bits(results[row]));
            if ERRORS {
                let is_flushed = facts[row] & Fact::FLUSHED != 0;
                let (error, found) = self.judge(value, result, is_flushed);
                (errors[row], facts[row]) = (error, facts[row] | found);
            } else {
                facts[row] |= exactness(value, result);
            }
        }
    }

    /// The number of units in 1, for errors of a result.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn unit(&self, result: f64) -> f64 {
        let binade = f64::from_bits(result.to_bits() & FIELD);
        let binade = if binade > self.least { binade } else { self.least };
        f64::from_bits(TWICE_ONE.wrapping_sub(binade.to_bits())) * self.scale
    }

    /// The error of a result, and the facts about it.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn judge(&self, value: Value, result: f64, is_flushed: bool) -> (i64, u64) {
        let Value { high, slack, .. } = value;
        let [number, rest] = difference(value, result);
        let is_exact = (number == 0.0) & (slack == 0.0);
        let unit = self.unit(result);
        let units = number * unit;
        let (kept, whole) = whole(units);
        // Whole units and a rest of the other sign are one unit less, too.
        let is_sure = slack == 0.0;
        let is_less = is_sure & (kept == units) & (rest * units < 0.0);
        let slack = slack * unit;
        let is_far = ((units - kept).abs() > CLOSE + slack) | ((kept == 0.0) & (slack < CLOSE));
        let is_close = !is_sure & !is_far;
        let error = truncated(whole, (kept.abs() > units.abs()) | is_less, units);

        let size = high.abs();
        let is_given = is_given(high);
        // A value that rounding moved to a limit may be on either side of it.
        let is_beyond = size > self.beyond;
        let is_clamped = (high < 0.0) & self.clears | (high > self.above_one);
        let may_be_clamped = (high >= 1.0) & (self.above_one < f64::INFINITY);
        let is_zero = self.flushes & (result == 0.0);
        let is_lost = is_zero & (number.abs() > self.lost);
        let is_measured = !(is_given | is_beyond | is_clamped);
        let is_unknown =
            is_close | may_be_zero(value, number) | (size >= self.last) | may_be_clamped;
        let is_unknown = is_unknown | is_zero & (number.abs() == self.lost) | !(units.abs() < MANY);
        let is_inexact = !is_given & (is_beyond | is_clamped | !is_exact);
        let is_flushed = is_flushed | is_lost & is_measured;
        let facts = fact(is_inexact, Fact::INEXACT)
            | fact(is_given, Fact::GIVEN)
            | fact(is_unknown & is_measured, Fact::UNKNOWN)
            | fact(!is_measured | is_flushed, Fact::WITHOUT_ERROR)
            | fact(is_flushed, Fact::FLUSHED);
        (error, facts)
    }
}

/// The measurement of columns of results.
struct Measurement<'a, const ERRORS: bool> {
    way: &'a Measuring,
    values: &'a Values,
    results: &'a Column,
    errors: &'a mut Errors,
    facts: &'a mut Facts,
}

impl<const ERRORS: bool> Task for Measurement<'_, ERRORS> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        // The compiler sees that a copy of its own is not written to.
        let way = *self.way;
        way.rows::<WIDE, ERRORS>(self.values, self.results, self.errors, self.facts);
    }
}

/// A result minus a value: a number and a rest, which is less than half a unit in its last place.
#[cfg_attr(optimized_for_speed, inline(always))]
fn difference(Value { high, low, .. }: Value, result: f64) -> [f64; 2] {
    let (near, cut) = sum_and_rest(result, -high);
    let (number, rest) = sum_and_rest(near, cut - low);
    [number, rest]
}

/// Whether there is no finite value other than 0.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn is_given(value: f64) -> bool {
    !(value.abs() < f64::INFINITY) | (value == 0.0)
}

/// Whether the value may be the result, or is not known not to be.
#[cfg_attr(optimized_for_speed, inline(always))]
fn may_be_zero(Value { slack, .. }: Value, number: f64) -> bool {
    (slack != 0.0) & ((number.abs() <= slack) | (slack == f64::INFINITY))
}

/// The facts about exactness.
#[cfg_attr(optimized_for_speed, inline(always))]
fn exactness(value: Value, result: f64) -> u64 {
    let is_given = is_given(value.high);
    let [number, _] = difference(value, result);
    let is_exact = (number == 0.0) & (value.slack == 0.0);
    fact(!is_given & !is_exact, Fact::INEXACT)
        | fact(is_given, Fact::GIVEN)
        | fact(!is_given & may_be_zero(value, number), Fact::UNKNOWN)
}

/// The nearest whole units of a number, or one less if that is further from 0.
#[cfg_attr(optimized_for_speed, inline(always))]
fn truncated(whole: i64, is_further: bool, units: f64) -> i64 {
    let step = i64::from(is_further);
    whole - if units < 0.0 { -step } else { step }
}

/// A fact, if it holds.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn fact(holds: bool, fact: u64) -> u64 {
    if holds { fact } else { 0 }
}
