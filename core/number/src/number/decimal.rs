//! Decimal digits of exact values, and their layout.

use alloc::format;
use alloc::string::{String, ToString};
use core::cmp::Ordering;

use crate::number::natural::Natural;

/// A positive number *d*.*ddd*·10^`exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    /// ASCII digits, with the point after the first; neither the first nor the last is `0`.
    digits: String,
    exponent: i32,
}

/// The number of bytes as an exponent; no text here comes near the limit.
fn length(digits: &str) -> i32 {
    i32::try_from(digits.len()).unwrap_or(i32::MAX)
}

impl Decimal {
    /// An integer times 10^`scale`, unless it is 0.
    fn new(integer: &str, scale: i32) -> Option<Self> {
        let digits = integer.trim_end_matches('0');
        let exponent = length(integer) - 1 + scale;
        (!digits.is_empty()).then(|| Self { digits: digits.to_string(), exponent })
    }

    /// Every digit of `magnitude` · 2^`exponent`, unless it is 0.
    pub(crate) fn from_dyadic(magnitude: &Natural, exponent: i32) -> Option<Self> {
        let size = exponent.unsigned_abs();
        if exponent >= 0 {
            Self::new(&magnitude.shl(size).to_string(), 0)
        } else {
            // m / 2^k = m·5^k / 10^k.
            Self::new(&magnitude.mul(&Natural::pow(5, size)).to_string(), exponent)
        }
    }

    /// The quotient rounded to `n_digits` significant digits, unless it is 0 or has none.
    pub(crate) fn from_ratio(
        numerator: &Natural,
        denominator: &Natural,
        n_digits: usize,
    ) -> Option<Self> {
        const GUARD_DIGITS: i32 = 3;
        let n_bits = i64::from(numerator.bit_length()) - i64::from(denominator.bit_length());
        // log10 2 is 0.30103; the guard digits make up for the estimate's error.
        let estimate = i32::try_from((n_bits - 1) * 30_103 / 100_000).ok()?;
        let scale = i32::try_from(n_digits).ok()? + GUARD_DIGITS - estimate;
        let power = Natural::pow(10, scale.unsigned_abs());
        let (quotient, remainder) = if scale >= 0 {
            numerator.mul(&power).div_rem(denominator)?
        } else {
            numerator.div_rem(&denominator.mul(&power))?
        };
        // One more digit stands for all that follow: only whether there are any matters.
        let tail = if remainder.is_zero() { '0' } else { '1' };
        Some(Self::new(&format!("{quotient}{tail}"), -scale - 1)?.rounded(n_digits))
    }

    /// Returns the number of significant digits.
    pub(crate) fn n_digits(&self) -> usize {
        self.digits.len()
    }

    /// The power of ten of the first digit.
    pub(crate) const fn exponent(&self) -> i32 {
        self.exponent
    }

    /// Multiplies the number by 10^`power`.
    pub(crate) fn scaled(&self, power: i32) -> Self {
        Self { digits: self.digits.clone(), exponent: self.exponent.saturating_add(power) }
    }

    /// The digits as an integer, and the power of ten to multiply it by.
    pub(crate) fn parts(&self) -> (&str, i32) {
        (&self.digits, self.exponent - length(&self.digits) + 1)
    }

    /// The two numbers of at most `n_digits` digits around this one, the nearer one first; if both
    /// are equally near, the even one.
    ///
    /// The second one is `None` if the number itself has no more digits.
    pub(crate) fn neighbors(&self, n_digits: usize) -> (Self, Option<Self>) {
        let n_digits = n_digits.max(1);
        let Some((kept, rest)) = self.digits.split_at_checked(n_digits) else {
            return (self.clone(), None);
        };
        if rest.is_empty() {
            return (self.clone(), None);
        }
        let scale = self.exponent - length(kept) + 1;
        let below = Self::new(kept, scale).unwrap_or_else(|| self.clone());
        let above = self.incremented(kept, scale);
        // The last digit is not 0, so that more digits than `5` lie above one half.
        let is_odd = kept.bytes().last().is_some_and(|digit| digit % 2 == 1);
        match (rest.cmp("5"), is_odd) {
            (Ordering::Less, _) | (Ordering::Equal, false) => (below, Some(above)),
            (Ordering::Greater, _) | (Ordering::Equal, true) => (above, Some(below)),
        }
    }

