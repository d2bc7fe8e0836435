//! The unit: a polynomial of the second degree, from a table, in integers.
//!
//! The 23 fraction bits of the operand are cut into an index, which chooses the coefficients, and a
//! rest *l*; the sum c0 ± c1·*l* ± c2·*l*² and a constant has the bits of the result, and those that
//! do not fit are cut off. The square loses bits too: the hardware leaves parts of the multiplier
//! out.

use super::weights::Weights;
use crate::bits::low_half;

/// The number of fraction bits of an f32 number.
pub(super) const FRACTION_WIDTH: u32 = 23;
/// The fraction bits.
pub(super) const FRACTION: u32 = (1 << FRACTION_WIDTH) - 1;
/// The sign bit.
pub(super) const SIGN: u32 = 0x8000_0000;
/// Infinity.
pub(super) const INFINITY: u32 = 0x7f80_0000;
/// The smallest normal number.
pub(super) const MIN_NORMAL: u32 = 0x0080_0000;
/// The only NaN that is returned.
pub(super) const NAN: u32 = 0x7fff_ffff;
/// 1.
const ONE: u32 = 0x3f80_0000;
/// The exponent of the largest binade.
pub(super) const MAX_EXPONENT: i32 = 127;
/// The exponent of the smallest normal number.
const MIN_EXPONENT: i32 = -126;
/// The largest number of bits that the polynomial is evaluated for.
const REST_WIDTH: u32 = 17;
/// The lowest bit that the parts of a square keep.
const LOWEST_OF_SQUARE: u32 = 19;
/// The number of bits of a logarithm that are cleared before it is normalized.
const CLEARED_OF_LOGARITHM: u32 = 20;

/// A function of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 1/a
    Reciprocal,
    /// √a
    Root,
    /// 1/√a
    ReciprocalRoot,
    /// sin 2π·a
    Sine,
    /// cos 2π·a
    Cosine,
    /// log2 a
    Log2,
    /// 2^a
    Exp2,
    /// tanh a
    Tanh,
}

/// The result of the unit for an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The function.
    pub unit: Unit,
    /// The operand, as it came to the unit.
    pub operand: u32,
    /// The computation of the result; `None` where it is a special value of the function.
    pub inside: Option<Inside>,
    /// The result.
    pub result: u32,
}

/// The computation of a result in the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The argument of the polynomial.
    pub argument: Argument,
    /// The place in the table.
    pub index: u32,
    /// The number of fraction bits that are part of the index.
    pub index_width: u32,
    /// The fraction bits below the index, at most 17.
    pub rest: u32,
    /// The number of those bits.
    pub rest_width: u32,
    /// The coefficients, the constant one first.
    pub coefficients: [u64; 3],
    /// The terms of the sum with their signs: those of the coefficients, a constant, and the whole
    /// part of a logarithm.
    pub terms: [i64; 5],
    /// The exponent of the bit of a term that stands for 1.
    pub unit_bit: u32,
    /// The magnitude of the sum; that of a logarithm has its lowest bits cleared.
    pub sum: u64,
}

/// The argument of the polynomial, with the sign and the scale of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The sign of the result.
    pub negative: bool,
    /// The exponent, which the result is scaled by.
    pub exponent: i32,
    /// The whole part of a logarithm, which is added.
    pub whole: i32,
    /// The rows of the table that its index is counted in.
    pub rows: Rows,
    /// The fraction, in 23 bits.
    pub fraction: u32,
}

impl Argument {
    const ZERO: Self =
        Self { negative: false, exponent: 0, whole: 0, rows: Rows::All, fraction: 0 };
}

/// A part of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// The first part, which may be the only one.
    All,
    /// The second half, for odd exponents.
    Odd,
    /// Those of the binade of an exponent, of tanh.
    Binade(i32),
}

impl Rows {
    /// The exponents of the binades of tanh.
    pub(super) const BINADES: [i32; 2] = [-8, 2];

    /// The first row, and the number of bits of the index in it, in a table with `index_width`.
    fn place(self, index_width: u32) -> (u32, u32) {
        /// The number of index bits in each binade, from the smallest.
        const WIDTHS: [u32; 11] = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3];
        match self {
            Self::All => (0, index_width),
            Self::Odd => (1 << index_width, index_width),
            Self::Binade(exponent) => {
                let before = usize::try_from(exponent - Self::BINADES[0]).unwrap_or(0);
                let first = WIDTHS.iter().take(before).map(|width| 1 << width).sum();
                (first, WIDTHS.get(before).copied().unwrap_or(0))
            }
        }
    }
}

