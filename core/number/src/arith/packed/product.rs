//! Products, alone and with a sum.

use core::hint::select_unpredictable;

use super::sum::{normalized, shifted};
use super::{Direction, LEADING, Unrounded, bias, split};
use crate::bits::low_word;
use crate::format::FloatFormat;
use crate::number::Word;

/// The product of two normal numbers.
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn mul(format: &FloatFormat, a: u64, b: u64, direction: &Direction) -> Option<u64> {
    let ((i, x), (j, y)) = (split(format, a), split(format, b));
    let sign = (a ^ b) & format.sign_mask();
    let field = (i + j + 1).wrapping_sub(bias(format));
    // A product of more than one word is cut to its upper word, whose lowest bit records the rest.
    let width = format.trailing_width();
    let significand = if width <= 23 {
        (x << (LEADING - 2 * width - 1)) * y
    } else {
        let product = u128::from(x << 10) * u128::from(y << 11);
        low_word(product >> 64) | u64::from(low_word(product) != 0)
    };
    Unrounded { sign, field, significand }.moved_up().round(format, direction)
}

/// The fused multiply-add of normal numbers, `a`·`b` + `c`; `None` also if the result is 0.
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn fma(format: &FloatFormat, [a, b, c]: [u64; 3], direction: &Direction) -> Option<u64> {
    let ((i, x), (j, y), (k, z)) = (split(format, a), split(format, b), split(format, c));
    let width = format.trailing_width();
    let field = (i + j + 1).wrapping_sub(bias(format));
    let signs = [(a ^ b) & format.sign_mask(), c & format.sign_mask()];
    let terms = Terms { signs, fields: [field, k] };
    let sum = if width <= 23 {
        // The leading bit of the product is one or two below `LEADING`.
        terms.add((x << (LEADING - 2 * width - 2)) * y, z << (LEADING - 1 - width))
    } else {
        terms.add_wide(
            u128::from(x << 10) * u128::from(y << 10),
            u128::from(z) << (63 + LEADING - width),
        )
    }?;
    sum.round(format, direction)
}

/// The signs and exponent fields of a product and of a term to add. The leading bit of the term is
/// one below [`LEADING`]; that of the product is there or one lower, where its field is one too
/// high.
struct Terms {
    signs: [u64; 2],
    fields: [u64; 2],
}

/// The product and the term, sorted by exponent field. With equal fields `low` may be the larger.
struct Sorted<W> {
    is_swapped: bool,
    high: W,
    low: W,
    field: u64,
    distance: u64,
}

impl Terms {
    /// Moves the product up by one bit if `is_below`, and sorts it and the term by exponent field.
    /// The order is unpredictable, so nothing branches on it.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn sorted<W: Word>(&self, product: W, is_below: bool, term: W) -> Sorted<W> {
        let [field, other] = self.fields;
        let (product, field) = (product << is_below.into(), field.wrapping_sub(is_below.into()));
        let above = field.wrapping_sub(other).cast_signed();
        let is_swapped = above < 0;
        Sorted {
            is_swapped,
            high: select_unpredictable(is_swapped, term, product),
            low: select_unpredictable(is_swapped, product, term),
            field: select_unpredictable(is_swapped, other, field),
            distance: above.unsigned_abs(),
        }
    }

    /// The sign of the sum: that of the term if the term is larger (`is_second`), else that of the
    /// product.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn sign(&self, is_second: bool) -> u64 {
        let [first, second] = self.signs;
        select_unpredictable(is_second, second, first)
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn is_difference(&self) -> bool {
        let [first, second] = self.signs;
        first != second
    }

    /// The normalized sum of a product and a term of one word each; `None` if it is 0.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn add(&self, product: u64, term: u64) -> Option<Unrounded> {
        let is_below = product >> (LEADING - 1) == 0;
        let Sorted { is_swapped, high, low, field, distance } =
            self.sorted(product, is_below, term);
        let low = shifted(low, distance);
        // With equal fields `low` may be the larger number.
        let is_turned = low > high;
        let sum = select_unpredictable(self.is_difference(), high.abs_diff(low), high + low);
        let sign = self.sign(is_swapped ^ is_turned);
        (sum != 0).then(|| normalized(sign, field.wrapping_add(1), sum))
    }

    /// Like [`Self::add`], for a product and a term of two words; the sum is cut to its upper word.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn add_wide(&self, product: u128, term: u128) -> Option<Unrounded> {
        let is_below = low_word(product >> 64) >> (LEADING - 1) == 0;
        let Sorted { is_swapped, high, low, field, distance } =
            self.sorted(product, is_below, term);
        let distance = distance.min(127);
        let kept = low >> distance;
        let low = kept | u128::from(kept << distance != low);
        let difference = high.wrapping_sub(low);
        let is_turned = difference.cast_signed() < 0;
        let difference = select_unpredictable(is_turned, difference.wrapping_neg(), difference);
        let sum = select_unpredictable(self.is_difference(), difference, high + low);
        if sum == 0 {
            return None;
        }
        let shift = (sum | 1).leading_zeros() - (63 - LEADING);
        let moved = sum << shift;
        let significand = low_word(moved >> 64) | u64::from(low_word(moved) != 0);
        let field = field.wrapping_add(1).wrapping_sub(shift.into());
        Some(Unrounded { sign: self.sign(is_swapped ^ is_turned), field, significand })
    }
}
