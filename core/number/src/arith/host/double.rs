//! Arithmetic of f64, and conversions between f32 and f64.
//!
//! A function here returns a number rounded to nearest and a *rest* with the sign of what is cut off,
//! 0 if nothing is; the rest of sums and products is exact (Dekker 1971; Boldo and Melquiond 2008 for
//! the product with a sum). It shows the direction of a step.

use super::single::Operation;
use super::vectors::{self, Kernel};
use super::{Column, DONE, LEFT, N_ROWS, NAN, States, power, sum_to_odd};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::format::table::F64;

/// An operation with a result or an operand of f64.
#[derive(Clone, Copy, Debug)]
pub enum Double {
    /// An operation on f64 numbers.
    Arithmetic(Operation, Option<Directed>),
    /// f32 to f64, and the bits of every NaN; without, a NaN keeps sign and payload.
    Widen(Option<u64>),
    /// f64 to f32.
    Narrow,
}

/// A direction other than to nearest: which results take a step away from 0, and the sign of a zero.
#[derive(Clone, Copy, Debug)]
pub struct Directed {
    away: [bool; 2],
    leaves_zeros: bool,
}

const INFINITY: u64 = 0x7ff << 52;
/// The quiet bit of a NaN.
const QUIET: u64 = 1 << 51;
/// The NaN of an invalid operation.
const CANONICAL: u64 = match F64.canonical_nan {
    Some(nan) => nan,
    None => INFINITY | QUIET,
};

/// A rounded number, its rest, and whether they are right.
type Found = (f64, f64, bool);

/// Magnitudes between these have exact products and quotients, as far as f64 can.
const LEAST: f64 = power(-900);
const LARGEST: f64 = power(960);

impl Double {
    /// Arithmetic in a direction; `None` for random rounding and ties away from 0, and for roots, unless
    /// the processor rounds them to nearest: integers find others sooner.
    #[must_use]
    pub fn arithmetic(operation: Operation, rounding: Rounding) -> Option<Self> {
        let directed = match rounding {
            Rounding::TiesToEven if operation == Operation::Sqrt => {
                return vectors::has_roots().then_some(Self::Arithmetic(operation, None));
            }
            _ if operation == Operation::Sqrt => return None,
            Rounding::TiesToEven => None,
            Rounding::TowardZero => Some(Directed { away: [false; 2], leaves_zeros: false }),
            Rounding::TowardNegative => Some(Directed { away: [false, true], leaves_zeros: true }),
            Rounding::TowardPositive => Some(Directed { away: [true, false], leaves_zeros: false }),
            Rounding::TiesToAway | Rounding::Stochastic { .. } => return None,
        };
        Some(Self::Arithmetic(operation, directed))
    }
}

impl Kernel for Double {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let [a, ..] = columns;
        match self {
            Self::Arithmetic(operation, None) => {
                evaluate::<WIDE, false>(*operation, NEAREST, columns, bits, states);
            }
            Self::Arithmetic(operation, Some(directed)) => {
                evaluate::<WIDE, true>(*operation, *directed, columns, bits, states);
            }
            Self::Widen(nan) => {
                for ((a, bits), state) in a.iter().zip(bits).zip(states) {
                    let value = f64::from(f32::from_bits(low_half(*a)));
                    // Its own sign and payload, if no other NaN is given.
                    let own = (a >> 31 & 1) << 63 | QUIET | INFINITY | (a & 0x7f_ffff) << 29;
                    *bits = if value.is_nan() { nan.unwrap_or(own) } else { value.to_bits() };
                    *state = if value.is_nan() { NAN } else { DONE };
                }
            }
            Self::Narrow => {
                for ((a, bits), state) in a.iter().zip(bits).zip(states) {
                    let value = f64::from_bits(*a);
                    #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
                    let near = value as f32;
                    // The sign, and as much of the payload as fits.
                    let payload = (a | QUIET | INFINITY) >> 29 & 0x7fff_ffff;
                    let nan = a >> 32 & 1 << 31 | payload;
                    *bits = if value.is_nan() { nan } else { near.to_bits().into() };
                    *state = if value.is_nan() { NAN } else { DONE };
                }
            }
        }
    }
}

