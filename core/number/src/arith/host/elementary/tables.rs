//! The functions at a few places, from their definitions in 128 bits.

#![expect(clippy::cast_possible_wrap, reason = "small numbers")]

use super::power;
use crate::arith::elementary::{TWO_OVER_PI, Truth, log2_of, multiply, power_minus_one, tanh_of};
use crate::bits::bit_length;

/// The significand of a number in upper bits and the rest: `value`·2^`exponent`, cut off at 2^`cut`.
const fn split(value: u128, exponent: i32, cut: i32) -> [f64; 2] {
    let below = if cut > exponent { (cut - exponent).cast_unsigned() } else { 0 };
    let upper = value >> below << below;
    [upper as f64 * power(exponent), (value - upper) as f64 * power(exponent)]
}

/// Like [`split`], with a number of upper bits.
const fn split_at(value: u128, exponent: i32, n_bits: i32) -> [f64; 2] {
    split(value, exponent, exponent + bit_length(value) - n_bits)
}

/// The number of powers in a binade.
pub(super) const N_POWERS: usize = 64;

/// 2^(*i*/64).
pub(super) static POWERS: [[f64; 2]; N_POWERS] = {
    let mut powers = [[0.0; 2]; N_POWERS];
    let mut index = 0;
    while index < N_POWERS {
        let fraction = (index as u128) << (128 - N_POWERS.ilog2());
        powers[index] = split_at((1 << 126) + (power_minus_one(fraction) >> 2), -126, 53);
        index += 1;
    }
    powers
};

/// The number of intervals of a binade that logarithms are known in.
pub(super) const N_LOGARITHMS: usize = 128;

/// For each interval from 1 to 2 a multiple *c* of 2^-9 near the reciprocal of its numbers, or of their
/// halves from √2 on, and -log2 *c*, of which the upper part has 44 bits after the point.
pub(super) static LOGARITHMS: [[f64; 3]; N_LOGARITHMS] = {
    let mut rows = [[0.0; 3]; N_LOGARITHMS];
    let mut index = 0;
    while index < N_LOGARITHMS {
        // The reciprocal of the middle, (1 + (i + 1/2)/128), to the nearest. The first and the last
        // intervals have 1, so that logarithms near 0 are as close as others.
        let middle = (2 * (N_LOGARITHMS + index) + 1) as u128;
        let is_halved = index >= FIRST_HALVED;
        let scale = if is_halved { 2 } else { 1 };
        let is_near_one = index == 0 || index == N_LOGARITHMS - 1;
        let c = if is_near_one { 512 } else { (scale * 512 * 512 + middle) / (2 * middle) };
        let [upper, lower] = match log2_of(c, -9) {
            Truth::Finite(value) => {
                let [upper, lower] = split(value.low, value.exponent, -44);
                if value.negative { [upper, lower] } else { [-upper, -lower] }
            }
            Truth::Zero { .. } | Truth::Infinite { .. } | Truth::Invalid => [0.0; 2],
        };
        rows[index] = [c as f64 / 512.0, upper, lower];
        index += 1;
    }
    rows
};

/// The first interval whose numbers are halved.
pub(super) const FIRST_HALVED: usize = 53;

/// The number of places between 0 and 16, with both ends, that tanh is known at.
pub(super) const N_TANGENTS: usize = 129;

/// t = tanh(*i*/8) and 1 - t², of which the upper part has 28 bits.
pub(super) static TANGENTS: [[f64; 4]; N_TANGENTS] = {
    let mut rows = [[0.0, 0.0, 1.0, 0.0]; N_TANGENTS];
    let mut index = 1;
    while index < N_TANGENTS {
        let tangent = tanh_of((index as u128) << 120);
        let [upper, lower] = split_at(tangent, -128, 53);
        let [slope, slope_rest] = split_at(!multiply(tangent, tangent), -128, 28);
        rows[index] = [upper, lower, slope, slope_rest];
        index += 1;
    }
    rows
};

/// The number of binades that angles are reduced in, from that of 1/2 on.
pub(super) const N_ANGLES: usize = 129;

/// The number of bits in a part of 2/π.
const PART: usize = 29;

/// 2/π times the unit of a number of 24 bits in a binade, without multiples of 4: bits of the weights
/// 2^1 to 2^-114 in four parts, so that the product of each with the significand is exact.
pub(super) static ANGLES: [[f64; 4]; N_ANGLES] = {
    let mut rows = [[0.0; 4]; N_ANGLES];
    let mut binade = 0;
    while binade < N_ANGLES {
        let mut part = 0;
        while part < 4 {
            // The unit of the first binade is 2^-24, and 2/π has its bits after 64 zeros: bit 64 has the
            // weight 1/2.
            let first = 64 - 2 + binade + part * PART - 24;
            let mut bits = 0;
            let mut place = 0;
            while place < PART {
                let at = first + place;
                bits = bits << 1 | TWO_OVER_PI[at / 64] >> (63 - at % 64) & 1;
                place += 1;
            }
            rows[binade][part] = bits as f64 * power(2 - (PART * (part + 1)) as i32);
            part += 1;
        }
        binade += 1;
    }
    rows
};
