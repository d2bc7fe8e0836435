//! Counts of results by what they are.

use crate::eval::Guarantee;
use crate::explore::measure::Exactness;
use crate::format::Class;

/// The number of results of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Zeros.
    pub zero: u64,
    /// Subnormal numbers.
    pub subnormal: u64,
    /// Normal numbers, and integers other than 0.
    pub normal: u64,
    /// Infinities.
    pub infinite: u64,
    /// NaNs.
    pub nan: u64,
}

/// The number of exact results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exactnesses {
    /// The number of exact results.
    pub exact: u64,
    /// The number of inexact results.
    pub inexact: u64,
    /// The number of results of a rule: there was nothing to round.
    pub given: u64,
}

/// The number of results with each guarantee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guarantees {
    /// The ISA determines the bits.
    pub bits: u64,
    /// A reading of its text decides.
    pub reading: u64,
    /// A NaN whose bits the ISA leaves open.
    pub any_nan: u64,
    /// The ISA permits an interval.
    pub within: u64,
    /// The ISA gives no bound.
    pub unbounded: u64,
    /// The ISA does not determine the result.
    pub unspecified: u64,
}

impl Classes {
    #[inline]
    pub(super) const fn add(&mut self, class: Class, count: u64) {
        *match class {
            Class::Zero => &mut self.zero,
            Class::Subnormal => &mut self.subnormal,
            Class::Normal => &mut self.normal,
            Class::Infinite => &mut self.infinite,
            Class::QuietNan | Class::SignalingNan => &mut self.nan,
        } += count;
    }
}

impl Exactnesses {
    #[inline]
    pub(in crate::explore) const fn add(&mut self, exactness: Exactness, count: u64) {
        *match exactness {
            Exactness::Exact => &mut self.exact,
            Exactness::Inexact => &mut self.inexact,
            Exactness::Given => &mut self.given,
        } += count;
    }

    pub(in crate::explore) const fn merge(&mut self, other: &Self) {
        self.exact += other.exact;
        self.inexact += other.inexact;
        self.given += other.given;
    }
}

impl Guarantees {
    #[inline]
    pub(in crate::explore) const fn add(&mut self, guarantee: Guarantee, count: u64) {
        *match guarantee {
            Guarantee::Bits => &mut self.bits,
            Guarantee::Reading => &mut self.reading,
            Guarantee::AnyNan => &mut self.any_nan,
            Guarantee::Within { .. } => &mut self.within,
            Guarantee::Unbounded => &mut self.unbounded,
            Guarantee::Unspecified => &mut self.unspecified,
        } += count;
    }

    pub(in crate::explore) const fn merge(&mut self, other: &Self) {
        self.bits += other.bits;
        self.reading += other.reading;
        self.any_nan += other.any_nan;
        self.within += other.within;
        self.unbounded += other.unbounded;
        self.unspecified += other.unspecified;
    }
}
