//! Many operands, one operation: the stages compiled for it.
//!
//! There are no other stages here than in `lane`. [`Batch`] calls them with what is known of the
//! operation as constants, and in the narrowest word, so that the compiler leaves out what does not
//! happen. What has no evaluator of its own takes the common one.

use super::op::{Comparison, Flush, FlushCause, LANE_OPERANDS, LaneOp};
use super::{LaneResult, Prepared};
use crate::catalog::Operation;
use crate::clamp::Clamp;
use crate::format::table::{BF16, F16, F32, F64};
use crate::format::{Class, FloatFormat, Format};
use crate::number::Word;
use crate::rounding::Rounding;

/// Evaluates an operation on many operands.
type Run = fn(&LaneOp, &[[u64; LANE_OPERANDS]], &mut [LaneResult]);

/// An operation on one lane, ready for many operands.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    op: LaneOp,
    run: Run,
}

impl Prepared {
    /// The operation on one lane, for many operands.
    #[must_use]
    pub fn batch(&self) -> Batch {
        Batch::new(*self.lane_op())
    }
}

impl Batch {
    /// Chooses the evaluator.
    fn new(op: LaneOp) -> Self {
        let arithmetic = Arithmetic::all().into_iter().find(|(known, _)| known.is(&op));
        let common = || if op.fits_64_bits() { common::<u64> } else { common::<u128> };
        Self { op, run: arithmetic.map_or_else(common, |(_, run)| run) }
    }

    /// Evaluates each of the operands, which are what [`LaneOp::evaluate`] takes.
    pub fn run(&self, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
        (self.run)(&self.op, operands, results);
    }
}

/// The stages with nothing known.
fn common<W: Word>(op: &LaneOp, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
    for (operands, result) in operands.iter().zip(results) {
        *result = op.evaluate_in::<W, false>(operands, &mut ());
    }
}

impl LaneOp {
    /// Whether significands of 64 bits are wide enough: of products only where factors are narrow.
    fn fits_64_bits(&self) -> bool {
        let is_product =
            matches!(self.operation, Operation::Mul | Operation::Fma | Operation::MadTruncated);
        let is_narrow = |format: &Format| format.float().is_some_and(|it| it.precision <= 24);
        !is_product || self.operands.iter().all(is_narrow)
    }
}

/// Arithmetic in one format of IEEE 754's kind.
#[derive(Clone, Copy, Debug)]
struct Arithmetic {
    operation: Operation,
    format: &'static FloatFormat,
    /// Whether it is rounded to nearest, and neither flushed nor clamped.
    is_plain: bool,
}

/// Arithmetic as a type, whose constants the compiler knows.
trait Known {
    const KNOWN: Arithmetic;
    type Word: Word;
}

impl Arithmetic {
    /// Whether an operation is this.
    fn is(&self, op: &LaneOp) -> bool {
        *op == self.specialise(op)
    }

    const fn source_count(&self) -> u8 {
        match self.operation {
            Operation::Rcp | Operation::Sqrt => 1,
            Operation::Fma => 3,
            _ => 2,
        }
    }

    /// Whether all operands are normal numbers, as nearly all are.
    #[inline(always)]
    fn is_ordinary(&self, [a, b, c]: &[u64; LANE_OPERANDS]) -> bool {
        let is_normal = |bits| self.format.classify(bits) == Class::Normal;
        let count = self.source_count();
        is_normal(*a) && (count < 2 || is_normal(*b)) && (count < 3 || is_normal(*c))
    }

    /// An operation with all that is known filled in.
    #[inline(always)]
    fn specialise(&self, op: &LaneOp) -> LaneOp {
        let format = Format::Float(self.format);
        let plain = |op: LaneOp| LaneOp {
            rounding: Rounding::TiesToEven,
            flush: Flush { cause: FlushCause::None, operands: false, result: false },
            clamp: Clamp::None,
            ..op
        };
        let op = LaneOp {
            operation: self.operation,
            property: None,
            bound: None,
            operands: [format; LANE_OPERANDS],
            source_count: self.source_count(),
            result: format,
            is_integral: false,
            has_oob: false,
            comparison: Comparison { returns_nan: false, of_magnitudes: false, has_xorsign: false },
            is_specified: true,
            ..*op
        };
        if self.is_plain { plain(op) } else { op }
    }
}

fn known<K: Known>(common: &LaneOp, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
    let op = K::KNOWN.specialise(common);
    for (operands, result) in operands.iter().zip(results) {
        *result = if K::KNOWN.is_ordinary(operands) {
            op.evaluate_in::<K::Word, true>(operands, &mut ())
        } else {
            rare(common, operands)
        };
    }
}

/// What is not worth an evaluator of its own.
#[cold]
#[inline(never)]
fn rare(op: &LaneOp, operands: &[u64; LANE_OPERANDS]) -> LaneResult {
    op.evaluate(operands, &mut ())
}

macro_rules! arithmetic {
    ($($operation:ident $format:ident $word:ident,)*) => {
        [$(arithmetic!(one $operation $format $word true), arithmetic!(one $operation $format $word false),)*]
    };
    (one $operation:ident $format:ident $word:ident $is_plain:literal) => {{
        struct It;
        impl Known for It {
            const KNOWN: Arithmetic = Arithmetic {
                operation: Operation::$operation,
                format: &$format,
                is_plain: $is_plain,
            };
            type Word = $word;
        }
        (It::KNOWN, known::<It> as Run)
    }};
}

impl Arithmetic {
    /// All that has an evaluator of its own; the plain ones first.
    fn all() -> [(Self, Run); 44] {
        arithmetic![
            Add F16 u64,
            Add BF16 u64,
            Add F32 u64,
            Add F64 u64,
            Sub F16 u64,
            Sub BF16 u64,
            Sub F32 u64,
            Sub F64 u64,
            Mul F16 u64,
            Mul BF16 u64,
            Mul F32 u64,
            Mul F64 u128,
            Fma F16 u64,
            Fma BF16 u64,
            Fma F32 u64,
            Fma F64 u128,
            Div F32 u64,
            Div F64 u64,
            Rcp F32 u64,
            Rcp F64 u64,
            Sqrt F32 u64,
            Sqrt F64 u64,
        ]
    }
}
