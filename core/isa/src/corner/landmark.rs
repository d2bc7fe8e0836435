//! The data that corner cases are about: one or two of every class.

use crate::format::{FixedFormat, FloatFormat, Format};

/// A datum named by its class.
///
/// Subnormal means the smallest one, `min` the smallest normal number, and `max` the largest finite
/// one; for a fixed-point format `max` and `-max` are the ends of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landmark {
    /// Negative infinity.
    NegativeInfinity,
    /// The least number.
    NegativeMax,
    /// -1.
    NegativeOne,
    /// The largest negative normal number.
    NegativeMin,
    /// The largest negative subnormal number.
    NegativeSubnormal,
    /// -0.
    NegativeZero,
    /// +0.
    PositiveZero,
    /// The smallest subnormal number.
    PositiveSubnormal,
    /// The smallest normal number.
    PositiveMin,
    /// 1.
    PositiveOne,
    /// The largest number.
    PositiveMax,
    /// Positive infinity.
    PositiveInfinity,
    /// The canonical NaN.
    QuietNan,
    /// The signaling NaN with the smallest payload.
    SignalingNan,
    /// 0.5. This landmark and those after it are in no matrix.
    Half,
    /// 2.
    Two,
    /// The NaN that fills elements of a tensor that are out of bounds.
    OutOfBounds,
}

use Landmark::{
    Half, NegativeInfinity, NegativeMax, NegativeMin, NegativeOne, NegativeSubnormal, NegativeZero,
    OutOfBounds, PositiveInfinity, PositiveMax, PositiveMin, PositiveOne, PositiveSubnormal,
    PositiveZero, QuietNan, SignalingNan, Two,
};

impl Landmark {
    /// The classes, in the order of their values, NaNs last.
    pub const CLASSES: [Self; 14] = [
        NegativeInfinity,
        NegativeMax,
        NegativeOne,
        NegativeMin,
        NegativeSubnormal,
        NegativeZero,
        PositiveZero,
        PositiveSubnormal,
        PositiveMin,
        PositiveOne,
        PositiveMax,
        PositiveInfinity,
        QuietNan,
        SignalingNan,
    ];

    /// The landmarks of the classes that a format has, with their encodings.
    pub fn of(format: Format) -> impl Iterator<Item = (Self, u64)> {
        let all = Self::CLASSES.into_iter();
        all.filter_map(move |landmark| Some((landmark, landmark.bits(format)?)))
    }

    /// The encoding, where the format has such a datum.
    pub fn bits(self, format: Format) -> Option<u64> {
        match format {
            Format::Float(format) => self.float(format),
            Format::Fixed(format) => self.fixed(format),
        }
    }

    fn float(self, format: &FloatFormat) -> Option<u64> {
        let signaling = format.infinity().filter(|_| format.trailing_width() > 1);
        let magnitude = match self {
            NegativeInfinity | PositiveInfinity => format.infinity()?,
            NegativeMax | PositiveMax => format.max_finite(),
            NegativeOne | PositiveOne => format.one(),
            NegativeMin | PositiveMin => format.min_normal(),
            NegativeSubnormal | PositiveSubnormal => format.min_subnormal()?,
            NegativeZero | PositiveZero if format.subnormals => 0,
            NegativeZero | PositiveZero => return None,
            // The sign of this landmark is that of the format's canonical NaN.
            QuietNan => return format.canonical_nan,
            SignalingNan => signaling? + 1,
            Half => {
                let half = format.one().checked_sub(1 << format.trailing_width())?;
                return Some(half).filter(|half| *half >= format.min_normal());
            }
            Two => format.one() + (1 << format.trailing_width()),
            OutOfBounds => crate::eval::OOB_NAN,
        };
        if !self.is_negative() {
            return Some(magnitude);
        }
        format.signed.then_some(magnitude | format.sign_mask())
    }

    fn fixed(self, format: &FixedFormat) -> Option<u64> {
        let one = 1_u64 << format.fraction;
        match self {
            NegativeMax => format.signed.then_some(format.min()),
            NegativeOne => format.signed.then(|| format.encode(true, one.into())),
            PositiveZero => Some(0),
            PositiveOne => Some(one),
            // The largest predicate is 1, which has a landmark of its own.
            PositiveMax => Some(format.max()).filter(|max| *max > one),
            NegativeInfinity | NegativeMin | NegativeSubnormal | NegativeZero
            | PositiveSubnormal | PositiveMin | PositiveInfinity | QuietNan | SignalingNan
            | Half | Two | OutOfBounds => None,
        }
    }

