//! Multiplication, alone and fused with an addition.

use super::{Value, add};
use crate::arith::rounding::Rounding;
use crate::bits::bit_length;
use crate::number::Exact;

/// The exact product.
///
/// The factors have at most 64 significand bits, and no sticky part, as data do.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn mul(a: Value, b: Value) -> Value {
    let negative = |x: bool, y: bool| x != y;
    match (a, b) {
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(Exact {
            negative: negative(x.negative, y.negative),
            significand: x.significand * y.significand,
            exponent: x.exponent + y.exponent,
            sticky: false,
        }),
        (Value::Invalid, _)
        | (_, Value::Invalid)
        | (Value::Infinite { .. }, Value::Zero { .. })
        | (Value::Zero { .. }, Value::Infinite { .. }) => Value::Invalid,
        (
            Value::Infinite { negative: x },
            Value::Infinite { negative: y } | Value::Finite(Exact { negative: y, .. }),
        )
        | (Value::Finite(Exact { negative: x, .. }), Value::Infinite { negative: y }) => {
            Value::Infinite { negative: negative(x, y) }
        }
        (
            Value::Zero { negative: x },
            Value::Zero { negative: y } | Value::Finite(Exact { negative: y, .. }),
        )
        | (Value::Finite(Exact { negative: x, .. }), Value::Zero { negative: y }) => {
            Value::Zero { negative: negative(x, y) }
        }
    }
}

/// The exact value of `a`·`b` + `c`: nothing is lost between product and sum.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn fma(a: Value, b: Value, c: Value, rounding: Rounding) -> Value {
    add(mul(a, b), c, rounding)
}

/// The product `a`·`b` cut off to `precision` bits, with an unbounded exponent, plus `c`.
///
/// `mad.f32` on `sm_1x` (PTX ISA 9.7.3.7).
#[must_use]
pub fn mad_truncated(a: Value, b: Value, c: Value, precision: u8, rounding: Rounding) -> Value {
    let product = match mul(a, b) {
        Value::Finite(exact) => {
            let dropped = bit_length(exact.significand) - i32::from(precision);
            let dropped = dropped.max(0).unsigned_abs();
            Value::Finite(Exact {
                significand: exact.significand >> dropped,
                exponent: exact.exponent.saturating_add_unsigned(dropped),
                ..exact
            })
        }
        special @ (Value::Zero { .. } | Value::Infinite { .. } | Value::Invalid) => special,
    };
    add(product, c, rounding)
}

#[cfg(test)]
mod tests {
    use super::{Value, fma, mad_truncated, mul};
    use crate::arith::rounding::Rounding;
    use crate::number::Exact;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn integer(value: i64) -> Value {
        let significand = u128::from(value.unsigned_abs());
        Value::Finite(Exact { negative: value < 0, significand, exponent: 0, sticky: false })
    }

    #[test]
    fn signs_multiply() {
        let (zero, infinity) =
            (Value::Zero { negative: true }, Value::Infinite { negative: false });
        assert_eq!(mul(integer(-3), integer(5)), integer(-15));
        assert_eq!(mul(integer(-3), zero), Value::Zero { negative: false });
        assert_eq!(mul(infinity, integer(-3)), Value::Infinite { negative: true });
        assert_eq!(mul(infinity, zero), Value::Invalid);
    }

    #[test]
    fn fma_of_zero_times_infinity_is_invalid_whatever_is_added() {
        let (zero, infinity) =
            (Value::Zero { negative: false }, Value::Infinite { negative: false });
        assert_eq!(fma(zero, infinity, integer(1), Rounding::TiesToEven), Value::Invalid);
        assert_eq!(
            fma(infinity, integer(1), Value::Infinite { negative: true }, Rounding::TiesToEven),
            Value::Invalid
        );
        assert_eq!(
            fma(zero, integer(1), Value::Zero { negative: true }, Rounding::TiesToEven),
            Value::Zero { negative: false }
        );
    }

    #[test]
    fn a_truncated_product_loses_its_tail_before_the_sum() {
        let c = integer(-224);
        assert_eq!(mul(integer(15), integer(15)), integer(225));
        let Value::Finite(fused) = fma(integer(15), integer(15), c, Rounding::TiesToEven) else {
            panic!()
        };
        assert_eq!(fused.significand >> -fused.exponent, 1);
        let cut =
            |precision| mad_truncated(integer(15), integer(15), c, precision, Rounding::TiesToEven);
        assert_eq!(cut(7), Value::Zero { negative: false });
        assert_eq!(cut(8), Value::Finite(fused));
    }
}
