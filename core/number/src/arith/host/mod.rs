//! The processor's own arithmetic, on columns of operands, as an accelerator.
//!
//! Nothing is defined here: each kernel returns the bits that the stages lead to ([`crate::arith`],
//! [`super::rounding`], [`crate::format`]), or the error of a result, or says that they must decide. This
//! is the only module that computes with `f32` and `f64`. It relies on what Rust promises about them: a
//! sum, difference, product, quotient or conversion is the exact one, rounded once to nearest with ties
//! to even, and subnormal numbers are kept. No bit of a NaN is taken from the processor: a kernel
//! replaces every NaN.
//!
//! [`is_trusted`] is the switch: without it, the stages decide about every row.
//!
//! Nothing branches on an operand, so that the compiler evaluates several rows at a time.
#![expect(
    clippy::float_arithmetic,
    clippy::float_cmp,
    reason = "the one place where the processor computes, which tests compare with the stages"
)]
#![expect(clippy::needless_range_loop, reason = "a row is one of several columns")]
#![expect(
    clippy::needless_bitwise_bool,
    clippy::neg_cmp_op_on_partial_ord,
    reason = "lazy evaluation branches; a NaN is neither below nor above"
)]

mod approximate;
mod choice;
mod convert;
mod double;
mod elementary;
mod errors;
mod exact;
mod grid;
mod narrow;
mod single;
#[cfg(test)]
mod tests;
mod values;
mod vectors;

pub use approximate::{
    Approximate, Approximation, Given, Operands, Span, UNBOUNDED, WITHIN, magnitude,
};
pub use choice::{Choice, Chosen, Extreme, Test};
pub use convert::{Reader, Writer};
pub use double::{Double, fused};
pub use errors::{ERROR_BITS, Errors, Fact, Facts, Measuring};
pub use exact::Call;
pub use narrow::{Narrow, Narrowing, Widen};
pub use single::{Finish, Operation, Single};
pub use values::Values;
pub use vectors::{Kernel, widest};

use crate::bits::low_half;

/// The number of rows of a column.
pub const N_ROWS: usize = 256;

/// An operand or the results of that many rows.
pub type Column = [u64; N_ROWS];

/// The state of each row by a kernel: [`DONE`], [`NAN`] or [`LEFT`].
pub type States = [u32; N_ROWS];

/// The result is a number, or a NaN that is determined.
pub const DONE: u32 = 0;

/// The result is a NaN whose bits are open.
pub const NAN: u32 = 1;

/// The stages must decide.
pub const LEFT: u32 = 2;

/// Whether to use the processor's arithmetic: the one switch.
///
/// The targets named here compute as Rust promises; x87 does not. A program that breaks Rust's rules
/// and changes the direction, or has subnormal numbers flushed, is recognized, and gets the right
/// results later.
#[must_use]
pub fn is_trusted() -> bool {
    if cfg!(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))) {
        return false;
    }
    let [one, tiny, least] = core::hint::black_box([1.0, f64::EPSILON / 4.0, f64::from_bits(3)]);
    // To nearest, 1 ± 2^-54 and -1 ± 2^-54 are 1 and -1; and 3 units of the last subnormal place
    // halved and doubled are 4.
    let is_nearest = one + tiny == one && one - tiny / 2.0 == one && -one - tiny == -one;
    is_nearest && (least * 0.5 * 2.0).to_bits() == 4
}

/// All ones if a condition holds, else 0.
#[cfg_attr(optimized_for_speed, inline(always))]
const fn all_if(condition: bool) -> u32 {
    (condition as u32).wrapping_neg()
}

/// Rows of 32 bits: as many of them fit into a vector register as can be.
#[cfg_attr(optimized_for_speed, inline(always))]
fn halves(column: &Column, given: &mut [u32; N_ROWS]) {
    for (given, bits) in given.iter_mut().zip(column) {
        *given = low_half(*bits);
    }
}

/// Evaluates rows of 32 bits.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each<const N: usize>(
    columns: &[Column; 3],
    bits: &mut Column,
    states: &mut States,
    kernel: impl Fn([u32; N]) -> (u32, u32),
) {
    let mut given = [[0; N_ROWS]; N];
    for (given, column) in given.iter_mut().zip(columns) {
        halves(column, given);
    }
    let mut results = [0; N_ROWS];
    for row in 0..N_ROWS {
        (results[row], states[row]) = kernel(core::array::from_fn(|place| given[place][row]));
    }
    for (bits, result) in bits.iter_mut().zip(results) {
        *bits = result.into();
    }
}

