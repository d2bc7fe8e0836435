//! Many operands, one operation: the stages compiled for it.
//!
//! There are no other stages here than in `lane`. [`Batch`] calls them with what is known of the
//! operation as constants, and in the narrowest word, so that the compiler leaves out what does not
//! happen. What has no evaluator of its own takes the common one.

use super::op::{Comparison, Flush, FlushCause, LANE_OPERANDS, LaneOp};
use super::{LaneResult, Prepared};
use crate::arith::clamp::Clamp;
use crate::arith::rounding::Rounding;
use crate::catalog::Operation;
use crate::format::table::{BF16, E2M1, E2M3, E3M2, E4M3, E5M2, F16, F32, F64, S32, TF32, U32};
use crate::format::{Class, Format};
use crate::number::Word;
use crate::source::reading::Readings;

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
        let known = arithmetic().into_iter().chain(conversions());
        let run = known.filter(|(known, _)| known.is(&op)).map(|(_, run)| run).next();
        let common = || if op.fits_64_bits() { common::<u64> } else { common::<u128> };
        Self { op, run: run.unwrap_or_else(common) }
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

/// What is known of an operation: on normal numbers of one format, with one rounding.
#[derive(Clone, Copy, Debug)]
struct Known {
    operation: Operation,
    from: Format,
    to: Format,
    /// Whether it is rounded to nearest, and neither flushed nor clamped.
    is_plain: bool,
}

/// The same as a type, whose constants the compiler knows.
trait Shape {
    const KNOWN: Known;
    type Word: Word;
}

impl Known {
    /// Whether this is known of an operation.
    fn is(&self, op: &LaneOp) -> bool {
        *op == self.specialise(op)
    }

    const fn source_count(&self) -> u8 {
        if matches!(self.operation, Operation::Rcp | Operation::Sqrt | Operation::Convert) {
            1
        } else if matches!(self.operation, Operation::Fma) {
            3
        } else {
            2
        }
    }

    /// Whether all operands are normal numbers, as nearly all are.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn is_ordinary(&self, [a, b, c]: &[u64; LANE_OPERANDS]) -> bool {
        let is_normal = |bits| self.from.classify(bits) == Class::Normal;
        let count = self.source_count();
        is_normal(*a) && (count < 2 || is_normal(*b)) && (count < 3 || is_normal(*c))
    }

    /// Whether all operands are tried, so that one in eight pairs is not ordinary. In the page such
    /// evaluators would cost more than they gain.
    const fn is_tried_exhaustively(&self) -> bool {
        cfg!(not(target_arch = "wasm32")) && self.from.width() == 16 && self.source_count() == 2
    }

    /// An operation with all that is known filled in. Of a conversion the formats of operands that
    /// it lacks are those of its result.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn specialise(&self, op: &LaneOp) -> LaneOp {
        let rest = if self.source_count() > 1 { self.from } else { self.to };
        let op = LaneOp {
            operation: self.operation,
            property: None,
            bound: None,
            operands: [self.from, rest, rest],
            source_count: self.source_count(),
            result: self.to,
            is_integral: false,
            has_oob: false,
            comparison: Comparison { returns_nan: false, of_magnitudes: false, has_xorsign: false },
            is_specified: true,
            ..*op
        };
        if !self.is_plain {
            return op;
        }
        LaneOp {
            rounding: Rounding::TiesToEven,
            flush: Flush { cause: FlushCause::None, operands: false, result: false },
            clamp: Clamp::None,
            readings: Readings::NONE,
            ..op
        }
    }
}

fn known<S: Shape>(common: &LaneOp, operands: &[[u64; LANE_OPERANDS]], results: &mut [LaneResult]) {
    let op = S::KNOWN.specialise(common);
    for (operands, result) in operands.iter().zip(results) {
        *result = if S::KNOWN.is_ordinary(operands) {
            op.evaluate_in::<S::Word, true>(operands, &mut ())
        } else if S::KNOWN.is_tried_exhaustively() {
            known_rare::<S>(common, operands)
        } else {
            rare(common, operands)
        };
    }
}

/// The same for zeros, subnormal numbers, infinities and NaNs.
#[inline(never)]
fn known_rare<S: Shape>(common: &LaneOp, operands: &[u64; LANE_OPERANDS]) -> LaneResult {
    S::KNOWN.specialise(common).evaluate_in::<S::Word, false>(operands, &mut ())
}

/// What is not worth an evaluator of its own.
#[cold]
#[inline(never)]
fn rare(op: &LaneOp, operands: &[u64; LANE_OPERANDS]) -> LaneResult {
    // The word of an evaluator is wide enough for quotients and roots of normal numbers only.
    op.evaluate(operands, &mut ())
}

macro_rules! format {
    (S32) => {
        Format::Fixed(&S32)
    };
    (U32) => {
        Format::Fixed(&U32)
    };
    ($float:ident) => {
        Format::Float(&$float)
    };
}

macro_rules! shape {
    ($operation:ident $from:ident $to:ident $word:ident $is_plain:literal) => {{
        struct It;
        impl Shape for It {
            const KNOWN: Known = Known {
                operation: Operation::$operation,
                from: format!($from),
                to: format!($to),
                is_plain: $is_plain,
            };
            type Word = $word;
        }
        (It::KNOWN, known::<It> as Run)
    }};
}

/// Arithmetic that has an evaluator of its own; the plain before the rest.
fn arithmetic() -> [(Known, Run); 44] {
    macro_rules! all {
        ($($operation:ident $format:ident $word:ident,)*) => {
            [$(
                shape!($operation $format $format $word true),
                shape!($operation $format $format $word false),
            )*]
        };
    }
    all![
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

/// Conversions that have one.
fn conversions() -> [(Known, Run); 27] {
    macro_rules! all {
        ($($from:ident $to:ident $is_plain:literal,)*) => {
            [$(shape!(Convert $from $to u64 $is_plain),)*]
        };
    }
    all![
        F32 F16 true,
        F32 BF16 true,
        F64 F32 true,
        F32 F16 false,
        F32 BF16 false,
        F64 F32 false,
        F32 TF32 false,
        F32 E4M3 false,
        F32 E5M2 false,
        F32 E2M3 false,
        F32 E3M2 false,
        F32 E2M1 false,
        F16 E4M3 false,
        F16 E5M2 false,
        F16 F32 false,
        BF16 F32 false,
        F32 F64 false,
        E4M3 F16 false,
        E5M2 F16 false,
        E2M3 F16 false,
        E3M2 F16 false,
        E2M1 F16 false,
        F32 S32 false,
        F32 U32 false,
        S32 F32 false,
        U32 F32 false,
        F64 S32 false,
    ]
}