impl Unit {
    /// Returns the result for an operand.
    #[must_use]
    #[cfg_attr(not(optimized_for_speed), inline)]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub fn pass(self, operand: u32) -> Passage {
        let (inside, result) = match self.argument(operand) {
            Err(special) => (None, special),
            Ok(argument) => {
                let inside = self.add_up(argument);
                (Some(inside), inside.result())
            }
        };
        Passage { unit: self, operand, inside, result }
    }

    /// Returns the argument of the polynomial, or the special value of the function.
    ///
    /// A subnormal operand counts as a zero of its sign.
    #[cfg_attr(not(optimized_for_speed), inline)]
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn argument(self, operand: u32) -> Result<Argument, u32> {
        let sign = operand & SIGN;
        let magnitude = operand & !SIGN;
        let (negative, is_zero) = (sign != 0, magnitude < MIN_NORMAL);
        let is_infinite = magnitude == INFINITY;
        if magnitude > INFINITY {
            return Err(NAN);
        }
        let exponent = (magnitude >> FRACTION_WIDTH).cast_signed() - MAX_EXPONENT;
        let fraction = operand & FRACTION;
        let rows = if exponent & 1 == 0 { Rows::All } else { Rows::Odd };
        let argument = Argument { exponent, fraction, ..Argument::ZERO };
        match self {
            Self::Reciprocal | Self::ReciprocalRoot if is_zero => Err(sign | INFINITY),
            Self::Reciprocal if is_infinite => Err(sign),
            Self::Reciprocal => Ok(Argument { negative, exponent: -exponent, ..argument }),
            Self::Root if is_zero => Err(sign),
            Self::Log2 if is_zero => Err(SIGN | INFINITY),
            Self::Root | Self::ReciprocalRoot | Self::Log2 if negative => Err(NAN),
            Self::Root | Self::Log2 if is_infinite => Err(INFINITY),
            Self::ReciprocalRoot if is_infinite => Err(0),
            Self::Root => Ok(Argument { exponent: exponent >> 1, rows, ..argument }),
            Self::ReciprocalRoot if rows == Rows::All && fraction == 0 => {
                Err((MAX_EXPONENT - (exponent >> 1)).cast_unsigned() << FRACTION_WIDTH)
            }
            Self::ReciprocalRoot => Ok(Argument { exponent: -(exponent >> 1), rows, ..argument }),
            Self::Log2 if operand == ONE => Err(0),
            Self::Log2 => {
                let negative = exponent < 0;
                Ok(Argument { negative, exponent: 0, whole: exponent, fraction, ..argument })
            }
            Self::Exp2 if is_infinite => Err(if negative { 0 } else { INFINITY }),
            Self::Exp2 => Ok(power(negative, fixed(magnitude, 0))),
            // Small numbers are returned as they are, subnormal ones too; large ones give 1.
            Self::Tanh if exponent < Rows::BINADES[0] => Err(operand),
            Self::Tanh if exponent > Rows::BINADES[1] => Err(sign | ONE),
            Self::Tanh => {
                let rows = Rows::Binade(exponent);
                Ok(Argument { negative, exponent: exponent.min(-1), rows, ..argument })
            }
            Self::Sine | Self::Cosine if is_infinite => Err(NAN),
            // A quarter of a turn is 1.
            Self::Sine | Self::Cosine => Ok(self.quadrant(negative, fixed(magnitude, 2))),
        }
    }

    /// Reduces an angle, given in quarters of a turn with 23 fraction bits.
    const fn quadrant(self, negative: bool, angle: u64) -> Argument {
        let quadrant = angle >> FRACTION_WIDTH & 3;
        let is_cosine = matches!(self, Self::Cosine);
        let is_turned = is_cosine != (quadrant & 1 == 1);
        let fraction = low_half(angle) & FRACTION;
        Argument {
            negative: if is_cosine {
                quadrant == 1 || quadrant == 2
            } else {
                negative != (quadrant >= 2)
            },
            fraction: if is_turned { !fraction & FRACTION } else { fraction },
            ..Argument::ZERO
        }
    }

    /// The sum.
    #[cfg_attr(not(optimized_for_speed), inline)]
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn add_up(self, argument: Argument) -> Inside {
        let &Weights { table, index_width, shifts, unit, constant, signs } = Weights::of(self);
        let (first, index_width) = argument.rows.place(index_width);
        let lower_width = FRACTION_WIDTH - index_width;
        let index = first + (argument.fraction >> lower_width);
        let lower = argument.fraction & ((1 << lower_width) - 1);
        // The multiplier takes 17 bits; tanh drops what is below them.
        let rest_width = lower_width.min(REST_WIDTH);
        let rest = lower >> (lower_width - rest_width);
        let found = usize::try_from(index).ok().and_then(|index| table.get(index));
        let coefficients = found.map_or([0; 3], |packed| packed.unpack());
        let [c0, c1, c2] = coefficients;
        let square = match self {
            Self::Reciprocal => square(u64::from(rest) << 1) >> 2,
            Self::Root
            | Self::ReciprocalRoot
            | Self::Sine
            | Self::Cosine
            | Self::Log2
            | Self::Exp2
            | Self::Tanh => square(rest.into()),
        };
        let [shift0, shift1] = shifts;
        let [sign1, sign2] = signs;
        let terms = [
            (c0 << shift0).cast_signed(),
            sign1 * ((c1 * u64::from(rest)) << shift1).cast_signed(),
            sign2 * (c2 * square).cast_signed(),
            constant,
            i64::from(argument.whole) << unit,
        ];
        let cleared = if self == Self::Log2 { CLEARED_OF_LOGARITHM } else { 0 };
        let sum = terms.iter().sum::<i64>().unsigned_abs() >> cleared << cleared;
        Inside {
            argument,
            index,
            index_width,
            rest,
            rest_width,
            coefficients,
            terms,
            unit_bit: unit,
            sum,
        }
    }
}

