//! `rsqrt.approx.f64`: the unit for the upper half of the operand, and five operations of f64.

use super::conversions::upper;
use super::operations::{Change, Part, Purpose, Witness, rounded};
use super::unit::Unit;
use crate::arith::rounding::{Rounding, Subnormals};
use crate::arith::{self, Value};
use crate::format::Format;
use crate::format::table::F64;

/// 1
const ONE: u64 = 0x3ff0_0000_0000_0000;
/// 1/2
const HALF: u64 = 0x3fe0_0000_0000_0000;
/// 3/8
const THREE_EIGHTHS: u64 = 0x3fd8_0000_0000_0000;
/// 2^54, which makes every subnormal number normal.
const UP: u64 = 0x4350_0000_0000_0000;
/// 2^27, the root of that.
const UP_OF_ROOT: u64 = 0x41a0_0000_0000_0000;

/// Returns the reciprocal root of an operand.
pub(super) fn reciprocal_root(operand: u64, witness: &mut impl Witness) -> u64 {
    if let Some(result) = special(operand) {
        witness.see(|| Part::Conversion {
            change: Change::Special,
            operand: Some(0),
            from: (operand, Format::Float(&F64)),
            to: (result, Format::Float(&F64)),
        });
        return result;
    }
    if operand < F64.min_normal() {
        let scaled = scale(Purpose::Scale, Some(0), [operand, UP], witness);
        let root = refined(scaled, witness);
        return scale(Purpose::Unscale, None, [root, UP_OF_ROOT], witness);
    }
    refined(operand, witness)
}

fn scale(
    purpose: Purpose,
    operand: Option<u8>,
    factors: [u64; 2],
    witness: &mut impl Witness,
) -> u64 {
    let result = fused(factors, None);
    witness.see(|| Part::Product { purpose, operand, factors, result });
    result
}

/// The result for an operand that has no positive finite root: zeros, infinities, NaNs and negative
/// numbers.
fn special(operand: u64) -> Option<u64> {
    let (sign, infinity) = (F64.sign_mask(), F64.max_finite() + 1);
    let magnitude = operand & !sign;
    if magnitude > infinity {
        Some(operand | F64.min_normal() >> 1)
    } else if magnitude == 0 {
        Some(operand | infinity)
    } else if operand & sign != 0 {
        F64.canonical_nan
    } else {
        (operand == infinity).then_some(0)
    }
}

/// The reciprocal root of a normal number, from that of its upper half.
fn refined(number: u64, witness: &mut impl Witness) -> u64 {
    let seed = upper(Unit::ReciprocalRoot, number >> 32, witness) << 32;
    let square = fused([seed, seed], None);
    let lack = fused([number, square | F64.sign_mask()], Some(ONE));
    let factor = fused([lack, THREE_EIGHTHS], Some(HALF));
    let change = fused([seed, lack], None);
    let result = fused([factor, change], Some(seed));
    witness.see(|| Part::Refinement([square, lack, factor, change, result]));
    result
}

/// The product of two numbers, and its sum with another one if there is one, rounded once.
fn fused(factors: [u64; 2], addend: Option<u64>) -> u64 {
    let value = |bits| Value::from(F64.decode(bits));
    let ([a, b], rounding) = (factors.map(value), Rounding::TiesToEven);
    let exact = match addend {
        None => arith::mul(a, b),
        Some(c) => arith::fma(a, b, value(c), rounding),
    };
    rounded(&exact, &F64, rounding, Subnormals::Keep)
}
