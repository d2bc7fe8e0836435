//! The formats, in the order PTX lists them.

use super::{FixedFormat, FloatFormat, Format, Specials};
use crate::source::{Document, Source, ieee, ptx, ptx_9_4};

const FUNDAMENTAL: Source = ptx("5.2.1", "fundamental-types");
const ALTERNATE: Source = ptx("5.2.3", "alternate-floating-point-data-formats");
const FIXED_POINT: Source = ptx("5.2.4", "fixed-point-data-formats");

const fn ofp8(section: &'static str) -> Source {
    Source { document: Document::Ofp8, section, anchor: "" }
}

const fn mx(section: &'static str) -> Source {
    Source { document: Document::OcpMx, section, anchor: "" }
}

/// The shape most formats share: signed, with subnormals, canonical NaN all ones below the sign.
const fn float(
    name: &'static str,
    width: u8,
    precision: u8,
    bias: i32,
    specials: Specials,
    source: Source,
) -> FloatFormat {
    let canonical_nan = match specials {
        Specials::Ieee754 | Specials::NanOnly => Some((1 << (width - 1)) - 1),
        Specials::None => None,
    };
    FloatFormat {
        name,
        width,
        precision,
        bias,
        signed: true,
        subnormals: true,
        specials,
        canonical_nan,
        source,
    }
}

/// IEEE 754 binary16.
pub const F16: FloatFormat = float("f16", 16, 11, 15, Specials::Ieee754, ieee("3.6"));
/// The upper half of binary32.
pub const BF16: FloatFormat = float("bf16", 16, 8, 127, Specials::Ieee754, ALTERNATE);
/// Binary32 with 10 trailing significand bits; it lies in the upper 19 bits of a `.b32` register.
pub const TF32: FloatFormat = float("tf32", 19, 11, 127, Specials::Ieee754, ALTERNATE);
/// IEEE 754 binary32.
pub const F32: FloatFormat = float("f32", 32, 24, 127, Specials::Ieee754, ieee("3.6"));
/// IEEE 754 binary64; an invalid operation gives its negative quiet NaN without payload.
pub const F64: FloatFormat = FloatFormat {
    canonical_nan: Some(0xfff8_0000_0000_0000),
    ..float("f64", 64, 53, 1023, Specials::Ieee754, ieee("3.6"))
};
/// The upper word of binary64, what `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64` read and write;
/// it is no type, so [`FLOATS`] leaves it out.
pub const F64_UPPER: FloatFormat = float(
    "f64[63:32]",
    32,
    21,
    1023,
    Specials::Ieee754,
    ptx("9.7.3.14", "floating-point-instructions-rcp-approx-ftz-f64"),
);
/// OCP E4M3: one NaN for each sign, no infinity, largest magnitude 448.
pub const E4M3: FloatFormat = float("e4m3", 8, 4, 7, Specials::NanOnly, ofp8("5.2"));
/// OCP E5M2: IEEE specials, largest magnitude 57,344.
pub const E5M2: FloatFormat = float("e5m2", 8, 3, 15, Specials::Ieee754, ofp8("5.2"));
/// OCP E2M3: finite only, largest magnitude 7.5.
pub const E2M3: FloatFormat = float("e2m3", 6, 4, 1, Specials::None, mx("5.3.2"));
/// OCP E3M2: finite only, largest magnitude 28.
pub const E3M2: FloatFormat = float("e3m2", 6, 3, 3, Specials::None, mx("5.3.2"));
/// OCP E2M1: finite only, largest magnitude 6.
pub const E2M1: FloatFormat = float("e2m1", 4, 2, 1, Specials::None, mx("5.3.3"));
/// The format of scale factors with a significand: no sign, no infinity, one NaN, largest number
/// 114,688.
pub const UE5M3: FloatFormat = FloatFormat {
    name: "ue5m3",
    width: 8,
    precision: 4,
    bias: 15,
    signed: false,
    subnormals: true,
    specials: Specials::NanOnly,
    canonical_nan: Some(0xff),
    source: ptx_9_4("5.2.3", "alternate-floating-point-data-formats"),
};
/// OCP E8M0: a power of two, 2^-127 to 2^127; no sign, no zero, one NaN.
pub const UE8M0: FloatFormat = FloatFormat {
    name: "ue8m0",
    width: 8,
    precision: 1,
    bias: 127,
    signed: false,
    subnormals: false,
    specials: Specials::NanOnly,
    canonical_nan: Some(0xff),
    source: mx("5.4.1"),
};
/// The format of scale factors of `.kind::mxf4nvf4`: E4M3 without its sign, which is ignored; it is no
/// type of a register of its own, so [`FLOATS`] leaves it out.
pub const UE4M3: FloatFormat = FloatFormat {
    name: "ue4m3",
    width: 7,
    precision: 4,
    bias: 7,
    signed: false,
    subnormals: true,
    specials: Specials::NanOnly,
    canonical_nan: Some(0x7f),
    source: ALTERNATE,
};

