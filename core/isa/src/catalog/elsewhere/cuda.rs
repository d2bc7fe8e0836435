//! Names of CUDA: arithmetic with a rounding direction, and fast functions.

use super::row::{Row, one};

/// The rows.
pub(super) const ROWS: &[Row] = &[
    one("__fadd_rn __fadd_rz __fadd_rd __fadd_ru", "add.{rn,rz,rm,rp}.f32"),
    one("__dadd_rn __dadd_rz __dadd_rd __dadd_ru", "add.{rn,rz,rm,rp}.f64"),
    one("__fsub_rn __fsub_rz __fsub_rd __fsub_ru", "sub.{rn,rz,rm,rp}.f32"),
    one("__dsub_rn __dsub_rz __dsub_rd __dsub_ru", "sub.{rn,rz,rm,rp}.f64"),
    one("__fmul_rn __fmul_rz __fmul_rd __fmul_ru", "mul.{rn,rz,rm,rp}.f32"),
    one("__dmul_rn __dmul_rz __dmul_rd __dmul_ru", "mul.{rn,rz,rm,rp}.f64"),
    one("__fdiv_rn __fdiv_rz __fdiv_rd __fdiv_ru", "div.{rn,rz,rm,rp}.f32"),
    one("__ddiv_rn __ddiv_rz __ddiv_rd __ddiv_ru", "div.{rn,rz,rm,rp}.f64"),
    one("__frcp_rn __frcp_rz __frcp_rd __frcp_ru", "rcp.{rn,rz,rm,rp}.f32"),
    one("__drcp_rn __drcp_rz __drcp_rd __drcp_ru", "rcp.{rn,rz,rm,rp}.f64"),
    one("__fsqrt_rn __fsqrt_rz __fsqrt_rd __fsqrt_ru", "sqrt.{rn,rz,rm,rp}.f32"),
    one("__dsqrt_rn __dsqrt_rz __dsqrt_rd __dsqrt_ru", "sqrt.{rn,rz,rm,rp}.f64"),
    one("__fmaf_rn __fmaf_rz __fmaf_rd __fmaf_ru", "fma.{rn,rz,rm,rp}.f32"),
    one("__fma_rn __fma_rz __fma_rd __fma_ru", "fma.{rn,rz,rm,rp}.f64"),
    one("__fmaf_ieee_rn __fmaf_ieee_rz __fmaf_ieee_rd __fmaf_ieee_ru", "fma.{rn,rz,rm,rp}.f32"),
    one("__fadd2_rn __fadd2_rz __fadd2_rd __fadd2_ru", "add.{rn,rz,rm,rp}.f32x2"),
    one("__fmul2_rn __fmul2_rz __fmul2_rd __fmul2_ru", "mul.{rn,rz,rm,rp}.f32x2"),
    one("__ffma2_rn __ffma2_rz __ffma2_rd __ffma2_ru", "fma.{rn,rz,rm,rp}.f32x2"),
    // Functions that are fast and less accurate.
    one("__fdividef", "div.approx.f32"),
    one("__saturatef", "cvt.sat.f32.f32"),
    one("__log2f", "lg2.approx.f32"),
    one("__sinf", "sin.approx.f32"),
    one("__cosf", "cos.approx.f32"),
    one("__tanhf", "tanh.approx.f32"),
    one("fdividef", "div.rn.f32").fast("div.approx.ftz.f32 d, a, b"),
];
