//! Every instruction of the catalogue against MPFR, which `rug` wraps.
//!
//! It is a C library that takes minutes to build, so it joins only where it is asked for:
//! `RUSTFLAGS='--cfg mpfr' cargo test --package conformance --test differential mpfr`.

use std::cmp::Ordering;

use conformance::judge::{Judge, Plain};
use conformance::layout::Magnitude;
use conformance::operands::Operands;
use conformance::operation::{Operation, Rounding};
use conformance::report::Report;
use conformance::{Layout, Random, Subject, is_extensive};
use rug::Float;
use rug::float::{Round, Special};

const N_CASES: u32 = 30_000;

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

impl Judge for Mpfr {
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

/// The number that bits stand for, exactly.
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

/// The encoding of a number that fits the layout but for its exponent.
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

#[test]
fn every_instruction_agrees_with_mpfr() {
    let n_cases = if is_extensive() { 100 * N_CASES } else { N_CASES };
    let (mut report, mut least) = (Report::default(), 0);
    for subject in Subject::arithmetic().filter(|it| Mpfr.knows(&Plain::of(&it.spelling))) {
        let random = Random::named("mpfr").fork(&subject.name);
        let mut operands = Operands::new(&subject.spelling, random);
        for _ in 0..n_cases {
            report.compare(&Mpfr, &subject, operands.registers());
        }
        least += u64::from(n_cases);
    }
    report.finish(least);
    eprintln!("{} lanes agree", report.n_compared);
}
