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
#[cfg_attr(feature = "fast", inline(always))]
pub fn div<W: Word>(a: Value<W>, b: Value<W>, n_bits: u32) -> Value<W> {
    let negative = |x: bool, y: bool| x != y;
    match (a, b) {
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
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(divide_finite(&x, &y, n_bits)),
    }
}

/// The exact reciprocal, to a sticky bit.
#[must_use]
#[cfg_attr(feature = "fast", inline(always))]
pub fn rcp<W: Word>(a: Value<W>, n_bits: u32) -> Value<W> {
    let one = Exact { negative: false, significand: W::ONE, exponent: 0, sticky: false };
    div(Value::Finite(one), a, n_bits)
}

/// So many bits of the quotient, or all of it.
///
/// In steps of 64 bits, since WebAssembly divides no more at a time: each step appends as many bits
/// as the divisor leaves room for.
#[cfg_attr(feature = "fast", inline(always))]
fn divide_finite<W: Word>(a: &Exact<W>, b: &Exact<W>, n_bits: u32) -> Exact<W> {
    let [mut rest, divisor] = [a, b].map(|operand| operand.significand.low_word());
    let shift = rest.leading_zeros();
    rest <<= shift;
    let step = divisor.leading_zeros().clamp(1, 63);
    let mut exponent = a.exponent - b.exponent - shift.cast_signed();
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
    let negative = a.negative != b.negative;
    Exact { negative, significand: quotient, exponent, sticky: rest != 0 }
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
        for a in [1, 3, 7, 1 << 52, (1 << 53) - 1, largest] {
            for b in [1, 3, 5, 1 << 52, (1 << 53) - 1, largest] {
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
