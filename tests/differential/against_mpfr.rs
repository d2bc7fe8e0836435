//! Every instruction of the catalog against MPFR, which `rug` wraps.
//!
//! It is a C library that takes minutes to build, so it joins only where it is asked for:
//! `RUSTFLAGS='--cfg mpfr' cargo test --package conformance --test differential mpfr`.

use std::cmp::Ordering;

use conformance::layout::{BF16, F16, F32, F64, Magnitude};
use conformance::operation::{Operation, Rounding};
use conformance::oracle::{Oracle, Plain};
use conformance::{Layout, Subject};
use rug::Float;
use rug::float::{Round, Special};

use crate::compare::{Size, compare};

const SIZE: Size = Size { n_plain: 30_000, n_modified: 30_000 };

struct Mpfr;

impl Mpfr {
    /// The result rounded to the format's precision with an unbounded exponent.
    fn unbounded(plain: &Plain, operands: [u64; 3]) -> (Float, Ordering) {
        let [a, b, c] = operands.map(|bits| float(bits, plain.layout));
        let (precision, round) = (plain.layout.precision, direction(plain.rounding));
        match plain.operation {
            Operation::Add => Float::with_val_round(precision, &a + &b, round),
            Operation::Sub => Float::with_val_round(precision, &a - &b, round),
            Operation::Mul => Float::with_val_round(precision, &a * &b, round),
            Operation::Fma => Float::with_val_round(precision, a.mul_add_ref(&b, &c), round),
            Operation::Div => Float::with_val_round(precision, &a / &b, round),
            Operation::Rcp => Float::with_val_round(precision, 1 / &a, round),
            Operation::Sqrt => Float::with_val_round(precision, a.sqrt_ref(), round),
            other => panic!("{other:?} is not asked of MPFR"),
        }
    }
}

impl Oracle for Mpfr {
    fn name(&self) -> &'static str {
        "MPFR"
    }

    fn knows(&self, plain: &Plain) -> bool {
        plain.operation != Operation::MadTruncated
    }

    fn result(&self, plain: &Plain, operands: [u64; 3]) -> Option<u64> {
        let (mut result, direction_so_far) = Self::unbounded(plain, operands);
        // MPFR's significands lie in [1/2, 1).
        let round = direction(plain.rounding);
        result.subnormalize_round(plain.layout.emin() + 1, direction_so_far, round);
        (!result.is_nan()).then(|| bits(&result, plain.layout, plain.rounding))
    }

    fn is_tiny(&self, plain: &Plain, operands: [u64; 3]) -> Option<bool> {
        let (result, _) = Self::unbounded(plain, operands);
        Some(result.get_exp().is_some_and(|exponent| exponent - 1 < plain.layout.emin()))
    }
}

pub(crate) fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Nearest => Round::Nearest,
        Rounding::Zero => Round::Zero,
        Rounding::Down => Round::Down,
        Rounding::Up => Round::Up,
        Rounding::Away | Rounding::Stochastic => panic!("no direction of arithmetic"),
    }
}

/// The exact number that bits encode.
pub(crate) fn float(bits: u64, layout: Layout) -> Float {
    let magnitude = match layout.split(bits) {
        Some(Magnitude { exponent, aligned }) => Float::with_val(64, aligned) << (exponent - 63),
        None if layout.magnitude(bits) == 0 => Float::with_val(64, Special::Zero),
        None if layout.magnitude(bits) == layout.infinity() => {
            Float::with_val(64, Special::Infinity)
        }
        None => Float::with_val(64, Special::Nan),
    };
    if layout.is_negative(bits) { -magnitude } else { magnitude }
}

/// The encoding of a number that fits the layout except for its exponent.
pub(crate) fn bits(value: &Float, layout: Layout, rounding: Rounding) -> u64 {
    let negative = value.is_sign_negative();
    let sign = if negative { layout.sign() } else { 0 };
    if value.is_infinite() {
        return sign | layout.infinity();
    }
    let Some((integer, exponent)) = value.to_integer_exp().filter(|(integer, _)| *integer != 0)
    else {
        return sign;
    };
    let significand = integer.abs().to_u64().expect("at most 53 bits");
    let zeros = significand.leading_zeros();
    let exponent = exponent + 63 - zeros.cast_signed();
    let overflows = exponent > layout.bias();
    let is_inward = match rounding {
        Rounding::Nearest | Rounding::Away | Rounding::Stochastic => false,
        Rounding::Zero => true,
        Rounding::Down => !negative,
        Rounding::Up => negative,
    };
    if overflows && !is_inward {
        return sign | layout.infinity();
    }
    layout.join(negative, Magnitude { exponent, aligned: significand << zeros })
}

fn check_all(layout: Layout, name: &str, operations: &[Operation]) {
    for &operation in operations {
        let is_wanted = |subject: &Subject| {
            subject.spelling.operation == operation && subject.spelling.layout() == layout
        };
        let family = format!("{operation:?} {name}");
        compare(&Mpfr, &family, SIZE, Subject::arithmetic().filter(is_wanted));
    }
}

/// The operations of every format, and the further ones of the wide formats.
const NARROW: [Operation; 4] = [Operation::Add, Operation::Sub, Operation::Mul, Operation::Fma];
const WIDE: [Operation; 3] = [Operation::Div, Operation::Rcp, Operation::Sqrt];

#[test]
fn instructions_of_f16_agree_with_mpfr() {
    check_all(F16, "f16", &NARROW);
}

#[test]
fn instructions_of_bf16_agree_with_mpfr() {
    check_all(BF16, "bf16", &NARROW);
}

#[test]
fn instructions_of_f32_agree_with_mpfr() {
    check_all(F32, "f32", &NARROW);
    check_all(F32, "f32", &WIDE);
}

#[test]
fn instructions_of_f64_agree_with_mpfr() {
    check_all(F64, "f64", &NARROW);
    check_all(F64, "f64", &WIDE);
}

#[test]
fn every_instruction_is_compared_with_mpfr() {
    for subject in Subject::arithmetic() {
        let Plain { operation, layout, .. } = Plain::of(&subject.spelling);
        let is_compared = NARROW.contains(&operation) && [F16, BF16, F32, F64].contains(&layout)
            || WIDE.contains(&operation) && [F32, F64].contains(&layout);
        assert!(is_compared || operation == Operation::MadTruncated, "{}", subject.name);
    }
}
