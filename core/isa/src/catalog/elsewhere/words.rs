//! Words of people for operations, and names that several languages have. They name no format.

use super::c::ORDER;
use super::row::{Row, apart, one, program, same};

pub(super) const SEVERAL: &str = "libraries compute it by several operations";
pub(super) const SIGMOID: &str = "1 / (1 + exp(-a))";
pub(super) const SILU: &str = "a / (1 + exp(-a))";
pub(super) const SOFTPLUS: &str = "log(1 + exp(a))";

/// The rows.
pub(super) const ROWS: &[Row] = &[
    one("plus sum addition fadd hadd", "add"),
    one("minus subtract difference fsub hsub", "sub"),
    one("times multiply product fmul hmul", "mul"),
    one("ffma hfma dfma mac", "fma.rn"),
    one("divide quotient", "div"),
    one("least greatest", "{min,max}"),
    one("minimum maximum", "{min,max}.NaN")
        .noted("IEEE 754's, NumPy's and PyTorch's return NaN if an operand is one"),
    one("reciprocal inverse", "rcp"),
    one("root", "sqrt"),
    one("pow2 exp2", "ex2.approx"),
    one("log2", "lg2.approx"),
    same("exp exponential", "expf"),
    same("exp exponential", "hexp"),
    same("log ln logarithm", "logf"),
    same("log ln logarithm", "hlog"),
    one("sine cosine", "{sin,cos}.approx"),
    one("magnitude absolute", "abs"),
    one("negate negative", "neg"),
    one("copysign", "copysign b, a").noted(ORDER),
    one("issubnormal", "testp.subnormal"),
    one("convert cast quantize", "cvt"),
    program(
        "clamp clip",
        "max.f32 t1, a, b; min.f32 d, t1, c",
        "cvt.sat.f32.f32",
        "it clamps to 0 and 1",
    ),
    one("saturate clamp", "cvt.sat"),
    one("relu", "max.NaN a, 0").noted("a NaN stays NaN, as in PyTorch; `max` would return 0"),
    apart("sigmoid", "ex2.approx.f32", SEVERAL).instead(SIGMOID),
    apart("silu swish", "ex2.approx.f32", SEVERAL).instead(SILU),
    apart("gelu mish", "tanh.approx.f32", SEVERAL),
    apart("softplus", "ex2.approx.f32", SEVERAL).instead(SOFTPLUS),
    apart("elu selu", "ex2.approx.f32", SEVERAL),
    one("round", "cvt.rni").noted(
        "ties to even, as NumPy and Python; C, C++ and CUDA round them away from zero: `roundf`",
    ),
    one("truncate", "cvt.rzi"),
];
