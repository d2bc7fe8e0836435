//! sin x and cos x.

use super::Enclosure;
use super::fraction::{INVERSE_FACTORIALS, QUARTER_PI, Signs, TWO_OVER_PI, multiply, series};
use crate::bits::low_word;
use crate::number::Exact;

/// sin x.
pub(super) fn sin(x: &Exact) -> Enclosure {
    if x.leading_exponent() < super::TINY {
        // x - x³/6 < sin x < x
        return super::just_below(x);
    }
    let (quadrant, fraction) = reduce(x);
    let sine = quarter(quadrant, fraction);
    Enclosure { negative: sine.negative != x.negative, ..sine }
}

/// cos x.
pub(super) fn cos(x: &Exact) -> Enclosure {
    if x.leading_exponent() < super::TINY {
        // 1 - x²/2 < cos x < 1
        let (one, width) = (1 << 126, 1 << 66);
        return Enclosure { negative: false, low: one - width, width, exponent: -126 };
    }
    let (quadrant, fraction) = reduce(x);
    quarter(quadrant + 1, fraction)
}

/// |x|·2/π: the whole part modulo 4, and the fraction, less than 2 u too low.
///
/// |x| = M·2^e with e ≥ -62 and M < 2^62, as f32 numbers have that are not tiny.
/// Of 2/π the bits of a weight of 2^(2-e) or more make multiples of 4 with M·2^e, and those 192
/// bits further down less than 2^-190·M: all that counts is the product of M with 192 bits.
fn reduce(x: &Exact) -> (u64, u128) {
    let start = usize::try_from(x.exponent + 62).unwrap_or(0);
    let limb = |index| TWO_OVER_PI.get(index).copied().unwrap_or(0);
    let joined = |index| u128::from(limb(index)) << 64 | u128::from(limb(index + 1));
    let window = |index| low_word(joined(start / 64 + index) << (start % 64) >> 64);
    let factor = u128::from(low_word(x.significand));
    let low = factor * u128::from(window(2));
    let middle = factor * u128::from(window(1)) + (low >> 64);
    let high = low_word(factor * u128::from(window(0)) + (middle >> 64));
    let [middle, low] = [middle, low].map(|limb| u128::from(low_word(limb)));
    let upper = u128::from(high) << 64 | middle;
    (high >> 62, upper << 2 | low >> 62)
}

/// sin((`quadrant` + `fraction`)·π/2), the fraction less than 2 u too low.
///
/// In odd quadrants and the upper halves of even ones the fraction is taken from 1, so that the
/// angle r is at most π/4, and less than 6 u off; r² is less than 11 u off.
/// sin r = r - r³·(1/6 - …), cos r = 1 - r²·(1/2 - …): the series are less than 2/(1 - 0.62) + 5
/// < 11 u off, r³ less than 14 and it counts a sixth; with r and the product cut off the sine
/// is less than 6 + 6 + 3 + 1 < 16 u off, and the cosine less than 11/2 + 0.62·11 + 1 < 16.
/// The magnitude is at least 2^-31 for f32 numbers that are not tiny.
fn quarter(quadrant: u64, fraction: u128) -> Enclosure {
    /// 16 u, and one more unit for what is cut off.
    const MARGIN: u128 = 5;
    let is_upper = fraction >> 127 == 1;
    let r = multiply(if is_upper { !fraction } else { fraction } << 1, QUARTER_PI);
    let square = multiply(r, r);
    let is_sine = is_upper == (quadrant & 1 == 1);
    // 1/3!, 1/5!, … or 1/2!, 1/4!, …
    let terms = (usize::from(is_sine), 2);
    let sum = series(square, Signs::Alternating, &INVERSE_FACTORIALS, terms);
    let factor = if is_sine { multiply(r, square) } else { square };
    let rest = multiply(factor, sum);
    let middle = if is_sine { (r - rest) >> 2 } else { (1 << 126) - (rest >> 2) };
    let negative = quadrant & 2 == 2;
    // Never 0, whatever the operand.
    let low = middle.saturating_sub(MARGIN).max(1);
    Enclosure { negative, low, width: 2 * MARGIN, exponent: -126 }
}
