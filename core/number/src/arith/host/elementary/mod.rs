//! Elementary functions of f32 numbers, each as a sum of two f64 numbers.
//!
//! Every function is a table's value at a place nearby, a first term that is exact in two parts, and
//! a short series for the rest, whose rounding errors count little beside the value. [`Value::slack`]
//! bounds what is left: tests compare every function with its enclosure in 128 bits
//! ([`elementary`](crate::arith::elementary)).

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "numbers of a few terms and places"
)]

mod tables;
#[cfg(test)]
mod tests;

use self::tables::{ANGLES, FIRST_HALVED, LOGARITHMS, N_LOGARITHMS, N_POWERS, POWERS, TANGENTS};
use super::values::{NEARLY, Reals, Value, Values};
use super::vectors;
use super::{N_ROWS, PLACE, power, sum_and_rest, whole};
use crate::arith::elementary::Function;
use crate::bits::low_half;

impl Values {
    /// Evaluates a function of f32 numbers that are finite and not 0, positive for roots and logarithms,
    /// and not beyond 2^8 for powers and 2^4 for tanh. The quotient also uses the divisors `b`.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn fill<const WIDE: bool>(&mut self, function: Function, operands: [&Reals; 2]) {
        let [a, b] = operands;
        // The loops stand here because a closure, or a function called through one, need not be inlined.
        match function {
            Function::Quotient => {
                for row in 0..N_ROWS {
                    self.set(row, quotient(a[row], b[row]));
                }
            }
            Function::Reciprocal => {
                for row in 0..N_ROWS {
                    self.set(row, quotient(1.0, a[row]));
                }
            }
            Function::Root => {
                for row in 0..N_ROWS {
                    self.set(row, root::<WIDE>(a[row]));
                }
            }
            Function::ReciprocalRoot => {
                for row in 0..N_ROWS {
                    self.set(row, reciprocal_root::<WIDE>(a[row]));
                }
            }
            Function::Sine | Function::Cosine => {
                let shift = i64::from(function == Function::Cosine);
                let places = Places::of(&ANGLES, a, angle);
                for row in 0..N_ROWS {
                    self.set(row, circular::<WIDE>(a[row], places.at(row), shift));
                }
            }
            Function::Log2 => {
                let places = Places::of(&LOGARITHMS, a, interval);
                for row in 0..N_ROWS {
                    self.set(row, logarithm::<WIDE>(a[row], places.at(row)));
                }
            }
            Function::Exp2 => {
                let places = Places::of(&POWERS, a, power_place);
                for row in 0..N_ROWS {
                    self.set(row, exponential::<WIDE>(a[row], places.at(row)));
                }
            }
            Function::Tanh => {
                let places = Places::of(&TANGENTS, a, tangent_place);
                for row in 0..N_ROWS {
                    self.set(row, tangent::<WIDE>(a[row], places.at(row)));
                }
            }
        }
    }
}

/// The place of each operand in a table, in columns: vectors have no way to read a table.
struct Places<const M: usize>([Reals; M]);

impl<const M: usize> Places<M> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn of<const N: usize>(
        table: &[[f64; M]; N],
        operands: &Reals,
        place: impl Fn(f64) -> u64,
    ) -> Self {
        let mut indices = [0; N_ROWS];
        for (index, operand) in indices.iter_mut().zip(operands) {
            *index = low_half(place(*operand)) as usize;
        }
        let mut columns = [[0.0; N_ROWS]; M];
        for (row, index) in indices.into_iter().enumerate() {
            // Every operand that is evaluated has a place.
            let found = &table[index.min(N - 1)];
            for (column, number) in columns.iter_mut().zip(found) {
                column[row] = *number;
            }
        }
        Self(columns)
    }

    /// The entries of the table for a row.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn at(&self, row: usize) -> [f64; M] {
        core::array::from_fn(|index| self.0[index][row])
    }
}

/// The relative error of powers, logarithms and tanh, of which tests see 2^-57.
const CLOSE: f64 = power(-56);
/// That of sine and cosine, of which tests see 2^-54.
const CIRCULAR: f64 = power(-53);

