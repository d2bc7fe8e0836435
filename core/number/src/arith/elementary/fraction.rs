//! Fractions of 128 bits, and the series that all functions share.
//!
//! A fraction is a number in [0, 1) as a count of units u = 2^-128.
//! Everything is cut off, so a computed number lies at or below the exact one.

use crate::bits::low_word;

/// The product, truncated: less than 1 u too low.
///
/// It is not inlined, because copies of it take a kilobyte.
#[inline(never)]
pub const fn multiply(a: u128, b: u128) -> u128 {
    const LOW: u128 = u64::MAX as u128;
    let (a, below_a) = (low_word(a >> 64), low_word(a));
    let (b, below_b) = (low_word(b >> 64), low_word(b));
    let middle = wide(a, below_b) + (wide(below_a, below_b) >> 64);
    let other = wide(below_a, b) + (middle & LOW);
    wide(a, b) + (middle >> 64) + (other >> 64)
}

/// The product of two words, in 128 bits.
///
/// WebAssembly has no such product, and the function that the compiler calls instead also
/// multiplies the upper words of operands of 128 bits.
#[inline]
pub(super) const fn wide(a: u64, b: u64) -> u128 {
    if cfg!(target_family = "wasm") { wide_by_halves(a, b) } else { a as u128 * b as u128 }
}

/// Like [`wide`], by products of 64 bits.
#[inline]
const fn wide_by_halves(a: u64, b: u64) -> u128 {
    const LOW: u64 = u32::MAX as u64;
    let (a, below_a) = (a >> 32, a & LOW);
    let (b, below_b) = (b >> 32, b & LOW);
    let lowest = below_a * below_b;
    let middle = a * below_b + (lowest >> 32);
    let other = below_a * b + (middle & LOW);
    let upper = a * b + (middle >> 32) + (other >> 32);
    (upper as u128) << 64 | (other << 32 | lowest & LOW) as u128
}

/// The quotient of `dividend` < `divisor` < 2^127, cut off: less than 1 u too low.
///
/// Each step makes as many bits as one division of 64 bits gives: the upper bits of the remainder
/// are divided by those of the divisor plus one. The divisor has 127 bits, of which 33 or more are
/// divided by, so that a digit is less than 1.5 too low before truncation, and at most 1 too low
/// after it. The remainder is then less than twice the divisor, which fits whatever is lost above
/// it.
pub(super) const fn divide(dividend: u128, divisor: u128) -> u128 {
    let shift = divisor.leading_zeros().saturating_sub(1);
    let (mut rest, divisor) = (dividend << shift, divisor << shift);
    let (mut quotient, mut n_left) = (0, 128_u32);
    while n_left > 0 {
        let n_bits = if n_left < 31 { n_left } else { 31 };
        let part = low_word(divisor >> (63 + n_bits)) + 1;
        let digit = (low_word(rest >> 63) / part) as u128;
        rest = (rest << n_bits).wrapping_sub(divisor.wrapping_mul(digit));
        let is_low = rest >= divisor;
        rest -= if is_low { divisor } else { 0 };
        quotient = (quotient << n_bits) + digit + is_low as u128;
        n_left -= n_bits;
    }
    quotient
}

/// Whether all terms of a series are added, or every other one is subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signs {
    /// c0 + c1·x + c2·x² + …
    Same,
    /// c0 - c1·x + c2·x² - …
    Alternating,
}

/// A power series by Horner's rule, with the coefficients at `last`, `last` - `step` and so on;
/// they fall, and the sum is less than 1.
///
/// A coefficient is at most 1 u too low and a product less than 1 u, and the error of the later
/// terms shrinks by x: the result is less than 2/(1 - x) u off, too low if all signs are the same.
/// The terms after the last coefficient are left out besides.
pub(super) const fn series(
    x: u128,
    signs: Signs,
    coefficients: &[u128],
    (last, step): (usize, usize),
) -> u128 {
    let (mut sum, mut index) = (0, last);
    // Below the first coefficient the index wraps.
    while index < coefficients.len() {
        let rest = multiply(x, sum);
        sum = match signs {
            Signs::Same => coefficients[index] + rest,
            Signs::Alternating => coefficients[index] - rest,
        };
        index = index.wrapping_sub(step);
    }
    sum
}

/// 1/2!, 1/3!, … 1/31!, cut off, 1/2! being 1 u too low.
///
/// For 0 ≤ x < 0.7 the series Σ x^k/(k+2)! that ends here is less than 2^-5 u short: 0.7^30/32! is
/// 0.0292 u, and each further term a 47th of the one before.
/// With every other coefficient and alternating signs it is less than 1 u off for 0 ≤ x < 0.62: the
/// first term left out is x^15/32! or x^15/33!, and the next ones are smaller.
pub(super) const INVERSE_FACTORIALS: [u128; 30] = {
    let mut list = [0; 30];
    let (mut index, mut term, mut n) = (0, u128::MAX, 2);
    while index < list.len() {
        // A quotient of a quotient that was cut off is the quotient by the product, cut off.
        term /= n;
        list[index] = term;
        index += 1;
        n += 1;
    }
    list
};

