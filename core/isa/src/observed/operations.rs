//! The operations of an instruction around the unit: in f32, each rounded.

use alloc::vec::Vec;

use super::unit::{MIN_NORMAL, Passage, SIGN, Unit};
use super::{conversions, refined};
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{self, Value};
use crate::bits::low_half;
use crate::format::table::F32;
use crate::format::{FloatFormat, Format};
use crate::number::Datum;

/// 2^24, which makes every subnormal number normal.
const UP: u32 = 0x4b80_0000;
/// 2^12, the root of that.
const UP_OF_ROOT: u32 = 0x4580_0000;
/// 2^-12, its reciprocal.
const DOWN_OF_ROOT: u32 = 0x3980_0000;
/// 1/4, which keeps reciprocals of large numbers normal.
const QUARTER: u32 = 0x3e80_0000;
/// 1/2
const HALF: u32 = 0x3f00_0000;
/// -24, the logarithm of the reciprocal of 2^24.
const LOG2_OF_DOWN: u32 = 0xc1c0_0000;
/// 1/(2π), which turns an angle from radians into turns.
const TURNS: u32 = 0x3e22_f983;
/// 2^126: reciprocals of larger numbers are subnormal.
const LARGE: u32 = 0x7e80_0000;
/// The magnitude of -126: the powers of smaller exponents are subnormal.
const LEAST_EXPONENT: u32 = 0x42fc_0000;

/// The operations of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    /// Those of f32.
    Single(Single),
    /// The unit for a number of a narrower format.
    Narrowed(Unit, &'static FloatFormat),
    /// The unit for the upper half of f64.
    Upper(Unit),
    /// The reciprocal root of f64.
    Refined,
}

/// The operations of an instruction of f32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Single {
    /// The unit and nothing else.
    Alone(Unit),
    /// The unit, with operands and results scaled where they are subnormal.
    Scaled(Unit),
    /// The unit for an angle, which is brought to turns.
    Turned(Unit),
    /// The dividend times the reciprocal of the divisor.
    Quotient {
        /// Whether both are scaled for large divisors.
        is_full: bool,
        /// The treatment of subnormals; where they are kept, both are scaled for subnormal
        /// divisors.
        subnormals: Subnormals,
    },
}

/// The purpose of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Scaling an operand so that the unit has normal numbers.
    Scale,
    /// Undoing that in the result.
    Unscale,
    /// Converting an angle to turns.
    Turn,
    /// Computing a quotient from a reciprocal.
    Divide,
}

/// The purpose of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Converting an operand to f32, exactly.
    Widen,
    /// Truncating the result to the format of the instruction.
    Narrow,
    /// Bringing the upper half of an f64 number near 1.
    Reduce,
    /// Giving the result its exponent in f64.
    Restore,
    /// Returning a special value of f64.
    Special,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Addition.
    Add,
    /// Multiplication.
    Multiply,
}

/// A part of the work of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An operation of f32.
    Operation {
        /// The purpose.
        purpose: Purpose,
        /// The index of the instruction's operand that it is done with, counted from 0; `None` if
        /// with the result of the unit.
        operand: Option<u8>,
        /// The operation.
        operator: Operator,
        /// The numbers.
        numbers: [u32; 2],
        /// The rounding of the result.
        rounding: Rounding,
        /// The result.
        result: u32,
    },
    /// A product of f64, rounded to nearest.
    Product {
        /// The purpose.
        purpose: Purpose,
        /// The index of the instruction's operand, as for [`Part::Operation`].
        operand: Option<u8>,
        /// The factors.
        factors: [u64; 2],
        /// The result.
        result: u64,
    },
    /// Five operations of f64, each rounded to nearest, that refine the reciprocal root *y* of a number
    /// *a* from the unit: *y*², *e* = 1 − *a*·*y*², *f* = 1/2 + 3/8·*e*, *g* = *y*·*e* and *y* + *f*·*g*.
    Refinement([u64; 5]),
    /// A number in another format.
    Conversion {
        /// The purpose.
        change: Change,
        /// The index of the instruction's operand, counted from 0; `None` for the result of the unit.
        operand: Option<u8>,
        /// The bits before, and their format.
        from: (u64, Format),
        /// The bits after, and their format.
        to: (u64, Format),
    },
    /// The unit.
    Unit(Passage),
}

/// Receives the parts; `()` discards them unbuilt.
pub(super) trait Witness {
    /// Takes a part.
    fn see(&mut self, part: impl FnOnce() -> Part);
}