    /// `kept` plus one, times 10^`scale`.
    fn incremented(&self, kept: &str, scale: i32) -> Self {
        let prefix = kept.trim_end_matches('9');
        let scale = scale + length(kept) - length(prefix);
        let Some((head, last)) = prefix.split_at_checked(prefix.len().saturating_sub(1)) else {
            return self.clone();
        };
        // Nines only: the carry becomes a new digit.
        let digit = last.bytes().next().map_or('1', |digit| char::from(digit + 1));
        let digits = format!("{head}{digit}");
        Self { exponent: scale + length(&digits) - 1, digits }
    }

    /// The nearest number of at most `n_digits` digits, at least one; a tie goes to the even one.
    pub(crate) fn rounded(&self, n_digits: usize) -> Self {
        self.neighbors(n_digits).0
    }

    /// Whether [`shortened`](Self::shortened) lays out all its digits with zeros behind them.
    pub(crate) fn is_padded(&self) -> bool {
        (0..16).contains(&self.exponent) && self.exponent >= length(&self.digits)
    }

    /// The number laid out, at most `n_digits` digits, at least one, and `…` for the rest.
    ///
    /// An exponent of -5 to 15 is laid out without exponent, unless `…` would hide integer digits.
    pub(crate) fn shortened(&self, n_digits: usize) -> String {
        let (digits, mark) = match self.digits.split_at_checked(n_digits.max(1)) {
            Some((kept, rest)) if !rest.is_empty() => (kept, "…"),
            Some(_) | None => (self.digits.as_str(), ""),
        };
        let hides_digits = !mark.is_empty() && self.exponent >= length(digits);
        if !(-5..16).contains(&self.exponent) || hides_digits {
            let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
            let point = if rest.is_empty() { "" } else { "." };
            return format!("{first}{point}{rest}{mark}e{}", self.exponent);
        }
        if self.exponent < 0 {
            let zeros = "0".repeat(self.exponent.unsigned_abs() as usize - 1);
            return format!("0.{zeros}{digits}{mark}");
        }
        let n_integer = self.exponent.unsigned_abs() as usize + 1;
        match digits.split_at_checked(n_integer) {
            Some((integer, "")) => format!("{integer}{mark}"),
            Some((integer, fraction)) => format!("{integer}.{fraction}{mark}"),
            None => format!("{digits:0<n_integer$}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn ratio(numerator: u64, denominator: u64, n_digits: usize) -> String {
        let decimal = Decimal::from_ratio(&numerator.into(), &denominator.into(), n_digits);
        decimal.map_or("none".to_string(), |decimal| decimal.shortened(usize::MAX))
    }

    #[test]
    fn ratio_is_rounded_to_the_nearest() {
        assert_eq!(ratio(1, 3, 3), "0.333");
        assert_eq!(ratio(2, 3, 3), "0.667");
        assert_eq!(ratio(1, 1, 3), "1");
        assert_eq!(ratio(9_995, 10_000, 3), "1");
        assert_eq!(ratio(99_949_999, 100_000_000, 3), "0.999");
        assert_eq!(ratio(1_000_500, 1_000_000, 3), "1");
        assert_eq!(ratio(10_050, 10_000, 3), "1");
        assert_eq!(ratio(10_150, 10_000, 3), "1.02");
        assert_eq!(ratio(1_005_000_000_000_001, 1_000_000_000_000_000, 3), "1.01");
        assert_eq!(ratio(u64::MAX, 1, 3), "1.84e19");
        assert_eq!(ratio(1, u64::MAX, 3), "5.42e-20");
        assert_eq!(ratio(0, 7, 3), "none");
        assert_eq!(ratio(1, 0, 3), "none");
    }

    #[test]
    fn layout_changes_at_the_exponent() {
        for (integer, scale, expected) in [
            ("1", -6, "1e-6"),
            ("12", -6, "0.000012"),
            ("1", -5, "0.00001"),
            ("15", -1, "1.5"),
            ("1", 15, "1000000000000000"),
            ("1", 16, "1e16"),
            ("12345", 20, "1.2345e24"),
        ] {
            let decimal = Decimal::new(integer, scale).unwrap();
            assert_eq!(decimal.shortened(usize::MAX), expected);
        }
    }

    #[test]
    fn neighbors_carry() {
        let nines = Decimal::new("9996", 0).unwrap();
        let (near, far) = nines.neighbors(2);
        assert_eq!(near.shortened(9), "10000");
        assert_eq!(far.unwrap().shortened(9), "9900");
        let (near, far) = nines.neighbors(4);
        assert_eq!((near.shortened(9), far), ("9996".to_string(), None));
    }
}
