//! The errors of results, from the exact values.
//!
//! A sum or a product of f32 numbers is one f64 number, or two of which the second is what rounding cut
//! off; of a quotient and a root f64 has the remainder. So the difference between a result and the exact
//! value is known to more than the units that errors are counted in, and rows where a whole unit is too
//! close to tell are left to the stages.

mod approximate;

use super::narrow::Widen;
use super::single::Operation;
use super::vectors::{self, Task};
use super::{Column, N_ROWS, halves, power, sum_and_rest, whole};
use crate::arith::clamp::Clamp;
use crate::bits::low_half;
use crate::format::FloatFormat;
use crate::format::table::F32;

/// The number of bits of an ulp in an error.
pub const ERROR_BITS: u32 = 20;

/// 2^50: larger errors are left to the stages.
const MANY: f64 = 1_125_899_906_842_624.0;

/// The part of a unit that a small rest does not reach: 2^-48 of at most 2^23 units.
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

/// A way to measure results of arithmetic and conversions: in units of 2^-20 ulp, truncated towards 0.
#[derive(Clone, Copy, Debug)]
pub struct Measuring {
    operation: Operation,
    /// The ways from the formats of operands and results to f32.
    from: Option<Widen>,
    to: Option<Widen>,
    /// The bits of the magnitude of an operand, and that below which it becomes 0.
    magnitudes: u32,
    flushed: u32,
    flushes_result: bool,
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

/// The result minus the exact value: a number and a rest, which is less than half a unit in the last place
/// of the number or of the value.
#[derive(Clone, Copy, Debug)]
struct Difference {
    /// The exact value, rounded to f64.
    value: f64,
    number: f64,
    rest: Rest,
}

/// The rest of a difference.
#[derive(Clone, Copy, Debug)]
enum Rest {
    /// This number.
    Exactly(f64),
    /// None if the difference is 0, otherwise at most 2^-48 of it.
    Small,
    /// At most this, and none if it is 0.
    Within(f64),
}

impl Measuring {
    /// A way to measure results of an operation on operands of one format.
    /// `least_unit` is the exponent of the least ulp that errors are counted in; `flushes` says whether
    /// subnormal operands and results are flushed. `None` if f32 lacks numbers of a format.
    #[must_use]
    pub fn new(
        operation: Operation,
        [from, to]: [&FloatFormat; 2],
        least_unit: Option<i32>,
        flushes: [bool; 2],
        clamp: Clamp,
    ) -> Option<Self> {
        let way = |format: &FloatFormat| match format {
            _ if *format == F32 => Some(None),
            _ if format.width <= 16 => Widen::new(format).map(Some),
            _ => None,
        };
        let [from_way, to_way] = [way(from)?, way(to)?];
        let [flushes_operands, flushes_result] = flushes;
        let trailing = i32::from(to.precision) - 1;
        let leading = 1 << trailing;
        #[expect(clippy::cast_possible_truncation, reason = "a significand of at most 24 bits")]
        let significand = (to.max_finite() & (leading - 1) | leading) as u32;
        let [last, beyond] = [significand, significand + 1]
            .map(|significand| f64::from(significand) * power(to.emax() - trailing));
        let least = to.min_quantum();
        let unit_of_one = least_unit.map_or(-trailing, |unit| unit.max(-trailing));
        Some(Self {
            operation,
            from: from_way,
            to: to_way,
            magnitudes: low_half(from.magnitude_mask()),
            flushed: if flushes_operands { low_half(from.min_normal()) } else { 0 },
            flushes_result,
            least: power(least_unit.map_or(least, |unit| unit.max(least)) + trailing),
            scale: power(trailing + ERROR_BITS.cast_signed()),
            lost: power(to.min_quantum()) * (0.5 + power(-ERROR_BITS.cast_signed())),
            last,
            beyond,
            clears: clamp.clears_negative(),
            above_one: if clamp == Clamp::Unit { 1.0 + power(unit_of_one) } else { f64::INFINITY },
        })
    }

