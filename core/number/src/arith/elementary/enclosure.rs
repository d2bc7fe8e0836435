//! A real number between two others.

use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::format::FloatFormat;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
use crate::number::{Datum, Exact};

/// A nonzero real number ±*v*·2^`exponent`, where *v* = `low` if `width` is 0, and otherwise
/// `low` < *v* < `low` + `width`.
///
/// `low` is not 0, it has at least 60 bits unless `width` is 0, and `low` + `width` fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// The sign.
    pub negative: bool,
    /// The lower bound of the magnitude.
    pub low: u128,
    /// The distance of the upper bound from the lower one.
    pub width: u128,
    /// The exponent of the unit.
    pub exponent: i32,
}

impl Enclosure {
    /// The number itself, if it is known.
    pub const fn is_exact(&self) -> bool {
        self.width == 0
    }

    /// Whether it is known to be the value of a datum.
    pub fn is(&self, datum: &Datum) -> bool {
        let Some(other) = datum.exact().filter(|_| self.is_exact()) else { return false };
        // Without the zeros at its end a value has one significand.
        let parts = |significand: u128, exponent: i32| {
            let n_zeros = significand.trailing_zeros();
            (significand.unbounded_shr(n_zeros), exponent.saturating_add_unsigned(n_zeros))
        };
        self.negative == other.negative
            && parts(self.low, self.exponent) == parts(other.significand, other.exponent)
    }

    /// The magnitude one unit above `low`, or rather just below that, and the one at the other
    /// end: rounding is monotonic, so where it takes both to one number, it takes all between.
    const fn ends(&self) -> [Exact; 2] {
        let sticky = !self.is_exact();
        let Self { negative, low, exponent, .. } = *self;
        let lower = Exact { negative, significand: low, exponent, sticky };
        [lower, Exact { significand: low + self.width.saturating_sub(1), ..lower }]
    }

    /// The number rounded to a format, if its enclosure is narrow enough to decide the result.
    ///
    /// It always is when a function of this module rounds to the nearest f16, bf16 or f32 number
    /// from operands in that format; see [`super`].
    #[must_use]
    pub fn decided(
        &self,
        format: &FloatFormat,
        rounding: Rounding,
        subnormals: Subnormals,
    ) -> Option<Datum> {
        let [lower, upper] = self.ends().map(|end| round(&end, format, rounding, subnormals).datum);
        // A number has several significands, but one encoding.
        (format.encode(&lower) == format.encode(&upper)).then_some(lower)
    }

    /// The number rounded to a format, from its lower bound where [`Self::decided`] returns `None`.
    #[must_use]
    pub fn round(&self, format: &FloatFormat, rounding: Rounding, subnormals: Subnormals) -> Datum {
        let [lower, _] = self.ends();
        round(&lower, format, rounding, subnormals).datum
    }

    /// The bounds of the magnitude.
    #[must_use]
    pub fn bounds(&self) -> (Dyadic, Dyadic) {
        let bound = |significand| Dyadic::new(false, &Natural::from(significand), self.exponent);
        let low: Dyadic = bound(self.low);
        let high = if self.is_exact() { low.clone() } else { bound(self.low + self.width) };
        (low, high)
    }
}

impl From<Exact> for Enclosure {
    fn from(exact: Exact) -> Self {
        Self {
            negative: exact.negative,
            low: exact.significand,
            width: exact.sticky.into(),
            exponent: exact.exponent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::table::F32;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn an_open_end_is_not_reached() {
        // Just above 1, and just below.
        let above = Enclosure { negative: false, low: 1 << 100, width: 1 << 20, exponent: -100 };
        let below = Enclosure { low: (1 << 100) - (1 << 20), ..above };
        let decided = |it: &Enclosure, rounding| it.decided(&F32, rounding, Subnormals::Keep);
        let bits = |it, rounding| decided(it, rounding).map(|datum| F32.encode(&datum));
        assert_eq!(bits(&above, Rounding::TowardPositive), Some(0x3f80_0001));
        assert_eq!(bits(&above, Rounding::TowardNegative), Some(0x3f80_0000));
        assert_eq!(bits(&below, Rounding::TowardPositive), Some(0x3f80_0000));
        assert_eq!(bits(&below, Rounding::TowardZero), Some(0x3f7f_ffff));
        let across = Enclosure { width: 1 << 21, ..below };
        assert_eq!(bits(&across, Rounding::TiesToEven), Some(0x3f80_0000));
        assert_eq!(bits(&across, Rounding::TowardZero), None);
    }

    #[test]
    fn a_value_is_a_datum_whatever_its_unit() {
        let six = Enclosure { negative: true, low: 6 << 90, width: 0, exponent: -90 };
        let minus_six = F32.decode(0xc0c0_0000);
        assert!(six.is(&minus_six) && !six.is(&minus_six.negated()));
        assert!(!six.is(&F32.decode(0xc0c0_0001)) && !six.is(&Datum::zero(true)));
        assert!(!Enclosure { width: 1, ..six }.is(&minus_six));
    }

    #[test]
    fn a_known_number_is_its_own_bounds() {
        let exact = Exact { negative: true, significand: 3, exponent: 5, sticky: false };
        let known = Enclosure::from(exact);
        let (low, high) = known.bounds();
        assert!(known.is_exact() && low == high && low.to_decimal() == "96");
        let open = Enclosure::from(Exact { significand: 1 << 64, sticky: true, ..exact });
        let (low, high) = open.bounds();
        assert_eq!(high.sub(&low).to_decimal(), "32");
    }
}
