//! The documented accuracy of approximate instructions, and the results that it permits.
//!
//! A [`Bound`] is data, written after the ISA's tables ([`table`] holds them all): rows that pin
//! results, and ranges of the operand with the largest error there.
//! The permitted results follow from the true value ([`elementary`](crate::arith::elementary))
//! after the flush of operands: a result *r* is permitted if and only if |*r* - true| is at most
//! the documented error, where
//!
//! - n ulp are n units in the last place of the binade of the correctly rounded result: of the
//!   smallest one if that is zero, of the top one if it is infinite;
//! - infinity counts as 2^(emax+1);
//! - the correctly rounded result is permitted always; where no number is within the error, it is
//!   so by a reading of the text, and it is the only one;
//! - nothing is clamped to the function's range;
//! - zeros of both signs are one number, so both are permitted where 0 is within the error;
//! - with `.ftz` the ends are flushed to zeros of their signs; a zero that is not within the error
//!   has the sign of the true value.
//!
//! Permitted results are an interval in the order of values, in which -0 comes before +0.

mod magnitude;
mod permitted;
mod span;
pub mod table;
mod words;

use alloc::string::{String, ToString};
use core::cmp::Ordering;
use core::fmt;

use self::magnitude::Magnitude;
use crate::arith::clamp::canonical_nan;
use crate::arith::elementary::{Enclosure, Function, QUARTER_PI, Truth, power_of_two};
use crate::arith::rounding::{Rounding, Subnormals};
use crate::bits::low_word;
use crate::format::{FloatFormat, Format};
use crate::number::{Datum, Exact, Kind};
use crate::source::Source;

/// The documented bounds of the results of an approximate instruction.
#[derive(Debug, PartialEq, Eq)]
pub struct Bound {
    /// The function that is approximated.
    pub function: Function,
    /// The rows of the table of corner cases.
    pub corners: &'static [Row],
    /// The errors; the first range that holds the operand counts, outside all of them there is no
    /// bound.
    pub ranges: &'static [Range],
    /// The section that documents them.
    pub source: Source,
}

/// A row of a table of corner cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The operand.
    pub input: Input,
    /// The result.
    pub outcome: Outcome,
}

/// The operands that tables of corner cases name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Negative infinity.
    NegativeInfinity,
    /// Finite, negative, not subnormal.
    NegativeNormal,
    /// Negative and subnormal.
    NegativeSubnormal,
    /// Negative zero.
    NegativeZero,
    /// Positive zero.
    PositiveZero,
    /// Positive and subnormal.
    PositiveSubnormal,
    /// Positive infinity.
    PositiveInfinity,
    /// A NaN.
    Nan,
}

/// The results that tables of corner cases name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A NaN whose bits are left open.
    Nan,
    /// The NaN whose bits the ISA gives: those of the format's canonical NaN.
    CanonicalNan,
    /// Negative infinity.
    NegativeInfinity,
    /// -1.
    NegativeOne,
    /// Negative zero.
    NegativeZero,
    /// Positive zero.
    PositiveZero,
    /// 1.
    PositiveOne,
    /// Positive infinity.
    PositiveInfinity,
    /// The operand.
    Operand,
}

/// A range of operands, and the largest error there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The operands that it applies to.
    pub over: Over,
    /// The error.
    pub error: Error,
    /// The size, in units in the last place or in its own; a lower bound if it is irrational.
    size: Magnitude,
}

/// A set of operands; for a quotient it is about the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// All.
    Everything,
    /// All finite numbers above 0.
    PositiveFinite,
    /// Numbers *a* with 2^x < *a* < 2^y.
    Between(i32, i32),
    /// Numbers *a* with 2^x ≤ |*a*| ≤ 2^y.
    MagnitudeWithin(i32, i32),
    /// Numbers *a* with 2^x < |*a*| < 2^y.
    MagnitudeBetween(i32, i32),
    /// Numbers *a* with |*a*| ≤ x·π.
    MagnitudeUpToPi(u32),
}

