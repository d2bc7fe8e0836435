//! Rounding: the one place where a value loses bits.

mod tail;

pub use tail::Tail;

use crate::bits::{bit_length, mask128};
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
        /// How many there are, at most 32.
        count: u8,
    },
}

impl Rounding {
    /// The sign of an exact zero sum of two nonzero terms, or of zeros of both signs
    /// (IEEE 754-2019 §6.3): negative only when rounding towards negative infinity.
    pub const fn zero_sum_is_negative(self) -> bool {
        matches!(self, Self::TowardNegative)
    }

    /// The same direction, with random bits if it takes any.
    #[must_use]
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
    const fn increments(self, negative: bool, odd: bool, tail: Tail, random_carry: bool) -> bool {
        match self {
            Self::TiesToEven => match tail {
                Tail::Zero | Tail::BelowHalf => false,
                Tail::Half => odd,
                Tail::AboveHalf => true,
            },
            Self::TiesToAway => matches!(tail, Tail::Half | Tail::AboveHalf),
            Self::TowardZero => false,
            Self::TowardNegative => negative && !matches!(tail, Tail::Zero),
            Self::TowardPositive => !negative && !matches!(tail, Tail::Zero),
            Self::Stochastic { .. } => random_carry,
        }
    }

    /// Whether a finite value beyond the largest finite magnitude becomes infinite
    /// (IEEE 754-2019 §7.4); otherwise it becomes the largest finite magnitude.
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
    /// The exponent of the significand's least significant bit: the quantum, or the value's own
    /// exponent where that is higher.
    pub exponent: i32,
    /// What was discarded.
    pub tail: Tail,
    /// Whether the magnitude went up.
    pub incremented: bool,
}

impl Rounded {
    /// Whether the magnitude is less than 2^`exponent`.
    const fn is_below_power(&self, exponent: i32) -> bool {
        self.significand == 0 || self.exponent + bit_length(self.significand) - 1 < exponent
    }

    /// The significand without the increment: the bits kept before the direction was applied.
    pub const fn truncated(&self) -> u128 {
        self.significand - self.incremented as u128
    }
}

/// Rounds to a multiple of 2^`quantum`, with no limit on the exponent.
///
/// `quantum` 0 rounds to an integer.
#[must_use]
pub const fn round_to_quantum(exact: &Exact, quantum: i32, rounding: Rounding) -> Rounded {
    let (kept, tail) = Tail::split(exact, quantum);
    let random_carry = match rounding {
        Rounding::Stochastic { random, count } => {
            let sum = Tail::top_bits(exact, quantum, count as u32) + random as u128;
            sum > mask128(count as u32)
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
        significand: kept + incremented as u128,
        exponent: if exact.exponent > quantum { exact.exponent } else { quantum },
        tail,
        incremented,
    }
}

/// What happens to results below the smallest normal magnitude.
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
    /// How it was rounded.
    pub rounded: Rounded,
    /// Whether a subnormal result was flushed to zero.
    pub flushed: bool,
    /// Whether the rounded value lay beyond the largest finite magnitude.
    pub overflowed: bool,
}

impl Conversion {
    /// Whether the result differs from the value.
    pub const fn is_inexact(&self) -> bool {
        !matches!(self.rounded.tail, Tail::Zero) || self.flushed || self.overflowed
    }
}

/// Rounds a value to a format, once.
#[must_use]
pub const fn round(
    exact: &Exact,
    format: &FloatFormat,
    rounding: Rounding,
    subnormals: Subnormals,
) -> Conversion {
    let unbounded_quantum = exact.leading_exponent() - format.precision as i32 + 1;
    let flushes =
        matches!(subnormals, Subnormals::Flush) && exact.leading_exponent() < format.emin();
    let quantum = if flushes || unbounded_quantum > format.min_quantum() {
        unbounded_quantum
    } else {
        format.min_quantum()
    };
    let rounded = round_to_quantum(exact, quantum, rounding);
    let flushed = flushes && rounded.is_below_power(format.emin());
    let overflowed = !rounded.is_below_power(format.emax()) && exceeds_max_finite(&rounded, format);
    let kind = if flushed || rounded.significand == 0 {
        Kind::Zero
    } else if !overflowed {
        Kind::Finite {
            significand: crate::bits::low_word(rounded.significand),
            exponent: rounded.exponent,
        }
    } else if rounding.overflows_to_infinity(exact.negative) {
        Kind::Infinite
    } else {
        format.decode(format.max_finite()).kind
    };
    Conversion { datum: Datum { negative: exact.negative, kind }, rounded, flushed, overflowed }
}

/// Rounds a datum's value to an integral one, which its format has too; a zero keeps the sign.
#[must_use]
pub const fn round_to_integral(exact: &Exact, rounding: Rounding) -> Conversion {
    let rounded = round_to_quantum(exact, 0, rounding);
    let kind = if rounded.significand == 0 {
        Kind::Zero
    } else {
        let significand = crate::bits::low_word(rounded.significand);
        Kind::Finite { significand, exponent: rounded.exponent }
    };
    let datum = Datum { negative: exact.negative, kind };
    Conversion { datum, rounded, flushed: false, overflowed: false }
}

/// Rounds a value to a fixed-point format, once; what lies beyond its range is clamped to it.
#[must_use]
pub const fn round_to_fixed(exact: &Exact, format: &FixedFormat, rounding: Rounding) -> Conversion {
    let rounded = round_to_quantum(exact, format.quantum(), rounding);
    let limit = format.limit(exact.negative);
    let shift = rounded.exponent - format.quantum();
    // The range has at most 64 bits.
    let is_far = bit_length(rounded.significand) + shift > 64;
    let overflowed = rounded.significand != 0 && (is_far || rounded.significand << shift > limit);
    let (magnitude, exponent) = if overflowed {
        (limit, format.quantum())
    } else {
        (rounded.significand, rounded.exponent)
    };
    let datum = if magnitude == 0 {
        Datum::zero(false)
    } else {
        let significand = crate::bits::low_word(magnitude);
        Datum { negative: exact.negative, kind: Kind::Finite { significand, exponent } }
    };
    Conversion { datum, rounded, flushed: false, overflowed }
}

/// Whether a magnitude of at least 2^emax lies above the largest finite one.
const fn exceeds_max_finite(rounded: &Rounded, format: &FloatFormat) -> bool {
    if !rounded.is_below_power(format.emax() + 1) {
        return true;
    }
    let Kind::Finite { significand: max, exponent } = format.decode(format.max_finite()).kind
    else {
        return false;
    };
    // Both lie in the top binade: they are compared in the finer of their units.
    if rounded.exponent >= exponent {
        rounded.significand << (rounded.exponent - exponent) > max as u128
    } else {
        rounded.significand > (max as u128) << (exponent - rounded.exponent)
    }
}

#[cfg(test)]
mod tests;
