//! An operation on one lane, with every modifier resolved.

use crate::arith::clamp::Clamp;
use crate::arith::rounding::{Rounding, Subnormals};
use crate::catalog::bound::Bound;
use crate::catalog::{Modifier, Operation};
use crate::format::{FixedFormat, Format};
use crate::source::observation::Origin;
use crate::source::reading::Readings;

/// The largest number of operands of a lane: three numbers, or one with a scale or random bits.
pub const LANE_OPERANDS: usize = 3;

/// An operation on one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneOp {
    /// The operation that is computed.
    pub operation: Operation,
    /// The property that is tested, if the operation is a test.
    pub property: Option<Modifier>,
    /// The documented bound of the result, if it is approximate.
    pub bound: Option<&'static Bound>,
    /// The formats of the operands.
    pub operands: [Format; LANE_OPERANDS],
    /// The number of operands that are numbers; random bits may follow.
    pub source_count: u8,
    /// The format of the result.
    pub result: Format,
    /// The direction.
    pub rounding: Rounding,
    /// Whether a number is rounded to an integral value of its format.
    pub is_integral: bool,
    /// The subnormals that are flushed, and the reason.
    pub flush: Flush,
    /// Whether an out-of-bounds NaN in a factor makes the result +0.
    pub has_oob: bool,
    /// The comparison of operands.
    pub comparison: Comparison,
    /// The treatment of a NaN operand.
    pub nans: Nans,
    /// The limits on the result.
    pub clamp: Clamp,
    /// Whether the meaning of the instruction is known.
    pub is_specified: bool,
    /// The readings that its results may depend on.
    pub readings: Readings,
}

impl LaneOp {
    /// The operation with every part that does not influence the result set to a fixed value.
    pub(super) fn essence(mut self) -> Self {
        self.flush.cause = FlushCause::None;
        self.nans.origin = Origin::Extrapolated;
        self.readings = Readings::NONE;
        // A conversion to an integer clamps to its range by itself (PTX ISA 9.7.9.21).
        let [from, ..] = self.operands;
        if self.clamp == Clamp::Range && from.float().is_some() {
            self.clamp = Clamp::None;
        }
        if self.is_choice() {
            self.rounding = Rounding::TiesToEven;
        }
        if self.rounds_subnormals_to_zero() {
            (self.flush.operands, self.flush.result) = (false, false);
        }
        self
    }

    /// Whether it rounds a number to an integer in a direction that makes every subnormal operand the
    /// zero that it would be flushed to.
    fn rounds_subnormals_to_zero(&self) -> bool {
        use Rounding::{TiesToAway, TiesToEven, TowardZero};
        let [from, ..] = self.operands;
        let is_conversion = self.operation == Operation::Convert && self.source_count == 1;
        let is_whole = self.is_integral || self.result.float().is_none();
        let is_toward_zero = matches!(self.rounding, TiesToEven | TiesToAway | TowardZero);
        is_conversion && from.float().is_some() && is_whole && is_toward_zero
    }
}

/// The reason why subnormals are flushed, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlushCause {
    /// They are kept.
    None,
    /// The instruction says `.ftz`.
    Modifier,
    /// The version of the program makes `.ftz` the default.
    Version,
    /// The target has no f32 subnormals (`sm_1x`).
    Target,
    /// A scale factor divides, and subnormal operands are flushed (PTX ISA 9.4, 9.7.10.24).
    Scale,
}

/// The subnormals that are flushed, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flush {
    /// The reason.
    pub cause: FlushCause,
    /// Whether subnormal operands are flushed.
    pub operands: bool,
    /// Whether a subnormal result is flushed.
    pub result: bool,
}

impl Flush {
    /// The treatment of subnormal results.
    #[inline]
    pub const fn subnormals(self) -> Subnormals {
        if self.result { Subnormals::Flush } else { Subnormals::Keep }
    }
}

/// The comparison of `min` and `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// `.NaN`: a NaN operand is the result.
    pub returns_nan: bool,
    /// `.abs`: magnitudes are compared.
    pub of_magnitudes: bool,
    /// `.xorsign`: the sign of the result is that of the product.
    pub has_xorsign: bool,
}

impl LaneOp {
    /// Whether it chooses or changes bits, and nothing is rounded.
    #[doc(hidden)]
    pub const fn is_choice(&self) -> bool {
        matches!(
            self.operation,
            Operation::Abs
                | Operation::Neg
                | Operation::CopySign
                | Operation::Min
                | Operation::Max
                | Operation::TestProperty
        )
    }

    /// Whether the ISA leaves the result for some operand unspecified, though it has the
    /// instruction. This happens where saturation meets the one negative number of a fixed-point
    /// format whose magnitude exceeds the largest positive one.
    #[must_use]
    #[inline]
    pub const fn may_be_unspecified(&self) -> bool {
        matches!(self.clamp, Clamp::Finite)
            && matches!(self.result, Format::Fixed(FixedFormat { signed: true, fraction: 1.., .. }))
    }
}

/// The treatment of a NaN operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nans {
    /// The NaN that it becomes.
    pub rule: NanRule,
    /// Whether the ISA documents that NaN; otherwise it is an observation.
    pub is_determined: bool,
    /// The origin of that observation.
    pub origin: Origin,
}

/// The NaN that a NaN operand becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanRule {
    /// The canonical one.
    Canonical,
    /// It is returned unchanged.
    Kept,
    /// It becomes quiet, and keeps its sign and as much of the payload as fits.
    Quieted,
    /// The canonical one of f32, converted to f64.
    CanonicalOfSingle,
}