/// To nearest no step is taken.
const NEAREST: Directed = Directed { away: [false; 2], leaves_zeros: false };

#[cfg_attr(optimized_for_speed, inline(always))]
fn evaluate<const WIDE: bool, const STEPS: bool>(
    operation: Operation,
    directed: Directed,
    columns: &[Column; 3],
    bits: &mut Column,
    states: &mut States,
) {
    let out = (bits, states);
    match operation {
        Operation::Add if STEPS => each::<STEPS, 2>(columns, out, directed, |[a, b]| term(a, b)),
        Operation::Add => each::<STEPS, 2>(columns, out, directed, |[a, b]| (a + b, 0.0, true)),
        Operation::Sub if STEPS => each::<STEPS, 2>(columns, out, directed, |[a, b]| term(a, -b)),
        Operation::Sub => each::<STEPS, 2>(columns, out, directed, |[a, b]| (a - b, 0.0, true)),
        Operation::Mul if STEPS => each::<STEPS, 2>(columns, out, directed, |[a, b]| product(a, b)),
        Operation::Mul => each::<STEPS, 2>(columns, out, directed, |[a, b]| (a * b, 0.0, true)),
        Operation::Fma if STEPS => each::<STEPS, 3>(columns, out, directed, fused),
        Operation::Fma => each::<STEPS, 3>(columns, out, directed, |operands| {
            vectors::fused::<WIDE>(operands).map_or_else(|| fused(operands), |it| (it, 0.0, true))
        }),
        Operation::Div if STEPS => {
            each_of::<STEPS, 2>(columns, out, directed, [1, 2, 0], |[a, b]| quotient(a, b));
        }
        Operation::Div => {
            each_of::<STEPS, 2>(columns, out, directed, [1, 2, 0], |[a, b]| (a / b, 0.0, true));
        }
        Operation::Rcp if STEPS => each::<STEPS, 1>(columns, out, directed, |[a]| quotient(1.0, a)),
        Operation::Rcp => each::<STEPS, 1>(columns, out, directed, |[a]| (1.0 / a, 0.0, true)),
        Operation::Sqrt if !STEPS => each::<STEPS, 1>(columns, out, directed, |[a]| {
            vectors::root::<WIDE>(a).map_or((0.0, 0.0, false), |root| (root, 0.0, true))
        }),
        Operation::Sqrt => out.1.fill(LEFT),
    }
}

/// Evaluates rows. A NaN among the operands is returned quiet: the second before the third before the
/// first.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each<const STEPS: bool, const N: usize>(
    columns: &[Column; 3],
    out: (&mut Column, &mut States),
    directed: Directed,
    kernel: impl Fn([f64; N]) -> Found,
) {
    each_of::<STEPS, N>(columns, out, directed, [0, 2, 1], kernel);
}

/// Evaluates rows, with the order in which NaNs are preferred, the last one most.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each_of<const STEPS: bool, const N: usize>(
    columns: &[Column; 3],
    (bits, states): (&mut Column, &mut States),
    directed: Directed,
    order: [usize; 3],
    kernel: impl Fn([f64; N]) -> Found,
) {
    let [positive, negative] = directed.away;
    for row in 0..N_ROWS {
        let mut operands = [0; N];
        for (operand, column) in operands.iter_mut().zip(columns) {
            *operand = column[row];
        }
        let numbers = operands.map(f64::from_bits);
        let (value, rest, is_right) = kernel(numbers);
        let mut nan = CANONICAL;
        for place in order {
            if place < N {
                nan = if numbers[place].is_nan() { operands[place] | QUIET } else { nan };
            }
        }
        let mut found = value.to_bits();
        let mut is_left = !is_right;
        if STEPS {
            let is_negative = value < 0.0;
            let is_above = (rest > 0.0) & !is_negative | (rest < 0.0) & is_negative;
            let is_below = (rest < 0.0) & !is_negative | (rest > 0.0) & is_negative;
            let away = if is_negative { negative } else { positive };
            found = found.wrapping_add((is_above & away).into());
            found = found.wrapping_sub((is_below & !away).into());
            is_left |= directed.leaves_zeros & (value == 0.0);
            let are_finite = numbers.iter().fold(true, |all, it| all & (it.abs() < f64::INFINITY));
            is_left |= are_finite & (value.abs() == f64::INFINITY);
        }
        bits[row] = if value.is_nan() { nan } else { found };
        let done = if value.is_nan() { NAN } else { DONE };
        states[row] = if is_left { LEFT } else { done };
    }
}