/// The largest error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number of units in the last place.
    Ulp(u8),
    /// A number of units in the last place, counted from the correctly rounded result.
    UlpOfRounded(u8),
    /// 2^(x/1000).
    Absolute(i32),
    /// 2^(x/1000) of the true value.
    Relative(i32),
    /// Not an error: the quotient is a zero of its sign, or NaN if the dividend is infinite.
    Vanishes,
}

impl Error {
    /// The power of two that limits the error, as its exponent: `−22.9`.
    pub fn exponent(self) -> Option<String> {
        let (Self::Absolute(thousandths) | Self::Relative(thousandths)) = self else {
            return None;
        };
        let sign = if thousandths < 0 { "−" } else { "" };
        let (whole, rest) = (thousandths.abs() / 1000, thousandths.abs() % 1000);
        let text = alloc::format!("{sign}{whole}.{rest:03}");
        Some(text.trim_end_matches('0').trim_end_matches('.').to_string())
    }
}

impl fmt::Display for Error {
    /// The error in words: `2 ulp`, `2^−22.9 of the true value`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponent = self.exponent().unwrap_or_default();
        match self {
            Self::Ulp(count) => write!(f, "{count} ulp"),
            Self::UlpOfRounded(count) => write!(f, "{count} ulp from the correctly rounded result"),
            Self::Absolute(_) => write!(f, "2^{exponent}"),
            Self::Relative(_) => write!(f, "2^{exponent} of the true value"),
            Self::Vanishes => f.write_str("a zero, or NaN if the dividend is infinite"),
        }
    }
}

/// Whether an encoding lies between two, both included, in the order of values; −0 comes before
/// +0, and a NaN lies nowhere.
#[must_use]
pub fn is_between(bits: u64, lo: u64, hi: u64, format: &FloatFormat) -> bool {
    let place = |bits: u64| {
        let magnitude = (bits & format.magnitude_mask()).cast_signed();
        if bits & format.sign_mask() == 0 { magnitude } else { !magnitude }
    };
    !format.decode(bits).is_nan() && (place(lo)..=place(hi)).contains(&place(bits))
}

/// Counts the numbers of a format between two encodings, both included; zeros are one number.
#[must_use]
pub const fn count(lo: u64, hi: u64, format: &FloatFormat) -> u64 {
    let (low, high) = (lo & format.magnitude_mask(), hi & format.magnitude_mask());
    match (low != lo, high != hi) {
        (false, false) => (high + 1).saturating_sub(low),
        (true, true) => (low + 1).saturating_sub(high),
        (true, false) => low + high + 1,
        (false, true) => 0,
    }
}

/// An approximate result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// The correctly rounded result, or the pinned one; a NaN is the canonical one.
    pub reference: u64,
    /// The results that the ISA permits.
    pub permitted: Permitted,
    /// The true value that the reference was rounded from, where it is finite and not 0.
    pub value: Option<Enclosure>,
}

/// The set of results that the ISA permits for given operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permitted {
    /// All numbers between two, both included; −0 comes before +0.
    Interval {
        /// The encoding of the least one.
        lo: u64,
        /// The encoding of the largest one.
        hi: u64,
    },
    /// The reference alone: a documented corner case.
    Pinned,
    /// The reference, by a reading: no number of the format is within the documented error.
    Nearest,
    /// Any NaN.
    AnyNan,
    /// The ISA gives no bound.
    Unbounded,
}

