//! Division.

use super::Value;
use crate::number::{Exact, Word};

/// The exact quotient, to a sticky bit.
///
/// 0/0 and ∞/∞ are invalid; a finite number other than 0 divided by 0 is an exact infinity
/// (IEEE 754-2019 §7.2, §7.3).
/// The operands have at most 63 significand bits and no sticky part, as data do. The quotient has at
/// least `n_bits`, at most 60, or all of its own.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn div<W: Word>(a: Value<W>, b: Value<W>, n_bits: u32) -> Value<W> {
    let negative = |x: bool, y: bool| x != y;
    match (a, b) {
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(divide_finite(&x, &y, n_bits)),
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
pub fn rcp<W: Word>(a: Value<W>, n_bits: u32) -> Value<W> {
    let one = Exact { negative: false, significand: W::ONE, exponent: 0, sticky: false };
    div(Value::Finite(one), a, n_bits)
}

/// The quotient of finite numbers, to at least `n_bits` or all of its own.
///
/// It divides 64 bits at a time, the most that WebAssembly divides.
#[cfg_attr(optimized_for_speed, inline(always))]
fn divide_finite<W: Word>(a: &Exact<W>, b: &Exact<W>, n_bits: u32) -> Exact<W> {
    let [dividend, divisor] = [a, b].map(|operand| operand.significand.low_word());
    // For a shorter divisor, one division in `digits` gives all the bits that are needed.
    let is_double = (4..32).contains(&divisor.leading_zeros()) && dividend.leading_zeros() >= 4;
    let (quotient, rest, exponent) =
        if is_double { two_digits(dividend, divisor) } else { digits(dividend, divisor, n_bits) };
    let negative = a.negative != b.negative;
    let exponent = a.exponent - b.exponent + exponent;
    Exact { negative, significand: quotient, exponent, sticky: rest != 0 }
}

/// A quotient of at least `n_bits`, or all of its own, with the remainder and the exponent. Each
/// division appends as many bits as the divisor leaves room for.
#[cfg_attr(optimized_for_speed, inline(always))]
fn digits<W: Word>(mut rest: u64, divisor: u64, n_bits: u32) -> (W, u64, i32) {
    let shift = rest.leading_zeros();
    rest <<= shift;
    let step = divisor.leading_zeros().clamp(1, 63);
    let mut exponent = -shift.cast_signed();
    // The divisor of a finite value is not 0.
    let divide = |rest: u64| {
        let quotient = rest.checked_div(divisor).unwrap_or(1);
        (W::from(quotient), rest - quotient * divisor)
    };
    let mut quotient;
    (quotient, rest) = divide(rest);
    while rest != 0 && quotient >> (n_bits - 1) == W::ZERO {
        let (digits, below) = divide(rest << step);
        quotient = quotient << step | digits;
        rest = below;
        exponent -= step.cast_signed();
    }
    (quotient, rest, exponent)
}

/// A quotient of 61 or 62 bits, with the remainder and the exponent. The operands have at most 60
/// bits, and the divisor more than 32.
///
/// Twice the remainder is divided by the upper half of the divisor plus one. That gives about 30
/// bits, too low by less than 5: *x*/*d* - *x*/(*d*+1) < 4 where *x* < 2^64 and *d* ≥ 2^31. So the
/// next remainder is below five divisors, and the lower 64 bits of all products suffice for it.
#[cfg_attr(optimized_for_speed, inline(always))]
fn two_digits<W: Word>(dividend: u64, divisor: u64) -> (W, u64, i32) {
    let align = |number: u64| (number << (number.leading_zeros() - 4), number.leading_zeros());
    let ((dividend, above), (divisor, below)) = (align(dividend), align(divisor));
    let upper = (divisor >> 28) + 1;
    let first = (dividend << 4).checked_div(upper).unwrap_or(0);
    let rest = (dividend << 32).wrapping_sub(first.wrapping_mul(divisor));
    let second = (rest << 1).checked_div(upper).unwrap_or(0);
    let rest = (rest << 29).wrapping_sub(second.wrapping_mul(divisor));
    let missing = rest.checked_div(divisor).unwrap_or(0);
    let quotient = (first << 29) + second + missing;
    (W::from(quotient), rest - missing * divisor, below.cast_signed() - above.cast_signed() - 61)
}

#[cfg(test)]
mod tests {
    use super::Value;
    use crate::arith::QUOTIENT_BITS;
    use crate::number::Exact;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn div(a: Value, b: Value) -> Value {
        super::div(a, b, QUOTIENT_BITS)
    }

    fn rcp(a: Value) -> Value {
        super::rcp(a, QUOTIENT_BITS)
    }

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
                assert!(quotient.negative && (!quotient.sticky || quotient.significand >> 59 != 0));
                let shift = -1074 - 971 - quotient.exponent;
                let rest = (a << shift) - quotient.significand * b;
                assert!(rest < b && quotient.sticky == (rest != 0), "{a:x}/{b:x}");
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
