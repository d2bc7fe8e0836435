//! Exact binary values of any size, for display and as a slow, plain reference.
//!
//! A [`Dyadic`] is ±*m*·2^*e*: every finite datum is one, and so is every sum and product.
//! The evaluator does not use it: [`Exact`] is bounded and quicker.

use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;

use super::decimal::Decimal;
use super::natural::Natural;
use super::{Datum, Exact, Kind};

/// Beyond this binary exponent a value is not written out in decimal.
///
/// The product of two `f64` values, the widest there is, is a multiple of 2^-2148.
const DECIMAL_LIMIT: u32 = 20_000;

/// An exact value ±`magnitude` · 2^`exponent`.
///
/// The parts are normalized, so equal values have equal parts: the magnitude is odd, or all is 0
/// and the sign positive.
/// Memory grows with the distance of the exponents that meet in a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    negative: bool,
    magnitude: Natural,
    exponent: i32,
}

/// `to - from` where it is positive, else 0.
fn excess(to: i32, from: i32) -> u32 {
    if to > from { to.abs_diff(from) } else { 0 }
}

impl Dyadic {
    /// 0.
    pub const ZERO: Self = Self { negative: false, magnitude: Natural::ZERO, exponent: 0 };

    /// The value ±`magnitude` · 2^`exponent`.
    #[must_use]
    pub fn new(negative: bool, magnitude: &Natural, exponent: i32) -> Self {
        if magnitude.is_zero() {
            return Self::ZERO;
        }
        let n_zeros = magnitude.trailing_zeros();
        let exponent = exponent.saturating_add_unsigned(n_zeros);
        Self { negative, magnitude: magnitude.shr(n_zeros), exponent }
    }

    /// The value of a finite datum; a zero of either sign is 0.
    pub fn from_datum(datum: &Datum) -> Option<Self> {
        match datum.kind {
            Kind::Zero => Some(Self::ZERO),
            Kind::Finite { significand, exponent } => {
                Some(Self::new(datum.negative, &Natural::from(significand), exponent))
            }
            Kind::Infinite | Kind::Nan { .. } => None,
        }
    }

    /// The value, unless it goes on below the significand.
    pub fn from_exact(exact: &Exact) -> Option<Self> {
        let value = || Self::new(exact.negative, &exact.significand.into(), exact.exponent);
        (!exact.sticky).then(value)
    }

    /// Whether it is below 0.
    pub const fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_zero()
    }

    /// The absolute value in units of 2^[`exponent`](Self::exponent): odd, or 0.
    pub const fn magnitude(&self) -> &Natural {
        &self.magnitude
    }

    /// The exponent of the least significant set bit: 0 for 0.
    pub const fn exponent(&self) -> i32 {
        self.exponent
    }

    /// ⌊log2 |value|⌋, unless the value is 0.
    pub fn leading_exponent(&self) -> Option<i32> {
        let n_below = self.magnitude.bit_length().checked_sub(1)?;
        Some(self.exponent.saturating_add_unsigned(n_below))
    }

    /// The value with the opposite sign.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { negative: !self.negative && !self.is_zero(), ..self.clone() }
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        let (a, b, exponent) = self.align(other);
        if self.negative == other.negative {
            return Self::new(self.negative, &a.add(&b), exponent);
        }
        let (difference, order) = a.difference(&b);
        Self::new(self.negative ^ (order == Ordering::Less), &difference, exponent)
    }

    /// The difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// The product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        let product = self.magnitude.mul(&other.magnitude);
        let exponent = self.exponent.saturating_add(other.exponent);
        Self::new(self.negative ^ other.negative, &product, exponent)
    }

    /// Both magnitudes in units of the lower power of two, and its exponent.
    fn align(&self, other: &Self) -> (Natural, Natural, i32) {
        // A zero has no unit of its own.
        let unit = match (self.is_zero(), other.is_zero()) {
            (true, _) => other.exponent,
            (_, true) => self.exponent,
            (false, false) => self.exponent.min(other.exponent),
        };
        let a = self.magnitude.shl(excess(self.exponent, unit));
        let b = other.magnitude.shl(excess(other.exponent, unit));
        (a, b, unit)
    }

    /// The value in decimal, every digit: `0.0999755859375`, `5.9604644775390625e-8`.
    ///
    /// The layout is that of [`text`](crate::text).
    /// A binary exponent beyond ±20,000, which no sum or product of two data has, is written as
    /// [`to_c_hex`](Self::to_c_hex) does.
    pub fn to_decimal(&self) -> String {
        self.decimal_layout(usize::MAX)
    }

    /// The value in decimal, at most `n_digits` significant digits, cut off, not rounded, with
    /// `…` in place of the rest: `0.0999…`.
    pub fn to_decimal_shortened(&self, n_digits: usize) -> String {
        self.decimal_layout(n_digits)
    }

    fn decimal_layout(&self, n_digits: usize) -> String {
        let sign = if self.negative { "-" } else { "" };
        if self.exponent.unsigned_abs() > DECIMAL_LIMIT {
            return self.to_c_hex();
        }
        match Decimal::from_dyadic(&self.magnitude, self.exponent) {
            Some(decimal) => format!("{sign}{}", decimal.shortened(n_digits)),
            None => String::from("0"),
        }
    }

    /// The value as a hexadecimal floating-point number of C, leading digit 1: `0x1.22p+1`.
    pub fn to_c_hex(&self) -> String {
        let Some(leading) = self.leading_exponent() else { return String::from("0x0p+0") };
        let sign = if self.negative { "-" } else { "" };
        let n_fraction_bits = self.magnitude.bit_length() - 1;
        let padding = n_fraction_bits.next_multiple_of(4) - n_fraction_bits;
        let digits = format!("{:x}", self.magnitude.shl(padding));
        let fraction = digits.get(1..).unwrap_or_default();
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}0x1{point}{fraction}p{leading:+}")
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |value: &Self| match (value.is_zero(), value.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let by_magnitude = || {
            let by_binade = self.leading_exponent().cmp(&other.leading_exponent());
            by_binade.then_with(|| {
                let (a, b, _) = self.align(other);
                a.cmp(&b)
            })
        };
        sign(self)
            .cmp(&sign(other))
            .then_with(|| if self.negative { by_magnitude().reverse() } else { by_magnitude() })
    }
}

