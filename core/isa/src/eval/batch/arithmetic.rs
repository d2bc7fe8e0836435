//! Arithmetic with the operation and the format as constants.

use super::Run;
use super::conversions::Limits;
use crate::arith::clamp::Clamp;
use crate::arith::packed::{self, Direction};
use crate::arith::rounding::Rounding;
use crate::catalog::Operation;
use crate::eval::op::{Comparison, Flush, FlushCause, LANE_OPERANDS, LaneOp};
use crate::eval::{Guarantee, LaneResult};
use crate::format::table::{BF16, F16, F32, F64};
use crate::format::{FloatFormat, Format};
use crate::number::Word;
use crate::source::reading::Readings;

/// Finds the evaluator of an operation, if it has one.
pub(super) fn find(op: &LaneOp) -> Option<Run> {
    evaluators().into_iter().find_map(|[plain, any]| plain(op).or_else(|| any(op)))
}

/// The operations that [`packed`] computes in one step.
#[derive(Clone, Copy, Debug)]
enum Arithmetic {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Rcp,
    Sqrt,
}

/// An operation on numbers of one format.
#[derive(Clone, Copy, Debug)]
struct Known {
    operation: Arithmetic,
    format: &'static FloatFormat,
}

/// A [`Known`] operation as a type, which makes it a constant, with a word that is wide enough for
/// the stages.
trait Shape {
    const KNOWN: Known;
    type Word: Word;
}

impl Arithmetic {
    /// The operation of the catalog, and the number of its operands.
    const fn meaning(self) -> (Operation, u8) {
        match self {
            Self::Add => (Operation::Add, 2),
            Self::Sub => (Operation::Sub, 2),
            Self::Mul => (Operation::Mul, 2),
            Self::Fma => (Operation::Fma, 3),
            Self::Div => (Operation::Div, 2),
            Self::Rcp => (Operation::Rcp, 1),
            Self::Sqrt => (Operation::Sqrt, 1),
        }
    }
}

impl Known {
    /// Whether all operands are normal numbers, as nearly all are.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn is_ordinary(&self, [a, b, c]: &[u64; LANE_OPERANDS]) -> bool {
        let (format, (_, count)) = (self.format, self.operation.meaning());
        format.is_normal(*a)
            && (count < 2 || format.is_normal(*b))
            && (count < 3 || format.is_normal(*c))
    }

    /// Replaces the known parts of an operation by constants. A plain operation is also rounded to
    /// nearest, and neither flushed nor clamped.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn specialize(&self, op: &LaneOp, is_plain: bool) -> LaneOp {
        let (operation, source_count) = self.operation.meaning();
        let op = LaneOp {
            operation,
            property: None,
            bound: None,
            operands: [Format::Float(self.format); LANE_OPERANDS],
            source_count,
            result: Format::Float(self.format),
            is_integral: false,
            has_oob: false,
            comparison: Comparison { returns_nan: false, of_magnitudes: false, has_xorsign: false },
            is_specified: true,
            ..*op
        };
        if !is_plain {
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

    /// The result for normal operands, if it is a number above the smallest normal one.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn packed(&self, direction: &Direction, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let (format, [a, b, _]) = (self.format, *operands);
        if !self.is_ordinary(operands) {
            return None;
        }
        match self.operation {
            Arithmetic::Add => packed::add(format, a, b, direction),
            Arithmetic::Sub => packed::add(format, a, b ^ format.sign_mask(), direction),
            Arithmetic::Mul => packed::mul(format, a, b, direction),
            Arithmetic::Fma => packed::fma(format, *operands, direction),
            Arithmetic::Div => packed::div(format, a, b, direction),
            Arithmetic::Rcp => packed::rcp(format, a, direction),
            Arithmetic::Sqrt => packed::sqrt(format, a, direction),
        }
    }
}

/// The evaluator of `S`, if that is the operation.
fn evaluator<S: Shape, const PLAIN: bool>(op: &LaneOp) -> Option<Run> {
    (*op == S::KNOWN.specialize(op, PLAIN)).then_some(known::<S, PLAIN> as Run)
}

fn known<S: Shape, const PLAIN: bool>(
    common: &LaneOp,
    operands: &[[u64; LANE_OPERANDS]],
    results: &mut [LaneResult],
) {
    let op = S::KNOWN.specialize(common, PLAIN);
    let direction = Direction::new(op.rounding, S::KNOWN.format.precision);
    let (Some(direction), Some(limits)) = (direction, Limits::of(&op)) else {
        for (operands, result) in operands.iter().zip(results) {
            *result = rare::<S>(common, operands);
        }
        return;
    };
    for (operands, result) in operands.iter().zip(results) {
        *result = match S::KNOWN.packed(&direction, operands) {
            Some(bits) => LaneResult { bits: limits.apply(bits), guarantee: Guarantee::Bits },
            None => rare::<S>(common, operands),
        };
    }
}

/// Evaluates by the stages, where an operand or the result is no normal number.
#[cold]
#[inline(never)]
fn rare<S: Shape>(common: &LaneOp, operands: &[u64; LANE_OPERANDS]) -> LaneResult {
    S::KNOWN.specialize(common, false).evaluate_in::<S::Word>(operands, &mut ())
}

/// A function that returns its evaluator if the evaluator fits an operation.
type Find = fn(&LaneOp) -> Option<Run>;

/// The evaluators: for each operation the plain one, then the one for every direction, flush and
/// clamp.
fn evaluators() -> [[Find; 2]; 22] {
    macro_rules! all {
        ($($operation:ident $format:ident $word:ident,)*) => {
            [$({
                struct It;
                impl Shape for It {
                    const KNOWN: Known =
                        Known { operation: Arithmetic::$operation, format: &$format };
                    type Word = $word;
                }
                [evaluator::<It, true>, evaluator::<It, false>]
            },)*]
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
        Div F32 u128,
        Div F64 u128,
        Rcp F32 u128,
        Rcp F64 u128,
        Sqrt F32 u64,
        Sqrt F64 u64,
    ]
}
