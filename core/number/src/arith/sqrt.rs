//! Square root.

use super::Value;
use crate::arith::elementary::{Enclosure, square_root};
use crate::number::Exact;

/// The exact square root, to a sticky bit.
///
/// The root of a negative number is invalid, and that of -0 is -0 (IEEE 754-2019 §5.4.1).
/// The operand has at most 63 significand bits and no sticky part, as a datum does. The root has at
/// least 119 bits.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn sqrt(a: Value) -> Value {
    match a {
        Value::Finite(exact) if !exact.negative => {
            let Enclosure { low, width, exponent, .. } = square_root(&exact);
            Value::Finite(Exact { negative: false, significand: low, exponent, sticky: width != 0 })
        }
        Value::Zero { .. } | Value::Infinite { negative: false } => a,
        Value::Invalid | Value::Infinite { .. } | Value::Finite(_) => Value::Invalid,
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, sqrt};
    use crate::number::Exact;
    use crate::number::natural::Natural;
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
                assert!(root.significand.leading_zeros() <= 128 - 119);
                let radicand =
                    Natural::from(significand).shl((exponent - 2 * root.exponent).unsigned_abs());
                let square = |root: u128| Natural::from(root).mul(&root.into());
                assert_eq!(root.sticky, square(root.significand) != radicand);
                assert!(square(root.significand) <= radicand);
                assert!(square(root.significand + 1) > radicand);
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
