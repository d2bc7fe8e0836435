//! Conversions, choices and tests in any format.

use super::arithmetic::finish;
use super::{Columns, Kernel, READING, Run};
use crate::arith::clamp::Clamp;
use crate::arith::host::{
    Choice, Column, DONE, Double, LEFT, Narrow, Narrowing, Plain, States, Whole, Widen,
};
use crate::arith::packed::{
    Choice as Chosen, FromFloat, FromInteger, Reader, Test, ToFloat, ToInteger, ToIntegral,
};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::catalog::Operation;
use crate::eval::op::NanRule;
use crate::eval::op::{Comparison, LANE_OPERANDS, LaneOp};
use crate::eval::readings::OF_SMALL_RESULTS;
use crate::format::Format;
use crate::format::table::{F32, F64, S32};
use crate::source::reading::{Key, Readings};

/// Finds the evaluator of an operation, if it has one.
pub(super) fn find(op: &LaneOp) -> Option<Run> {
    if !op.is_specified || op.has_oob || op.bound.is_some() {
        return None;
    }
    let run: Run = match op.operation {
        Operation::Convert if op.source_count == 1 => return conversion(op),
        Operation::Abs | Operation::Neg | Operation::CopySign | Operation::Min | Operation::Max => {
            // Readings about NaNs, which are left to the stages.
            let about_nans = Readings::NONE.with(Key::AbsF64Nan).with(Key::XorsignNan);
            let is_plain = op.clamp == Clamp::None && op.readings.is_within(about_nans);
            let [from, ..] = op.operands;
            op.result.float().filter(|it| is_plain && it.signed && from == op.result)?;
            match (op.operation, op.source_count) {
                (Operation::Abs | Operation::Neg, 1) => change_sign,
                (Operation::CopySign, 2) => copy_sign,
                (Operation::Min | Operation::Max, 2) => choose::<2>,
                (Operation::Min | Operation::Max, 3) => choose::<3>,
                _ => return None,
            }
        }
        Operation::TestProperty if op.readings.is_empty() && op.clamp == Clamp::None => test,
        Operation::TestProperty
        | Operation::Convert
        | Operation::Add
        | Operation::Sub
        | Operation::Mul
        | Operation::Fma
        | Operation::MadTruncated
        | Operation::Div
        | Operation::Rcp
        | Operation::Sqrt
        | Operation::Rsqrt
        | Operation::Sin
        | Operation::Cos
        | Operation::Lg2
        | Operation::Ex2
        | Operation::Tanh
        | Operation::RcpUpper
        | Operation::RsqrtUpper => return None,
    };
    Some(run)
}

/// The evaluator of a conversion without a scale.
fn conversion(op: &LaneOp) -> Option<Run> {
    /// Returns `run` if the conversion can be made, which `run` will make again.
    fn with<T>(made: Option<T>, run: Run) -> Option<Run> {
        made.map(|_| run)
    }
    let [from, ..] = op.operands;
    if op.is_integral {
        return with(integral(op), round_to_integral);
    }
    match (from, op.result) {
        (Format::Float(_), Format::Float(_)) => with(Converter::of(op), convert),
        (Format::Fixed(_), Format::Float(_)) => with(from_integer(op), convert_integer),
        (Format::Float(_), Format::Fixed(_)) => with(to_integer(op), round_to_integer),
        (Format::Fixed(_), Format::Fixed(_)) => None,
    }
}

/// Evaluates rows with `packed`, and leaves those for which it returns `None`; all if it is absent.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn each(
    columns: &Columns,
    bits: &mut Column,
    states: &mut States,
    packed: Option<impl Fn(&[u64; LANE_OPERANDS]) -> Option<u64>>,
) {
    let Some(packed) = packed else { return };
    let [a, b, c] = columns;
    for ((((a, b), c), bits), state) in a.iter().zip(b).zip(c).zip(bits).zip(states) {
        (*bits, *state) = packed(&[*a, *b, *c]).map_or((0, LEFT), |bits| (bits, DONE));
    }
}

/// A clamp of numbers other than 0, as limits on their encodings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The sign bit, if negative numbers become 0.
    cleared: u64,
    /// The largest encoding.
    last: u64,
}

impl Limits {
    /// The limits of an operation's results; `None` if readings are about more than small results.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn of(op: &LaneOp) -> Option<Self> {
        let format = op.result.float()?;
        let (cleared, last) = match op.clamp {
            Clamp::Unit => (format.sign_mask(), format.one()),
            Clamp::Relu | Clamp::FiniteRelu => (format.sign_mask(), u64::MAX),
            Clamp::None
            | Clamp::Range
            | Clamp::Finite
            | Clamp::PositiveZero
            | Clamp::FinitePositiveZero => (0, u64::MAX),
        };
        op.readings.is_within(OF_SMALL_RESULTS).then_some(Self { cleared, last })
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn apply(&self, bits: u64) -> u64 {
        if bits & self.cleared != 0 { 0 } else { bits.min(self.last) }
    }
}

