//! Instructions of other formats than f32: the unit computes in f32, or with the upper half of f64.

use super::operations::{Change, Part, Witness, pass, signed};
use super::unit::{FRACTION, FRACTION_WIDTH, MAX_EXPONENT, NAN, SIGN, Unit};
use crate::arith::Value;
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::bits::low_half;
use crate::format::table::{F32, F64_UPPER};
use crate::format::{FloatFormat, Format};

/// The fraction bits in the upper half of f64.
const UPPER_FRACTION_WIDTH: u32 = F64_UPPER.trailing_width();
/// The largest exponent field of f64.
const MAX_FIELD: u32 = (1 << F64_UPPER.exponent_width()) - 1;

/// An operand of a narrower format, which is converted exactly, and the result, which is truncated.
pub(super) fn narrowed(
    unit: Unit,
    format: &'static FloatFormat,
    operand: u64,
    witness: &mut impl Witness,
) -> u64 {
    let wide = low_half(F32.encode(&format.decode(operand)));
    let narrow = Format::Float(format);
    let single = Format::Float(&F32);
    witness.see(|| Part::Conversion {
        change: Change::Widen,
        operand: Some(0),
        from: (operand, narrow),
        to: (wide.into(), single),
    });
    let result = pass(unit, wide, witness);
    let bits = truncated(result, format);
    witness.see(|| Part::Conversion {
        change: Change::Narrow,
        operand: None,
        from: (result.into(), single),
        to: (bits, narrow),
    });
    bits
}

/// A number without the bits that a narrower format has no place for; from 2^(emax + 1) on it is an
/// infinity.
fn truncated(number: u32, format: &'static FloatFormat) -> u64 {
    let exponent = exponent(number);
    match Value::from(F32.decode(number.into())) {
        Value::Finite(exact) if exponent <= format.emax() => {
            let datum = round(&exact, format, Rounding::TowardZero, Subnormals::Keep).datum;
            format.encode(&datum)
        }
        Value::Zero { negative: false } => 0,
        Value::Zero { negative: true } => format.sign_mask(),
        Value::Finite(_) | Value::Infinite { .. } => {
            let sign = if number & SIGN == 0 { 0 } else { format.sign_mask() };
            sign | format.infinity().unwrap_or(0)
        }
        Value::Invalid => Format::Float(format).canonical_nan().unwrap_or(0),
    }
}

/// The unbiased exponent of a number of f32.
const fn exponent(number: u32) -> i32 {
    (number >> FRACTION_WIDTH & 0xff).cast_signed() - MAX_EXPONENT
}

/// The upper half of f64: its fraction goes through the unit, with an exponent of 0 or 1, and its
/// exponent is computed apart.
pub(super) fn upper(unit: Unit, operand: u64, witness: &mut impl Witness) -> u64 {
    let half = low_half(operand);
    let sign = half & SIGN;
    let field = half >> UPPER_FRACTION_WIDTH & MAX_FIELD;
    let fraction = half & ((1 << UPPER_FRACTION_WIDTH) - 1);
    let infinity = MAX_FIELD << UPPER_FRACTION_WIDTH;
    let is_root = unit == Unit::ReciprocalRoot;
    let special = match field {
        MAX_FIELD if fraction != 0 => Some(NAN),
        // A subnormal number counts as a zero.
        0 => Some(sign | infinity),
        _ if is_root && sign != 0 => Some(NAN),
        MAX_FIELD => Some(sign),
        _ => None,
    };
    let result = special.unwrap_or_else(|| {
        let exponent = field.cast_signed() - F64_UPPER.emax();
        let [low, half_of_rest] =
            if is_root { [exponent & 1, exponent >> 1] } else { [0, exponent] };
        let lower_width = FRACTION_WIDTH - UPPER_FRACTION_WIDTH;
        let fraction = fraction << lower_width;
        let reduced = sign | (low + MAX_EXPONENT).cast_unsigned() << FRACTION_WIDTH | fraction;
        witness.see(|| Part::Conversion {
            change: Change::Reduce,
            operand: Some(0),
            from: (operand, Format::Float(&F64_UPPER)),
            to: (reduced.into(), Format::Float(&F32)),
        });
        let result = pass(unit, reduced, witness);
        let field = self::exponent(result) - half_of_rest + F64_UPPER.emax();
        // A subnormal result becomes a zero.
        let magnitude = if field <= 0 {
            0
        } else {
            field.cast_unsigned() << UPPER_FRACTION_WIDTH | (result & FRACTION) >> lower_width
        };
        let restored = signed(result & SIGN != 0, magnitude);
        witness.see(|| Part::Conversion {
            change: Change::Restore,
            operand: None,
            from: (result.into(), Format::Float(&F32)),
            to: (restored.into(), Format::Float(&F64_UPPER)),
        });
        restored
    });
    if special.is_some() {
        witness.see(|| Part::Conversion {
            change: Change::Special,
            operand: Some(0),
            from: (operand, Format::Float(&F64_UPPER)),
            to: (result.into(), Format::Float(&F64_UPPER)),
        });
    }
    result.into()
}
