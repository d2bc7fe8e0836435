//! Readings: this project's interpretation of the ISA's text where it is silent or ambiguous.
//!
//! A reading is data: the open question, the interpretation chosen, the other possible ones, and
//! the evidence. [`crate::eval`] computes which results depend on a reading.

mod list;

pub use list::ALL;

use crate::source::Source;
use crate::source::observation::Observation;

/// A question that the text leaves open, by its place in [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The results that `.ftz` treats as subnormal.
    FtzTininess,
    /// The zero that `.sat` makes of -0.
    SatNegativeZero,
    /// The zero that `.relu` makes of -0.
    ReluNegativeZero,
    /// Negative numbers in ue8m0.
    Ue8m0Negative,
    /// Numbers beyond the largest one of ue8m0.
    Ue8m0Overflow,
    /// Zero, and numbers below the smallest one of ue8m0.
    Ue8m0Zero,
    /// Infinities in ue8m0.
    Ue8m0Infinity,
    /// The random bits of each of two operands that share half of them.
    RsLayout,
    /// The order of an operand's random bits.
    RsReversal,
    /// The alignment of random bits if there are more discarded bits than random ones.
    RsAlignment,
    /// Stochastic rounding beyond the largest number.
    RsOverflow,
    /// The bits of a register that tf32 does not use.
    Tf32LowBits,
    /// The NaN that `.oob` tests for.
    OobNan,
    /// The NaN of `.oob` in the addend.
    OobAddend,
    /// The sign with `.xorsign`, a NaN among the operands.
    XorsignNan,
    /// A NaN of f64 whose upper word is that of an infinity.
    RcpF64UpperWord,
    /// The sum of `mad.f32` on `sm_1x`.
    MadSm1xRounding,
    /// Subnormal operands of conversions to integral values on `sm_1x`.
    CvtRpiSm13,
    /// Padding beside fp6 operands that is not zero.
    Fp6Padding,
    /// The sign that `abs.f64` gives a NaN.
    AbsF64Nan,
    /// Saturation to the negative end of s2f6.
    S2f6Saturation,
    /// Negative numbers in ue5m3.
    Ue5m3Negative,
    /// Numbers beyond the largest one of ue5m3.
    Ue5m3Overflow,
    /// Infinities in ue5m3.
    Ue5m3Infinity,
    /// The sign of a zero that a scaled conversion makes of a subnormal operand.
    ScaledFlushSign,
    /// The values that `.ftz` flushes where f32 becomes f16.
    MixedFtz,
    /// The product of an f16 and a bf16.
    MixedProduct,
    /// A result of f32 operands on its way to f16 or bf16.
    MixedThroughSingle,
    /// The first number beyond the largest one of e4m3.
    E4m3Overflow,
    /// Infinities in e4m3.
    E4m3Infinity,
    /// Approximate results so small that no number is within the relative error.
    RelativeErrorSubnormal,
    /// A subnormal addend of `mad.f32` on `sm_1x`.
    MadSm1xSubnormalAddend,
}

/// A reading of the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Reading {
    /// The key.
    pub key: Key,
    /// The stable name.
    pub id: &'static str,
    /// The section of the text.
    pub source: Source,
    /// The statement of the text, and the question it leaves open.
    pub question: &'static str,
    /// The interpretation chosen here.
    pub taken: &'static str,
    /// The other possible interpretations.
    pub alternatives: &'static [&'static str],
    /// The observations that support the chosen interpretation; empty where there are none.
    pub evidence: &'static [&'static Observation],
}

impl Key {
    /// The reading.
    #[must_use]
    pub fn reading(self) -> &'static Reading {
        // The list is in the order of the keys; a test checks that.
        ALL.get(self as usize).copied().unwrap_or(ALL[0])
    }
}

/// The reading of that name, if there is one.
///
/// ```
/// assert_eq!(ptxfp::source::reading::find("oob-addend").unwrap().source.section, "9.7.4.4");
/// ```
#[must_use]
pub fn find(id: &str) -> Option<&'static Reading> {
    ALL.iter().find(|reading| reading.id == id).copied()
}

/// A set of readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Readings(u64);

impl Readings {
    /// None.
    pub const NONE: Self = Self(0);

    /// The set with one more.
    #[must_use]
    pub const fn with(self, key: Key) -> Self {
        Self(self.0 | 1 << key as u32)
    }

    /// The set with one more if a condition holds.
    #[must_use]
    pub const fn with_if(self, condition: bool, key: Key) -> Self {
        if condition { self.with(key) } else { self }
    }

    /// The set with all of another.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set without those of another.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has one.
    #[must_use]
    pub const fn has(self, key: Key) -> bool {
        self.0 >> key as u32 & 1 == 1
    }

    /// Whether another set has all of it.
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The readings, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = &'static Reading> {
        ALL.iter().copied().filter(move |reading| self.has(reading.key))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{ALL, find};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn the_list_is_in_the_order_of_its_keys() {
        for (index, reading) in ALL.iter().enumerate() {
            assert_eq!(reading.key as usize, index, "{}", reading.id);
            assert_eq!(reading.key.reading(), *reading);
            assert_eq!(find(reading.id), Some(*reading));
        }
        let mut ids: Vec<_> = ALL.iter().map(|reading| reading.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), ALL.len());
        assert_eq!(find("nothing"), None);
    }

    #[test]
    fn each_reading_says_what_it_takes_and_what_else_there_is() {
        for reading in ALL {
            let mut texts = Vec::from([reading.question, reading.taken]);
            texts.extend(reading.alternatives);
            assert!(texts.len() > 2, "{} has no alternative", reading.id);
            for text in texts {
                assert!(text.len() >= 3 && !text.ends_with('.'), "{}: {text}", reading.id);
            }
            assert!(!reading.source.section.is_empty() && reading.source.url().is_some());
        }
    }
}
