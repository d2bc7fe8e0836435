//! Names of CUDA: conversions between floating-point numbers and integers.

use super::row::{Row, one};

/// The rows.
pub(super) const ROWS: &[Row] = &[
    one(
        "__float2int_rn __float2int_rz __float2int_rd __float2int_ru",
        "cvt.{rni,rzi,rmi,rpi}.s32.f32",
    ),
    one(
        "__float2uint_rn __float2uint_rz __float2uint_rd __float2uint_ru",
        "cvt.{rni,rzi,rmi,rpi}.u32.f32",
    ),
    one("__float2ll_rn __float2ll_rz __float2ll_rd __float2ll_ru", "cvt.{rni,rzi,rmi,rpi}.s64.f32"),
    one(
        "__float2ull_rn __float2ull_rz __float2ull_rd __float2ull_ru",
        "cvt.{rni,rzi,rmi,rpi}.u64.f32",
    ),
    one(
        "__double2int_rn __double2int_rz __double2int_rd __double2int_ru",
        "cvt.{rni,rzi,rmi,rpi}.s32.f64",
    ),
    one(
        "__double2uint_rn __double2uint_rz __double2uint_rd __double2uint_ru",
        "cvt.{rni,rzi,rmi,rpi}.u32.f64",
    ),
    one(
        "__double2ll_rn __double2ll_rz __double2ll_rd __double2ll_ru",
        "cvt.{rni,rzi,rmi,rpi}.s64.f64",
    ),
    one(
        "__double2ull_rn __double2ull_rz __double2ull_rd __double2ull_ru",
        "cvt.{rni,rzi,rmi,rpi}.u64.f64",
    ),
    one("__int2float_rn __int2float_rz __int2float_rd __int2float_ru", "cvt.{rn,rz,rm,rp}.f32.s32"),
    one(
        "__uint2float_rn __uint2float_rz __uint2float_rd __uint2float_ru",
        "cvt.{rn,rz,rm,rp}.f32.u32",
    ),
    one("__ll2float_rn __ll2float_rz __ll2float_rd __ll2float_ru", "cvt.{rn,rz,rm,rp}.f32.s64"),
    one("__ull2float_rn __ull2float_rz __ull2float_rd __ull2float_ru", "cvt.{rn,rz,rm,rp}.f32.u64"),
    one("__int2double_rn __uint2double_rn", "cvt.rn.f64.{s32,u32}"),
    one("__ll2double_rn __ll2double_rz __ll2double_rd __ll2double_ru", "cvt.{rn,rz,rm,rp}.f64.s64"),
    one(
        "__ull2double_rn __ull2double_rz __ull2double_rd __ull2double_ru",
        "cvt.{rn,rz,rm,rp}.f64.u64",
    ),
    one("__half2int_rn __half2int_rz __half2int_rd __half2int_ru", "cvt.{rni,rzi,rmi,rpi}.s32.f16"),
    one(
        "__half2uint_rn __half2uint_rz __half2uint_rd __half2uint_ru",
        "cvt.{rni,rzi,rmi,rpi}.u32.f16",
    ),
    one("__half2ll_rn __half2ll_rz __half2ll_rd __half2ll_ru", "cvt.{rni,rzi,rmi,rpi}.s64.f16"),
    one("__half2ull_rn __half2ull_rz __half2ull_rd __half2ull_ru", "cvt.{rni,rzi,rmi,rpi}.u64.f16"),
    one(
        "__half2short_rn __half2short_rz __half2short_rd __half2short_ru",
        "cvt.{rni,rzi,rmi,rpi}.s16.f16",
    ),
    one(
        "__half2ushort_rn __half2ushort_rz __half2ushort_rd __half2ushort_ru",
        "cvt.{rni,rzi,rmi,rpi}.u16.f16",
    ),
    one("__int2half_rn __int2half_rz __int2half_rd __int2half_ru", "cvt.{rn,rz,rm,rp}.f16.s32"),
    one("__uint2half_rn __uint2half_rz __uint2half_rd __uint2half_ru", "cvt.{rn,rz,rm,rp}.f16.u32"),
    one("__ll2half_rn __ll2half_rz __ll2half_rd __ll2half_ru", "cvt.{rn,rz,rm,rp}.f16.s64"),
    one("__ull2half_rn __ull2half_rz __ull2half_rd __ull2half_ru", "cvt.{rn,rz,rm,rp}.f16.u64"),
    one(
        "__short2half_rn __short2half_rz __short2half_rd __short2half_ru",
        "cvt.{rn,rz,rm,rp}.f16.s16",
    ),
    one(
        "__ushort2half_rn __ushort2half_rz __ushort2half_rd __ushort2half_ru",
        "cvt.{rn,rz,rm,rp}.f16.u16",
    ),
    one("__half2char_rz __half2uchar_rz", "cvt.rzi.{s8,u8}.f16"),
    one(
        "__bfloat162int_rn __bfloat162int_rz __bfloat162int_rd __bfloat162int_ru",
        "cvt.{rni,rzi,rmi,rpi}.s32.bf16",
    ),
    one(
        "__bfloat162uint_rn __bfloat162uint_rz __bfloat162uint_rd __bfloat162uint_ru",
        "cvt.{rni,rzi,rmi,rpi}.u32.bf16",
    ),
    one(
        "__bfloat162ll_rn __bfloat162ll_rz __bfloat162ll_rd __bfloat162ll_ru",
        "cvt.{rni,rzi,rmi,rpi}.s64.bf16",
    ),
    one(
        "__bfloat162ull_rn __bfloat162ull_rz __bfloat162ull_rd __bfloat162ull_ru",
        "cvt.{rni,rzi,rmi,rpi}.u64.bf16",
    ),
    one(
        "__bfloat162short_rn __bfloat162short_rz __bfloat162short_rd __bfloat162short_ru",
        "cvt.{rni,rzi,rmi,rpi}.s16.bf16",
    ),
    one(
        "__bfloat162ushort_rn __bfloat162ushort_rz __bfloat162ushort_rd __bfloat162ushort_ru",
        "cvt.{rni,rzi,rmi,rpi}.u16.bf16",
    ),
    one(
        "__int2bfloat16_rn __int2bfloat16_rz __int2bfloat16_rd __int2bfloat16_ru",
        "cvt.{rn,rz,rm,rp}.bf16.s32",
    ),
    one(
        "__uint2bfloat16_rn __uint2bfloat16_rz __uint2bfloat16_rd __uint2bfloat16_ru",
        "cvt.{rn,rz,rm,rp}.bf16.u32",
    ),
    one(
        "__ll2bfloat16_rn __ll2bfloat16_rz __ll2bfloat16_rd __ll2bfloat16_ru",
        "cvt.{rn,rz,rm,rp}.bf16.s64",
    ),
    one(
        "__ull2bfloat16_rn __ull2bfloat16_rz __ull2bfloat16_rd __ull2bfloat16_ru",
        "cvt.{rn,rz,rm,rp}.bf16.u64",
    ),
    one(
        "__short2bfloat16_rn __short2bfloat16_rz __short2bfloat16_rd __short2bfloat16_ru",
        "cvt.{rn,rz,rm,rp}.bf16.s16",
    ),
    one(
        "__ushort2bfloat16_rn __ushort2bfloat16_rz __ushort2bfloat16_rd __ushort2bfloat16_ru",
        "cvt.{rn,rz,rm,rp}.bf16.u16",
    ),
    one("__bfloat162char_rz __bfloat162uchar_rz", "cvt.rzi.{s8,u8}.bf16"),
    one("lrintf llrintf", "cvt.rni.s64.f32"),
];