impl Inside {
    /// The exponent of the result, where its range has no limits.
    #[must_use]
    pub fn exponent(&self) -> i32 {
        let leading = (u64::BITS - 1).saturating_sub(self.sum.leading_zeros());
        self.argument.exponent + leading.cast_signed() - self.unit_bit.cast_signed()
    }

    /// The fraction bits of the result, in the highest bits, and those that are cut off below them.
    #[must_use]
    pub fn fraction(&self) -> u64 {
        // The leading bit goes.
        self.sum.checked_shl(self.sum.leading_zeros() + 1).unwrap_or(0)
    }

    /// The result: a subnormal one becomes zero.
    #[cfg_attr(not(optimized_for_speed), inline)]
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn result(&self) -> u32 {
        let sign = if self.argument.negative { SIGN } else { 0 };
        let exponent = self.exponent();
        if self.sum == 0 || exponent < MIN_EXPONENT {
            sign
        } else if exponent > MAX_EXPONENT {
            sign | INFINITY
        } else {
            let field = (exponent + MAX_EXPONENT).cast_unsigned() << FRACTION_WIDTH;
            sign | field | low_half(self.fraction() >> (u64::BITS - FRACTION_WIDTH))
        }
    }
}

/// The magnitude of a number times 2^`scale` in units of 2^-23, truncated.
///
/// From 2^25 on, the result only shows that the number is large and a multiple of 4.
fn fixed(magnitude: u32, scale: i32) -> u64 {
    /// A shift that moves the fraction above the lowest two bits of the whole part.
    const FAR: i32 = 25;
    if magnitude < MIN_NORMAL {
        return 0;
    }
    let exponent = (magnitude >> FRACTION_WIDTH).cast_signed() - MAX_EXPONENT + scale;
    let significand = u64::from(magnitude & FRACTION | 1 << FRACTION_WIDTH);
    if exponent < 0 {
        significand.checked_shr(exponent.unsigned_abs()).unwrap_or(0)
    } else {
        significand << exponent.min(FAR).unsigned_abs()
    }
}

/// The whole part and the fraction of an exponent of 2.
const fn power(negative: bool, magnitude: u64) -> Argument {
    let whole = low_half(magnitude >> FRACTION_WIDTH).cast_signed();
    let fraction = low_half(magnitude) & FRACTION;
    let (exponent, fraction) = match (negative, fraction) {
        (false, fraction) => (whole, fraction),
        (true, 0) => (-whole, 0),
        (true, fraction) => (-whole - 1, !fraction & FRACTION),
    };
    Argument { exponent, fraction, ..Argument::ZERO }
}

/// The square of a number of at most 17 bits, without the bits that the multiplier leaves out.
///
/// The multiplier folds the square to a diagonal and a row for each bit, and drops the bits of each
/// of these below 2^19. For a number u·2^9 + l that leaves out l², the lowest bit of u², and, in
/// 2·u·l, the products of bits below 2^19.
#[inline]
fn square(value: u64) -> u64 {
    const N_LOWER: u32 = LOWEST_OF_SQUARE / 2;
    let (upper, lower) = (value >> N_LOWER, value & ((1 << N_LOWER) - 1));
    let row = |index: u32| (upper >> index & 1) * (lower >> (N_LOWER - index));
    let rows: u64 = (1..17 - N_LOWER).map(row).sum();
    ((upper * upper - (upper & 1)) << (2 * N_LOWER)) + (rows << LOWEST_OF_SQUARE)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn squares_lose_what_the_multiplier_leaves_out() {
        let mask = (1 << LOWEST_OF_SQUARE) - 1;
        for value in 0..1_u64 << 17 {
            let bit = |index: u32| value >> index & 1;
            let diagonal: u64 = (0..10).map(|index| bit(index) << (2 * index)).sum();
            let row = |index: u32| bit(index) * (value >> (index + 1) << (2 * index + 2) & mask);
            let rows: u64 = (0..9).map(row).sum();
            assert_eq!(square(value), value * value - (diagonal & mask) - rows, "{value:#x}");
        }
    }
}
