//! Square root.

use super::Value;
use crate::bits::{low_word, mask};
use crate::number::{Exact, Word};

/// The exact square root, to a sticky bit.
///
/// That of a negative number is invalid, that of -0 is -0 (IEEE 754-2019 §5.4.1).
/// The operand has at most 63 significand bits and no sticky part, as a datum does.
#[must_use]
#[cfg_attr(feature = "fast", inline(always))]
pub fn sqrt<W: Word>(a: Value<W>) -> Value<W> {
    match a {
        Value::Zero { .. } | Value::Infinite { negative: false } => a,
        Value::Finite(exact) if !exact.negative => Value::Finite(root_of_finite(&exact)),
        Value::Invalid | Value::Infinite { .. } | Value::Finite(_) => Value::Invalid,
    }
}

/// 60 bits of the root.
#[cfg_attr(feature = "fast", inline(always))]
fn root_of_finite<W: Word>(a: &Exact<W>) -> Exact<W> {
    const N_DIGITS: i32 = 60;
    // The leading bit is put at bit 119 or 118, whichever leaves an even exponent.
    let room = a.significand.low_word().leading_zeros().cast_signed();
    let shift = room - ((a.exponent - room) & 1);
    let significand: u128 = a.significand.into();
    let (root, rest) = root_of_120_bits(significand << (shift + 2 * N_DIGITS - 64));
    Exact {
        negative: false,
        significand: root.into(),
        exponent: (a.exponent - shift) / 2 + 32 - N_DIGITS,
        sticky: rest != 0,
    }
}

/// The square root of a number of 120 bits or a few less, cut off, and what is left.
///
/// The upper 30 bits digit by digit: WebAssembly has no division of 128 bits to iterate with. The
/// lower 30 bits are a quotient, which may be too high: see where [`elementary`](crate::elementary)
/// doubles the bits once more.
pub(crate) fn root_of_120_bits(radicand: u128) -> (u64, u64) {
    const N_BITS: u32 = 30;
    let mut upper = low_word(radicand >> (2 * N_BITS)) << (64 - 2 * N_BITS);
    let (mut root, mut rest) = (0, 0);
    for _ in 0..N_BITS {
        // The next two digits of the radicand; (2·root + 1)² - (2·root)² is 4·root + 1.
        rest = rest << 2 | upper >> 62;
        upper <<= 2;
        let trial = root << 2 | 1;
        let is_one = rest >= trial;
        rest -= if is_one { trial } else { 0 };
        root = root << 1 | u64::from(is_one);
    }
    let lower = low_word(radicand) & mask(2 * N_BITS);
    let dividend = rest << N_BITS | lower >> N_BITS;
    let quotient = dividend.checked_div(root << 1).unwrap_or(0);
    let square = quotient * quotient;
    rest = (dividend - quotient * (root << 1)) << N_BITS | lower & mask(N_BITS);
    root = (root << N_BITS) + quotient;
    while rest < square {
        root -= 1;
        rest += root << 1 | 1;
    }
    (root, rest - square)
}

#[cfg(test)]
mod tests {
    use super::{Value, sqrt};
    use crate::number::{Exact, Word};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn value(negative: bool, significand: u128, exponent: i32) -> Value {
        Value::Finite(Exact { negative, significand, exponent, sticky: false })
    }

    #[test]
    fn a_root_squared_is_the_operand() {
        for significand in [1, 2, 3, 9, (1 << 52) + 1, (1 << 53) - 1, u128::from(u64::MAX >> 1)] {
            for exponent in [-1074, -1073, -1, 0, 1, 971] {
                let root = sqrt(value(false, significand, exponent));
                let Value::Finite(root) = root else { panic!("{root:?}") };
                assert_eq!(root.significand.leading_zeros(), 68);
                let radicand = significand << (exponent - 2 * root.exponent);
                let rest = radicand - root.significand * root.significand;
                assert!(rest <= 2 * root.significand && root.sticky == (rest != 0));
            }
        }
    }

    #[test]
    fn perfect_squares_have_no_sticky_part() {
        let Value::Finite(root) = sqrt(value(false, 9, -6)) else { panic!() };
        assert!(!root.sticky && root.significand >> (-3 - root.exponent) == 3);
    }

    #[test]
    fn negative_operands_are_invalid_but_for_zero() {
        let (zero, up) = (Value::Zero { negative: true }, Value::Infinite { negative: false });
        assert_eq!((sqrt(zero), sqrt(up)), (zero, up));
        assert_eq!(sqrt(Value::Infinite { negative: true }), Value::Invalid);
        assert_eq!(sqrt(value(true, 1, 0)), Value::Invalid);
        assert_eq!(sqrt(Value::Invalid), Value::Invalid);
    }
}