/// 1/3, 1/5, … 1/51, cut off.
///
/// For 0 ≤ x < 0.035 the series Σ x^k/(2k+3) that ends here is less than 3 u short: 0.035^25/53 is
/// 2.57 u, and each further term less than a 28th of the one before.
pub(super) const INVERSE_ODDS: [u128; 25] = {
    let mut list = [0; 25];
    let (mut index, mut n) = (0, 3);
    while index < list.len() {
        list[index] = u128::MAX / n;
        index += 1;
        n += 2;
    }
    list
};

/// ln 2, cut off.
pub(super) const LN_2: u128 = 0xb172_17f7_d1cf_79ab_c9e3_b398_03f2_f6af;

/// log2(e)/2, cut off.
pub(super) const HALF_LOG2_E: u128 = 0xb8aa_3b29_5c17_f0bb_be87_fed0_691d_3e88;

/// π/4, cut off.
pub const QUARTER_PI: u128 = 0xc90f_daa2_2168_c234_c4c6_628b_80dc_1cd1;

/// 2/π, cut off to 320 bits, after 64 zeros.
pub(in crate::arith) const TWO_OVER_PI: [u64; 6] = [
    0,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn products_and_quotients_are_cut_off() {
        let mut a = 1_u128;
        for _ in 0..1000 {
            a = a.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            let b = a.rotate_left(77) ^ 0x5555;
            let product = Natural::from(a).mul(&Natural::from(b)).shr(128);
            assert_eq!(product.to_u128(), Some(multiply(a, b)));
            let (dividend, divisor) = (a >> 2, (a >> 2) + (b >> 3) + 1);
            let wide = Natural::from(dividend).shl(128);
            let back = Natural::from(divide(dividend, divisor)).mul(&Natural::from(divisor));
            assert!(wide.checked_sub(&back).unwrap() < divisor.into());
        }
        assert_eq!(multiply(u128::MAX, u128::MAX), u128::MAX - 1);
    }

    #[test]
    fn both_products_of_words_are_one() {
        let words = [0, 1, u64::MAX, u64::MAX - 1, 0xffff_ffff, 1 << 32, 0xb172_17f7_d1cf_79ab];
        for (a, b) in words.iter().flat_map(|a| words.map(|b| (*a, b))) {
            assert_eq!(wide_by_halves(a, b), u128::from(a) * u128::from(b));
            assert_eq!(wide(a, b), u128::from(a) * u128::from(b));
        }
    }

    /// Σ ±(1/n)^(2k+1)/(2k+1) in units of 2^-`bits`, too low or too high by less than the number
    /// of terms: atanh(1/n), or atan(1/n) with alternating signs.
    fn arc(n: u32, signs: Signs, bits: u32) -> Natural {
        use core::num::NonZeroU32;
        let divisor = |n| NonZeroU32::new(n).unwrap();
        let (mut plus, mut minus) = (Natural::ZERO, Natural::ZERO);
        let mut power = Natural::one().shl(bits).div_rem_small(divisor(n)).0;
        let mut odd = 1;
        while !power.is_zero() {
            let term = power.div_rem_small(divisor(odd)).0;
            if signs == Signs::Alternating && odd % 4 == 3 {
                minus = minus.add(&term);
            } else {
                plus = plus.add(&term);
            }
            power = power.div_rem_small(divisor(n * n)).0;
            odd += 2;
        }
        plus.checked_sub(&minus).unwrap()
    }

    /// The constants against series by Machin: π/4 = 4 atan(1/5) - atan(1/239), and
    /// ln 2 = 2 atanh(1/3). The working precision leaves 64 bits for the errors.
    #[test]
    fn constants_are_their_series() {
        let bits = 512;
        let fifth = arc(5, Signs::Alternating, bits).mul_small(4);
        let quarter_pi = fifth.checked_sub(&arc(239, Signs::Alternating, bits)).unwrap();
        let ln_2 = arc(3, Signs::Same, bits).mul_small(2);
        let cut = |value: &Natural, n_bits| value.shr(bits - n_bits);
        let inverse = |value: &Natural| Natural::one().shl(2 * bits - 1).div_rem(value).unwrap().0;
        assert_eq!(cut(&quarter_pi, 128), QUARTER_PI.into());
        assert_eq!(cut(&ln_2, 128), LN_2.into());
        assert_eq!(cut(&inverse(&ln_2), 128), HALF_LOG2_E.into());
        // 2/π is half of 1/(π/4), which is what `inverse` gives.
        let limbs = TWO_OVER_PI.iter();
        let joined = limbs.fold(Natural::ZERO, |sum, &limb| sum.shl(64).add(&limb.into()));
        assert_eq!(cut(&inverse(&quarter_pi), 320), joined);
    }
}
