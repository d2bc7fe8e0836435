//! Arithmetic of f64, rounded to nearest, and conversions between f32 and f64.

use super::single::Operation;
use super::{Column, DONE, NAN, States};
use crate::bits::low_half;
use crate::format::table::F64;

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Double {
    /// An operation on f64 numbers.
    Arithmetic(Operation),
    /// f32 to f64, and the bits of a NaN.
    Widen(u64),
    /// f64 to f32.
    Narrow,
}

const MAGNITUDES: u64 = u64::MAX >> 1;
const INFINITY: u64 = 0x7ff << 52;
/// The quiet bit of a NaN.
const QUIET: u64 = 1 << 51;
/// The NaN of an invalid operation.
const CANONICAL: u64 = match F64.canonical_nan {
    Some(nan) => nan,
    None => INFINITY | QUIET,
};

impl Double {
    /// Evaluates columns.
    pub fn run(&self, columns: &[Column; 3], bits: &mut Column, states: &mut States) {
        let [a, b, _] = columns;
        match *self {
            Self::Arithmetic(operation) => {
                let with = |a: f64, b: f64| a + b;
                match operation {
                    Operation::Add => pairs([a, b], bits, states, with),
                    Operation::Sub => pairs([a, b], bits, states, |a, b| a - b),
                    Operation::Mul => pairs([a, b], bits, states, |a, b| a * b),
                    Operation::Div => pairs([a, b], bits, states, |a, b| a / b),
                    Operation::Rcp => pairs([a, &[0; super::N_ROWS]], bits, states, |a, _| 1.0 / a),
                    Operation::Fma => states.fill(super::LEFT),
                }
            }
            Self::Widen(nan) => {
                for ((a, bits), state) in a.iter().zip(bits).zip(states) {
                    let value = f64::from(f32::from_bits(low_half(*a)));
                    let is_nan = value.to_bits() & MAGNITUDES > INFINITY;
                    *bits = if is_nan { nan } else { value.to_bits() };
                    *state = if is_nan { NAN } else { DONE };
                }
            }
            Self::Narrow => {
                for ((a, bits), state) in a.iter().zip(bits).zip(states) {
                    let value = f64::from_bits(*a);
                    #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
                    let near = value as f32;
                    // The sign, and as much of the payload as fits.
                    let nan =
                        a >> 32 & 1 << 31 | (a >> 29 | QUIET >> 29 | INFINITY >> 29) & 0x7fff_ffff;
                    *bits = if value.is_nan() { nan } else { near.to_bits().into() };
                    *state = if value.is_nan() { NAN } else { DONE };
                }
            }
        }
    }
}

/// Evaluates two columns. A NaN among the operands is returned quiet, the second if both are.
#[cfg_attr(optimized_for_speed, inline(always))]
fn pairs(
    [a, b]: [&Column; 2],
    bits: &mut Column,
    states: &mut States,
    operation: impl Fn(f64, f64) -> f64,
) {
    for (((a, b), bits), state) in a.iter().zip(b).zip(bits).zip(states) {
        let (x, y) = (f64::from_bits(*a), f64::from_bits(*b));
        let value = operation(x, y);
        let nan = if x.is_nan() { a | QUIET } else { CANONICAL };
        let nan = if y.is_nan() { b | QUIET } else { nan };
        *bits = if value.is_nan() { nan } else { value.to_bits() };
        *state = if value.is_nan() { NAN } else { DONE };
    }
}
