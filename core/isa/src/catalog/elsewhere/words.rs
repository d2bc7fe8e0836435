//! Words of people for operations, and names that several languages have. They name no format.

use super::c::ORDER;
use super::row::{Row, one, same};

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
    one("saturate clamp", "cvt.sat"),
    one("round", "cvt.rni").noted(
        "ties to even, as NumPy and Python; C, C++ and CUDA round them away from zero: `roundf`",
    ),
    one("truncate", "cvt.rzi"),
];
