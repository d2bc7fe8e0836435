//! The reasons for which there is no result.

use core::error::Error;
use core::fmt;

/// The reason for which nobody knows a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The version or the target does not have the instruction.
    Illegal,
    /// Nobody measured the instruction on this target, or on one with its machine code.
    Target,
    /// c has another type than d.
    Addend,
    /// A variant that is not expected to compute anything else.
    Variant,
    /// The result depends on the step that is first.
    Order,
    /// Infinite products of e5m2 have both signs.
    Infinities,
    /// The result is a NaN of f64, of which the bits are not known.
    Payload,
}

impl fmt::Display for Open {
    /// Writes a sentence without its full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "the version or the target does not have this instruction",
            Self::Target => "nobody measured this instruction on this target",
            Self::Addend => "nobody measured it with c of another type than d",
            Self::Variant => "nobody measured this variant",
            Self::Order => {
                "the result depends on which of two steps comes first, which nobody measured"
            }
            Self::Infinities => "nobody measured infinite e5m2 products of both signs",
            Self::Payload => "it is a NaN of f64, of which nobody measured the bits",
        })
    }
}

/// The reason for which an evaluation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody knows it.
    Open(Open),
    /// A list has another length than the instruction takes.
    Count {
        /// The list.
        list: &'static str,
        /// The length that is right.
        expected: usize,
        /// The length that it has.
        given: usize,
    },
}

impl From<Open> for Refusal {
    fn from(open: Open) -> Self {
        Self::Open(open)
    }
}

impl fmt::Display for Refusal {
    /// Writes a sentence without its full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(open) => open.fmt(f),
            Self::Count { list, expected: 0, given } => {
                write!(f, "the instruction takes no {list}; {given} given, expected none")
            }
            Self::Count { list, expected, given } => {
                write!(f, "the instruction takes {expected} {list}; {given} given")
            }
        }
    }
}

impl Error for Open {}
impl Error for Refusal {}