impl Dyadic {
    /// The magnitude over that of another number, to that many significant digits; nothing if either
    /// is 0, or if they are too far apart for digits to matter.
    pub(crate) fn over(&self, other: &Self, n_digits: usize) -> Option<Decimal> {
        const NEGLIGIBLE: u32 = 20_000;
        let apart = self.leading_exponent()?.abs_diff(other.leading_exponent()?);
        if apart > NEGLIGIBLE {
            return None;
        }
        let numerator = self.magnitude.shl(excess(self.exponent, other.exponent));
        let denominator = other.magnitude.shl(excess(other.exponent, self.exponent));
        Decimal::from_ratio(&numerator, &denominator, n_digits)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The error `result - exact` in units of 2^`ulp_exponent`, to three significant digits.
///
/// It has a sign, as in `+0.488`; without an error it is `0`. An error smaller than 1e-99 is only
/// bounded: `-<1e-99`.
pub fn ulp_error(result: &Dyadic, exact: &Dyadic, ulp_exponent: i32) -> String {
    quotient_in_ulp(&result.sub(exact), &Natural::one(), ulp_exponent)
}

/// `value` / (`divisor` · 2^`ulp_exponent`) as [`ulp_error`] writes it; `divisor` is not 0.
pub(crate) fn quotient_in_ulp(value: &Dyadic, divisor: &Natural, ulp_exponent: i32) -> String {
    const N_DIGITS: usize = 3;
    /// 2^-330 is below 1e-99.
    const NEGLIGIBLE: i32 = -330;
    let Some(leading) = value.leading_exponent() else { return String::from("0") };
    let sign = if value.negative { '-' } else { '+' };
    let n_divisor_bits = divisor.bit_length().cast_signed();
    if leading.saturating_sub(n_divisor_bits).saturating_sub(ulp_exponent) < NEGLIGIBLE {
        return format!("{sign}<1e-99");
    }
    let numerator = value.magnitude.shl(excess(value.exponent, ulp_exponent));
    let denominator = divisor.shl(excess(ulp_exponent, value.exponent));
    match Decimal::from_ratio(&numerator, &denominator, N_DIGITS) {
        Some(decimal) => format!("{sign}{}", decimal.shortened(usize::MAX)),
        None => String::from("0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::table::{BF16, F16, F64};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn f64(bits: u64) -> Dyadic {
        Dyadic::from_datum(&F64.decode(bits)).unwrap()
    }

    fn integer(value: i64) -> Dyadic {
        Dyadic::new(value < 0, &value.unsigned_abs().into(), 0)
    }

    #[test]
    fn arithmetic_agrees_with_i64() {
        for a in -20..20 {
            for b in -20..20 {
                let (x, y) = (integer(a), integer(b));
                assert_eq!(x.add(&y), integer(a + b));
                assert_eq!(x.sub(&y), integer(a - b));
                assert_eq!(x.mul(&y), integer(a * b));
                assert_eq!(x.cmp(&y), a.cmp(&b));
                assert_eq!(x.neg(), integer(-a));
            }
        }
    }

    #[test]
    fn order_agrees_with_the_encodings() {
        let values = (0..=F16.max_finite()).map(|bits| F16.decode(bits));
        let values: alloc::vec::Vec<_> = values.filter_map(|d| Dyadic::from_datum(&d)).collect();
        assert!(values.is_sorted_by(|a, b| a < b && a.neg() > b.neg()));
    }

    #[test]
    fn decimal_prints_every_digit() {
        for (bits, expected) in [
            (0x4000_0000_0000_0000, "2"),
            (0xbfc0_0000_0000_0000, "-0.125"),
            (0x3fb9_9999_9999_999a, "0.1000000000000000055511151231257827021181583404541015625"),
            (0x44b5_2d02_c7e1_4af6, "9.9999999999999991611392e22"),
            (0x433f_ffff_ffff_ffff, "9007199254740991"),
            (0x4340_0000_0000_0001, "9007199254740994"),
            (0x0000_0000_0000_0000, "0"),
        ] {
            assert_eq!(f64(bits).to_decimal(), expected);
        }
        let smallest = f64(1).to_decimal();
        assert!(smallest.starts_with("4.94065645841246544") && smallest.ends_with("625e-324"));
        assert_eq!(smallest.len(), 751 + ".e-324".len());
    }

    #[test]
    fn decimal_of_the_longest_sum_is_finite() {
        let (largest, smallest) = (f64(F64.max_finite()), f64(1));
        let digits = largest.mul(&largest).add(&smallest.mul(&smallest)).to_decimal();
        assert!(digits.starts_with("3.2317006071311") && digits.ends_with("5e616"));
        let beyond = Dyadic::new(true, &Natural::from(5_u64), i32::MIN).to_decimal();
        assert_eq!(beyond, "-0x1.4p-2147483646");
    }

    #[test]
    fn shortened_decimal_is_marked() {
        let tenth = f64(0x3fb9_9999_9999_999a);
        assert_eq!(tenth.to_decimal_shortened(3), "0.100…");
        assert_eq!(tenth.to_decimal_shortened(20), "0.10000000000000000555…");
        assert_eq!(integer(65504).to_decimal_shortened(5), "65504");
        assert_eq!(integer(65504).to_decimal_shortened(3), "6.55…e4");
        assert_eq!(f64(1).to_decimal_shortened(1), "4…e-324");
        assert_eq!(integer(-7).to_decimal_shortened(0), "-7");
    }

    #[test]
    fn c_hex_has_a_leading_one() {
        for (bits, expected) in [
            (0x4002_2000_0000_0000, "0x1.22p+1"),
            (0x3ff0_0000_0000_0000, "0x1p+0"),
            (0xbff8_0000_0000_0000, "-0x1.8p+0"),
            (0x0000_0000_0000_0003, "0x1.8p-1073"),
            (0x7fef_ffff_ffff_ffff, "0x1.fffffffffffffp+1023"),
            (0x0000_0000_0000_0000, "0x0p+0"),
        ] {
            assert_eq!(f64(bits).to_c_hex(), expected);
        }
    }

    #[test]
    fn error_is_measured_in_ulp() {
        let result = Dyadic::from_datum(&BF16.decode(0x4011)).unwrap();
        // 1.5 * 1.5 + 0x1.06p-7, in units of 2^-6.
        let exact = Dyadic::new(false, &Natural::from((9_u64 << 13) + 0x106), -15);
        assert_eq!(exact.to_decimal(), "2.25799560546875");
        assert_eq!(ulp_error(&result, &exact, -6), "+0.488");
        assert_eq!(ulp_error(&result, &result, -6), "0");
        assert_eq!(ulp_error(&integer(1), &integer(3), 2), "-0.5");
        assert_eq!(ulp_error(&integer(1000), &integer(1), 0), "+999");
        assert_eq!(ulp_error(&integer(100_000), &integer(1), 0), "+100000");
        assert_eq!(ulp_error(&integer(0), &f64(1), -1000), "-5.29e-23");
        assert_eq!(ulp_error(&f64(1), &integer(0), 0), "+<1e-99");
    }
}
