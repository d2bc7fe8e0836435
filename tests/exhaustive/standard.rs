//! The values of bit patterns according to the standards, computed in the host's f64.
//!
//! Every datum of these formats is an f64, so nothing is rounded here.

use half::{bf16, f16};
use rustc_apfloat::ieee::{Double, Float8E4M3FN, Float8E5M2};
use rustc_apfloat::{Float as _, FloatConvert as _};

/// A format by name, with the value of each of its bit patterns; NaN where it is none.
pub(crate) struct Standard {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) value: fn(u32) -> f64,
}

/// Every floating-point format of 16 bits or fewer, and tf32.
pub(crate) const STANDARDS: &[Standard] = &[
    Standard { name: "f16", width: 16, value: |bits| f16::from_bits(low(bits)).to_f64() },
    Standard { name: "bf16", width: 16, value: |bits| bf16::from_bits(low(bits)).to_f64() },
    // The upper 19 bits of an f32.
    Standard { name: "tf32", width: 19, value: |bits| f64::from(f32::from_bits(bits << 13)) },
    Standard { name: "e4m3", width: 8, value: e4m3 },
    Standard { name: "e5m2", width: 8, value: e5m2 },
    Standard { name: "e2m3", width: 6, value: |bits| minifloat(bits, 2, 3, 1) },
    Standard { name: "e3m2", width: 6, value: |bits| minifloat(bits, 3, 2, 3) },
    Standard { name: "e2m1", width: 4, value: |bits| minifloat(bits, 2, 1, 1) },
    Standard { name: "ue5m3", width: 8, value: ue5m3 },
    Standard { name: "ue8m0", width: 8, value: ue8m0 },
];

fn low(bits: u32) -> u16 {
    u16::try_from(bits).expect("16 bits")
}

/// OCP MX 1.0: (-1)^S × 2^(1-bias) × (0 + M/2^m), or (-1)^S × 2^(E-bias) × (1 + M/2^m).
fn minifloat(bits: u32, exponent_bits: u32, significand_bits: u32, bias: i32) -> f64 {
    let significand =
        f64::from(bits & ((1 << significand_bits) - 1)) / f64::from(1 << significand_bits);
    let exponent =
        i32::try_from(bits >> significand_bits & ((1 << exponent_bits) - 1)).expect("small");
    let sign = if bits >> (significand_bits + exponent_bits) == 1 { -1.0 } else { 1.0 };
    if exponent == 0 {
        sign * 2_f64.powi(1 - bias) * significand
    } else {
        sign * 2_f64.powi(exponent - bias) * (1.0 + significand)
    }
}

/// OFP8 5.2: only S.1111.111 is a NaN.
fn e4m3(bits: u32) -> f64 {
    let ours = if bits & 0x7f == 0x7f { f64::NAN } else { minifloat(bits, 4, 3, 7) };
    let theirs: Double = Float8E4M3FN::from_bits(bits.into()).convert(&mut false).value;
    agreed(ours, theirs)
}

/// OFP8 5.2: the specials of IEEE 754.
fn e5m2(bits: u32) -> f64 {
    let ours = match (bits >> 7, bits & 0x7f) {
        (0, 0b11111_00) => f64::INFINITY,
        (_, 0b11111_00) => f64::NEG_INFINITY,
        (_, 0b11111_01..) => f64::NAN,
        _ => minifloat(bits, 5, 2, 15),
    };
    let theirs: Double = Float8E5M2::from_bits(bits.into()).convert(&mut false).value;
    agreed(ours, theirs)
}

/// The formula and `rustc_apfloat` say the same.
fn agreed(formula: f64, apfloat: Double) -> f64 {
    let value = f64::from_bits(u64::try_from(apfloat.to_bits()).expect("64 bits"));
    assert!(formula.to_bits() == value.to_bits() || formula.is_nan() && value.is_nan());
    formula
}

/// PTX ISA 9.4, 5.2.3: five bits of exponent and three of significand without a sign, one NaN.
fn ue5m3(bits: u32) -> f64 {
    if bits == 0xff { f64::NAN } else { minifloat(bits, 5, 3, 15) }
}

/// OCP MX 1.0, 5.4.1: a power of two, or the one NaN.
fn ue8m0(bits: u32) -> f64 {
    let exponent = i32::try_from(bits).expect("8 bits") - 127;
    if bits == 0xff { f64::NAN } else { 2_f64.powi(exponent) }
}