impl Value {
    /// The sum of a number and a smaller one.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn sum(high: f64, low: f64, slack: f64) -> Self {
        let sum = high + low;
        Self { high: sum, low: low - (sum - high), slack }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn negated_if(self, negative: bool) -> Self {
        let sign = if negative { -1.0 } else { 1.0 };
        Self { high: self.high * sign, low: self.low * sign, ..self }
    }
}

/// *a*·*b* + *c*, rounded once or twice.
#[cfg_attr(optimized_for_speed, inline(always))]
fn near<const WIDE: bool>(a: f64, b: f64, c: f64) -> f64 {
    vectors::fused::<WIDE>([a, b, c]).unwrap_or(a * b + c)
}

/// The series c0 + c1·x + c2·x² + ….
#[cfg_attr(optimized_for_speed, inline(always))]
fn series<const WIDE: bool, const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| near::<WIDE>(sum, x, *coefficient))
}

/// The upper 24 bits of a number and the others.
#[cfg_attr(optimized_for_speed, inline(always))]
fn split(number: f64) -> [f64; 2] {
    let upper = f64::from_bits(number.to_bits() & (u64::MAX << 29));
    [upper, number - upper]
}

/// The remainder of a quotient is a number of f64, and exact: its parts are.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn quotient(a: f64, b: f64) -> Value {
    let high = a / b;
    let [upper, lower] = split(high);
    let low = ((a - upper * b) - lower * b) / b;
    Value { high, low, slack: low.abs() * NEARLY }
}

/// √*a* = s + (*a* - s²)/(s + √*a*), and s² is exact if s has 24 bits.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn root<const WIDE: bool>(a: f64) -> Value {
    let near = vectors::root::<WIDE>(a);
    let [upper, _] = split(near);
    let low = (a - upper * upper) / (upper + near);
    Value::sum(upper, low, low.abs() * NEARLY)
}

/// 1/√*a* = y/√(1 - r) with r = 1 - *a*·y²: for y of 24 bits the product is exact in two parts.
#[cfg_attr(optimized_for_speed, inline(always))]
fn reciprocal_root<const WIDE: bool>(a: f64) -> Value {
    let [y, _] = split(1.0 / vectors::root::<WIDE>(a));
    let [upper, lower] = split(y * y);
    let r = (1.0 - a * upper) - a * lower;
    let low = y * (r * series::<WIDE, 4>(r, &[0.5, 0.375, 0.3125, 35.0 / 128.0]));
    Value::sum(y, low, low.abs() * NEARLY)
}

/// The number of powers in a binade.
const POWERS_OF_TWO: f64 = N_POWERS as f64;

/// The place of the nearest power.
#[cfg_attr(optimized_for_speed, inline(always))]
fn power_place(a: f64) -> u64 {
    whole(a * POWERS_OF_TWO).1.cast_unsigned() & (N_POWERS as u64 - 1)
}

/// 2^*a* = 2^k·2^(i/64)·2^r with |r| ≤ 1/128.
#[cfg_attr(optimized_for_speed, inline(always))]
fn exponential<const WIDE: bool>(a: f64, [high, low]: [f64; 2]) -> Value {
    let (nearest, index) = whole(a * POWERS_OF_TWO);
    let r = (a - nearest * (1.0 / POWERS_OF_TWO)) * core::f64::consts::LN_2;
    let rest = r * series::<WIDE, 6>(r, &const { inverse_factorials::<6>(1, 1, false) });
    // k + 1023 at the place of an exponent.
    let field = index.wrapping_add(1023 << N_POWERS.ilog2()).cast_unsigned() >> N_POWERS.ilog2();
    let scale = f64::from_bits(field << 52);
    // Near an integer the value is 1 and this rest.
    let slack = if high == 1.0 { rest.abs() * NEARLY } else { CLOSE };
    let Value { high, low, .. } = Value::sum(high, near::<WIDE>(high, rest, low), 0.0);
    Value { high: high * scale, low: low * scale, slack: slack * scale }
}

