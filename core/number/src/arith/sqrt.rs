//! Square root.

use core::hint::select_unpredictable;

use super::Value;
use crate::bits::{low_word, mask};
use crate::number::{Exact, Word};

/// The exact square root, to a sticky bit.
///
/// The root of a negative number is invalid, and that of -0 is -0 (IEEE 754-2019 §5.4.1).
/// The operand has at most 63 significand bits and no sticky part, as a datum does. The root has 60
/// bits, or 30 if `n_bits` asks for no more and the operand has at most 58.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn sqrt<W: Word>(a: Value<W>, n_bits: u32) -> Value<W> {
    match a {
        Value::Finite(exact) if !exact.negative => Value::Finite(root_of_finite(&exact, n_bits)),
        Value::Zero { .. } | Value::Infinite { negative: false } => a,
        Value::Invalid | Value::Infinite { .. } | Value::Finite(_) => Value::Invalid,
    }
}

/// The root of a positive finite number, to the requested number of bits.
#[cfg_attr(optimized_for_speed, inline(always))]
fn root_of_finite<W: Word>(a: &Exact<W>, n_bits: u32) -> Exact<W> {
    const N_DIGITS: i32 = 60;
    let significand = a.significand.low_word();
    // The leading bit is put at bit 59 or 58, or 60 bits higher, whichever leaves an even exponent.
    let room = significand.leading_zeros().cast_signed();
    let shift = room - ((a.exponent - room) & 1);
    let half = ((a.exponent - shift) >> 1) + 32;
    if n_bits <= 30 && shift >= 4 {
        let (root, rest) = root_of_60_bits(significand << (shift - 4).unsigned_abs());
        let exponent = half - N_DIGITS / 2;
        return Exact { negative: false, significand: root.into(), exponent, sticky: rest != 0 };
    }
    let radicand = u128::from(significand) << (shift + 2 * N_DIGITS - 64);
    let (root, rest) = root_of_long(radicand);
    let exponent = half - N_DIGITS;
    Exact { negative: false, significand: root.into(), exponent, sticky: rest != 0 }
}

/// The square root of a number of 120 bits or three fewer, truncated, and the remainder.
pub(crate) fn root_of_120_bits(radicand: u128) -> (u64, u64) {
    if radicand >> 118 != 0 {
        return root_of_long(radicand);
    }
    // The root of the quadruple is 2·r + b, where r is the root and b a bit. Four times the
    // remainder is that of the quadruple plus (2·r + b)² - (2·r)² = b·(4·r + 1).
    let (double, rest) = root_of_long(radicand << 2);
    let (root, bit) = (double >> 1, double & 1);
    (root, (rest + bit * (4 * root + 1)) >> 2)
}

/// The square root of a number of 120 or 119 bits, truncated, and the remainder.
///
/// The lower 30 bits are a quotient, which may be too high by one.
/// [`elementary`](crate::arith::elementary) doubles the number of bits once more in this way.
#[cfg_attr(optimized_for_speed, inline(always))]
fn root_of_long(radicand: u128) -> (u64, u64) {
    const N_BITS: u32 = 30;
    let (root, rest) = root_of_60_bits(low_word(radicand >> (2 * N_BITS)));
    let lower = low_word(radicand) & mask(2 * N_BITS);
    let dividend = rest << N_BITS | lower >> N_BITS;
    let quotient = dividend.checked_div(root << 1).unwrap_or(0);
    let square = quotient * quotient;
    let rest = (dividend - quotient * (root << 1)) << N_BITS | lower & mask(N_BITS);
    let root = (root << N_BITS) + quotient;
    // The quotient is too high by at most one: its square is at most 2^60, and twice the root is at
    // least that.
    let is_high = rest < square;
    let root = root - u64::from(is_high);
    let rest = rest + select_unpredictable(is_high, root << 1 | 1, 0) - square;
    (known_length(root, 60), rest)
}

