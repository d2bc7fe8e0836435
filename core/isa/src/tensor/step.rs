//! The steps that lead to a result, as data for a view.

use alloc::vec::Vec;

use super::dot::Fused;
use crate::arith::rounding::Rounding;
use crate::format::Format;

/// A step: it takes an accumulator and gives another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A sum of the unit.
    Sum {
        /// The sum with all its terms.
        fused: Fused,
        /// The accumulator that it takes, in the format of its result.
        addend: u64,
    },
    /// An ordinary addition in a format, rounded to the nearest.
    Add {
        /// The format.
        format: Format,
        /// The numbers that are added.
        numbers: [u64; 2],
        /// The result.
        bits: u64,
    },
    /// A fused multiply-add.
    Fma {
        /// The format.
        format: Format,
        /// The index of the product.
        index: usize,
        /// The factors and the addend.
        numbers: [u64; 3],
        /// The rounding.
        rounding: Rounding,
        /// The result; the bits of a NaN are not known.
        bits: u64,
    },
    /// A conversion to the format of d, rounded to the nearest.
    Convert {
        /// The format of the number.
        format: Format,
        /// The number.
        number: u64,
        /// The result.
        bits: u64,
    },
    /// An exact sum of integers.
    Integer {
        /// The sum.
        sum: i64,
        /// The result.
        bits: u64,
    },
}

impl Step {
    /// The result.
    #[must_use]
    pub const fn bits(&self) -> u64 {
        match self {
            Self::Sum { fused, .. } => fused.bits,
            Self::Add { bits, .. }
            | Self::Fma { bits, .. }
            | Self::Convert { bits, .. }
            | Self::Integer { bits, .. } => *bits,
        }
    }
}

/// The steps of a result, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The steps.
    pub steps: Vec<Step>,
    /// The element of d.
    pub bits: u64,
}
