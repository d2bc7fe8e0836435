//! The square root and its reciprocal, to 119 bits or more and a sticky one.

use super::Enclosure;
use crate::number::Exact;
use crate::number::natural::Natural;

/// √x for x > 0, or 1/√x.
///
/// It is √(R·2^e) with an even e. The floor of √R is the floor of the root of the floor of R, so that
/// the bounds are one unit apart, unless the square of the lower one is R: then the root is exact.
/// R has at least 238 bits, and so the root has 119.
pub(super) fn root(x: &Exact, is_reciprocal: bool) -> Enclosure {
    const N_BITS: i32 = 120;
    let sign = if is_reciprocal { -1 } else { 1 };
    // The radicand gets 2·`N_BITS` bits or one less, whichever leaves an even exponent.
    let exponent = sign * x.leading_exponent() + 1 - 2 * N_BITS;
    let exponent = exponent + (exponent & 1);
    let shift = (sign * x.exponent - exponent).unsigned_abs();
    let significand = Natural::from(x.significand);
    let (dividend, divisor) = if is_reciprocal {
        (Natural::one().shl(shift), significand)
    } else {
        (significand.shl(shift), Natural::one())
    };
    let (radicand, _) = dividend.div_rem(&divisor).unwrap_or_default();
    let root = radicand.isqrt();
    let is_exact = root.mul(&root).mul(&divisor) == dividend;
    let low = root.to_u128().unwrap_or(1).max(1);
    Enclosure { negative: false, low, width: u128::from(!is_exact), exponent: exponent / 2 }
}