/// A conversion between floating-point formats.
#[derive(Clone, Copy, Debug)]
struct Converter {
    from: FromFloat,
    limits: Limits,
    /// Whether a reading decides bits of every result.
    is_open: bool,
    /// The bits below the sign.
    magnitudes: u64,
    /// The largest magnitude of a result that is left to the stages.
    small: Option<u64>,
    /// Whether an operand that has bits after it is left to the stages.
    has_padding: bool,
}

impl Converter {
    fn of(op: &LaneOp) -> Option<Self> {
        let to = op.result.float()?;
        let is_saturating = op.clamp.is_finite();
        let [from, ..] = op.operands;
        let from = FromFloat::new(
            from.float()?,
            ToFloat::new(to, op.rounding, is_saturating)?,
            op.flush.operands,
        )?;
        // `Tf32LowBits` is about every number, `Fp6Padding` only about operands with bits after
        // them.
        let is_open = op.readings.has(Key::Tf32LowBits);
        let elsewhere = Readings::NONE.with(Key::Tf32LowBits).with(Key::Fp6Padding);
        if !op.readings.is_within(OF_SMALL_RESULTS.union(elsewhere)) {
            return None;
        }
        let is_careful = op.flush.result
            || op.clamp != Clamp::None && op.clamp != Clamp::Finite
            || !op.readings.is_within(elsewhere);
        Some(Self {
            from,
            limits: Limits::of(&LaneOp { readings: Readings::NONE, ..*op })?,
            is_open,
            magnitudes: to.magnitude_mask(),
            small: is_careful.then_some(to.min_normal()),
            has_padding: op.readings.has(Key::Fp6Padding),
        })
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn apply(&self, [bits, padding, _]: &[u64; LANE_OPERANDS]) -> Option<u64> {
        if self.has_padding && *padding != 0 {
            return None;
        }
        let bits = self.from.apply(*bits)?;
        let is_small = self.small.is_some_and(|small| bits & self.magnitudes <= small);
        (!is_small).then(|| self.limits.apply(bits))
    }
}

fn convert(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let converter = Converter::of(op);
    each(columns, bits, states, converter.map(|it| move |bits: &_| it.apply(bits)));
    if converter.is_some_and(|it| it.is_open) {
        for state in states.iter_mut().filter(|state| **state == DONE) {
            *state = READING;
        }
    }
}

/// Choices and roundings to integers in columns of 32 bits.
pub(super) fn plain(op: &LaneOp) -> Option<Plain> {
    let [from, second, _] = op.operands;
    if !op.is_specified || op.has_oob || op.bound.is_some() {
        return None;
    }
    let is_plain = op.clamp == Clamp::None && !op.flush.result && op.readings.is_empty();
    if let (Format::Fixed(from), Format::Float(to)) = (from, op.result) {
        let is_usual = *from == S32 && *to == F32 && op.rounding == Rounding::TiesToEven;
        return (is_usual && is_plain && op.operation == Operation::Convert)
            .then_some(Plain::FromIntegers);
    }
    let of = from.float()?;
    let flushed = if op.flush.operands { of.min_normal() } else { 0 };
    let choice = || {
        let (nan, is_open) = op.nan()?;
        let is_usual = op.clamp == Clamp::None && from == op.result && op.readings.is_empty();
        Choice::new(of, op.flush.operands, nan, is_open).filter(|_| is_usual)
    };
    let Comparison { returns_nan, of_magnitudes, has_xorsign } = op.comparison;
    match (op.operation, op.source_count) {
        (Operation::Min | Operation::Max, 2) if !has_xorsign && second == from => {
            let is_max = op.operation == Operation::Max;
            Some(Plain::Choose(choice()?.of_two(is_max, of_magnitudes, returns_nan)))
        }
        (Operation::Abs | Operation::Neg, 1) if op.nans.rule == NanRule::Canonical => {
            Some(Plain::Sign(choice()?, op.operation == Operation::Abs))
        }
        (Operation::Convert, 1) if *of == F32 => {
            let is_integer = op.result == Format::Fixed(&S32);
            let is_range = is_integer && op.clamp == Clamp::Range && op.readings.is_empty();
            let is_whole = op.is_integral && op.result == from || is_integer;
            let nan = op.nan().filter(|_| {
                is_whole
                    && (is_plain
                        || is_range
                        || op.flush.operands && op.clamp == Clamp::None && op.readings.is_empty())
            })?;
            Whole::new(op.rounding, flushed, nan, is_integer).map(Plain::Whole)
        }
        _ => None,
    }
}

/// The conversion with the processor's arithmetic.
pub(super) fn in_host(op: &LaneOp) -> Option<Kernel> {
    let ([Format::Float(from), ..], Format::Float(to)) = (op.operands, op.result) else {
        return None;
    };
    let is_plain = op.is_specified && !op.has_oob && !op.is_integral && op.source_count == 1;
    if op.operation != Operation::Convert
        || !is_plain
        || !op.readings.is_within(OF_SMALL_RESULTS.with(Key::Fp6Padding))
        || from == to
    {
        return None;
    }
    let is_exact = op.rounding == Rounding::TiesToEven && op.clamp == Clamp::None;
    let is_kept = op.readings.is_empty() && !op.flush.operands && !op.flush.result;
    match (*from == F64, *to == F64) {
        (true, _) if *to != F32 || !is_exact || !is_kept || op.nans.rule != NanRule::Quieted => {
            None
        }
        (true, _) => Some(Kernel::Double(Double::Narrow)),
        (false, true) if *from != F32 || !is_exact || !is_kept => None,
        (false, true) if op.nans.rule == NanRule::Quieted => {
            Some(Kernel::Double(Double::Widen(None)))
        }
        (false, true) => Some(Kernel::Double(Double::Widen(Some(op.nan()?.0)))),
        (false, false) => {
            let flushed = if op.flush.operands { from.min_normal() } else { 0 };
            let from = if *from == F32 { None } else { Some(Widen::new(from)?) };
            let to = if *to == F32 {
                None
            } else {
                Some(Narrow::new(to, op.rounding, op.clamp.is_finite())?)
            };
            if from.is_some() && flushed != 0 {
                return None;
            }
            let (flushed, is_padded) = (low_half(flushed), op.readings.has(Key::Fp6Padding));
            Some(Kernel::Narrowing(Narrowing { from, to, finish: finish(op)?, flushed, is_padded }))
        }
    }
}

/// A rounding to integral values of one format.
fn integral(op: &LaneOp) -> Option<ToIntegral> {
    let [from, ..] = op.operands;
    let is_plain = op.clamp == Clamp::None && op.readings.is_empty() && from == op.result;
    op.result
        .float()
        .filter(|_| is_plain)
        .and_then(|format| ToIntegral::new(format, op.rounding, op.flush.operands))
}

fn round_to_integral(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let rounding = integral(op).map(|it| move |[bits, ..]: &[u64; LANE_OPERANDS]| it.apply(*bits));
    each(columns, bits, states, rounding);
}

/// A conversion to integers.
fn to_integer(op: &LaneOp) -> Option<ToInteger> {
    let ([Format::Float(from), ..], Format::Fixed(to)) = (op.operands, op.result) else {
        return None;
    };
    if !matches!(op.clamp, Clamp::None | Clamp::Range) || !op.readings.is_empty() {
        return None;
    }
    ToInteger::new(ToIntegral::new(from, op.rounding, op.flush.operands)?, to)
}

fn round_to_integer(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let rounding =
        to_integer(op).map(|it| move |[bits, ..]: &[u64; LANE_OPERANDS]| it.apply(*bits));
    each(columns, bits, states, rounding);
}

/// A conversion from integers.
fn from_integer(op: &LaneOp) -> Option<FromInteger> {
    let ([Format::Fixed(from), ..], Format::Float(to)) = (op.operands, op.result) else {
        return None;
    };
    if op.clamp != Clamp::None || op.flush.result || !op.readings.is_empty() {
        return None;
    }
    FromInteger::new(from, ToFloat::new(to, op.rounding, false)?)
}

fn convert_integer(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let conversion =
        from_integer(op).map(|it| move |[bits, ..]: &[u64; LANE_OPERANDS]| it.apply(*bits));
    each(columns, bits, states, conversion);
}

/// The reader of operands in the format of the result, and its sign bit.
fn reader(op: &LaneOp) -> Option<(Reader, u64)> {
    let format = op.result.float()?;
    Some((Reader::new(format, op.flush.operands), format.sign_mask()))
}

fn change_sign(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let is_abs = op.operation == Operation::Abs;
    let change = reader(op).map(|(reader, sign)| {
        let kept = if is_abs { 0 } else { sign };
        move |[bits, ..]: &[u64; LANE_OPERANDS]| Some(reader.magnitude(*bits)? | !bits & kept)
    });
    each(columns, bits, states, change);
}

fn copy_sign(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let copy = reader(op).map(|(reader, sign)| {
        move |[from, to, _]: &[u64; LANE_OPERANDS]| Some(reader.magnitude(*to)? | from & sign)
    });
    each(columns, bits, states, copy);
}

fn choose<const N: usize>(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let choose = reader(op).map(|(reader, sign)| {
        let choice = Chosen {
            reader,
            sign,
            is_max: op.operation == Operation::Max,
            of_magnitudes: op.comparison.of_magnitudes,
            has_xorsign: op.comparison.has_xorsign,
        };
        move |operands: &[u64; LANE_OPERANDS]| choice.of::<N>(operands)
    });
    each(columns, bits, states, choose);
}

fn test(op: &LaneOp, columns: &Columns, bits: &mut Column, states: &mut States) {
    let [format, ..] = op.operands;
    let test = format.float().map(|format| {
        let test = Test::new(format, |class| op.has_property(class));
        move |[bits, ..]: &[u64; LANE_OPERANDS]| Some(u64::from(test.holds(*bits)))
    });
    each(columns, bits, states, test);
}
