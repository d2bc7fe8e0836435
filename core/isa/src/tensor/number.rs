//! Elements as the unit takes them: a significand and an exponent, never renormalized.

use crate::arith::Dyadic;
use crate::format::table::{E4M3, E5M2, F16, TF32};
use crate::format::{FloatFormat, Format};
use crate::number::Kind;

/// The low bits of a 32-bit register with a tf32 number, which are dropped before anything else.
const DROPPED_OF_TF32: u8 = 13;

/// The number of bits that an element is written with: those of its format, and 32 for tf32.
#[must_use]
pub fn written_width(format: Format) -> u8 {
    if format == Format::Float(&TF32) { TF32.width + DROPPED_OF_TF32 } else { format.width() }
}

/// The bits of a datum as an element is written.
#[must_use]
pub fn written(datum: u64, format: Format) -> u64 {
    datum << (written_width(format) - format.width())
}

/// The datum of an element.
#[must_use]
pub fn unwritten(bits: u64, format: Format) -> u64 {
    bits >> (written_width(format) - format.width())
}

/// A finite number that is not zero: ±`significand`·2^`quantum`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The sign.
    pub negative: bool,
    /// The significand as an integer.
    pub significand: u64,
    /// The exponent of its lowest bit.
    pub quantum: i32,
    /// The exponent that is compared: the one in the encoding, which is the smallest normal one for a
    /// subnormal number.
    pub exponent: i32,
}

impl Number {
    /// The exact value.
    #[must_use]
    pub fn value(self) -> Dyadic {
        let Self { negative, significand, quantum, .. } = self;
        Dyadic::new(negative, &u128::from(significand).into(), quantum)
    }

    /// The exact product: its exponent is the sum of both, though its significand may reach 4.
    pub(super) const fn times(self, other: Self) -> Self {
        Self {
            negative: self.negative != other.negative,
            significand: self.significand * other.significand,
            quantum: self.quantum + other.quantum,
            exponent: self.exponent + other.exponent,
        }
    }
}

/// An element or its product with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decoded {
    Zero,
    Finite(Number),
    Infinite { negative: bool },
    Nan,
}

impl Decoded {
    /// Reads an element; bits above its written width are ignored.
    pub(super) fn of(format: &'static FloatFormat, bits: u64) -> Self {
        let bits = if *format == TF32 { bits >> DROPPED_OF_TF32 } else { bits };
        let datum = format.decode(bits);
        let negative = datum.negative;
        match datum.kind {
            Kind::Zero => Self::Zero,
            Kind::Finite { significand, exponent: quantum } => {
                let exponent = quantum + i32::from(format.precision) - 1;
                Self::Finite(Number { negative, significand, quantum, exponent })
            }
            Kind::Infinite => Self::Infinite { negative },
            Kind::Nan { .. } => Self::Nan,
        }
    }

    /// The exact product; `None` if it is an infinity times zero.
    pub(super) const fn times(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Nan, _) | (_, Self::Nan) => Self::Nan,
            (Self::Infinite { .. }, Self::Zero) | (Self::Zero, Self::Infinite { .. }) => {
                return None;
            }
            (Self::Zero, _) | (_, Self::Zero) => Self::Zero,
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a.times(b)),
            (
                Self::Infinite { negative: a },
                Self::Infinite { negative: b } | Self::Finite(Number { negative: b, .. }),
            )
            | (Self::Finite(Number { negative: a, .. }), Self::Infinite { negative: b }) => {
                Self::Infinite { negative: a != b }
            }
        })
    }
}

/// The f16 number of the same value, for the formats of 8 bits whose numbers f16 has; other bits stay.
pub(super) fn as_f16(format: &'static FloatFormat, bits: u64) -> u64 {
    if *format == E4M3 || *format == E5M2 { F16.encode(&format.decode(bits)) } else { bits }
}
