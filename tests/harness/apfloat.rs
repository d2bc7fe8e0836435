//! The judge `rustc_apfloat`: LLVM's software floating point in Rust.

use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Category, Float, FloatConvert, Round, Status, StatusAnd};

use crate::judge::{Judge, Plain};
use crate::layout::{BF16, F16, F32, F64};
use crate::spelling::{Operation, Rounding};

/// `rustc_apfloat`.
pub struct Apfloat;

/// A format with the exponent range of binary128, in which no product of two narrower numbers
/// underflows: rounding to it is rounding with an unbounded exponent.
struct Unbounded<const PRECISION: usize>;

const WIDE_EXPONENT: usize = 15;

impl<const PRECISION: usize> Semantics for Unbounded<PRECISION> {
    const BITS: usize = WIDE_EXPONENT + PRECISION;
    const EXP_BITS: usize = WIDE_EXPONENT;
}

impl Judge for Apfloat {
    fn name(&self) -> &'static str {
        "rustc_apfloat"
    }

    fn knows(&self, _plain: &Plain) -> bool {
        true
    }

    fn result(&self, plain: &Plain, operands: [u64; 3]) -> Option<u64> {
        match plain.layout {
            F16 => narrow::<Half>(plain, operands),
            BF16 => narrow::<BFloat>(plain, operands),
            F32 => narrow::<Single>(plain, operands),
            F64 => narrow::<Double>(plain, operands),
            other => panic!("no format of rustc_apfloat has {other:?}"),
        }
    }

    fn is_tiny(&self, plain: &Plain, operands: [u64; 3]) -> Option<bool> {
        Some(match plain.layout {
            F16 => is_tiny::<Half, Unbounded<11>>(plain, operands),
            BF16 => is_tiny::<BFloat, Unbounded<8>>(plain, operands),
            F32 => is_tiny::<Single, Unbounded<24>>(plain, operands),
            F64 => is_tiny::<Double, Unbounded<53>>(plain, operands),
            other => panic!("no format of rustc_apfloat has {other:?}"),
        })
    }
}

fn compute<F: Float>(plain: &Plain, [a, b, c]: [F; 3]) -> StatusAnd<F> {
    let round = match plain.rounding {
        Rounding::Nearest => Round::NearestTiesToEven,
        Rounding::Zero => Round::TowardZero,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
    };
    match plain.operation {
        Operation::Add => a.add_r(b, round),
        Operation::Sub => a.sub_r(b, round),
        Operation::Mul => a.mul_r(b, round),
        Operation::Fma => a.mul_add_r(b, c, round),
    }
}

fn narrow<F: Float>(plain: &Plain, operands: [u64; 3]) -> Option<u64> {
    let result = compute(plain, operands.map(|bits| F::from_bits(bits.into())));
    debug_assert_eq!(result.status.contains(Status::INVALID_OP), result.value.is_nan());
    (!result.value.is_nan()).then(|| u64::try_from(result.value.to_bits()).expect("64 bits"))
}

fn is_tiny<F, W>(plain: &Plain, operands: [u64; 3]) -> bool
where
    F: Float + FloatConvert<IeeeFloat<W>>,
    W: Semantics,
{
    let widen = |bits: u64| -> IeeeFloat<W> { F::from_bits(bits.into()).convert(&mut false).value };
    let result = compute(plain, operands.map(widen)).value;
    let threshold: IeeeFloat<W> = F::smallest_normalized().convert(&mut false).value;
    result.category() == Category::Normal && result.abs() < threshold
}