    /// Measures results: writes the facts about each row, and its error. Without `ERRORS`, only
    /// [`Fact::INEXACT`] and [`Fact::GIVEN`].
    pub fn run<const ERRORS: bool>(
        &self,
        columns: &[Column; 3],
        results: &Column,
        errors: &mut Errors,
        facts: &mut Facts,
    ) {
        vectors::run(Measurement::<ERRORS> { way: self, columns, results, errors, facts });
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn rows<const WIDE: bool, const ERRORS: bool>(
        &self,
        columns: &[Column; 3],
        results: &Column,
        errors: &mut Errors,
        facts: &mut Facts,
    ) {
        let out = (errors, facts);
        match self.operation {
            Operation::Convert | Operation::Integral => {
                self.each::<_, ERRORS>(columns, results, out, |[a], result| from_number(a, result));
            }
            Operation::Add => {
                self.each::<_, ERRORS>(columns, results, out, |[a, b], result| {
                    from_sum(a, b, result)
                });
            }
            Operation::Sub => {
                self.each::<_, ERRORS>(columns, results, out, |[a, b], result| {
                    from_sum(a, -b, result)
                });
            }
            Operation::Mul => {
                self.each::<_, ERRORS>(columns, results, out, |[a, b], result| {
                    from_number(a * b, result)
                });
            }
            Operation::Fma => {
                self.each::<_, ERRORS>(columns, results, out, |[a, b, c], result| {
                    from_sum(a * b, c, result)
                });
            }
            Operation::Div => {
                self.each::<_, ERRORS>(columns, results, out, |[a, b], result| {
                    from_quotient(a, b, result)
                });
            }
            Operation::Rcp => {
                self.each::<_, ERRORS>(columns, results, out, |[a], result| {
                    from_quotient(1.0, a, result)
                });
            }
            Operation::Sqrt => {
                self.each::<_, ERRORS>(columns, results, out, |[a], result| {
                    from_root::<WIDE>(a, result)
                });
            }
        }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn each<const N: usize, const ERRORS: bool>(
        &self,
        columns: &[Column; 3],
        results: &Column,
        (errors, facts): (&mut Errors, &mut Facts),
        difference: impl Fn([f64; N], f64) -> Difference,
    ) {
        let mut given = [[0; N_ROWS]; N];
        for (given, column) in given.iter_mut().zip(columns) {
            halves(column, given);
        }
        let mut all = [0; N_ROWS];
        halves(results, &mut all);
        for row in 0..N_ROWS {
            let mut is_flushed = false;
            let mut operands = [0.0; N];
            for (operand, given) in operands.iter_mut().zip(&given) {
                let bits = given[row];
                let magnitude = bits & self.magnitudes;
                let flushes = magnitude.cast_signed() < self.flushed.cast_signed();
                is_flushed |= flushes & (magnitude != 0);
                *operand = wide(self.from.as_ref(), if flushes { bits ^ magnitude } else { bits });
            }
            let result = wide(self.to.as_ref(), all[row]);
            let difference = difference(operands, result);
            if ERRORS {
                (errors[row], facts[row]) = self.judge(&difference, result, is_flushed);
            } else {
                facts[row] = difference.exactness();
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
    fn judge(&self, of: &Difference, result: f64, is_flushed: bool) -> (i64, u64) {
        let Difference { value, number, rest } = *of;
        let is_exact = of.is_zero();
        let unit = self.unit(result);
        let units = number * unit;
        let (kept, whole) = whole(units);
        let (is_less, is_close) = match rest {
            // Whole units and a rest of the other sign are one unit less, too.
            Rest::Exactly(rest) => ((kept == units) & (rest * units < 0.0), false),
            Rest::Small => (false, ((units - kept).abs() < CLOSE) & (kept != 0.0)),
            Rest::Within(slack) => {
                let slack = slack * unit;
                let is_far = (units - kept).abs() > CLOSE + slack;
                (false, !(is_far | ((kept == 0.0) & (slack < CLOSE))))
            }
        };
        let error = truncated(whole, (kept.abs() > units.abs()) | is_less, units);

        let size = value.abs();
        let is_given = of.is_given();
        // A value that rounding moved to a limit may be on either side of it.
        let is_beyond = size > self.beyond;
        let is_clamped = (value < 0.0) & self.clears | (value > self.above_one);
        let may_be_clamped = (value >= 1.0) & (self.above_one < f64::INFINITY);
        let is_zero = self.flushes_result & (result == 0.0);
        let is_lost = is_zero & (number.abs() > self.lost);
        let is_measured = !(is_given | is_beyond | is_clamped);
        let is_unknown = is_close | of.may_be_zero() | (size >= self.last) | may_be_clamped;
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
    columns: &'a [Column; 3],
    results: &'a Column,
    errors: &'a mut Errors,
    facts: &'a mut Facts,
}

impl<const ERRORS: bool> Task for Measurement<'_, ERRORS> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        // The compiler sees that a copy of its own is not written to.
        let way = *self.way;
        way.rows::<WIDE, ERRORS>(self.columns, self.results, self.errors, self.facts);
    }
}

impl Difference {
    /// Whether the result is the exact value.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn is_zero(&self) -> bool {
        match self.rest {
            Rest::Exactly(rest) => (self.number == 0.0) & (rest == 0.0),
            Rest::Small => self.number == 0.0,
            Rest::Within(slack) => (self.number == 0.0) & (slack == 0.0),
        }
    }

    /// Whether the value may be the result, or is not known not to be.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn may_be_zero(&self) -> bool {
        match self.rest {
            Rest::Exactly(_) | Rest::Small => false,
            Rest::Within(slack) => (slack != 0.0) & (self.number.abs() <= slack),
        }
    }

    /// The facts about exactness.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn exactness(&self) -> u64 {
        let is_given = self.is_given();
        fact(!is_given & !self.is_zero(), Fact::INEXACT)
            | fact(is_given, Fact::GIVEN)
            | fact(!is_given & self.may_be_zero(), Fact::UNKNOWN)
    }

    /// Whether there is no finite value other than 0.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn is_given(&self) -> bool {
        let size = self.value.abs();
        !(size < f64::INFINITY) | (size == 0.0)
    }
}

/// The nearest whole units of a number, or one less if that is further from 0.
#[cfg_attr(optimized_for_speed, inline(always))]
fn truncated(whole: i64, is_further: bool, units: f64) -> i64 {
    let step = i64::from(is_further);
    whole - if units < 0.0 { -step } else { step }
}

/// A fact, if it holds.
#[cfg_attr(optimized_for_speed, inline(always))]
fn fact(holds: bool, fact: u64) -> u64 {
    if holds { fact } else { 0 }
}

/// An operand in f64.
#[cfg_attr(optimized_for_speed, inline(always))]
fn wide(way: Option<&Widen>, bits: u32) -> f64 {
    f32::from_bits(way.map_or(bits, |way| way.apply(bits))).into()
}

/// The difference between a result and an f64 number.
#[cfg_attr(optimized_for_speed, inline(always))]
fn from_number(value: f64, result: f64) -> Difference {
    let (number, rest) = sum_and_rest(result, -value);
    Difference { value, number, rest: Rest::Exactly(rest) }
}

/// The difference between a result and a sum.
#[cfg_attr(optimized_for_speed, inline(always))]
fn from_sum(a: f64, b: f64, result: f64) -> Difference {
    let (value, cut) = sum_and_rest(a, b);
    let (number, rest) = sum_and_rest(result, -value);
    Difference { value, number, rest: Rest::Exactly(rest - cut) }
}

/// The difference between a result and a quotient, from the remainder, which f64 has exactly.
#[cfg_attr(optimized_for_speed, inline(always))]
fn from_quotient(a: f64, b: f64, result: f64) -> Difference {
    Difference { value: a / b, number: (result * b - a) / b, rest: Rest::Small }
}

/// The difference between a result and a root, from the remainder.
#[cfg_attr(optimized_for_speed, inline(always))]
fn from_root<const WIDE: bool>(square: f64, result: f64) -> Difference {
    let root = vectors::root::<WIDE>(square);
    let number = (result * result - square) / (result + root);
    Difference { value: root, number, rest: Rest::Small }
}