const fn fixed(name: &'static str, width: u8, fraction: u8, signed: bool) -> FixedFormat {
    let source = if fraction == 0 { FUNDAMENTAL } else { FIXED_POINT };
    FixedFormat { name, width, fraction, signed, source }
}

/// Two's complement with 6 fraction bits: -2 to 1.984375.
pub const S2F6: FixedFormat = fixed("s2f6", 8, 6, true);
/// A predicate: 1 is true.
pub const PRED: FixedFormat = fixed("pred", 1, 0, false);
/// Unsigned 4-bit integer, an element of matrices; no register has it, so [`FIXEDS`] leaves it out.
pub const U4: FixedFormat = fixed("u4", 4, 0, false);
/// Signed 4-bit integer, like [`U4`].
pub const S4: FixedFormat = fixed("s4", 4, 0, true);
/// Unsigned 8-bit integer.
pub const U8: FixedFormat = fixed("u8", 8, 0, false);
/// Unsigned 16-bit integer.
pub const U16: FixedFormat = fixed("u16", 16, 0, false);
/// Unsigned 32-bit integer.
pub const U32: FixedFormat = fixed("u32", 32, 0, false);
/// Unsigned 64-bit integer.
pub const U64: FixedFormat = fixed("u64", 64, 0, false);
/// Signed 8-bit integer.
pub const S8: FixedFormat = fixed("s8", 8, 0, true);
/// Signed 16-bit integer.
pub const S16: FixedFormat = fixed("s16", 16, 0, true);
/// Signed 32-bit integer.
pub const S32: FixedFormat = fixed("s32", 32, 0, true);
/// Signed 64-bit integer.
pub const S64: FixedFormat = fixed("s64", 64, 0, true);

/// Every floating-point format.
pub const FLOATS: &[&FloatFormat] =
    &[&F16, &BF16, &TF32, &F32, &F64, &E4M3, &E5M2, &E2M3, &E3M2, &E2M1, &UE5M3, &UE8M0];

/// Every fixed-point format.
pub const FIXEDS: &[&FixedFormat] = &[&S2F6, &U8, &U16, &U32, &U64, &S8, &S16, &S32, &S64];

/// The format of that name, if there is one.
pub fn by_name(name: &str) -> Option<Format> {
    let float = FLOATS.iter().find(|format| format.name == name).copied().map(Format::Float);
    float.or_else(|| FIXEDS.iter().find(|format| format.name == name).copied().map(Format::Fixed))
}

// The largest magnitudes as the standards state them.
const _: () = assert!(F16.max_finite() == 0x7bff && F16.emax() == 15 && F16.emin() == -14);
const _: () = assert!(BF16.max_finite() == 0x7f7f && BF16.emax() == 127);
const _: () = assert!(TF32.max_finite() == 0x3fbff && TF32.exponent_width() == 8);
const _: () = assert!(F32.max_finite() == 0x7f7f_ffff && F32.min_quantum() == -149);
const _: () = assert!(F64.emax() == 1023 && F64.min_quantum() == -1074);
const _: () = assert!(F64_UPPER.max_finite() == 0x7fef_ffff && F64_UPPER.emin() == -1022);
const _: () = assert!(E4M3.max_finite() == 0b1111_110 && E4M3.emax() == 8);
const _: () = assert!(E5M2.max_finite() == 0b11110_11 && E5M2.emax() == 15);
const _: () = assert!(E2M3.max_finite() == 0b11_111 && E2M3.emax() == 2 && E2M3.emin() == 0);
const _: () = assert!(E3M2.max_finite() == 0b111_11 && E3M2.emax() == 4 && E3M2.emin() == -2);
const _: () = assert!(E2M1.max_finite() == 0b11_1 && E2M1.emax() == 2 && E2M1.emin() == 0);
const _: () =
    assert!(UE5M3.max_finite() == 0b11111_110 && UE5M3.emax() == 16 && UE5M3.emin() == -14);
const _: () = assert!(UE8M0.max_finite() == 0xfe && UE8M0.emax() == 127 && UE8M0.emin() == -127);
const _: () = assert!(UE4M3.max_finite() == 0b1111_110 && UE4M3.emax() == 8 && UE4M3.emin() == -6);