/// A rounded sum and its rest, exactly, if no step is out of range.
#[cfg_attr(optimized_for_speed, inline(always))]
fn sum(a: f64, b: f64) -> [f64; 2] {
    let sum = a + b;
    let other = sum - a;
    [sum, (a - (sum - other)) + (b - other)]
}

/// The sum of two numbers. Far from the largest number, all steps are in range.
#[cfg_attr(optimized_for_speed, inline(always))]
fn term(a: f64, b: f64) -> Found {
    let [sum, rest] = sum(a, b);
    let is_given = !(sum.abs() < f64::INFINITY);
    let is_right = (a.abs() <= LARGEST) & (b.abs() <= LARGEST);
    (sum, if is_given { 0.0 } else { rest }, is_given | is_right)
}

/// The upper half of the bits of a number, and the lower half.
#[cfg_attr(optimized_for_speed, inline(always))]
fn halves(number: f64) -> [f64; 2] {
    let scaled = number * (power(27) + 1.0);
    let upper = scaled - (scaled - number);
    [upper, number - upper]
}

/// The part that a rounded product lacks, exactly, for numbers between [`LEAST`] and [`LARGEST`].
#[cfg_attr(optimized_for_speed, inline(always))]
fn lack(product: f64, a: f64, b: f64) -> f64 {
    let ([a, c], [b, d]) = (halves(a), halves(b));
    c * d - (((product - a * b) - c * b) - a * d)
}

/// Whether magnitudes are between [`LEAST`] and [`LARGEST`].
#[cfg_attr(optimized_for_speed, inline(always))]
fn are_usual<const N: usize>(numbers: [f64; N]) -> bool {
    let is_usual = |it: f64| (it.abs() >= LEAST) & (it.abs() <= LARGEST);
    numbers.into_iter().fold(true, |all, it| all & is_usual(it))
}

/// Whether a number is 0, infinite or a NaN.
#[cfg_attr(optimized_for_speed, inline(always))]
fn is_special(number: f64) -> bool {
    (number == 0.0) | !(number.abs() < f64::INFINITY)
}

#[cfg_attr(optimized_for_speed, inline(always))]
fn product(a: f64, b: f64) -> Found {
    let product = a * b;
    let is_given = is_special(a) | is_special(b);
    let rest = if is_given { 0.0 } else { lack(product, a, b) };
    (product, rest, is_given | are_usual([a, b, product]))
}

/// *a*·*b* + *c*: the product and its lack are added to *c*, and all that is cut off on the way is
/// rounded to odd.
#[cfg_attr(optimized_for_speed, inline(always))]
fn fused([a, b, c]: [f64; 3]) -> Found {
    let product = a * b;
    let [low, low_rest] = sum(c, lack(product, a, b));
    let [high, high_rest] = sum(product, low);
    let [value, rest] = sum(high, sum_to_odd(low_rest, high_rest));
    let is_infinite = !(c.abs() < f64::INFINITY);
    let is_given = is_special(a) | is_special(b);
    // A finite product is not added to an infinity, since it may be too large here.
    let plain = if is_given { product + c } else { c };
    let is_given = is_given | is_infinite;
    let is_right = is_given | are_usual([a, b, product]) & (c.abs() <= LARGEST);
    (if is_given { plain } else { value }, if is_given { 0.0 } else { rest }, is_right)
}

#[cfg_attr(optimized_for_speed, inline(always))]
fn quotient(a: f64, b: f64) -> Found {
    let quotient = a / b;
    let back = quotient * b;
    let rest = (a - back) - lack(back, quotient, b);
    let rest = if b < 0.0 { -rest } else { rest };
    let is_given = is_special(a) | is_special(b);
    (quotient, if is_given { 0.0 } else { rest }, is_given | are_usual([a, b, quotient]))
}
