//! The operators of constant expressions (PTX ISA 4.5.5, 4.5.6).

use core::cmp::Ordering;

use super::{Number, Wrong};
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{self, Datum, Kind, Value};
use crate::format::table::F64;

const NEAREST: Rounding = Rounding::TiesToEven;

type Outcome = Result<Number, Wrong>;

/// `-a`, of the type of `a`.
pub(super) const fn negate(a: Number) -> Number {
    match a {
        Number::Signed(bits) => Number::Signed(bits.wrapping_neg()),
        Number::Unsigned(bits) => Number::Unsigned(bits.wrapping_neg()),
        Number::Double(bits) => Number::Double(bits ^ 1 << 63),
    }
}

/// `~a`, which is unsigned.
pub(super) fn complement(a: Number) -> Outcome {
    Ok(Number::Unsigned(!integer("`~`", a)?.bits))
}

/// `!a`, which is signed.
pub(super) fn logical_not(a: Number) -> Outcome {
    Ok(truth(integer("`!`", a)?.bits == 0))
}

/// `(.s64)a` or `(.u64)a`.
pub(super) fn cast(is_signed: bool, a: Number) -> Outcome {
    Ok(typed(is_signed, integer("a cast", a)?.bits))
}

/// The result of a binary operator.
pub(super) fn binary(operator: &str, a: Number, b: Number) -> Outcome {
    if let (Number::Double(a), Number::Double(b)) = (a, b) {
        return doubles(operator, a, b);
    }
    let name = ["`", operator, "` with an integer"].concat();
    integers(operator, integer(&name, a)?, integer(&name, b)?)
}

/// An integer operand.
#[derive(Clone, Copy)]
struct Integer {
    is_signed: bool,
    bits: u64,
}

/// The integer that an operator takes.
fn integer(operator: &str, a: Number) -> Result<Integer, Wrong> {
    match a {
        Number::Signed(bits) => Ok(Integer { is_signed: true, bits }),
        Number::Unsigned(bits) => Ok(Integer { is_signed: false, bits }),
        Number::Double(_) => Err(undefined(&[operator, " takes no floating-point operand"])),
    }
}

fn undefined(parts: &[&str]) -> Wrong {
    Wrong::Undefined(parts.concat())
}

fn no_quotient() -> Wrong {
    undefined(&["division by zero has no value in a constant expression"])
}

const fn typed(is_signed: bool, bits: u64) -> Number {
    if is_signed { Number::Signed(bits) } else { Number::Unsigned(bits) }
}

/// The result of a comparison or of a logical operator, which is signed.
fn truth(is_true: bool) -> Number {
    Number::Signed(is_true.into())
}

fn integers(operator: &str, a: Integer, b: Integer) -> Outcome {
    // The usual arithmetic conversions.
    let is_signed = a.is_signed && b.is_signed;
    let (one, two) = (a.bits, b.bits);
    let order = || {
        if is_signed { one.cast_signed().cmp(&two.cast_signed()) } else { one.cmp(&two) }
    };
    let bits = match operator {
        "||" => return Ok(truth(one != 0 || two != 0)),
        "&&" => return Ok(truth(one != 0 && two != 0)),
        "==" | "!=" | "<" | ">" | "<=" | ">=" => return Ok(truth(holds(operator, order()))),
        "<<" | ">>" => return shift(operator == "<<", a, two),
        // Signed operands count as unsigned, too.
        "%" => return one.checked_rem(two).map(Number::Unsigned).ok_or_else(no_quotient),
        "/" => quotient(is_signed, one, two)?,
        "|" => one | two,
        "^" => one ^ two,
        "&" => one & two,
        "+" => one.wrapping_add(two),
        "-" => one.wrapping_sub(two),
        _ => one.wrapping_mul(two),
    };
    Ok(typed(is_signed, bits))
}

fn quotient(is_signed: bool, a: u64, b: u64) -> Result<u64, Wrong> {
    if b == 0 {
        return Err(no_quotient());
    }
    let found = if is_signed {
        a.cast_signed().checked_div(b.cast_signed()).map(i64::cast_unsigned)
    } else {
        a.checked_div(b)
    };
    found.ok_or_else(|| {
        undefined(&["-2^63 / -1 does not fit in .s64; PTX ISA 4.5.5 does not say what it is"])
    })
}

/// A shift, of the type of its first operand.
fn shift(is_left: bool, a: Integer, by: u64) -> Outcome {
    let by = u32::try_from(by).ok().filter(|by| *by < u64::BITS).ok_or_else(|| {
        undefined(&[
            "PTX ISA 4.5.5 does not say what a shift by 64 or more places is; ",
            "the assembler counts modulo 64",
        ])
    })?;
    let bits = match (is_left, a.is_signed) {
        (true, _) => a.bits << by,
        (false, true) => (a.bits.cast_signed() >> by).cast_unsigned(),
        (false, false) => a.bits >> by,
    };
    Ok(typed(a.is_signed, bits))
}

fn holds(operator: &str, order: Ordering) -> bool {
    match operator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        ">" => order.is_gt(),
        "<=" => order.is_le(),
        _ => order.is_ge(),
    }
}

fn doubles(operator: &str, a: u64, b: u64) -> Outcome {
    let value = |bits| Value::from(F64.decode(bits));
    let (one, two) = (value(a), value(b));
    let result = match operator {
        "+" => arith::add(one, two, NEAREST),
        "-" => arith::add(one, two.negated(), NEAREST),
        "*" => arith::mul(one, two),
        "/" if matches!(two, Value::Zero { .. }) => return Err(no_quotient()),
        "/" => arith::div(one, two),
        "==" | "!=" | "<" | ">" | "<=" | ">=" => {
            // Without an order there is a NaN, and nothing but `!=` holds.
            let order = order(a, b);
            return Ok(truth(order.map_or(operator == "!=", |order| holds(operator, order))));
        }
        _ => return Err(undefined(&["`", operator, "` takes no floating-point operands"])),
    };
    let datum = match result {
        Value::Finite(exact) => round(&exact, &F64, NEAREST, Subnormals::Keep).datum,
        Value::Zero { negative } => Datum { negative, kind: Kind::Zero },
        Value::Infinite { negative } => Datum { negative, kind: Kind::Infinite },
        Value::Invalid => {
            return Err(undefined(&[
                "the result is a NaN, whose bits PTX ISA 4.5 does not say; write them after 0d",
            ]));
        }
    };
    Ok(Number::Double(F64.encode(&datum)))
}

/// The order of two f64; there is none with a NaN.
fn order(a: u64, b: u64) -> Option<Ordering> {
    let key = |bits: u64| {
        let magnitude = i128::from(bits & F64.magnitude_mask());
        if bits & F64.sign_mask() == 0 { magnitude } else { -magnitude }
    };
    let is_nan = |bits: u64| F64.decode(bits).is_nan();
    (!is_nan(a) && !is_nan(b)).then(|| key(a).cmp(&key(b)))
}
