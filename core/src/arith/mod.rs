//! Exact results and special rules of the operations, before any rounding.

mod add;
mod compare;
mod div;
mod mul;
mod sqrt;

pub use add::add;
pub use compare::compare;
pub use div::{div, rcp};
pub use mul::{fma, mad_truncated, mul};
pub(crate) use sqrt::root_of_120_bits;
pub use sqrt::sqrt;

use crate::number::{Datum, Exact, Kind};

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
    pub const fn negated(self) -> Self {
        match self {
            Self::Finite(exact) => Self::Finite(Exact { negative: !exact.negative, ..exact }),
            Self::Zero { negative } => Self::Zero { negative: !negative },
            Self::Infinite { negative } => Self::Infinite { negative: !negative },
            Self::Invalid => Self::Invalid,
        }
    }
}

impl From<Datum> for Value {
    fn from(datum: Datum) -> Self {
        match (datum.kind, datum.exact()) {
            (_, Some(exact)) => Self::Finite(exact),
            (Kind::Infinite, None) => Self::Infinite { negative: datum.negative },
            (Kind::Nan { .. }, None) => Self::Invalid,
            (Kind::Zero | Kind::Finite { .. }, None) => Self::Zero { negative: datum.negative },
        }
    }
}
