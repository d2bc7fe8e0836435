//! Division.

use super::Value;
use crate::bits::bit_length;
use crate::number::Exact;

/// The exact quotient, to a sticky bit.
///
/// 0/0 and ∞/∞ are invalid; a finite number other than 0 divided by 0 is an exact infinity
/// (IEEE 754-2019 §7.2, §7.3).
/// The operands have at most 64 significand bits and no sticky part, as data do. The quotient has
/// 119 to 124.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn div(a: Value, b: Value) -> Value {
    let negative = |x: bool, y: bool| x != y;
    match (a, b) {
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(divide_finite(&x, &y)),
        (Value::Invalid, _)
        | (_, Value::Invalid)
        | (Value::Infinite { .. }, Value::Infinite { .. })
        | (Value::Zero { .. }, Value::Zero { .. }) => Value::Invalid,
        (
            Value::Infinite { negative: x },
            Value::Zero { negative: y } | Value::Finite(Exact { negative: y, .. }),
        )
        | (Value::Finite(Exact { negative: x, .. }), Value::Zero { negative: y }) => {
            Value::Infinite { negative: negative(x, y) }
        }
        (
            Value::Zero { negative: x },
            Value::Infinite { negative: y } | Value::Finite(Exact { negative: y, .. }),
        )
        | (Value::Finite(Exact { negative: x, .. }), Value::Infinite { negative: y }) => {
            Value::Zero { negative: negative(x, y) }
        }
    }
}

/// The exact reciprocal, to a sticky bit.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn rcp(a: Value) -> Value {
    let one = Exact { negative: false, significand: 1, exponent: 0, sticky: false };
    div(Value::Finite(one), a)
}

/// The quotient of finite numbers: 59 bits or more, and the 60 bits that follow from the remainder.
#[cfg_attr(optimized_for_speed, inline(always))]
fn divide_finite(a: &Exact, b: &Exact) -> Exact {
    const N_BITS: i32 = 60;
    let shift = bit_length(b.significand) + N_BITS - 1 - bit_length(a.significand);
    let dividend = a.significand << shift.max(0).unsigned_abs();
    // The divisor of a finite value is not 0.
    let divide = |dividend: u128| {
        let quotient = dividend.checked_div(b.significand).unwrap_or(0);
        (quotient, dividend - quotient * b.significand)
    };
    let (upper, rest) = divide(dividend);
    let (lower, rest) = divide(rest << N_BITS);
    Exact {
        negative: a.negative != b.negative,
        significand: upper << N_BITS | lower,
        exponent: a.exponent - b.exponent - shift.max(0) - N_BITS,
        sticky: rest != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, div, rcp};
    use crate::number::Exact;
    use crate::number::natural::Natural;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn value(negative: bool, significand: u128, exponent: i32) -> Value {
        Value::Finite(Exact { negative, significand, exponent, sticky: false })
    }

    fn finite(value: Value) -> Exact {
        let Value::Finite(exact) = value else { panic!("{value:?}") };
        exact
    }

    #[test]
    fn a_quotient_times_the_divisor_is_the_dividend() {
        let largest = u128::from(u64::MAX >> 1);
        let wide = (1 << 60) - 1;
        for a in [1, 3, 7, 1 << 52, (1 << 53) - 1, wide, largest] {
            for b in [1, 3, 5, 0x1_0000_0001, 1 << 52, (1 << 53) - 1, wide, largest] {
                let quotient = finite(div(value(true, a, -1074), value(false, b, 971)));
                // A trace shows 24 bits more than f64 has, and errors have 20.
                assert!(quotient.negative && quotient.significand >> 118 != 0);
                let shift = -1074 - 971 - quotient.exponent;
                let dividend = Natural::from(a).shl(shift.unsigned_abs());
                let product = |quotient: u128| Natural::from(quotient).mul(&b.into());
                let lower = product(quotient.significand);
                assert_eq!(quotient.sticky, lower != dividend, "{a:x}/{b:x}");
                let upper = product(quotient.significand + 1);
                assert!(lower <= dividend && upper > dividend, "{a:x}/{b:x}");
            }
        }
    }

    #[test]
    fn exact_quotients_have_no_sticky_part() {
        let six = finite(div(value(false, 42, 3), value(false, 7, 3)));
        assert!(!six.sticky && six.significand >> -six.exponent == 6);
        assert!(finite(rcp(value(false, 3, 0))).sticky);
        let quarter = finite(rcp(value(true, 1, 2)));
        assert!(!quarter.sticky && quarter.negative && quarter.leading_exponent() == -2);
    }

    #[test]
    fn zeros_and_infinities_follow_the_standard() {
        let zero = |negative| Value::Zero { negative };
        let infinite = |negative| Value::Infinite { negative };
        let one = value(false, 1, 0);
        assert_eq!(div(zero(false), zero(true)), Value::Invalid);
        assert_eq!(div(infinite(false), infinite(false)), Value::Invalid);
        assert_eq!(div(infinite(true), zero(false)), infinite(true));
        assert_eq!(div(zero(true), infinite(true)), zero(false));
        assert_eq!((div(one, zero(true)), div(one, infinite(true))), (infinite(true), zero(true)));
        assert_eq!((div(zero(true), one), div(infinite(true), one)), (zero(true), infinite(true)));
        assert_eq!((rcp(zero(true)), rcp(infinite(true))), (infinite(true), zero(true)));
        assert_eq!(
            (div(Value::Invalid, zero(false)), rcp(Value::Invalid)),
            (Value::Invalid, Value::Invalid)
        );
    }
}
