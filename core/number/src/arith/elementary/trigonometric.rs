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
///
/// Only 192 bits of 2/π count. The bits before them, of weight 2^(2-e) or more, give multiples of 4
/// when multiplied by M·2^e. The bits after them contribute less than 2^-190·M < 1 u in all. So the
/// result is the product of M with these 192 bits, modulo 2^192, in units of 2^-190; truncating its
/// lowest 62 bits costs less than 1 u again.
pub(super) fn reduce(x: &Exact) -> (u64, u128) {
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
/// In the upper half of a quadrant the fraction is taken from 1, so that the angle r is at most π/4;
/// there, and in odd quadrants, but not in both at once, it is the cosine of r that counts.
/// sin r = r - r³·T, T = 1/6 - r²/120 + …; cos r = 1 - r²·T, T = 1/2 - r²/24 + ….
///
/// - r: the doubled fraction is less than 4 u too low; taken from 1, less than 2 u off. Times π/4,
///   with the constant and the product cut off: less than 4·0.79 + 2 < 6 u off.
/// - r² < 0.62: 2·0.79·6 + 1 < 11 u off; r³ < 0.49: 0.79·11 + 0.62·6 + 1 < 14 u off.
/// - T: 2/(1 - 0.62) u by Horner's rule, 1 u for the terms left out, and a 24th or less, its
///   derivative by r², of 11 u: less than 7 u off.
/// - The sine: 6 u from r, 0.49·7 u from T, 14/6 u from r³, and 1 u since the product is cut off: less
///   than 13 u off. The cosine: 0.62·7 u from T, 11/2 u from r², 1 u for the product: less than 11.
///
/// The magnitude is at least 2^-31 for f32 numbers that are not tiny: the one closest to a multiple
/// of π/2 other than 0 is 16367173·2^72, 2^-29.2 away. It is transcendental, so that neither bound
/// is reached.
fn quarter(quadrant: u64, fraction: u128) -> Enclosure {
    /// 16 u in units of 2^-126, and one more for what is cut off.
    const MARGIN: u128 = 5;
    let is_upper = fraction >> 127 == 1;
    let r = multiply(if is_upper { !fraction } else { fraction } << 1, QUARTER_PI);
    let square = multiply(r, r);
    let is_sine = is_upper == (quadrant & 1 == 1);
    // 1/31!, 1/29!, … or 1/30!, 1/28!, …
    let terms = (INVERSE_FACTORIALS.len() - 2 + usize::from(is_sine), 2);
    let sum = series(square, Signs::Alternating, &INVERSE_FACTORIALS, terms);
    let factor = if is_sine { multiply(r, square) } else { square };
    let rest = multiply(factor, sum);
    let middle = if is_sine { (r - rest) >> 2 } else { (1 << 126) - (rest >> 2) };
    let negative = quadrant & 2 == 2;
    // Never 0, whatever the operand.
    let low = middle.saturating_sub(MARGIN).max(1);
    Enclosure { negative, low, width: 2 * MARGIN, exponent: -126 }
}