impl Input {
    /// Returns the class of a datum of a format, unless it is a positive normal number.
    #[must_use]
    pub fn of(datum: &Datum, format: &FloatFormat) -> Option<Self> {
        Some(match (datum.negative, datum.kind) {
            (_, Kind::Nan { .. }) => Self::Nan,
            (true, Kind::Infinite) => Self::NegativeInfinity,
            (false, Kind::Infinite) => Self::PositiveInfinity,
            (true, Kind::Zero) => Self::NegativeZero,
            (false, Kind::Zero) => Self::PositiveZero,
            (true, Kind::Finite { .. }) if is_subnormal(datum, format) => Self::NegativeSubnormal,
            (true, Kind::Finite { .. }) => Self::NegativeNormal,
            (false, Kind::Finite { .. }) if is_subnormal(datum, format) => Self::PositiveSubnormal,
            (false, Kind::Finite { .. }) => return None,
        })
    }
}

fn is_subnormal(datum: &Datum, format: &FloatFormat) -> bool {
    datum.exact().is_some_and(|exact| exact.leading_exponent() < format.emin())
}

impl Outcome {
    /// The datum for an operand, a NaN being the canonical one.
    #[must_use]
    pub fn datum(self, operand: Datum, format: &'static FloatFormat) -> Datum {
        let one = format.decode(format.one());
        match self {
            Self::Nan | Self::CanonicalNan => canonical_nan(Format::Float(format)),
            Self::NegativeInfinity => Datum::infinite(true),
            Self::NegativeOne => one.negated(),
            Self::NegativeZero => Datum::zero(true),
            Self::PositiveZero => Datum::zero(false),
            Self::PositiveOne => one,
            Self::PositiveInfinity => Datum::infinite(false),
            Self::Operand => operand,
        }
    }
}

impl Range {
    const fn new(over: Over, error: Error) -> Self {
        let size = match error {
            Error::Ulp(count) | Error::UlpOfRounded(count) => Magnitude::new(count as u128, 0),
            Error::Absolute(thousandths) | Error::Relative(thousandths) => {
                let power = power_of_two(thousandths);
                Magnitude::new(power.low, power.exponent)
            }
            Error::Vanishes => Magnitude::ZERO,
        };
        Self { over, error, size }
    }
}

impl Over {
    /// Whether an operand that is not NaN lies in the set.
    #[must_use]
    pub fn contains(self, operand: &Datum) -> bool {
        if operand.is_infinite() || operand.is_nan() {
            return self == Self::Everything;
        }
        let exact = operand.exact();
        // How the magnitude compares with a power of two; 0 lies below all.
        let against = |exponent: i32| {
            exact.map_or(Ordering::Less, |it| {
                let by_binade = it.leading_exponent().cmp(&exponent);
                by_binade.then((!it.significand.is_power_of_two()).cmp(&false))
            })
        };
        match self {
            Self::Everything => true,
            Self::PositiveFinite => exact.is_some_and(|it| !it.negative),
            Self::Between(x, y) => !operand.negative && against(x).is_gt() && against(y).is_lt(),
            Self::MagnitudeWithin(x, y) => against(x).is_ge() && against(y).is_le(),
            Self::MagnitudeBetween(x, y) => against(x).is_gt() && against(y).is_lt(),
            Self::MagnitudeUpToPi(x) => exact.is_none_or(|it| is_up_to_pi(&it, x)),
        }
    }
}

/// Whether a magnitude is at most x·π, for 1 ≤ x ≤ 100.
fn is_up_to_pi(exact: &Exact, x: u32) -> bool {
    const UNIT: i32 = -62;
    // 1 < π, and 100·π < 2^9.
    let leading = exact.leading_exponent();
    if !(0..9).contains(&leading) {
        return leading < 0;
    }
    // A datum of 53 bits or less is a multiple of the unit. So none is between a multiple of π and
    // that multiple truncated to the unit.
    let (high, low) = (QUARTER_PI >> 64, u128::from(low_word(QUARTER_PI)));
    let limit = high * u128::from(x) + ((low * u128::from(x)) >> 64);
    exact.significand << (exact.exponent - UNIT) <= limit
}

