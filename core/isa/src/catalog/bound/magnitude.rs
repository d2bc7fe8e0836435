//! Sums and differences of magnitudes, rounded to a format without a loss before.

use crate::arith::elementary::multiply;
use crate::bits::{bit_length, low_word, mask128, shift_right};
use crate::format::FloatFormat;

/// The bits of a significand.
const N_BITS: u32 = 127;

/// A number `significand`·2^`exponent` that is not negative.
///
/// The significand has 127 bits, so that two of them add up in 128. Zero has the significand 0 and
/// an exponent below all others, so the derived order is that of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Magnitude {
    exponent: i32,
    significand: u128,
}

impl Magnitude {
    /// 0.
    pub(super) const ZERO: Self = Self { exponent: i32::MIN / 2, significand: 0 };

    /// `significand`·2^`exponent`, with a significand of at most 127 bits.
    ///
    /// Those of functions have no more: 2^127 is above the upper bound of each series, roots have
    /// 120 bits and quotients 122.
    pub(super) const fn new(significand: u128, exponent: i32) -> Self {
        if significand == 0 {
            return Self::ZERO;
        }
        let shift = significand.leading_zeros().saturating_sub(u128::BITS - N_BITS);
        Self { exponent: exponent - shift.cast_signed(), significand: significand << shift }
    }

    /// The significand, of 127 bits, and the exponent of its unit.
    pub(super) const fn parts(self) -> (u128, i32) {
        (self.significand, self.exponent)
    }

    /// It times 2^`exponent`.
    pub(super) const fn scaled(self, exponent: i32) -> Self {
        Self { exponent: self.exponent + exponent, ..self }
    }

    /// The product with a factor of at most a quarter, truncated by less than the unit of `self`.
    ///
    /// The significands' product has 253 or 254 bits; the upper 126 or 127 of them are kept, whose
    /// unit is at most half that of `self`.
    pub(super) fn part(self, factor: Self) -> Self {
        let product = multiply(self.significand << 1, factor.significand);
        Self::new(product, self.exponent + factor.exponent + N_BITS.cast_signed())
    }

    /// The larger and the smaller of two, and by how many bits the unit of the smaller lies lower.
    fn sorted(self, other: Self) -> (Self, Self, u32) {
        let (large, small) = if self < other { (other, self) } else { (self, other) };
        (large, small, large.exponent.abs_diff(small.exponent))
    }

    /// The encoding of the largest number of a format that is at most the sum.
    ///
    /// The larger term is a multiple of its unit, so the sum truncated to that unit is this term
    /// plus the other one truncated. The sum has 127 bits or more, and is then truncated to the
    /// format.
    pub(super) fn plus(self, other: Self, format: &FloatFormat) -> i64 {
        let (large, small, shift) = self.sorted(other);
        let sum = large.significand + shift_right(small.significand, shift);
        encode(sum, large.exponent, format, false)
    }

    /// The encoding of the least number of a format that is at least the difference. A negative
    /// difference gives the negative encoding of its magnitude.
    ///
    /// The difference is computed in half units of the larger term. If the exponents differ by 1 at
    /// most, nothing is lost. Otherwise the smaller term is less than half of the larger one, and
    /// at least 126 bits are left, more than any precision. The difference is rounded up: the
    /// smaller term is truncated if the difference is positive, and rounded up if it is negative.
    pub(super) fn minus(self, other: Self, format: &FloatFormat) -> i64 {
        let is_negative = self < other;
        let (large, small, shift) = self.sorted(other);
        let term = small.significand << 1;
        let is_cut = term & mask128(shift) != 0;
        let term = shift_right(term, shift) + u128::from(is_cut && is_negative);
        let difference = (large.significand << 1) - term;
        let magnitude = encode(difference, large.exponent - 1, format, !is_negative);
        if is_negative { -magnitude } else { magnitude }
    }
}

/// The encoding of the next number of a format at or below `significand`·2^`exponent`, or at or
/// above it if `upwards`; an infinity counts as 2^(emax+1).
fn encode(significand: u128, exponent: i32, format: &FloatFormat, upwards: bool) -> i64 {
    let infinity = format.infinity().unwrap_or(format.max_finite());
    // For 0 this is below any exponent.
    let leading = exponent + bit_length(significand) - 1;
    if leading > format.emax() {
        return infinity.cast_signed();
    }
    let quantum = (leading - format.trailing_width().cast_signed()).max(format.min_quantum());
    let (kept, is_cut) = if exponent >= quantum {
        (significand << (exponent - quantum), false)
    } else {
        let shift = exponent.abs_diff(quantum);
        (shift_right(significand, shift), significand & mask128(shift) != 0)
    };
    let kept = low_word(kept) + u64::from(is_cut && upwards);
    // The implicit bit of a normal number adds 1 to the exponent field, and so does a carry.
    let binades = u64::from(quantum.abs_diff(format.min_quantum()));
    ((binades << format.trailing_width()) + kept).min(infinity).cast_signed()
}
