//! Operations whose results at the ends of intervals enclose all results in between.

use super::Spread;
use crate::catalog::Operation;
use crate::eval::LaneOp;
use crate::explore::sequence::results::Operands;
use crate::explore::sequence::{Call, Source, Value};
use crate::format::Format;

/// Whether a call is monotone in each operand, as long as the others stay as they are, all over
/// these intervals. Rounding, flushing and limits on the result are monotone.
pub(super) fn is_monotone(call: &Call, spread: &[Spread], values: &[Value]) -> bool {
    let op = call.prepared.lane_op();
    if op.bound.is_some() || op.has_oob || !call.contractions.is_empty() {
        return false;
    }
    // An infinity times 0, which may lie between the ends, is a NaN.
    let given = Operands::of(call, values);
    let mut operands = given.registers.iter().take(call.sources.len()).enumerate();
    let are_finite = operands.all(|(place, register)| {
        let (packing, format) = (call.prepared.source(place), operand_format(op, place));
        let is_number =
            |lane| format.is_none_or(|it| is_finite(it, packing.extract(*register, lane)));
        (0..packing.lanes).all(is_number)
    });
    are_finite
        && spread.iter().all(|each| {
            let mut places = call.sources.iter().enumerate().filter(|(_, source)| {
            matches!(source, Source::Register { index, .. } if *index == each.register)
        });
            let Some((place, _)) = places.next() else { return false };
            let is_operand = call.prepared.source(place) == each.lanes.packing
                && operand_format(op, place) == Some(each.lanes.format);
            let is_repeated = places.next().is_some();
            is_operand && !is_repeated && lanes(each).all(|ends| is_good(op, place, each, ends))
        })
}

/// The format in which a lane takes a source operand.
fn operand_format(op: &LaneOp, place: usize) -> Option<Format> {
    // Each source of a conversion is a lane.
    let place = if op.operation == Operation::Convert { 0 } else { place };
    op.operands.get(place).copied().filter(|_| place < usize::from(op.source_count))
}

fn is_finite(format: Format, bits: u64) -> bool {
    format.float().is_none_or(|float| bits & float.magnitude_mask() <= float.max_finite())
}

/// The ends of the intervals of all lanes.
fn lanes(each: &Spread) -> impl Iterator<Item = [u64; 2]> {
    (0..each.lanes.packing.lanes).map(|lane| each.lanes.lane(lane))
}

/// Whether an operation is monotone in an operand between these ends.
fn is_good(op: &LaneOp, place: usize, each: &Spread, ends: [u64; 2]) -> bool {
    let Format::Float(format) = each.lanes.format else { return false };
    let is_negative = ends.map(|bits| bits & format.sign_mask() != 0);
    ends.iter().all(|bits| is_finite(each.lanes.format, *bits))
        && match op.operation {
            Operation::Add
            | Operation::Sub
            | Operation::Mul
            | Operation::Fma
            | Operation::Neg
            | Operation::Convert => true,
            Operation::Min | Operation::Max => {
                !op.comparison.of_magnitudes && !op.comparison.has_xorsign
            }
            Operation::Sqrt | Operation::Rsqrt => is_negative == [false; 2],
            Operation::Div | Operation::Rcp => {
                // Zeros of both signs would be between ends of different signs.
                let is_zero = ends.iter().any(|bits| bits & format.magnitude_mask() == 0);
                let is_divisor = place == 1 || op.operation == Operation::Rcp;
                !is_divisor || is_negative[0] == is_negative[1] && !is_zero
            }
            Operation::MadTruncated
            | Operation::Abs
            | Operation::Sin
            | Operation::Cos
            | Operation::Lg2
            | Operation::Ex2
            | Operation::Tanh
            | Operation::RcpUpper
            | Operation::RsqrtUpper
            | Operation::CopySign
            | Operation::TestProperty => false,
        }
}