/// 1/√*u* at the start of 96 intervals from 1/4 to 1, in units of 2^-15, and by how much it falls
/// within each. Each chord is lowered by half of its error in the middle.
const CHORDS: [(u16, u16); 96] = {
    // 2^15/√(n/256).
    const fn reciprocal_root(n: u64) -> u64 {
        ((1 << 38) / n).isqrt()
    }
    let mut chords = [(0, 0); 96];
    let mut index = 0;
    while index < chords.len() {
        let n = 2 * index as u64 + 64;
        let [first, middle, last] =
            [reciprocal_root(n), reciprocal_root(n + 1), reciprocal_root(n + 2)];
        let excess = (first + last).div_ceil(2) - middle;
        #[expect(clippy::cast_possible_truncation, reason = "less than 2^16")]
        let chord = ((first - excess.div_ceil(2)) as u16, (first - last) as u16);
        chords[index] = chord;
        index += 1;
    }
    chords
};

/// 1/√*u* in units of 2^-15, for a fraction *u* of 32 bits, at least 1/4. The relative error is
/// less than 2^-13.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn near_reciprocal_root(number: u64) -> u64 {
    let index = usize::try_from((number >> 25).wrapping_sub(32)).unwrap_or(0);
    let (start, fall) = CHORDS.get(index).copied().unwrap_or((0, 0));
    u64::from(start) - ((u64::from(fall) * (number >> 9 & mask(16))) >> 16)
}

/// The square root of a number of 60 or 59 bits, truncated, and the remainder.
#[cfg_attr(optimized_for_speed, inline(always))]
fn root_of_60_bits(radicand: u64) -> (u64, u64) {
    let (root, _) = near_root_of_60_bits(radicand);
    let rest = radicand - root * root;
    // Whether the root is too low is unpredictable, so nothing branches on it.
    let next = root << 1 | 1;
    let is_below = rest >= next;
    let (root, rest) = (root + u64::from(is_below), rest - select_unpredictable(is_below, next, 0));
    (known_length(root, 30), rest)
}

/// The square root of a number of 60 or 59 bits, truncated or one lower; and the reciprocal root of
/// the number as a fraction, in units of 2^-32.
///
/// A reciprocal root *r* of *u* comes from a table. With *e* = 1 - *u*·*r*², *r*·(1 + *e*/2 +
/// 3*e*²/8) has a relative error of 2^-30, mostly from truncation.
///
/// The root is *u* times that, and at most one too low: truncation costs less than 3/4, and the
/// omitted terms of the series add less than the 1 that is subtracted.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn near_root_of_60_bits(radicand: u64) -> (u64, u64) {
    // Fractions of 32 bits (`number`), 15 (`near`), 62 (`square`), 40 (`error`) and 32
    // (`reciprocal`).
    let number = radicand >> 28;
    let near = near_reciprocal_root(number);
    let square = number * (near * near);
    let error = (1_u64 << 62).wrapping_sub(square).cast_signed() >> 22;
    let correction = (error >> 1) + ((3 * ((error * error) >> 40)) >> 3);
    // One less, so that the root is never too high.
    let reciprocal =
        (near << 17).wrapping_add_signed(((near.cast_signed() * correction) >> 23) - 1);
    ((number * reciprocal) >> 34, reciprocal)
}

/// Returns a number of `length` bits unchanged, in a way that tells the compiler its length.
pub(super) const fn known_length(number: u64, length: u32) -> u64 {
    number & mask(length) | 1 << (length - 1)
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
        let random = |index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 4 | 1 << 59;
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
    fn long_roots_are_cut_off() {
        let mut random = 1_u128;
        for _ in 0..10_000 {
            random = random.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            for radicand in [random >> 8, random >> 9, random >> 10 | 1 << 116] {
                let (root, rest) = super::root_of_120_bits(radicand | 1 << 116);
                let square = u128::from(root) * u128::from(root);
                assert_eq!(square + u128::from(rest), radicand | 1 << 116);
                assert!(rest <= 2 * root, "{radicand:#x}");
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
