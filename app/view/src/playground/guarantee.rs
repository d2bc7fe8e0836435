//! A guarantee as it is drawn.

use ptxfp::eval::Guarantee;

use crate::glossary::{self, Term};

/// The style class of the tag and of the bits.
pub const fn class(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Bits => "determined",
        Guarantee::Reading => "reading",
        Guarantee::AnyNan => "any-nan",
        Guarantee::Within { .. } => "within",
        Guarantee::Unbounded | Guarantee::Unspecified => "open",
    }
}

/// The style class of the digits in the register.
pub const fn digits_class(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Bits | Guarantee::Reading => "",
        Guarantee::AnyNan => "any-nan-digits",
        Guarantee::Within { .. } => "within-digits",
        Guarantee::Unbounded | Guarantee::Unspecified => "open-digits",
    }
}

/// The term that explains the tag.
pub fn term(guarantee: Guarantee) -> Option<&'static Term> {
    glossary::find(match guarantee {
        Guarantee::Bits => "exact-bits",
        Guarantee::Reading => "reading",
        Guarantee::AnyNan => "any-nan",
        Guarantee::Within { .. } => "within",
        Guarantee::Unbounded | Guarantee::Unspecified => "no-bound",
    })
}

/// The text of a tag with room for one word.
pub const fn word(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Bits => "exact",
        Guarantee::Reading => "a reading",
        Guarantee::AnyNan => "a NaN",
        Guarantee::Within { .. } => "one of several",
        Guarantee::Unbounded | Guarantee::Unspecified => "no bound",
    }
}
