//! The square root and its reciprocal, to 119 bits or more and a sticky one.

use super::Enclosure;
use super::fraction::divide;
use crate::bits::mask128;
use crate::number::Exact;

/// Half of the digits of a root.
const N_HALF: u32 = 60;

/// √x for x > 0, or 1/√x.
///
/// The value is √(R·2^e) with an even e. √R has the same floor as the root of the floor of R, so
/// the bounds are one unit apart, unless the square of the lower one is R: then the root is exact.
/// R has at least 238 bits, so the root has at least 119.
pub(super) fn root(x: &Exact, is_reciprocal: bool) -> Enclosure {
    let n_bits = 4 * N_HALF.cast_signed();
    let leading = x.leading_exponent();
    let leading = if is_reciprocal { -leading } else { leading };
    // The radicand gets `n_bits` bits or one less, whichever leaves an even exponent.
    let exponent = leading + 1 - n_bits;
    let is_odd = exponent & 1;
    let exponent = exponent + is_odd;
    let radicand = if is_reciprocal {
        reciprocal(x.significand, is_odd)
    } else {
        // The 64 bits of a significand are all in the upper half.
        let shift = (x.exponent - exponent - n_bits / 2).unsigned_abs();
        [x.significand << shift, 0]
    };
    let (low, has_rest) = root_of_240_bits(radicand);
    // A divisor with an odd factor times a square is no power of two.
    let has_end = !is_reciprocal || x.significand.is_power_of_two();
    let is_exact = has_end && !has_rest;
    Enclosure { negative: false, low, width: u128::from(!is_exact), exponent: exponent / 2 }
}

/// 2^(n + 238 - `is_odd`) / `divisor`, truncated, as two halves of 120 bits; n is the length of the
/// divisor.
///
/// With the divisor shifted to 127 bits the exponent is 365 - `is_odd`.
fn reciprocal(divisor: u128, is_odd: i32) -> [u128; 2] {
    let divisor = divisor << (divisor.leading_zeros() - 1);
    let upper = divide(1 << (117 - is_odd), divisor);
    // The remainder of 2^(245 - `is_odd`); the power itself is 0 modulo 2^128.
    let rest = upper.wrapping_mul(divisor).wrapping_neg();
    [upper, divide(rest, divisor) >> 8]
}

/// The square root of a number of at least 238 bits, truncated, and whether there is a remainder.
///
/// The root is s·b + q with b = 2^60, where s is the root of the upper half, with remainder r. The
/// number less the square is (r·b + l1 - 2·s·q)·b + l0 - q², where l1 and l0 are the halves of the
/// lower half. The largest q for which the first term is not negative is a quotient; it is at most
/// two too high (Zimmermann, *Karatsuba Square Root*, 1999).
fn root_of_240_bits([upper, lower]: [u128; 2]) -> (u128, bool) {
    let root = upper.isqrt();
    let dividend = (upper - root * root) << N_HALF | lower >> N_HALF;
    let divisor = root << 1;
    // r is at most 2·s, so the dividend is less than 2^61 times the divisor.
    let quotient = divide(dividend, divisor << 61) >> (128 - 61);
    let mut rest = (dividend - quotient * divisor) << N_HALF | lower & mask128(N_HALF);
    let mut root = (root << N_HALF) + quotient;
    let square = quotient * quotient;
    while rest < square {
        root -= 1;
        rest += root << 1 | 1;
    }
    (root, rest != square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn joined([upper, lower]: [u128; 2]) -> Natural {
        Natural::from(upper).shl(120).add(&lower.into())
    }

    /// Random numbers, squares, and the numbers just below and above squares.
    #[test]
    fn roots_and_what_is_left_are_those_of_the_definition() {
        let mut random = 1_u128;
        for round in 0..3000 {
            random = random.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            // Some roots end in many zeros or ones.
            let tail = [0, mask128(60), mask128(90), 0xff][round % 4];
            let root = (random >> 8) & !tail | if round % 8 < 4 { 0 } else { tail };
            let root = Natural::from(root | 1 << 119);
            let square = root.mul(&root);
            let above = square.add(&root.shl(1));
            let below = square.checked_sub(&Natural::one()).unwrap();
            for (radicand, is_square) in [(square, true), (above, false), (below, false)] {
                let lower = radicand.checked_sub(&radicand.shr(120).shl(120)).unwrap();
                let halves = [radicand.shr(120), lower].map(|half| half.to_u128().unwrap());
                let expected = radicand.isqrt().to_u128().unwrap();
                assert_eq!(root_of_240_bits(halves), (expected, !is_square), "{halves:x?}");
            }
            // The shortest radicands there are.
            let halves = [random >> 11 | 1 << 117, random.rotate_left(50) >> 8];
            let (root, has_rest) = root_of_240_bits(halves);
            assert_eq!(Some(root), joined(halves).isqrt().to_u128());
            let wide = Natural::from(root);
            assert_eq!(has_rest, wide.mul(&wide) != joined(halves));
        }
    }

    #[test]
    fn reciprocals_are_cut_off() {
        for divisor in (1..2000).chain((1 << 53) - 500..1 << 53) {
            for is_odd in [0, 1_i32] {
                let n = u128::BITS - u128::leading_zeros(divisor);
                let power = Natural::one().shl(n + 238 - is_odd.cast_unsigned());
                let (quotient, _) = power.div_rem(&divisor.into()).unwrap();
                assert_eq!(joined(reciprocal(divisor, is_odd)), quotient, "{divisor}");
            }
        }
    }
}