impl Witness for () {
    #[inline]
    fn see(&mut self, _part: impl FnOnce() -> Part) {}
}

impl Witness for Vec<Part> {
    fn see(&mut self, part: impl FnOnce() -> Part) {
        self.push(part());
    }
}

/// An operation to be done.
#[derive(Clone, Copy)]
struct Task {
    purpose: Purpose,
    operand: Option<u8>,
    operator: Operator,
    rounding: Rounding,
    subnormals: Subnormals,
}

const SCALE: Task = Task {
    purpose: Purpose::Scale,
    operand: Some(0),
    operator: Operator::Multiply,
    rounding: Rounding::TiesToEven,
    subnormals: Subnormals::Keep,
};
const UNSCALE: Task = Task { purpose: Purpose::Unscale, operand: None, ..SCALE };
const TURN: Task = Task { purpose: Purpose::Turn, rounding: Rounding::TowardZero, ..SCALE };

impl Sequence {
    /// Returns the result in a lane for its operands; only a quotient has the second.
    pub(super) fn run(self, operands: [u64; 2], witness: &mut impl Witness) -> u64 {
        let [a, _] = operands;
        match self {
            Self::Single(single) => single.run(operands.map(low_half), witness).into(),
            Self::Narrowed(unit, format) => conversions::narrowed(unit, format, a, witness),
            Self::Upper(unit) => conversions::upper(unit, a, witness),
            Self::Refined => refined::reciprocal_root(a, witness),
        }
    }

    /// Returns the results of rows of operands.
    pub(super) fn fill(self, operands: [&[u64]; 2], results: &mut [u64]) {
        // A loop for each function, in which it is a constant.
        macro_rules! each {
            ($kind:ident of $unit:expr, $($function:ident)*) => {
                match $unit {
                    $(Unit::$function => Single::$kind(Unit::$function).fill(operands, results),)*
                }
            };
        }
        match self {
            Self::Single(Single::Alone(unit)) => {
                each!(Alone of unit, Reciprocal Root ReciprocalRoot Sine Cosine Log2 Exp2 Tanh);
            }
            Self::Single(Single::Scaled(unit)) => {
                each!(Scaled of unit, Reciprocal Root ReciprocalRoot Sine Cosine Log2 Exp2 Tanh);
            }
            Self::Single(Single::Turned(unit)) => {
                each!(Turned of unit, Reciprocal Root ReciprocalRoot Sine Cosine Log2 Exp2 Tanh);
            }
            Self::Single(single @ Single::Quotient { .. }) => single.fill(operands, results),
            Self::Narrowed(..) | Self::Upper(_) | Self::Refined => {
                let [a, b] = operands;
                for (result, (a, b)) in results.iter_mut().zip(a.iter().zip(b)) {
                    *result = self.run([*a, *b], &mut ());
                }
            }
        }
    }
}

impl Single {
    /// Returns the results of rows of operands.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn fill(self, [a, b]: [&[u64]; 2], results: &mut [u64]) {
        for (result, (a, b)) in results.iter_mut().zip(a.iter().zip(b)) {
            *result = self.run([*a, *b].map(low_half), &mut ()).into();
        }
    }

    /// Returns the result for operands; only a quotient has the second.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run(self, [a, b]: [u32; 2], witness: &mut impl Witness) -> u32 {
        match self {
            Self::Alone(unit) => pass(unit, a, witness),
            Self::Turned(unit) => {
                let turns = TURN.run([a, TURNS], witness);
                pass(unit, turns, witness)
            }
            Self::Scaled(unit) => match scales(unit, a) {
                None => pass(unit, a, witness),
                Some((up, undo)) => {
                    let scaled = SCALE.run([a, up], witness);
                    let result = pass(unit, scaled, witness);
                    undo.run(result, witness)
                }
            },
            Self::Quotient { is_full, subnormals } => {
                let magnitude = b & !SIGN;
                let factor = if is_full && magnitude > LARGE {
                    Some(QUARTER)
                } else if subnormals == Subnormals::Keep && magnitude < MIN_NORMAL {
                    Some(UP)
                } else {
                    None
                };
                let scale = Task { subnormals, ..SCALE };
                let [a, b] = match factor {
                    None => [a, b],
                    Some(factor) => [
                        scale.run([a, factor], witness),
                        Task { operand: Some(1), ..scale }.run([b, factor], witness),
                    ],
                };
                let reciprocal = pass(Unit::Reciprocal, b, witness);
                let divide = Task { purpose: Purpose::Divide, operand: None, ..scale };
                divide.run([reciprocal, a], witness)
            }
        }
    }
}