/// The interval of a significand.
#[cfg_attr(optimized_for_speed, inline(always))]
fn interval(a: f64) -> u64 {
    a.to_bits() >> (52 - N_LOGARITHMS.ilog2()) & (N_LOGARITHMS as u64 - 1)
}

/// log2 *a* = k - log2 c + log2(1 + z) with z = m·c - 1, exactly; m is the significand, or its half.
#[cfg_attr(optimized_for_speed, inline(always))]
fn logarithm<const WIDE: bool>(a: f64, [c, high, low]: [f64; 3]) -> Value {
    /// log2(e), in 26 upper bits.
    const UPPER: f64 = f64::from_bits(core::f64::consts::LOG2_E.to_bits() & (u64::MAX << 27));
    const LOWER: f64 = 2.035_527_374_093_103_3e-17 + (core::f64::consts::LOG2_E - UPPER);
    let bits = a.to_bits();
    let is_halved = interval(a) >= FIRST_HALVED as u64;
    let field = (bits >> 52) + u64::from(is_halved);
    let exponent = f64::from_bits(PLACE.to_bits() + field) - (PLACE + 1023.0);
    let m = f64::from_bits(bits & ((1 << 52) - 1) | (1023 - u64::from(is_halved)) << 52);
    let z = m * c - 1.0;
    let rest = z * z * series::<WIDE, 8>(z, &LOGARITHM);
    let (sum, cut) = sum_and_rest(exponent + high, z * UPPER);
    let low = cut + (low + near::<WIDE>(z, LOWER, rest));
    let value = Value::sum(sum, low, 0.0);
    let is_exact = (z == 0.0) & (high == 0.0);
    let slack = if is_exact { 0.0 } else { value.high.abs() * CLOSE };
    // The bits of a NaN are those of some number here.
    Value { slack: if a.is_nan() { a } else { slack }, ..value }
}

/// The coefficients of log2(1 + z) from z² on.
const LOGARITHM: [f64; 8] = {
    let mut list = [0.0; 8];
    let mut index = 0;
    while index < list.len() {
        let sign = if index % 2 == 0 { -1.0 } else { 1.0 };
        list[index] = sign * core::f64::consts::LOG2_E / (index + 2) as f64;
        index += 1;
    }
    list
};

/// The place of the nearest eighth.
#[cfg_attr(optimized_for_speed, inline(always))]
fn tangent_place(a: f64) -> u64 {
    whole(a.abs() * 8.0).1.cast_unsigned() & 0xff
}

/// With t = tanh(i/8), r = |*a*| - i/8 and u = tanh r, tanh |*a*| = t + (1 - t²)·(u - t·u²/(1 + t·u)).
#[cfg_attr(optimized_for_speed, inline(always))]
fn tangent<const WIDE: bool>(a: f64, [t, t_rest, slope, slope_rest]: [f64; 4]) -> Value {
    /// The coefficients of tanh from r³ on.
    const SERIES: [f64; 7] = [
        -1.0 / 3.0,
        2.0 / 15.0,
        -17.0 / 315.0,
        62.0 / 2835.0,
        -1382.0 / 155_925.0,
        21_844.0 / 6_081_075.0,
        -929_569.0 / 638_512_875.0,
    ];
    let size = a.abs();
    let (nearest, _) = whole(size * 8.0);
    let r = size - nearest * 0.125;
    let square = r * r;
    let above = r * square * series::<WIDE, 7>(square, &SERIES);
    let u = r + above;
    let bend = above - t * (u * u) / (1.0 + t * u);
    let (sum, cut) = sum_and_rest(t, slope * r);
    let rest = near::<WIDE>(slope + slope_rest, bend, near::<WIDE>(slope_rest, r, t_rest));
    let value = Value::sum(sum, cut + rest, 0.0);
    let slack = if t == 0.0 { above.abs() * NEARLY } else { value.high * CLOSE };
    Value { slack, ..value }.negated_if(a < 0.0)
}

