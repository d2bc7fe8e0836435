//! Names of CUDA: conversions to and from fp8, fp6 and fp4 numbers. A name includes those of its
//! arguments that are constants: `__nv_cvt_float_to_fp8(a, __NV_SATFINITE, __NV_E4M3)`.
//!
//! CUDA has a single number in the low byte; the operand for the low byte is the last one.

use super::row::{Row, nothing, one};

const BY_INTEGERS: &str = "no instruction does that, and nvcc computes it with integers";

/// The rows.
pub(super) const ROWS: &[Row] = &[
    one("__nv_fp8_e4m3 __nv_fp8_e5m2", "cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32 0, a"),
    one("__nv_fp8_e8m0", "cvt.rp.satfinite.ue8m0x2.f32 0, a"),
    one("__nv_fp6_e2m3 __nv_fp6_e3m2", "cvt.rn.satfinite.{e2m3x2,e3m2x2}.f32 0, a"),
    one("__nv_fp4_e2m1", "cvt.rn.satfinite.e2m1x2.f32 0, a"),
    one("__nv_fp8x2_e4m3 __nv_fp8x2_e5m2", "cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32 b, a"),
    one("__nv_fp8x2_e8m0", "cvt.rp.satfinite.ue8m0x2.f32 b, a"),
    one("__nv_fp6x2_e2m3 __nv_fp6x2_e3m2", "cvt.rn.satfinite.{e2m3x2,e3m2x2}.f32 b, a"),
    one("__nv_fp4x2_e2m1", "cvt.rn.satfinite.e2m1x2.f32 b, a"),
    one(
        "__nv_cvt_float_to_fp8:__NV_SATFINITE:__NV_E4M3 \
         __nv_cvt_float_to_fp8:__NV_SATFINITE:__NV_E5M2",
        "cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32 0, a",
    ),
    one(
        "__nv_cvt_float2_to_fp8x2:__NV_SATFINITE:__NV_E4M3 \
         __nv_cvt_float2_to_fp8x2:__NV_SATFINITE:__NV_E5M2",
        "cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32 b, a",
    ),
    nothing(
        "__nv_cvt_float_to_fp8:__NV_NOSAT:__NV_E4M3 __nv_cvt_float_to_fp8:__NV_NOSAT:__NV_E5M2",
        "cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32 0, a",
        BY_INTEGERS,
    ),
    nothing(
        "__nv_cvt_float2_to_fp8x2:__NV_NOSAT:__NV_E4M3 \
         __nv_cvt_float2_to_fp8x2:__NV_NOSAT:__NV_E5M2",
        "cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32 b, a",
        BY_INTEGERS,
    ),
    one(
        "__nv_cvt_halfraw2_to_fp8x2:__NV_SATFINITE:__NV_E4M3 \
         __nv_cvt_halfraw2_to_fp8x2:__NV_SATFINITE:__NV_E5M2",
        "cvt.rn.satfinite.{e4m3x2,e5m2x2}.f16x2",
    ),
    one(
        "__nv_cvt_fp8x2_to_halfraw2:__NV_E4M3 __nv_cvt_fp8x2_to_halfraw2:__NV_E5M2",
        "cvt.rn.f16x2.{e4m3x2,e5m2x2}",
    ),
    one(
        "__nv_cvt_float_to_fp6:__NV_E2M3:cudaRoundNearest \
         __nv_cvt_float_to_fp6:__NV_E3M2:cudaRoundNearest",
        "cvt.rn.satfinite.{e2m3x2,e3m2x2}.f32 0, a",
    ),
    nothing(
        "__nv_cvt_float_to_fp6:__NV_E2M3:cudaRoundZero",
        "cvt.rn.satfinite.e2m3x2.f32 0, a",
        BY_INTEGERS,
    ),
    one(
        "__nv_cvt_float2_to_fp6x2:__NV_E2M3:cudaRoundNearest \
         __nv_cvt_float2_to_fp6x2:__NV_E3M2:cudaRoundNearest",
        "cvt.rn.satfinite.{e2m3x2,e3m2x2}.f32 b, a",
    ),
    one(
        "__nv_cvt_fp6x2_to_halfraw2:__NV_E2M3 __nv_cvt_fp6x2_to_halfraw2:__NV_E3M2",
        "cvt.rn.f16x2.{e2m3x2,e3m2x2}",
    ),
    one("__nv_cvt_float_to_fp4:__NV_E2M1:cudaRoundNearest", "cvt.rn.satfinite.e2m1x2.f32 0, a"),
    one("__nv_cvt_float2_to_fp4x2:__NV_E2M1:cudaRoundNearest", "cvt.rn.satfinite.e2m1x2.f32 b, a"),
    one("__nv_cvt_fp4x2_to_halfraw2:__NV_E2M1", "cvt.rn.f16x2.e2m1x2"),
    one(
        "__nv_cvt_float_to_e8m0:__NV_SATFINITE:cudaRoundZero \
         __nv_cvt_float_to_e8m0:__NV_SATFINITE:cudaRoundPosInf",
        "cvt.{rz,rp}.satfinite.ue8m0x2.f32 0, a",
    ),
    one(
        "__nv_cvt_float_to_e8m0:__NV_NOSAT:cudaRoundZero \
         __nv_cvt_float_to_e8m0:__NV_NOSAT:cudaRoundPosInf",
        "cvt.{rz,rp}.ue8m0x2.f32 0, a",
    ),
    nothing(
        "__nv_cvt_float_to_e8m0:__NV_SATFINITE:cudaRoundNearest \
         __nv_cvt_float_to_e8m0:__NV_NOSAT:cudaRoundNearest",
        "cvt.rp.satfinite.ue8m0x2.f32 0, a",
        BY_INTEGERS,
    ),
    one("__nv_cvt_e8m0x2_to_bf162raw", "cvt.rn.bf16x2.ue8m0x2"),
];
