//! Values as sums of two numbers.

use super::convert::Reader;
use super::double::Directed;
use super::errors::{fact, is_given};
use super::exact::{Call, Found, LONG, SHORT, Sink};
use super::single::Operation;
use super::vectors::{self, Task};
use super::{Column, Fact, Facts, N_ROWS, power};

/// A number for each row.
pub(super) type Reals = [f64; N_ROWS];

/// A value: it is at most `slack` away from `high` + `low`, and `high` is that sum, rounded
/// to f64. Without slack it is the sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) high: f64,
    pub(super) low: f64,
    pub(super) slack: f64,
}

/// The values of columns of operands.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    pub(super) high: Reals,
    pub(super) low: Reals,
    pub(super) slack: Reals,
}

impl Values {
    /// No values yet.
    pub const NONE: Self = Self { high: [0.0; N_ROWS], low: [0.0; N_ROWS], slack: [0.0; N_ROWS] };

    /// The value of a row.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) const fn at(&self, row: usize) -> Value {
        Value { high: self.high[row], low: self.low[row], slack: self.slack[row] }
    }

    pub(super) const fn set(&mut self, row: usize, value: Value) {
        let Value { high, low, slack } = value;
        (self.high[row], self.low[row], self.slack[row]) = (high, low, slack);
    }
}

/// The part of a last term that is lost when it is rounded, at most.
pub(super) const NEARLY: f64 = power(-48);

impl Call {
    /// Finds the exact values of rows, and writes which operands were flushed. Values that f64 does not show
    /// are unknown: their slack is infinite.
    pub fn values(&self, columns: &[Column; 3], values: &mut Values, facts: &mut Facts) {
        vectors::run(Valued { call: self, columns, values, facts });
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn values_of<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        values: &mut Values,
        facts: &mut Facts,
    ) {
        facts.fill(0);
        let mut numbers = [[0; N_ROWS]; 3];
        Self { readers: self.readers.map(Reader::unflushed), ..*self }
            .read::<false>(columns, &mut numbers);
        for (reader, numbers) in self.readers.iter().zip(&mut numbers).filter(|it| it.0.flushes()) {
            for (number, facts) in numbers.iter_mut().zip(&mut *facts) {
                let value = f64::from_bits(*number);
                let kept = reader.flushed(value);
                *facts |= if (kept != value) & !value.is_nan() { Fact::FLUSHED } else { 0 };
                *number = kept.to_bits();
            }
        }
        // The remainder of a quotient or a root is rounded when it is divided.
        let is_nearly = matches!(self.operation, Operation::Div | Operation::Rcp | Operation::Sqrt);
        let nearly = if is_nearly { NEARLY } else { 0.0 };
        let sink = Slacks { nearly, values };
        self.exactly::<WIDE>(&numbers, sink);
    }

    /// Evaluates operands of f64, with their rests.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn exactly<const WIDE: bool>(&self, numbers: &[Column; 3], sink: impl Sink) {
        if self.has_double() {
            self.evaluate::<WIDE, LONG>(numbers, Directed::NEAREST, sink);
        } else {
            self.evaluate::<WIDE, SHORT>(numbers, Directed::NEAREST, sink);
        }
    }

    /// Finds out which results, in the format of a reader, are exact: writes [`Fact::INEXACT`],
    /// [`Fact::GIVEN`] and [`Fact::UNKNOWN`].
    pub fn exactness(
        &self,
        columns: &[Column; 3],
        reader: &Reader,
        results: &Column,
        facts: &mut Facts,
    ) {
        vectors::run(Comparison { call: self, columns, reader, results, facts });
    }
}

/// The evaluation of columns.
struct Valued<'a> {
    call: &'a Call,
    columns: &'a [Column; 3],
    values: &'a mut Values,
    facts: &'a mut Facts,
}

impl Task for Valued<'_> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        // A copy of its own is not written to.
        let call = *self.call;
        call.values_of::<WIDE>(self.columns, self.values, self.facts);
    }
}

/// The comparison of columns of results with values.
struct Comparison<'a> {
    call: &'a Call,
    columns: &'a [Column; 3],
    reader: &'a Reader,
    results: &'a Column,
    facts: &'a mut Facts,
}

impl Task for Comparison<'_> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        let call = *self.call;
        let results = self.reader.numbers(self.results);
        let mut numbers;
        let columns = if call.is_double() {
            self.columns
        } else {
            numbers = [[0; N_ROWS]; 3];
            call.read::<false>(self.columns, &mut numbers);
            &numbers
        };
        call.exactly::<WIDE>(columns, Exactness { results: &results, facts: self.facts });
    }
}

/// The values, with the slack of their rests. One that is rounded to odd has none: it has more bits than errors
/// are counted in, and is a whole unit only if it is exact.
struct Slacks<'a> {
    nearly: f64,
    values: &'a mut Values,
}

impl Sink for Slacks<'_> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn put<const N: usize>(
        &mut self,
        row: usize,
        operands: [u64; N],
        _: [usize; 3],
        (high, low, is_right): Found,
    ) {
        let is_known = is_known(operands, (high, low, is_right));
        let slack = if is_known { low.abs() * self.nearly } else { f64::INFINITY };
        // A value that is not known is no infinity, which would be one that is.
        let high = if is_known { high } else { 1.0 };
        self.values.set(row, Value { high, low, slack });
    }
}

/// The exactness of results.
struct Exactness<'a> {
    results: &'a Column,
    facts: &'a mut Facts,
}

impl Sink for Exactness<'_> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn put<const N: usize>(&mut self, row: usize, operands: [u64; N], _: [usize; 3], found: Found) {
        let (value, rest, _) = found;
        let is_known = is_known(operands, found);
        let is_given = is_given(value) & is_known;
        let is_inexact = (value != f64::from_bits(self.results[row])) | (rest != 0.0);
        self.facts[row] = fact(is_inexact & !is_given, Fact::INEXACT)
            | fact(is_given, Fact::GIVEN)
            | fact(!is_known, Fact::UNKNOWN);
    }
}

/// Whether a value is known: an infinity of finite operands may be beyond the range, or a quotient by 0.
#[cfg_attr(optimized_for_speed, inline(always))]
fn is_known<const N: usize>(operands: [u64; N], (value, _, is_right): Found) -> bool {
    let is_finite = |bits: &u64| f64::from_bits(*bits).is_finite();
    let are_finite = operands.iter().fold(true, |all, bits| all & is_finite(bits));
    is_right & !(are_finite & value.is_infinite())
}
