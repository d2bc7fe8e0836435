//! The exact value of a typed number.

use alloc::string::String;

use crate::number::dyadic::{Dyadic, quotient_in_ulp};
use crate::number::natural::Natural;
use crate::number::{Datum, Exact};

/// A power of ten beyond ±this limit decides overflow or underflow by itself: the digits of a text
/// scale its value by less than 10^±4,096, and every format lies within 10^±400.
const DECIMAL_EXPONENT_LIMIT: i64 = 10_000;

/// A power of two beyond ±this limit decides overflow or underflow by itself: the digits scale by
/// less than 2^±16,384.
const BINARY_EXPONENT_LIMIT: i64 = 40_000;

/// The value `numerator` / `denominator`; a negative zero keeps its sign.
#[derive(Clone, Debug)]
pub(super) struct Ratio {
    pub(super) negative: bool,
    numerator: Dyadic,
    /// Not zero.
    denominator: Natural,
}

/// An exponent within ±`limit`.
fn clamp(exponent: i64, limit: i64) -> i32 {
    i32::try_from(exponent.clamp(-limit, limit)).unwrap_or(0)
}

impl Ratio {
    /// The value ±`numerator` / `denominator` · 10^`exponent`; the denominator is not 0.
    pub(super) fn decimal(
        negative: bool,
        numerator: &Natural,
        denominator: Natural,
        exponent: i64,
    ) -> Self {
        // 10^k is 5^k·2^k, and powers of two cost nothing.
        let exponent = clamp(exponent, DECIMAL_EXPONENT_LIMIT);
        let power = Natural::pow(5, exponent.unsigned_abs());
        let (numerator, denominator) = if exponent >= 0 {
            (numerator.mul(&power), denominator)
        } else {
            (numerator.clone(), denominator.mul(&power))
        };
        Self { negative, numerator: Dyadic::new(false, &numerator, exponent), denominator }
    }

    /// The value ±`magnitude` · 2^`exponent`.
    pub(super) fn binary(negative: bool, magnitude: &Natural, exponent: i64) -> Self {
        let exponent = clamp(exponent, BINARY_EXPONENT_LIMIT);
        let numerator = Dyadic::new(false, magnitude, exponent);
        Self { negative, numerator, denominator: Natural::one() }
    }

    /// The value, for rounding: at least 100 bits of it, unless it is 0.
    pub(super) fn to_exact(&self) -> Option<Exact> {
        const N_BITS: u32 = 100;
        let n_numerator_bits = self.numerator.magnitude().bit_length();
        let wanted = N_BITS + self.denominator.bit_length();
        let (up, down) =
            (wanted.saturating_sub(n_numerator_bits), n_numerator_bits.saturating_sub(wanted));
        let dividend = self.numerator.magnitude().shl(up);
        let divisor = self.denominator.shl(down);
        let (quotient, remainder) = dividend.div_rem(&divisor)?;
        let significand = quotient.to_u128().filter(|&bits| bits != 0)?;
        let exponent = self.numerator.exponent() - up.cast_signed() + down.cast_signed();
        Some(Exact { negative: self.negative, significand, exponent, sticky: !remainder.is_zero() })
    }

    /// `stored` minus the value, and the magnitude of the value, both times the denominator; nothing
    /// where either is 0.
    pub(super) fn difference(&self, stored: &Dyadic) -> Option<(Dyadic, Dyadic)> {
        let divisor = Dyadic::new(false, &self.denominator, 0);
        let value = if self.negative { self.numerator.neg() } else { self.numerator.clone() };
        let error = stored.mul(&divisor).sub(&value);
        (!error.is_zero() && !value.is_zero()).then(|| (error, self.numerator.clone()))
    }

    /// Whether `stored` and the value differ by less than 10^`exponent`, where the value is a
    /// [decimal](Self::decimal) of that exponent, or an integer.
    pub(super) fn is_within(&self, stored: &Dyadic, exponent: i64) -> bool {
        let Some((error, _)) = self.difference(stored) else { return true };
        let error = Dyadic::new(false, error.magnitude(), error.exponent());
        error.sub(&unit(exponent)).is_negative()
    }

    /// Whether the value is `stored`, rounded to a multiple of 10^`exponent` or cut off to one.
    pub(super) fn is_shortened(&self, stored: &Dyadic, exponent: i64) -> bool {
        let Some((error, _)) = self.difference(stored) else { return true };
        let is_cut_off = error.is_negative() == self.negative;
        let twice = Dyadic::new(false, error.magnitude(), error.exponent() + 1);
        self.is_within(stored, exponent)
            && (is_cut_off || !unit(exponent).sub(&twice).is_negative())
    }

    /// `stored` minus the value, in units in the last place of `stored`, whose exponent this is.
    pub(super) fn error_of(&self, stored: &Datum, ulp_exponent: i32) -> String {
        let divisor = Dyadic::new(false, &self.denominator, 0);
        let value = if self.negative { self.numerator.neg() } else { self.numerator.clone() };
        let stored = Dyadic::from_datum(stored).unwrap_or(Dyadic::ZERO);
        quotient_in_ulp(&stored.mul(&divisor).sub(&value), &self.denominator, ulp_exponent)
    }
}

/// 10^`exponent`, scaled as [`Ratio::difference`] scales a decimal of that exponent.
fn unit(exponent: i64) -> Dyadic {
    Ratio::decimal(false, &Natural::one(), Natural::one(), exponent).numerator
}