/// The first binade in which angles are reduced, as an exponent field.
const FIRST_REDUCED: u64 = 1022;

/// The place of the binade of an angle; those that are not reduced have any.
#[cfg_attr(optimized_for_speed, inline(always))]
fn angle(a: f64) -> u64 {
    let field = a.to_bits() << 1 >> 53;
    field.saturating_sub(FIRST_REDUCED)
}

/// |*a*|·2/π = n + f, and sin r or cos r for r = f·π/2, |r| ≤ π/4, with a sign;
/// the cosine is the sine `shift` = 1 quadrants on.
#[cfg_attr(optimized_for_speed, inline(always))]
fn circular<const WIDE: bool>(a: f64, [w0, w1, w2, w3]: [f64; 4], shift: i64) -> Value {
    /// π/2, in 29 upper bits.
    const UPPER: f64 = f64::from_bits(core::f64::consts::FRAC_PI_2.to_bits() & (u64::MAX << 24));
    const LOWER: f64 = 6.123_233_995_736_766e-17 + (core::f64::consts::FRAC_PI_2 - UPPER);
    let bits = a.to_bits() & !(1 << 63);
    let size = f64::from_bits(bits);
    let is_small = bits >> 52 < FIRST_REDUCED;
    let m = f64::from_bits(bits & ((1 << 52) - 1) | (1023 + 23) << 52);
    let product = m * w0;
    let (nearest, n) = whole(product);
    let (sum, cut) = sum_and_rest(product - nearest, m * w1);
    let (nearest, n_more) = whole(sum);
    let (sum, cut_too) = sum_and_rest(sum - nearest, m * w2);
    let rest = cut + cut_too + m * w3;
    let f = sum + rest;
    let [upper, lower] = split(f);
    let lower = lower + (rest - (f - sum));
    let (first, second) = (upper * UPPER, upper * LOWER + lower * core::f64::consts::FRAC_PI_2);
    let r = first + second;
    let r_rest = second - (r - first);
    let (r, r_rest) = if is_small { (size, 0.0) } else { (r, r_rest) };
    let n = if is_small { 0 } else { n.wrapping_add(n_more) } + shift;
    let square = r * r;
    let sine =
        r * square * series::<WIDE, 8>(square, &const { inverse_factorials::<8>(3, 2, true) });
    let [upper, lower] = split(r);
    let (half, half_rest) = (upper * upper * 0.5, lower * (upper + r) * 0.5 + r * r_rest);
    let cosine = square
        * square
        * series::<WIDE, 8>(square, &const { inverse_factorials::<8>(4, 2, false) });
    let above = 1.0 - half;
    let (high, low) = if n & 1 == 0 {
        (r, sine + r_rest * (1.0 - square * 0.5))
    } else {
        (above, ((1.0 - above) - half) - half_rest + cosine)
    };
    let value = Value::sum(high, low, 0.0);
    let error = if n & 1 == 0 { sine.abs() * NEARLY } else { square * NEARLY };
    let close = value.high.abs() * CIRCULAR;
    let slack = if is_small & (error < close) { error } else { close };
    let is_negative = (n & 2 != 0) != ((shift == 0) & (a < 0.0));
    // The bits of a NaN are those of some number here.
    Value { slack: if a.is_nan() { a } else { slack }, ..value }.negated_if(is_negative)
}

/// 1/k! for `first` and every `step`th number after it, with alternating signs, the first one negative
/// if `is_negative`.
const fn inverse_factorials<const N: usize>(first: u32, step: u32, is_negative: bool) -> [f64; N] {
    let mut list = [0.0; N];
    let (mut index, mut k, mut factorial) = (0, 1, 1.0);
    while index < N {
        let end = first + index as u32 * step;
        while k <= end {
            factorial *= k as f64;
            k += 1;
        }
        let is_turned = step == 2 && is_negative == (index % 2 == 0);
        list[index] = if is_turned { -1.0 / factorial } else { 1.0 / factorial };
        index += 1;
    }
    list
}
