//! Rounding: the one place where a value loses bits.

mod tail;

pub use tail::Tail;

use crate::bits::{bit_length, low_word, mask128};
use crate::format::{FixedFormat, FloatFormat};
use crate::number::{Datum, Exact, Kind};

/// A rounding direction (IEEE 754-2019 §4.3), or stochastic rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest; a tie to the even significand (`.rn`).
    TiesToEven,
    /// To the nearest; a tie away from zero (`.rna`).
    TiesToAway,
    /// Towards zero (`.rz`).
    TowardZero,
    /// Towards negative infinity (`.rm`).
    TowardNegative,
    /// Towards positive infinity (`.rp`).
    TowardPositive,
    /// Away from zero iff adding `random` to the topmost `count` bits of the tail carries (`.rs`).
    Stochastic {
        /// The random bits, less than 2^`count`.
        random: u32,
        /// The number of random bits, at most 32.
        count: u8,
    },
}

impl Rounding {
    /// The sign of an exact zero sum of two nonzero terms, or of zeros of both signs
    /// (IEEE 754-2019 §6.3): negative only when rounding towards negative infinity.
    pub const fn zero_sum_is_negative(self) -> bool {
        matches!(self, Self::TowardNegative)
    }

    /// Replaces the random bits, if the rounding is stochastic.
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn with_random(self, random: u32) -> Self {
        match self {
            Self::Stochastic { count, .. } => Self::Stochastic { random, count },
            Self::TiesToEven
            | Self::TiesToAway
            | Self::TowardZero
            | Self::TowardNegative
            | Self::TowardPositive => self,
        }
    }

    /// Whether the magnitude goes up to the next multiple of the quantum.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn increments(self, negative: bool, odd: bool, tail: Tail, random_carry: bool) -> bool {
        match self {
            Self::TiesToEven => {
                matches!(tail, Tail::AboveHalf) | (matches!(tail, Tail::Half) & odd)
            }
            Self::TiesToAway => matches!(tail, Tail::Half | Tail::AboveHalf),
            Self::TowardZero => false,
            Self::TowardNegative => negative && !matches!(tail, Tail::Zero),
            Self::TowardPositive => !negative && !matches!(tail, Tail::Zero),
            Self::Stochastic { .. } => random_carry,
        }
    }

    /// Whether a finite value beyond the largest finite magnitude becomes infinite
    /// (IEEE 754-2019 §7.4); otherwise it becomes the largest finite magnitude.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn overflows_to_infinity(self, negative: bool) -> bool {
        match self {
            Self::TiesToEven | Self::TiesToAway | Self::Stochastic { .. } => true,
            Self::TowardZero => false,
            Self::TowardNegative => negative,
            Self::TowardPositive => !negative,
        }
    }
}

/// A value rounded to a multiple of a power of two; the exponent range is not limited yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The sign.
    pub negative: bool,
    /// The rounded magnitude in units of 2^`exponent`; it may be 0.
    pub significand: u128,
    /// The exponent of the significand's least significant bit: the quantum, or the exponent of the
    /// exact value where that is higher.
    pub exponent: i32,
    /// The discarded part.
    pub tail: Tail,
    /// Whether the magnitude went up.
    pub incremented: bool,
}

impl Rounded {
    /// Whether the magnitude is less than 2^`exponent`.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn is_below_power(&self, exponent: i32) -> bool {
        self.significand == 0 || self.exponent + bit_length(self.significand) - 1 < exponent
    }

    /// The significand without the increment: the bits kept before the direction was applied.
    pub fn truncated(&self) -> u128 {
        self.significand - u128::from(self.incremented)
    }
}

/// Rounds to a multiple of 2^`quantum`, with no limit on the exponent.
///
/// `quantum` 0 rounds to an integer.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub(crate) fn round_to_quantum(exact: &Exact, quantum: i32, rounding: Rounding) -> Rounded {
    let (kept, tail) = Tail::split(exact, quantum);
    let random_carry = match rounding {
        Rounding::Stochastic { random, count } => {
            let count = count.into();
            Tail::top_bits(exact, quantum, count) + u128::from(u64::from(random)) > mask128(count)
        }
        Rounding::TiesToEven
        | Rounding::TiesToAway
        | Rounding::TowardZero
        | Rounding::TowardNegative
        | Rounding::TowardPositive => false,
    };
    let incremented = rounding.increments(exact.negative, kept & 1 == 1, tail, random_carry);
    Rounded {
        negative: exact.negative,
        significand: kept + u128::from(incremented),
        exponent: if exact.exponent > quantum { exact.exponent } else { quantum },
        tail,
        incremented,
    }
}

