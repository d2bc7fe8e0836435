//! log2 x.

use super::fraction::{HALF_LOG2_E, INVERSE_ODDS, Signs, divide, multiply, series};
use super::{Enclosure, Truth};
use crate::bits::bit_length;
use crate::number::Exact;

/// The exponent of the unit of a logarithm: |log2 x| < 2^11 fits.
const UNIT: i32 = -116;

/// log2 x for x > 0.
///
/// With x = 2^k·m and 11/16 < m ≤ 11/8 it is k + log2 m, and log2 m = 4·log2(e)/2·atanh z with
/// z = (m-1)/(m+1), |z| ≤ 5/27.
/// atanh |z| = |z| + |z|³·S, S = Σ z^2k/(2k+3): z is less than 1 u too low, z² and z³ less than 2,
/// S less than 6, and the sum less than 4 (|z|³ is below 2^-7).
/// log2 |m| is less than 4·(4·0.73 + 2) < 20 u too low, and cut off to units of 2^12 u: less than
/// 2 of them.
/// Unless x is a power of two the magnitude is at least 2^-24 for f32 numbers.
pub(super) fn log2(x: &Exact) -> Truth {
    let n_bits = bit_length(x.significand);
    // The significand's unit times 2^`n_bits` - 1, or twice that where m would exceed 11/8.
    let is_halved = x.significand << 3 > 11 << (n_bits - 1);
    let one = 1_u128 << (n_bits - i32::from(!is_halved));
    let whole = x.leading_exponent() + i32::from(is_halved);
    let z = divide(x.significand.abs_diff(one), x.significand + one);
    if z == 0 {
        return if whole == 0 { Truth::Zero { negative: false } } else { integer(whole) };
    }
    let square = multiply(z, z);
    let sum = series(square, Signs::Same, &INVERSE_ODDS, (0, 1));
    let arc = z + multiply(multiply(z, square), sum);
    let fraction = (multiply(arc, HALF_LOG2_E) >> 10).cast_signed();
    let whole = i128::from(whole) << -UNIT;
    let sum = if is_halved { whole - fraction } else { whole + fraction };
    let low = sum.unsigned_abs() - 2;
    Truth::Finite(Enclosure { negative: sum < 0, low, width: 4, exponent: UNIT })
}

/// An exact integer other than 0.
fn integer(value: i32) -> Truth {
    let low = value.unsigned_abs().into();
    Truth::Finite(Enclosure { negative: value < 0, low, width: 0, exponent: 0 })
}
