//! Square root.

use super::Value;
use crate::bits::low_word;
use crate::number::Exact;

/// The exact square root, to a sticky bit.
///
/// The root of a negative number is invalid, and that of -0 is -0 (IEEE 754-2019 §5.4.1).
/// The operand has at most 63 significand bits and no sticky part, as a datum does. The root has 60
/// bits.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn sqrt(a: Value) -> Value {
    match a {
        Value::Finite(exact) if !exact.negative => Value::Finite(root_of_finite(&exact)),
        Value::Zero { .. } | Value::Infinite { negative: false } => a,
        Value::Invalid | Value::Infinite { .. } | Value::Finite(_) => Value::Invalid,
    }
}

/// The root of a positive finite number.
#[cfg_attr(optimized_for_speed, inline(always))]
fn root_of_finite(a: &Exact) -> Exact {
    const N_DIGITS: i32 = 60;
    let significand = low_word(a.significand);
    // The leading bit is put at bit 119 or 118, whichever leaves an even exponent.
    let room = significand.leading_zeros().cast_signed();
    let shift = room - ((a.exponent - room) & 1);
    let half = ((a.exponent - shift) >> 1) + 32;
    let radicand = u128::from(significand) << (shift + 2 * N_DIGITS - 64);
    let root = radicand.isqrt();
    let sticky = root * root != radicand;
    Exact { negative: false, significand: root, exponent: half - N_DIGITS, sticky }
}

#[cfg(test)]
mod tests {
    use super::{Value, sqrt};
    use crate::number::Exact;
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
