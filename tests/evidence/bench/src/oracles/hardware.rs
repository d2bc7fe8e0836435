//! The host's own floating point, where it computes the same.
#![expect(clippy::cast_possible_truncation, reason = "narrow operands lie in 64 bits")]

use super::{Oracle, oracle};

const fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

const fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

pub(super) fn find(text: &str) -> Option<Oracle> {
    match text {
        "add.f32" => oracle!(|a, b, _c| (single(a) + single(b)).to_bits().into()),
        "add.f64" => oracle!(|a, b, _c| (double(a) + double(b)).to_bits()),
        "mul.f32" => oracle!(|a, b, _c| (single(a) * single(b)).to_bits().into()),
        "mul.f64" => oracle!(|a, b, _c| (double(a) * double(b)).to_bits()),
        "fma.rn.f32" => oracle!(|a, b, c| single(a).mul_add(single(b), single(c)).to_bits().into()),
        "fma.rn.f64" => oracle!(|a, b, c| double(a).mul_add(double(b), double(c)).to_bits()),
        "div.rn.f32" => oracle!(|a, b, _c| (single(a) / single(b)).to_bits().into()),
        "div.rn.f64" => oracle!(|a, b, _c| (double(a) / double(b)).to_bits()),
        "rcp.rn.f32" => oracle!(|a, _b, _c| single(a).recip().to_bits().into()),
        "rcp.rn.f64" => oracle!(|a, _b, _c| double(a).recip().to_bits()),
        "sqrt.rn.f32" => oracle!(|a, _b, _c| single(a).sqrt().to_bits().into()),
        "sqrt.rn.f64" => oracle!(|a, _b, _c| double(a).sqrt().to_bits()),
        #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
        "cvt.rn.f32.f64" => oracle!(|a, _b, _c| (double(a) as f32).to_bits().into()),
        "cvt.f64.f32" => oracle!(|a, _b, _c| f64::from(single(a)).to_bits()),
        _ => None,
    }
}