/// The way in which scaling is undone.
enum Undo {
    /// By an operation with a number.
    With(Operator, u32),
    /// By multiplication with itself.
    Square,
}

impl Undo {
    fn run(&self, result: u32, witness: &mut impl Witness) -> u32 {
        let (operator, number) = match self {
            Self::With(operator, number) => (*operator, *number),
            Self::Square => (Operator::Multiply, result),
        };
        Task { operator, ..UNSCALE }.run([result, number], witness)
    }
}

/// Returns the factor of an operand before the unit, and the way to undo that in the result; `None`
/// if it goes to the unit as it is.
const fn scales(unit: Unit, operand: u32) -> Option<(u32, Undo)> {
    let magnitude = operand & !SIGN;
    let is_small = magnitude < MIN_NORMAL;
    match unit {
        Unit::Reciprocal if is_small => Some((UP, Undo::With(Operator::Multiply, UP))),
        Unit::Reciprocal if magnitude > LARGE => {
            Some((QUARTER, Undo::With(Operator::Multiply, QUARTER)))
        }
        Unit::Root if is_small => Some((UP, Undo::With(Operator::Multiply, DOWN_OF_ROOT))),
        Unit::ReciprocalRoot if is_small => Some((UP, Undo::With(Operator::Multiply, UP_OF_ROOT))),
        Unit::Log2 if is_small => Some((UP, Undo::With(Operator::Add, LOG2_OF_DOWN))),
        Unit::Exp2 if operand > SIGN | LEAST_EXPONENT => Some((HALF, Undo::Square)),
        Unit::Reciprocal
        | Unit::Root
        | Unit::ReciprocalRoot
        | Unit::Log2
        | Unit::Exp2
        | Unit::Sine
        | Unit::Cosine
        | Unit::Tanh => None,
    }
}

/// Sends an operand through the unit. One copy of it serves every sequence, unless speed counts.
#[cfg_attr(not(optimized_for_speed), inline(never))]
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn pass(unit: Unit, operand: u32, witness: &mut impl Witness) -> u32 {
    let passage = unit.pass(operand);
    witness.see(|| Part::Unit(passage));
    passage.result
}

impl Task {
    /// Performs the operation.
    fn run(self, numbers: [u32; 2], witness: &mut impl Witness) -> u32 {
        let Self { purpose, operand, operator, rounding, .. } = self;
        let result = self.compute(numbers);
        witness.see(|| Part::Operation { purpose, operand, operator, numbers, rounding, result });
        result
    }

    /// Computes the result of two numbers. One copy of it serves every purpose, which keeps the
    /// program of sweeps small, as it is built for speed.
    #[inline(never)]
    fn compute(self, numbers: [u32; 2]) -> u32 {
        let Self { operator, rounding, subnormals, .. } = self;
        let [a, b] = numbers.map(|bits| Value::from(read(bits, subnormals)));
        let value = match operator {
            Operator::Add => arith::add(a, b, rounding),
            Operator::Multiply => arith::mul(a, b),
        };
        low_half(rounded(&value, &F32, rounding, subnormals))
    }
}

/// The encoding of a value that is rounded to a format with infinities.
pub(super) fn rounded(
    value: &Value,
    format: &'static FloatFormat,
    rounding: Rounding,
    subnormals: Subnormals,
) -> u64 {
    let signed =
        |negative, magnitude| if negative { format.sign_mask() | magnitude } else { magnitude };
    match value {
        Value::Finite(exact) => format.encode(&round(exact, format, rounding, subnormals).datum),
        Value::Zero { negative } => signed(*negative, 0),
        Value::Infinite { negative } => signed(*negative, format.infinity().unwrap_or(0)),
        Value::Invalid => format.canonical_nan.unwrap_or(0),
    }
}

/// A number as an operand.
fn read(bits: u32, subnormals: Subnormals) -> Datum {
    let is_flushed = subnormals == Subnormals::Flush && bits & !SIGN < MIN_NORMAL;
    F32.decode(u64::from(if is_flushed { bits & SIGN } else { bits }))
}

/// A magnitude with a sign.
pub(super) const fn signed(negative: bool, magnitude: u32) -> u32 {
    if negative { SIGN | magnitude } else { magnitude }
}
