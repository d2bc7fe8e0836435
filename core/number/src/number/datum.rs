//! A datum: the value of an encoding, free of its format.

use super::Exact;

/// A signed number, infinity or NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datum {
    /// The sign; zeros, infinities and NaNs have one too.
    pub negative: bool,
    /// The rest.
    pub kind: Kind,
}

/// A datum without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Zero.
    Zero,
    /// `significand` · 2^`exponent`, never zero.
    Finite {
        /// The significand as an integer, not zero.
        significand: u64,
        /// The exponent of its least significant bit.
        exponent: i32,
    },
    /// Infinity.
    Infinite,
    /// Not a number.
    Nan {
        /// Whether it is quiet.
        quiet: bool,
        /// The trailing significand field, the quiet bit included.
        payload: u64,
    },
}

impl Datum {
    /// A zero.
    #[inline]
    pub const fn zero(negative: bool) -> Self {
        Self { negative, kind: Kind::Zero }
    }

    /// An infinity.
    #[inline]
    pub const fn infinite(negative: bool) -> Self {
        Self { negative, kind: Kind::Infinite }
    }

    /// Whether it is a NaN.
    #[inline]
    pub const fn is_nan(&self) -> bool {
        matches!(self.kind, Kind::Nan { .. })
    }

    /// Whether it is a zero of either sign.
    #[inline]
    pub const fn is_zero(&self) -> bool {
        matches!(self.kind, Kind::Zero)
    }

    /// Whether it is an infinity of either sign.
    #[inline]
    pub const fn is_infinite(&self) -> bool {
        matches!(self.kind, Kind::Infinite)
    }

    /// The datum of the opposite sign.
    #[must_use]
    #[inline]
    pub const fn negated(self) -> Self {
        Self { negative: !self.negative, ..self }
    }

    /// The value of a finite, nonzero datum.
    pub const fn exact(&self) -> Option<Exact> {
        match self.kind {
            Kind::Finite { significand, exponent } => Some(Exact {
                negative: self.negative,
                significand: significand as u128,
                exponent,
                sticky: false,
            }),
            Kind::Zero | Kind::Infinite | Kind::Nan { .. } => None,
        }
    }
}