/// Like [`each`], for kernels of so few instructions that the copies would take longer than what they
/// save: without them, half as many rows fit into a vector.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each_in_place<const N: usize>(
    columns: &[Column; 3],
    bits: &mut Column,
    states: &mut States,
    kernel: impl Fn([u32; N]) -> (u32, u32),
) {
    for row in 0..N_ROWS {
        let (result, state) = kernel(core::array::from_fn(|place| low_half(columns[place][row])));
        (bits[row], states[row]) = (result.into(), state);
    }
}

/// Like [`sum_to_odd`], for f32.
#[cfg_attr(optimized_for_speed, inline(always))]
fn short_sum_to_odd(a: f32, b: f32) -> f32 {
    let sum = a + b;
    let other = sum - a;
    let rest = (a - (sum - other)) + (b - other);
    let (bits, is_cut) = (sum.to_bits(), (rest < 0.0) | (rest > 0.0));
    let is_larger = (bits ^ rest.to_bits()) >> 31;
    let is_even = !bits & 1 & u32::from(is_cut);
    let step = is_even.wrapping_sub((is_even & is_larger) << 1);
    f32::from_bits(bits.wrapping_add(step))
}

/// The sum of two numbers, and the part that rounding cut off, exactly; a NaN where the sum is infinite.
#[cfg_attr(optimized_for_speed, inline(always))]
fn sum_and_rest(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let other = sum - a;
    (sum, (a - (sum - other)) + (b - other))
}

/// A number plus a smaller rest, if that fits; otherwise the nearer to 0 of its neighbors or the farther,
/// whichever has an odd significand. Rounding that to fewer bits, by two or more, rounds the sum itself.
#[cfg_attr(optimized_for_speed, inline(always))]
fn to_odd(number: f64, rest: f64) -> f64 {
    let (bits, is_cut) = (number.to_bits(), (rest < 0.0) | (rest > 0.0));
    let is_larger = (bits ^ rest.to_bits()) >> 63;
    let is_even = !bits & 1 & u64::from(is_cut);
    // One up, or one down if the number is larger than the sum.
    let step = is_even.wrapping_sub((is_even & is_larger) << 1);
    f64::from_bits(bits.wrapping_add(step))
}

/// The exact sum of two numbers, or its odd neighbor as [`to_odd`] has it.
#[cfg_attr(optimized_for_speed, inline(always))]
fn sum_to_odd(a: f64, b: f64) -> f64 {
    let (sum, rest) = sum_and_rest(a, b);
    to_odd(sum, rest)
}

/// The f32 number nearest to a number, or its odd neighbor as [`to_odd`] has it.
#[cfg_attr(optimized_for_speed, inline(always))]
fn short_to_odd(value: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
    let near = value as f32;
    let wide = f64::from(near).abs();
    let (is_larger, is_smaller) = (wide > value.abs(), wide < value.abs());
    f32::from_bits(
        near.to_bits().wrapping_add(all_if(is_larger)) | u32::from(is_larger | is_smaller),
    )
}

/// 2^`exponent`, a normal number.
#[cfg_attr(optimized_for_speed, inline(always))]
const fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023).cast_unsigned() as u64) << 52)
}

/// 3·2^51: the last place of a sum with a smaller number is 1, and its bits end in the integer, in two's
/// complement.
const PLACE: f64 = power(52) + power(51);

/// The nearest integer of a number below 2^51, also as one.
#[cfg_attr(optimized_for_speed, inline(always))]
fn whole(number: f64) -> (f64, i64) {
    let sum = number + PLACE;
    (sum - PLACE, sum.to_bits().wrapping_sub(PLACE.to_bits()).cast_signed())
}

/// `significand`·2^`exponent`, for a significand of at most 53 bits and a normal number.
#[must_use]
pub fn number(significand: u64, exponent: i32) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "it has at most 53 bits")]
    let significand = significand as f64;
    significand * power(exponent)
}
