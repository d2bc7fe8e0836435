//! `rustc_apfloat`: LLVM's software floating point in Rust.
#![expect(clippy::cast_possible_truncation, reason = "results are narrow")]

use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float as _, FloatConvert as _, Round};

use super::{Oracle, oracle};

macro_rules! of {
    ($format:ident: |$x:ident, $y:ident, $z:ident| $value:expr) => {
        oracle!(|a, b, c| {
            let [$x, $y, $z] = [a, b, c].map(|bits| $format::from_bits(bits.into()));
            let _ = ($x, $y, $z);
            $value.value.to_bits() as u64
        })
    };
}

macro_rules! convert {
    ($from:ident, $to:ident) => {
        oracle!(|a, _b, _c| {
            let result: $to = $from::from_bits(a.into()).convert(&mut false).value;
            result.to_bits() as u64
        })
    };
}

pub(super) fn find(text: &str) -> Option<Oracle> {
    match text {
        "add.f16" => of!(Half: |x, y, _z| (x + y)),
        "add.bf16" => of!(BFloat: |x, y, _z| (x + y)),
        "add.f32" => of!(Single: |x, y, _z| (x + y)),
        "add.f64" => of!(Double: |x, y, _z| (x + y)),
        "mul.f16" => of!(Half: |x, y, _z| (x * y)),
        "mul.bf16" => of!(BFloat: |x, y, _z| (x * y)),
        "mul.f32" => of!(Single: |x, y, _z| (x * y)),
        "mul.f64" => of!(Double: |x, y, _z| (x * y)),
        "fma.rn.f16" => of!(Half: |x, y, z| x.mul_add(y, z)),
        "fma.rn.bf16" => of!(BFloat: |x, y, z| x.mul_add(y, z)),
        "fma.rn.f32" => of!(Single: |x, y, z| x.mul_add(y, z)),
        "fma.rn.f64" => of!(Double: |x, y, z| x.mul_add(y, z)),
        "fma.rp.f64" => of!(Double: |x, y, z| x.mul_add_r(y, z, Round::TowardPositive)),
        "div.rn.f32" => of!(Single: |x, y, _z| (x / y)),
        "div.rn.f64" => of!(Double: |x, y, _z| (x / y)),
        "rcp.rn.f32" => of!(Single: |x, _y, _z| (Single::from_u128(1).value / x)),
        "rcp.rn.f64" => of!(Double: |x, _y, _z| (Double::from_u128(1).value / x)),
        "cvt.rn.f16.f32" => convert!(Single, Half),
        "cvt.f32.f16" => convert!(Half, Single),
        "cvt.rn.bf16.f32" => convert!(Single, BFloat),
        "cvt.f32.bf16" => convert!(BFloat, Single),
        "cvt.rn.f32.f64" => convert!(Double, Single),
        "cvt.f64.f32" => convert!(Single, Double),
        "cvt.rni.f32.f32" => {
            of!(Single: |x, _y, _z| x.round_to_integral(Round::NearestTiesToEven))
        }
        _ => None,
    }
}
