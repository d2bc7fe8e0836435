//! The ISA's guarantee of a result.

use alloc::string::String;
use core::fmt;

use crate::catalog::bound::count;
use crate::format::Format;
use crate::text::grouped;

/// The ISA's guarantee of a destination lane.
///
/// ```
/// use ptxfp::{Guarantee, Instruction};
///
/// let exp = Instruction::parse("ex2.approx.f32", "sm_90")?.evaluate(&[0x3f00_0000])?;
/// let permitted = Guarantee::Within { lo: 0x3fb5_04f1, hi: 0x3fb5_04f5 };
/// assert_eq!(exp.guarantee(), permitted);
///
/// let sum = Instruction::parse("add.f32", "sm_90")?.evaluate_values(&[1.5_f32, 2.0])?;
/// assert_eq!(sum.guarantee().to_string(), "exact bits guaranteed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// It determines the bits.
    Bits,
    /// It is unclear, and the bits follow from [a reading](crate::source::reading) of it;
    /// [`Prepared::decisions`](super::Prepared::decisions) has the alternatives.
    Reading,
    /// The result is a NaN whose sign and payload it leaves open;
    /// [`LaneOp::observation`](super::LaneOp::observation) has the origin of the bits.
    AnyNan,
    /// It permits all numbers from one to another, inclusive, where −0 comes before +0; the bits are
    /// those of the correctly rounded result. Where only one is permitted, it is [`Self::Bits`].
    Within {
        /// The least one.
        lo: u64,
        /// The largest one.
        hi: u64,
    },
    /// It calls the result approximate and gives no bound for this operand; the bits are those of
    /// the correctly rounded result, for reference.
    Unbounded,
    /// It does not determine the result, or the instruction is not in the ISA and its meaning is
    /// not clear. The bits are those that its text suggests most strongly, for reference.
    Unspecified,
}

#[cfg(feature = "serde")]
impl serde::Serialize for Guarantee {
    /// Writes its [name](Self::name), and the ends of an interval as bits.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name())?;
        if let Self::Within { lo, hi } = self {
            map.serialize_entry("lo", &alloc::format!("{lo:#x}"))?;
            map.serialize_entry("hi", &alloc::format!("{hi:#x}"))?;
        }
        map.end()
    }
}

impl Guarantee {
    /// Ranks guarantees by how much they leave open; 0 means nothing.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn uncertainty(self) -> u8 {
        match self {
            Self::Bits => 0,
            Self::AnyNan => 1,
            Self::Within { .. } => 2,
            Self::Reading => 3,
            Self::Unbounded => 4,
            Self::Unspecified => 5,
        }
    }

    /// The word for it in data.
    #[must_use]
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Reading => "reading",
            Self::AnyNan => "any NaN",
            Self::Within { .. } => "within",
            Self::Unbounded => "unbounded",
            Self::Unspecified => "unspecified",
        }
    }

    /// The guarantee as a clause.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Bits => "exact bits guaranteed",
            Self::Reading => "our reading of an unclear text, not guaranteed",
            Self::AnyNan => "a NaN, bits unspecified",
            Self::Within { .. } => {
                "the ISA bounds the error but doesn't fix the bits; nearest shown"
            }
            Self::Unbounded => "the ISA gives no bound here; nearest shown",
            Self::Unspecified => "not specified; this is our reading, not guaranteed",
        }
    }

    /// The guarantee in a few words, with the number of permitted values in a format.
    #[must_use]
    pub fn tag(self, format: Format) -> String {
        let words = match (self, format.float()) {
            (Self::Bits, _) => "exact bits guaranteed",
            (Self::Reading, _) => "our reading",
            (Self::AnyNan, _) => "a NaN, bits unspecified",
            (Self::Within { lo, hi }, Some(float)) if count(lo, hi, float) == 1 => {
                "zero of either sign"
            }
            (Self::Within { lo, hi }, float) => {
                let count = grouped(float.map_or(0, |float| count(lo, hi, float)));
                return ["any of ", &count, " values; nearest shown"].concat();
            }
            (Self::Unbounded, _) => "no bound; nearest shown",
            (Self::Unspecified, _) => "unspecified; our reading shown",
        };
        words.into()
    }
}

impl fmt::Display for Guarantee {
    /// Writes [`words`](Self::words).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