    const fn is_negative(self) -> bool {
        matches!(
            self,
            NegativeInfinity
                | NegativeMax
                | NegativeOne
                | NegativeMin
                | NegativeSubnormal
                | NegativeZero
        )
    }

    /// The datum of the opposite sign; a NaN is its own.
    pub(super) const fn negated(self) -> Self {
        match self {
            NegativeInfinity => PositiveInfinity,
            NegativeMax => PositiveMax,
            NegativeOne => PositiveOne,
            NegativeMin => PositiveMin,
            NegativeSubnormal => PositiveSubnormal,
            NegativeZero => PositiveZero,
            PositiveZero => NegativeZero,
            PositiveSubnormal => NegativeSubnormal,
            PositiveMin => NegativeMin,
            PositiveOne => NegativeOne,
            PositiveMax => NegativeMax,
            PositiveInfinity => NegativeInfinity,
            QuietNan | SignalingNan | Half | Two | OutOfBounds => self,
        }
    }

    /// Returns the name of the datum of a format in a table: `−inf`, `+sub`, `qNaN`; of an integer
    /// `min`, `0`, `max`.
    pub const fn name(self, format: Format) -> &'static str {
        match (self, format) {
            (NegativeMax | PositiveZero | PositiveOne | PositiveMax, Format::Fixed(_)) => {
                self.text(format)
            }
            (NegativeInfinity, _) => "−inf",
            (NegativeMax, _) => "−max",
            (NegativeOne, _) => "−1",
            (NegativeMin, _) => "−min",
            (NegativeSubnormal, _) => "−sub",
            (NegativeZero, _) => "−0",
            (PositiveZero, _) => "+0",
            (PositiveSubnormal, _) => "+sub",
            (PositiveMin, _) => "+min",
            (PositiveOne, _) => "+1",
            (PositiveMax, _) => "+max",
            (PositiveInfinity, _) => "+inf",
            (QuietNan, _) => "qNaN",
            (SignalingNan, _) => "sNaN",
            (Half, _) => "0.5",
            (Two, _) => "2",
            (OutOfBounds, _) => "OOB NaN",
        }
    }

    /// The datum of a format as operand text, which [`parse`](crate::text::parse) reads.
    pub const fn text(self, format: Format) -> &'static str {
        match (self, format) {
            (NegativeMax, Format::Fixed(_)) | (PositiveMin, _) => "min",
            (NegativeInfinity, _) => "-inf",
            (NegativeMax, _) => "-max",
            (NegativeOne, _) => "-1",
            (NegativeMin, _) => "-min",
            (NegativeSubnormal, _) => "-sub",
            (NegativeZero, _) => "-0",
            (PositiveZero, Format::Fixed(_)) => "0",
            (PositiveZero, _) => "+0",
            (PositiveSubnormal, _) => "sub",
            (PositiveOne, _) => "1",
            (PositiveMax, _) => "max",
            (PositiveInfinity, _) => "+inf",
            (QuietNan, _) => "nan",
            (SignalingNan, _) => "snan",
            (Half, _) => "0.5",
            (Two, _) => "2",
            (OutOfBounds, _) => "0x7ff7",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Landmark;
    use crate::format::{Format, table};
    use crate::text::parse;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn landmarks_are_what_their_text_says() {
        let floats = table::FLOATS.iter().copied().map(Format::Float);
        let fixeds = table::FIXEDS.iter().copied().map(Format::Fixed);
        for format in floats.chain(fixeds) {
            let others = [Landmark::Half, Landmark::Two].into_iter();
            let others = others.filter_map(|each| Some((each, each.bits(format)?)));
            for (landmark, bits) in Landmark::of(format).chain(others) {
                let text = landmark.text(format);
                let read = parse(text, format).unwrap_or_else(|_| panic!("{text}"));
                // A predicate and a range's end apart, texts mean one datum.
                assert_eq!(read.bits, bits, "{} {text}", format.name());
            }
        }
    }

    #[test]
    fn formats_have_the_classes_that_they_have() {
        let count = |format: Format| Landmark::of(format).count();
        assert_eq!(count((&table::F32).into()), 14);
        assert_eq!(count((&table::E5M2).into()), 14);
        assert_eq!(count((&table::E4M3).into()), 11);
        assert_eq!(count((&table::E2M1).into()), 10);
        assert_eq!(count((&table::UE8M0).into()), 4);
        assert_eq!(count((&table::S32).into()), 5);
        assert_eq!(count((&table::U8).into()), 3);
        assert_eq!(count((&table::PRED).into()), 2);
        assert_eq!(count((&table::S2F6).into()), 5);
    }
}