/// The treatment of results below the smallest normal magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subnormals {
    /// They are kept, with fewer significand bits (gradual underflow).
    Keep,
    /// They become a zero of their sign (`.ftz`).
    ///
    /// A result is subnormal if it is below the smallest normal magnitude after rounding to the
    /// format's precision with an unbounded exponent.
    Flush,
}

/// A value rounded to a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The result, representable in the format: zero, finite or infinite.
    pub datum: Datum,
    /// The rounded value before the exponent range limits it.
    pub rounded: Rounded,
    /// Whether a subnormal result was flushed to zero.
    pub flushed: bool,
    /// Whether the rounded value lay beyond the largest finite magnitude.
    pub overflowed: bool,
}

impl Conversion {
    /// Whether the result differs from the value.
    pub fn is_inexact(&self) -> bool {
        !matches!(self.rounded.tail, Tail::Zero) || self.flushed || self.overflowed
    }
}

/// Rounds a value to a format, once.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub fn round(
    exact: &Exact,
    format: &FloatFormat,
    rounding: Rounding,
    subnormals: Subnormals,
) -> Conversion {
    let unbounded_quantum = exact.leading_exponent() - i32::from(format.precision) + 1;
    let flushes =
        matches!(subnormals, Subnormals::Flush) && exact.leading_exponent() < format.emin();
    let quantum = if flushes || unbounded_quantum > format.min_quantum() {
        unbounded_quantum
    } else {
        format.min_quantum()
    };
    let rounded = round_to_quantum(exact, quantum, rounding);
    let flushed = flushes && rounded.is_below_power(format.emin());
    // If a carry to one more bit stays below 2^emax, there is no overflow.
    let overflowed = rounded.exponent + i32::from(format.precision) >= format.emax()
        && !rounded.is_below_power(format.emax())
        && exceeds_max_finite(&rounded, format);
    let kind = if flushed || rounded.significand == 0 {
        Kind::Zero
    } else if !overflowed {
        Kind::Finite { significand: low_word(rounded.significand), exponent: rounded.exponent }
    } else if rounding.overflows_to_infinity(exact.negative) {
        Kind::Infinite
    } else {
        format.decode(format.max_finite()).kind
    };
    Conversion { datum: Datum { negative: exact.negative, kind }, rounded, flushed, overflowed }
}

/// Rounds the value of a datum to an integer, which its format can represent; a zero keeps its
/// sign.
#[must_use]
pub fn round_to_integral(exact: &Exact, rounding: Rounding) -> Conversion {
    let rounded = round_to_quantum(exact, 0, rounding);
    let kind = if rounded.significand == 0 {
        Kind::Zero
    } else {
        let significand = low_word(rounded.significand);
        Kind::Finite { significand, exponent: rounded.exponent }
    };
    let datum = Datum { negative: exact.negative, kind };
    Conversion { datum, rounded, flushed: false, overflowed: false }
}

/// Rounds a value to a fixed-point format, once; a value out of range is clamped.
#[must_use]
pub fn round_to_fixed(exact: &Exact, format: &FixedFormat, rounding: Rounding) -> Conversion {
    let rounded = round_to_quantum(exact, format.quantum(), rounding);
    // The range has at most 64 bits.
    let limit = u128::from(low_word(format.limit(exact.negative)));
    let shift = rounded.exponent - format.quantum();
    let is_far = bit_length(rounded.significand) + shift > 64;
    let overflowed =
        rounded.significand != 0 && (is_far || rounded.significand << shift.unsigned_abs() > limit);
    let (magnitude, exponent) = if overflowed {
        (limit, format.quantum())
    } else {
        (rounded.significand, rounded.exponent)
    };
    let datum = if magnitude == 0 {
        Datum::zero(false)
    } else {
        let significand = low_word(magnitude);
        Datum { negative: exact.negative, kind: Kind::Finite { significand, exponent } }
    };
    Conversion { datum, rounded, flushed: false, overflowed }
}

/// Whether a magnitude of at least 2^emax is above the largest finite one.
#[cfg_attr(optimized_for_speed, inline(always))]
fn exceeds_max_finite(rounded: &Rounded, format: &FloatFormat) -> bool {
    if !rounded.is_below_power(format.emax() + 1) {
        return true;
    }
    let Kind::Finite { significand: max, exponent } = format.decode(format.max_finite()).kind
    else {
        return false;
    };
    // Both are in the top binade, and are compared in the finer of their units.
    let (max, above) = (u128::from(max), rounded.exponent - exponent);
    if above >= 0 {
        rounded.significand << above.unsigned_abs() > max
    } else {
        rounded.significand > max << above.unsigned_abs()
    }
}

#[cfg(test)]
mod tests;
