//! Arithmetic on exact values: operations with their special cases, elementary functions between
//! two bounds, and the one rounding after them.

mod add;
pub mod clamp;
mod compare;
mod div;
pub mod elementary;
pub mod host;
mod mul;
pub mod rounding;
mod sqrt;

pub use crate::number::dyadic::{Dyadic, ulp_error};
pub use crate::number::natural::Natural;
pub use crate::number::{Datum, Exact, Kind};
pub use add::add;
pub use compare::compare;
pub use div::{div, rcp};
pub use mul::{fma, mad_truncated, mul};
pub use sqrt::sqrt;

/// The result of an operation before rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Finite and not zero.
    Finite(Exact),
    /// A zero of either sign.
    Zero {
        /// The sign.
        negative: bool,
    },
    /// An exact infinity.
    Infinite {
        /// The sign.
        negative: bool,
    },
    /// The operation is invalid (IEEE 754-2019 §7.2), or an operand is a NaN.
    Invalid,
}

impl Value {
    /// The value of the opposite sign.
    #[must_use]
    #[inline]
    pub fn negated(self) -> Self {
        match self {
            Self::Finite(exact) => Self::Finite(Exact { negative: !exact.negative, ..exact }),
            Self::Zero { negative } => Self::Zero { negative: !negative },
            Self::Infinite { negative } => Self::Infinite { negative: !negative },
            Self::Invalid => Self::Invalid,
        }
    }
}

impl From<Datum> for Value {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn from(datum: Datum) -> Self {
        let negative = datum.negative;
        match datum.kind {
            Kind::Finite { significand, exponent } => {
                let significand = significand.into();
                Self::Finite(Exact { negative, significand, exponent, sticky: false })
            }
            Kind::Infinite => Self::Infinite { negative },
            Kind::Nan { .. } => Self::Invalid,
            Kind::Zero => Self::Zero { negative },
        }
    }
}
