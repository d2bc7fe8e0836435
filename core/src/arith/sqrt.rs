//! Square root.

use core::hint::select_unpredictable;

use super::Value;
use crate::bits::{low_word, mask};
use crate::number::{Exact, Word};

/// The exact square root, to a sticky bit.
///
/// That of a negative number is invalid, that of -0 is -0 (IEEE 754-2019 §5.4.1).
/// The operand has at most 63 significand bits and no sticky part, as a datum does. The root has 60
/// bits, or 30 if `n_bits` asks for no more and the operand has at most 58.
#[must_use]
#[cfg_attr(feature = "fast", inline(always))]
pub fn sqrt<W: Word>(a: Value<W>, n_bits: u32) -> Value<W> {
    match a {
        Value::Finite(exact) if !exact.negative => Value::Finite(root_of_finite(&exact, n_bits)),
        Value::Zero { .. } | Value::Infinite { negative: false } => a,
        Value::Invalid | Value::Infinite { .. } | Value::Finite(_) => Value::Invalid,
    }
}

/// As many bits of the root as are asked for.
#[cfg_attr(feature = "fast", inline(always))]
fn root_of_finite<W: Word>(a: &Exact<W>, n_bits: u32) -> Exact<W> {
    const N_DIGITS: i32 = 60;
    let significand = a.significand.low_word();
    // The leading bit is put at bit 59 or 58, or 60 bits higher, whichever leaves an even exponent.
    let room = significand.leading_zeros().cast_signed();
    let shift = room - ((a.exponent - room) & 1);
    let half = (a.exponent - shift) / 2 + 32;
    if n_bits <= 30 && shift >= 4 {
        let (root, rest) = root_of_60_bits(significand << (shift - 4).unsigned_abs());
        let exponent = half - N_DIGITS / 2;
        return Exact { negative: false, significand: root.into(), exponent, sticky: rest != 0 };
    }
    let radicand = u128::from(significand) << (shift + 2 * N_DIGITS - 64);
    let (root, rest) = root_of_120_bits(radicand);
    let exponent = half - N_DIGITS;
    Exact { negative: false, significand: root.into(), exponent, sticky: rest != 0 }
}

/// The square root of a number of 120 or 119 bits, cut off, and what is left.
///
/// The lower 30 bits are a quotient, which may be too high: see where
/// [`elementary`](crate::elementary) doubles the bits once more.
#[cfg_attr(feature = "fast", inline(always))]
pub(crate) fn root_of_120_bits(radicand: u128) -> (u64, u64) {
    const N_BITS: u32 = 30;
    let (mut root, rest) = root_of_60_bits(low_word(radicand >> (2 * N_BITS)));
    let lower = low_word(radicand) & mask(2 * N_BITS);
    let dividend = rest << N_BITS | lower >> N_BITS;
    let quotient = dividend.checked_div(root << 1).unwrap_or(0);
    let square = quotient * quotient;
    let mut rest = (dividend - quotient * (root << 1)) << N_BITS | lower & mask(N_BITS);
    root = (root << N_BITS) + quotient;
    while rest < square {
        root -= 1;
        rest += root << 1 | 1;
    }
    (root, rest - square)
}

/// Reciprocal roots of numbers from 1/4 to 1 in units of 2^-7, to about 6 bits.
const SEEDS: [u8; 48] = {
    let mut seeds = [0; 48];
    let mut index = 0;
    while index < seeds.len() {
        // 2^7/√((2n + 1)/128), with n from 16 to 63.
        let square = (1_u64 << 41) / (2 * index as u64 + 33);
        #[expect(clippy::cast_possible_truncation, reason = "at most 2^8")]
        let seed = (square.isqrt() >> 10) as u8;
        seeds[index] = seed;
        index += 1;
    }
    seeds
};

/// The square root of a number of 60 or 59 bits, cut off, and what is left.
///
/// Newton's iteration for the reciprocal root: 1/√*u* ← 1/√*u*·(3 - *u*·(1/√*u*)²)/2 squares the error,
/// from 2^-6 to 2^-11 and 2^-21. The root is *u* times that, and one step of its own leaves it 1 off
/// at most, either way.
#[cfg_attr(feature = "fast", inline(always))]
fn root_of_60_bits(radicand: u64) -> (u64, u64) {
    // Fractions of 32 bits, and of 7, 16 and 31.
    let number = radicand >> 28;
    let index = usize::try_from((number >> 26).wrapping_sub(16)).unwrap_or(0);
    let seed = u64::from(SEEDS.get(index).copied().unwrap_or(0));
    let reciprocal = seed * ((3 << 46) - number * (seed * seed)) >> 38;
    let residue = (3 << 60) - (number >> 4) * (reciprocal * reciprocal);
    let reciprocal = reciprocal * (residue >> 18) >> 28;
    let near = number * reciprocal >> 33;
    let error = radicand.wrapping_sub(near * near).cast_signed();
    let step = (error >> 16) * reciprocal.cast_signed() >> 46;
    let root = near.wrapping_add_signed(step);
    let rest = radicand.wrapping_sub(root * root).cast_signed();
    // Which way is unpredictable: nothing branches on it.
    let is_above = rest < 0;
    let root = root - u64::from(is_above);
    let next = root << 1 | 1;
    let rest = rest.wrapping_add_unsigned(select_unpredictable(is_above, next, 0)).cast_unsigned();
    let is_below = rest >= next;
    (root + u64::from(is_below), rest - select_unpredictable(is_below, next, 0))
}

#[cfg(test)]
mod tests {
    use super::{Value, root_of_60_bits};
    use crate::arith::QUOTIENT_BITS;
    use crate::number::Exact;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn value(negative: bool, significand: u128, exponent: i32) -> Value {
        Value::Finite(Exact { negative, significand, exponent, sticky: false })
    }

    fn sqrt(a: Value) -> Value {
        super::sqrt(a, QUOTIENT_BITS)
    }

    #[test]
    fn short_roots_are_cut_off() {
        let random = |index: u64| (index * 0x9e37_79b9_7f4a_7c15) >> 4 | 1 << 59;
        let edges = (1_u64 << 29..1 << 30).step_by(9973).flat_map(|root| {
            let square = root * root;
            [square - 1, square, square + 1, square + 2 * root]
        });
        let ends = [1 << 58, (1 << 60) - 1, 0x3fff_ffff << 30, (1 << 59) - 1, 1 << 59];
        let edges = edges.filter(|square| *square >= 1 << 58);
        for radicand in edges.chain(ends).chain((1..100_000).map(random)) {
            let root = radicand.isqrt();
            let found = root_of_60_bits(radicand);
            assert_eq!(found, (root, radicand - root * root), "{radicand:#x}");
        }
        for interval in 16..64_u64 {
            for radicand in [interval << 54, (interval << 54) + 1, ((interval + 1) << 54) - 1] {
                let root = radicand.isqrt();
                assert_eq!(root_of_60_bits(radicand), (root, radicand - root * root));
            }
        }
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
