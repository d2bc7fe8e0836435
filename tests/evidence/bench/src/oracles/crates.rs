//! The crate `half`, whose arithmetic is that of f32 rounded again, or the host's.
#![expect(clippy::cast_possible_truncation, reason = "narrow operands lie in 64 bits")]

use half::{bf16, f16};

use super::{Oracle, oracle};

pub(super) fn find(text: &str) -> Option<Oracle> {
    match text {
        "add.f16" => oracle!(|a, b, _c| {
            (f16::from_bits(a as u16) + f16::from_bits(b as u16)).to_bits().into()
        }),
        "mul.f16" => oracle!(|a, b, _c| {
            (f16::from_bits(a as u16) * f16::from_bits(b as u16)).to_bits().into()
        }),
        "add.bf16" => oracle!(|a, b, _c| {
            (bf16::from_bits(a as u16) + bf16::from_bits(b as u16)).to_bits().into()
        }),
        "mul.bf16" => oracle!(|a, b, _c| {
            (bf16::from_bits(a as u16) * bf16::from_bits(b as u16)).to_bits().into()
        }),
        "cvt.rn.f16.f32" => {
            oracle!(|a, _b, _c| f16::from_f32(f32::from_bits(a as u32)).to_bits().into())
        }
        "cvt.f32.f16" => {
            oracle!(|a, _b, _c| f16::from_bits(a as u16).to_f32().to_bits().into())
        }
        "cvt.rn.bf16.f32" => {
            oracle!(|a, _b, _c| bf16::from_f32(f32::from_bits(a as u32)).to_bits().into())
        }
        "cvt.f32.bf16" => {
            oracle!(|a, _b, _c| bf16::from_bits(a as u16).to_f32().to_bits().into())
        }
        _ => None,
    }
}
