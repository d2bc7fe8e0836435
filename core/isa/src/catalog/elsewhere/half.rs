//! Names of CUDA: functions of half and bfloat16 numbers, and of pairs of them; those of half come
//! first.

use super::row::{Row, nothing, one};

const EACH_LANE: &str = "nvcc compiles it to the statements of one number for each lane";

/// The rows.
pub(super) const ROWS: &[Row] = &[
    one("__hadd __hadd2", "add.{f16,f16x2}").noted(
        "the compiler may fuse it with a product or a sum beside it; `__hadd_rn` forbids that",
    ),
    one("__hadd_rn __hadd2_rn", "add.rn.{f16,f16x2}"),
    one("__hadd_sat __hadd2_sat", "add.sat.{f16,f16x2}"),
    one("__hsub __hsub2", "sub.{f16,f16x2}").noted(
        "the compiler may fuse it with a product or a sum beside it; `__hsub_rn` forbids that",
    ),
    one("__hsub_rn __hsub2_rn", "sub.rn.{f16,f16x2}"),
    one("__hsub_sat __hsub2_sat", "sub.sat.{f16,f16x2}"),
    one("__hmul __hmul2", "mul.{f16,f16x2}").noted(
        "the compiler may fuse it with a product or a sum beside it; `__hmul_rn` forbids that",
    ),
    one("__hmul_rn __hmul2_rn", "mul.rn.{f16,f16x2}"),
    one("__hmul_sat __hmul2_sat", "mul.sat.{f16,f16x2}"),
    one("__hfma __hfma2", "fma.rn.{f16,f16x2}"),
    one("__hfma_relu __hfma2_relu", "fma.rn.relu.{f16,f16x2}"),
    one("__hfma_sat __hfma2_sat", "fma.rn.sat.{f16,f16x2}"),
    one("__hmax __hmax2", "max.{f16,f16x2}"),
    one("__hmax_nan __hmax2_nan", "max.NaN.{f16,f16x2}"),
    one("__hmin __hmin2", "min.{f16,f16x2}"),
    one("__hmin_nan __hmin2_nan", "min.NaN.{f16,f16x2}"),
    one("__habs __habs2", "abs.{f16,f16x2}"),
    one("__hneg __hneg2", "neg.{f16,f16x2}"),
    one("hceil hfloor hrint htrunc", "cvt.{rpi,rmi,rni,rzi}.f16.f16"),
    one("htanh_approx h2tanh_approx", "tanh.approx.{f16,f16x2}"),
    one("__hadd __hadd2", "add.{bf16,bf16x2}").noted(
        "the compiler may fuse it with a product or a sum beside it; `__hadd_rn` forbids that",
    ),
    one("__hadd_rn __hadd2_rn", "add.rn.{bf16,bf16x2}"),
    one("__hsub __hsub2", "sub.{bf16,bf16x2}").noted(
        "the compiler may fuse it with a product or a sum beside it; `__hsub_rn` forbids that",
    ),
    one("__hsub_rn __hsub2_rn", "sub.rn.{bf16,bf16x2}"),
    one("__hmul __hmul2", "mul.{bf16,bf16x2}").noted(
        "the compiler may fuse it with a product or a sum beside it; `__hmul_rn` forbids that",
    ),
    one("__hmul_rn __hmul2_rn", "mul.rn.{bf16,bf16x2}"),
    one("__hfma __hfma2", "fma.rn.{bf16,bf16x2}"),
    one("__hfma_relu __hfma2_relu", "fma.rn.relu.{bf16,bf16x2}"),
    one("__hmax __hmax2", "max.{bf16,bf16x2}"),
    one("__hmax_nan __hmax2_nan", "max.NaN.{bf16,bf16x2}"),
    one("__hmin __hmin2", "min.{bf16,bf16x2}"),
    one("__hmin_nan __hmin2_nan", "min.NaN.{bf16,bf16x2}"),
    one("__habs __habs2", "abs.{bf16,bf16x2}"),
    one("__hneg __hneg2", "neg.{bf16,bf16x2}"),
    one("hceil hfloor hrint htrunc", "cvt.{rpi,rmi,rni,rzi}.bf16.bf16"),
    one("htanh_approx h2tanh_approx", "tanh.approx.{bf16,bf16x2}"),
    one("__float2half", "cvt.rn.f16.f32"),
    one(
        "__float2half_rn __float2half_rz __float2half_rd __float2half_ru",
        "cvt.{rn,rz,rm,rp}.f16.f32",
    ),
    one("__half2float", "cvt.f32.f16"),
    one("__double2half", "cvt.rn.f16.f64"),
    one("__float2bfloat16", "cvt.rn.bf16.f32"),
    one(
        "__float2bfloat16_rn __float2bfloat16_rz __float2bfloat16_rd __float2bfloat16_ru",
        "cvt.{rn,rz,rm,rp}.bf16.f32",
    ),
    one("__bfloat162float", "cvt.f32.bf16"),
    one("__double2bfloat16", "cvt.rn.bf16.f64"),
    one("__floats2half2_rn", "cvt.rn.f16x2.f32 b, a")
        .noted("the first argument is the lower half, the last operand of the instruction"),
    one("__floats2bfloat162_rn", "cvt.rn.bf16x2.f32 b, a")
        .noted("the first argument is the lower half, the last operand of the instruction"),
    one(
        "__double2float_rn __double2float_rz __double2float_rd __double2float_ru",
        "cvt.{rn,rz,rm,rp}.f32.f64",
    ),
    // Pairs: CUDA computes the lanes one by one.
    nothing("h2exp2 h2exp h2exp10", "ex2.approx.f16x2", EACH_LANE),
    nothing("h2log2 h2log h2log10", "lg2.approx.f32", EACH_LANE),
    nothing("h2sqrt h2rsqrt h2rcp", "{sqrt,rsqrt,rcp}.approx.ftz.f32", EACH_LANE),
    nothing("h2sin h2cos", "{sin,cos}.approx.f32", EACH_LANE),
    nothing("h2tanh", "tanh.approx.f16x2", EACH_LANE),
    nothing("h2ceil h2floor h2rint h2trunc", "cvt.{rpi,rmi,rni,rzi}.f16.f16", EACH_LANE),
    nothing("__hdiv __h2div", "div.approx.f32", "nvcc compiles it to a routine of branches"),
];
