//! An operation on one lane, with every modifier resolved.

use crate::arith::clamp::Clamp;
use crate::arith::rounding::{Rounding, Subnormals};
use crate::catalog::bound::Bound;
use crate::catalog::{Modifier, Operation};
use crate::format::{FixedFormat, Format};
use crate::source::observation::Origin;
use crate::source::reading::Readings;

/// How many operands a lane has at most: three numbers, or one with a scale or random bits.
pub const LANE_OPERANDS: usize = 3;

/// An operation on one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneOp {
    /// What is computed.
    pub operation: Operation,
    /// The property that is tested, if the operation is a test.
    pub property: Option<Modifier>,
    /// What is documented of the result, if it is approximate.
    pub bound: Option<&'static Bound>,
    /// The formats of the operands.
    pub operands: [Format; LANE_OPERANDS],
    /// How many of them are numbers; random bits may follow.
    pub source_count: u8,
    /// The format of the result.
    pub result: Format,
    /// The direction.
    pub rounding: Rounding,
    /// Whether a number is rounded to an integral value of its format.
    pub is_integral: bool,
    /// Which subnormals are flushed, and why.
    pub flush: Flush,
    /// Whether an out-of-bounds NaN in a factor makes the result +0.
    pub has_oob: bool,
    /// How operands are compared.
    pub comparison: Comparison,
    /// What becomes of a NaN operand.
    pub nans: Nans,
    /// The limits on the result.
    pub clamp: Clamp,
    /// Whether the meaning of the instruction is known.
    pub is_specified: bool,
    /// The readings that its results may depend on.
    pub readings: Readings,
}

impl LaneOp {
    /// The operation without what has no influence on the result.
    pub(super) fn essence(mut self) -> Self {
        self.flush.cause = FlushCause::None;
        self.nans.origin = Origin::Extrapolated;
        self.readings = Readings::NONE;
        let is_choice = matches!(
            self.operation,
            Operation::Abs
                | Operation::Neg
                | Operation::CopySign
                | Operation::Min
                | Operation::Max
                | Operation::TestProperty
        );
        if is_choice {
            self.rounding = Rounding::TiesToEven;
        }
        self
    }
}

/// Why subnormals are flushed, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlushCause {
    /// They are kept.
    None,
    /// The instruction says `.ftz`.
    Modifier,
    /// Without a modifier it means `.ftz`, in the version of the program.
    Version,
    /// The target has no f32 subnormals (`sm_1x`).
    Target,
    /// A scale factor divides, by which subnormal operands are flushed (PTX ISA 9.4, 9.7.10.24).
    Scale,
}

/// Which subnormals are flushed, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flush {
    /// Why.
    pub cause: FlushCause,
    /// Whether those of operands are.
    pub operands: bool,
    /// Whether those of the result are.
    pub result: bool,
}

impl Flush {
    /// What happens to subnormal results.
    pub const fn subnormals(self) -> Subnormals {
        if self.result { Subnormals::Flush } else { Subnormals::Keep }
    }
}

/// How `min` and `max` compare.
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
    /// Whether the ISA leaves the result of some operand unspecified, though it has the
    /// instruction: where saturation meets the one negative number of a fixed-point format that
    /// is beyond the largest positive one.
    #[must_use]
    pub const fn may_be_unspecified(&self) -> bool {
        matches!(self.clamp, Clamp::Finite)
            && matches!(self.result, Format::Fixed(FixedFormat { signed: true, fraction: 1.., .. }))
    }
}

/// What becomes of a NaN operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nans {
    /// Which NaN it becomes.
    pub rule: NanRule,
    /// Whether the ISA documents it; otherwise it is an observation.
    pub is_determined: bool,
    /// Which.
    pub origin: Origin,
}

/// Which NaN a NaN operand becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanRule {
    /// The canonical one.
    Canonical,
    /// It stays itself.
    Kept,
    /// It keeps sign and as much of the payload as fits, and becomes quiet.
    Quieted,
    /// The canonical one of f32, converted to f64.
    CanonicalOfSingle,
}
