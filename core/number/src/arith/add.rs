//! Addition.

use core::hint::select_unpredictable;

use super::Value;
use crate::arith::rounding::Rounding;
use crate::bits::bit_length;
use crate::number::Exact;

/// The exact sum; the direction only decides the sign of a zero sum (IEEE 754-2019 §6.3).
///
/// The terms have at most 106 significand bits, and no sticky part, as data and their products do.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn add(a: Value, b: Value, rounding: Rounding) -> Value {
    match (a, b) {
        (Value::Finite(x), Value::Finite(y)) => match add_finite(x, y) {
            Some(sum) => Value::Finite(sum),
            None => Value::Zero { negative: rounding.zero_sum_is_negative() },
        },
        (Value::Invalid, _) | (_, Value::Invalid) => Value::Invalid,
        (Value::Infinite { negative: x }, Value::Infinite { negative: y }) if x != y => {
            Value::Invalid
        }
        (Value::Infinite { negative }, _) | (_, Value::Infinite { negative }) => {
            Value::Infinite { negative }
        }
        (Value::Zero { negative: x }, Value::Zero { negative: y }) => {
            Value::Zero { negative: if x == y { x } else { rounding.zero_sum_is_negative() } }
        }
        (finite @ Value::Finite(_), Value::Zero { .. })
        | (Value::Zero { .. }, finite @ Value::Finite(_)) => finite,
    }
}

/// The sum of two terms, `None` if it is zero.
///
/// The leading bit of the larger term is put one below the topmost bit, which is left for the
/// carry. Bits of the smaller term are lost only if it is more than 20 bits lower.
/// Then cancellation takes at most one leading bit, and the result is exact except for the sticky
/// part.
///
/// The order of the terms and whether their signs differ are unpredictable, so nothing branches on
/// them.
#[expect(clippy::needless_bitwise_bool, reason = "lazy evaluation branches")]
#[cfg_attr(optimized_for_speed, inline(always))]
fn add_finite(a: Exact, b: Exact) -> Option<Exact> {
    let ([a_bits, b_bits], [a_exponent, b_exponent]) =
        ([align(&a), align(&b)], [a.leading_exponent(), b.leading_exponent()]);
    let is_swapped = a_exponent < b_exponent;
    let high_bits = select_unpredictable(is_swapped, b_bits, a_bits);
    let aligned = select_unpredictable(is_swapped, a_bits, b_bits);
    let high_exponent = a_exponent.max(b_exponent);
    // At this distance only the sticky part is left of a term, as at any greater one.
    let distance = a_exponent.abs_diff(b_exponent).min(u128::BITS - 1);
    let low_bits = aligned >> distance;
    let sticky = low_bits << distance != aligned;
    let is_sum = a.negative == b.negative;
    // A lost remainder is subtracted too: the difference is one less, and a remainder above it.
    let difference = high_bits.abs_diff(low_bits) - u128::from(sticky);
    let significand = select_unpredictable(is_sum, high_bits + low_bits, difference);
    // With equal exponents the other term may be larger.
    let negative = (a.negative ^ (is_swapped & !is_sum)) ^ (!is_sum & (low_bits > high_bits));
    let exponent = high_exponent - (u128::BITS.cast_signed() - 2);
    (significand != 0).then_some(Exact { negative, significand, exponent, sticky })
}

/// The significand with its leading bit below the topmost one.
#[cfg_attr(optimized_for_speed, inline(always))]
fn align(term: &Exact) -> u128 {
    let room = u128::BITS.cast_signed() - 1 - bit_length(term.significand);
    term.significand << room.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::Value;
    use crate::arith::rounding::Rounding;
    use crate::number::Exact;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn add(a: Value, b: Value, rounding: Rounding) -> Value {
        super::add(a, b, rounding)
    }

    fn value(negative: bool, significand: u128, exponent: i32) -> Value {
        Value::Finite(Exact { negative, significand, exponent, sticky: false })
    }

    fn check(a: Value, b: Value, significand: u128, exponent: i32) {
        for (x, y) in [(a, b), (b, a)] {
            let Value::Finite(sum) = add(x, y, Rounding::TiesToEven) else { panic!("not finite") };
            assert!(!sum.sticky && !sum.negative);
            assert_eq!(sum.significand >> (exponent - sum.exponent), significand, "{sum:?}");
            assert_eq!(significand << (exponent - sum.exponent), sum.significand);
        }
    }

    #[test]
    fn sums_are_exact() {
        check(value(false, 1, 0), value(false, 1, 0), 1, 1);
        check(value(false, 1, 100), value(false, 1, 0), (1 << 100) + 1, 0);
        check(value(false, 1, 100), value(true, 1, 0), (1 << 100) - 1, 0);
        check(value(false, 3, -1074), value(true, 1, -1074), 1, -1073);
    }

    #[test]
    fn distant_terms_leave_a_sticky_part() {
        for (low_negative, significand) in [(false, 1 << 126), (true, (1 << 126) - 1)] {
            let sum =
                add(value(false, 1, 2000), value(low_negative, 5, -2000), Rounding::TiesToEven);
            let exact = Exact { negative: false, significand, exponent: 1874, sticky: true };
            assert_eq!(sum, Value::Finite(exact));
        }
    }

    #[test]
    fn the_sign_of_a_zero_sum_follows_the_direction() {
        let canceled = |rounding| add(value(false, 5, 3), value(true, 5, 3), rounding);
        assert_eq!(canceled(Rounding::TiesToEven), Value::Zero { negative: false });
        assert_eq!(canceled(Rounding::TowardNegative), Value::Zero { negative: true });
        let zeros = |x, y, rounding| {
            add(Value::Zero { negative: x }, Value::Zero { negative: y }, rounding)
        };
        assert_eq!(zeros(true, true, Rounding::TowardPositive), Value::Zero { negative: true });
        assert_eq!(zeros(false, false, Rounding::TowardNegative), Value::Zero { negative: false });
        assert_eq!(zeros(true, false, Rounding::TowardNegative), Value::Zero { negative: true });
        assert_eq!(zeros(true, false, Rounding::TowardZero), Value::Zero { negative: false });
    }

    #[test]
    fn opposite_infinities_are_invalid() {
        let (up, down) = (Value::Infinite { negative: false }, Value::Infinite { negative: true });
        assert_eq!(add(up, down, Rounding::TiesToEven), Value::Invalid);
        assert_eq!(add(down, value(false, 1, 0), Rounding::TiesToEven), down);
    }
}