impl Bound {
    /// The range that holds an operand, if any; for a quotient the operand is the divisor.
    #[must_use]
    pub fn range_of(&self, operand: &Datum) -> Option<&'static Range> {
        self.ranges.iter().find(|range| range.over.contains(operand))
    }

    /// The range that holds the operands, if any.
    #[must_use]
    pub fn range_for(&self, operands: &[Datum]) -> Option<&'static Range> {
        let index = usize::from(self.function == Function::Quotient);
        operands.get(index).and_then(|operand| self.range_of(operand))
    }

    /// The correctly rounded quotient, for divisors for which the ISA specifies zero instead.
    #[must_use]
    pub fn nearest(
        &self,
        operands: &[Datum],
        format: &'static FloatFormat,
        subnormals: Subnormals,
    ) -> Option<u64> {
        let range = self.range_for(operands)?;
        let [a, b] = operands else { return None };
        let Truth::Finite(value) = self.function.evaluate(*a, *b) else { return None };
        let is_other = range.error == Error::Vanishes;
        is_other.then(|| format.encode(&value.round(format, Rounding::TiesToEven, subnormals)))
    }

    /// The reference and the permitted results for one operand, or for dividend and divisor.
    ///
    /// Operands and result are in one format; further operands are ignored. [`Subnormals::Flush`]
    /// is for operands and result.
    #[must_use]
    pub fn approximate(
        &self,
        operands: &[Datum],
        format: &'static FloatFormat,
        subnormals: Subnormals,
    ) -> Approximation {
        let operand = |index| {
            let datum: Datum = operands.get(index).copied().unwrap_or(Datum::zero(false));
            let flushes = subnormals == Subnormals::Flush && is_subnormal(&datum, format);
            if flushes { Datum::zero(datum.negative) } else { datum }
        };
        let is_quotient = self.function == Function::Quotient;
        let a = operand(0);
        let b = if is_quotient { operand(1) } else { Datum::zero(false) };
        let known = |datum: Datum, permitted| Approximation {
            reference: format.encode(&datum),
            permitted,
            value: None,
        };
        let corner = |input| self.corners.iter().find(|corner| Some(corner.input) == input);
        if let Some(corner) = corner(Input::of(&a, format)) {
            let is_open = corner.outcome == Outcome::Nan;
            let permitted = if is_open { Permitted::AnyNan } else { Permitted::Pinned };
            return known(corner.outcome.datum(a, format), permitted);
        }
        if a.is_nan() || b.is_nan() {
            return known(canonical_nan(Format::Float(format)), Permitted::AnyNan);
        }
        let truth = self.function.evaluate(a, b);
        let rounded = |subnormals| match truth {
            Truth::Finite(value) => value.round(format, Rounding::TiesToEven, subnormals),
            Truth::Zero { negative } => Datum::zero(negative),
            Truth::Infinite { negative } => Datum::infinite(negative),
            Truth::Invalid => canonical_nan(Format::Float(format)),
        };
        let kept = rounded(Subnormals::Keep);
        let is_kept = subnormals == Subnormals::Keep;
        let reference = if is_kept { kept } else { rounded(subnormals) };
        let Some(range) = self.range_of(if is_quotient { &b } else { &a }) else {
            return Approximation {
                value: truth.finite(),
                ..known(reference, Permitted::Unbounded)
            };
        };
        if range.error == Error::Vanishes {
            return if a.is_infinite() {
                known(canonical_nan(Format::Float(format)), Permitted::AnyNan)
            } else {
                known(Datum::zero(a.negative != b.negative), Permitted::Pinned)
            };
        }
        let permitted = match truth {
            Truth::Invalid => Permitted::AnyNan,
            Truth::Finite(_) | Truth::Zero { .. } | Truth::Infinite { .. } => {
                permitted::interval(&truth, range, &kept, format, subnormals)
            }
        };
        Approximation { value: truth.finite(), ..known(reference, permitted) }
    }
}

#[cfg(test)]
mod tests;
