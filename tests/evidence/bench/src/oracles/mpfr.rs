//! MPFR, which `rug` wraps: numbers of a format's precision, rounded once, and fitted into its
//! exponents as MPFR's manual says. Only with `--cfg mpfr`.
#![expect(clippy::cast_possible_truncation, reason = "narrow operands lie in 64 bits")]

use std::cmp::Ordering;

use half::{bf16, f16};
use ptxfp::eval::{Columns, N_ROWS};
use rug::Float;
use rug::float::Round;
use rug::ops::AssignRound as _;

use super::Oracle;

/// A format.
trait Format {
    /// The bits of a significand.
    const PRECISION: u32;
    /// The least exponent of a normal number, where significands lie from 1/2 to 1.
    const MIN_EXPONENT: i32;

    /// Takes over the number that bits encode.
    fn assign(place: &mut Float, bits: u64);

    /// The encoding of a number, which only overflow rounds.
    fn bits(value: &Float, round: Round) -> u64;
}

macro_rules! format {
    ($type:ident, $precision:literal, $min:literal, $assign:expr, $bits:expr) => {
        impl Format for $type {
            const PRECISION: u32 = $precision;
            const MIN_EXPONENT: i32 = $min;

            fn assign(place: &mut Float, bits: u64) {
                let exact = place.assign_round($assign($type::from_bits(bits as _)), Round::Zero);
                debug_assert_eq!(exact, Ordering::Equal, "{bits:x}");
            }

            fn bits(value: &Float, round: Round) -> u64 {
                $bits(value, round).to_bits().into()
            }
        }
    };
}

format!(f16, 11, -13, f16::to_f32, |value: &Float, round| f16::from_f32(value.to_f32_round(round)));
format!(bf16, 8, -125, bf16::to_f32, |value: &Float, round| bf16::from_f32(
    value.to_f32_round(round)
));
format!(f32, 24, -125, f32::from, Float::to_f32_round);
format!(f64, 53, -1021, f64::from, Float::to_f64_round);

/// Computes for all operands with numbers that are made once.
fn all<F: Format, const N: usize>(
    columns: &[Columns],
    results: &mut [u64],
    round: Round,
    compute: impl Fn(&mut Float, &[Float; N], Round) -> Ordering,
) {
    let mut places = [(); N].map(|()| Float::new(F::PRECISION));
    let mut value = Float::new(F::PRECISION);
    for (row, result) in results.iter_mut().enumerate() {
        for (place, column) in places.iter_mut().zip(&columns[row / N_ROWS]) {
            F::assign(place, column[row % N_ROWS]);
        }
        let so_far = compute(&mut value, &places, round);
        value.subnormalize_round(F::MIN_EXPONENT, so_far, round);
        *result = F::bits(&value, round);
    }
}

/// An oracle from an expression of numbers in a format; to nearest unless said otherwise.
macro_rules! of {
    ($format:ident: |$($operand:ident),+| $value:expr) => {
        of!($format, Nearest: |$($operand),+| $value)
    };
    ($format:ident, $round:ident: |$($operand:ident),+| $value:expr) => {{
        fn every(columns: &[Columns], results: &mut [u64]) {
            all::<$format, _>(columns, results, Round::$round, |place, [$($operand),+], round| {
                place.assign_round($value, round)
            });
        }
        Some(every as Oracle)
    }};
}

pub(super) fn find(text: &str) -> Option<Oracle> {
    match text {
        "add.f16" => of!(f16: |a, b| a + b),
        "add.bf16" => of!(bf16: |a, b| a + b),
        "add.f32" => of!(f32: |a, b| a + b),
        "add.f64" => of!(f64: |a, b| a + b),
        "mul.f16" => of!(f16: |a, b| a * b),
        "mul.bf16" => of!(bf16: |a, b| a * b),
        "mul.f32" => of!(f32: |a, b| a * b),
        "mul.f64" => of!(f64: |a, b| a * b),
        "fma.rn.f16" => of!(f16: |a, b, c| a.mul_add_ref(b, c)),
        "fma.rn.bf16" => of!(bf16: |a, b, c| a.mul_add_ref(b, c)),
        "fma.rn.f32" => of!(f32: |a, b, c| a.mul_add_ref(b, c)),
        "fma.rn.f64" => of!(f64: |a, b, c| a.mul_add_ref(b, c)),
        "fma.rp.f64" => of!(f64, Up: |a, b, c| a.mul_add_ref(b, c)),
        "div.rn.f32" | "div.full.f32" => of!(f32: |a, b| a / b),
        "div.rn.f64" => of!(f64: |a, b| a / b),
        "rcp.rn.f32" => of!(f32: |a| a.recip_ref()),
        "rcp.rn.f64" => of!(f64: |a| a.recip_ref()),
        "sqrt.rn.f32" => of!(f32: |a| a.sqrt_ref()),
        "sqrt.rn.f64" => of!(f64: |a| a.sqrt_ref()),
        "tanh.approx.f16" => of!(f16: |a| a.tanh_ref()),
        "ex2.approx.f16" => of!(f16: |a| a.exp2_ref()),
        "sin.approx.f32" => of!(f32: |a| a.sin_ref()),
        "lg2.approx.f32" => of!(f32: |a| a.log2_ref()),
        "rsqrt.approx.f32" => of!(f32: |a| a.recip_sqrt_ref()),
        _ => None,
    }
}
