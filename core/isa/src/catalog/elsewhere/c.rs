//! Names of C and C++, as CUDA's functions for the GPU.

use super::row::{Row, apart, nothing, one, same};

const ROUTINE: &str = "nvcc compiles it to a routine of branches";
const TABLES: &str = "nvcc compiles it to a routine with branches and, for large operands, a table";
pub(super) const ORDER: &str = "this is C's order; PTX copies the sign of its first operand";

/// The rows.
pub(super) const ROWS: &[Row] = &[
    one("fmaf", "fma.rn.f32"),
    one("fminf fmaxf", "{min,max}.f32"),
    one("fmin fmax", "{min,max}"),
    one("fabsf", "abs.f32"),
    one("fabs", "abs"),
    one("sqrtf", "sqrt.rn.f32").fast("sqrt.approx.ftz.f32 d, a"),
    one("rsqrtf", "rsqrt.approx.f32"),
    one("exp2f", "ex2.approx.f32"),
    one("floorf ceilf truncf rintf nearbyintf", "cvt.{rmi,rpi,rzi,rni,rni}.f32.f32"),
    one("floor ceil trunc rint nearbyint", "cvt.{rmi,rpi,rzi,rni,rni}"),
    one("copysignf", "copysign.f32 b, a").noted(ORDER),
    one("copysign", "copysign b, a").noted(ORDER),
    one("isnan isinf isfinite", "testp.{notanumber,infinite,finite}"),
    one("isnormal", "testp.normal").noted("C does not count zeros as normal, PTX does"),
    nothing("signbit", "copysign a, 1", "nvcc shifts the sign to the lowest bit"),
    nothing("sinf", "sin.approx.f32", TABLES).fast("sin.approx.ftz.f32 d, a"),
    nothing("cosf", "cos.approx.f32", TABLES).fast("cos.approx.ftz.f32 d, a"),
    apart("tanf", "sin.approx.f32", TABLES)
        .fast("sin.approx.ftz.f32 t1, a; cos.approx.ftz.f32 t2, a; div.approx.ftz.f32 d, t1, t2")
        .instead("__tanf(a)"),
    apart("powf", "ex2.approx.f32", ROUTINE)
        .fast("lg2.approx.ftz.f32 t1, a; mul.ftz.f32 t2, t1, b; ex2.approx.ftz.f32 d, t2")
        .instead("__powf(a, b)"),
    apart("log1pf", "lg2.approx.f32", ROUTINE).instead("logf(1 + a)"),
    apart("atan2f", "sin.approx.f32", ROUTINE),
    apart("fmodf remainderf", "div.rn.f32", "nvcc compiles it to a loop"),
    same("exp", "expf"),
    same("exp2", "exp2f"),
    same("exp10", "exp10f"),
    same("expm1", "expm1f"),
    same("log", "logf"),
    same("log2", "log2f"),
    same("log10", "log10f"),
    same("log1p", "log1pf"),
    same("sin", "sinf"),
    same("cos", "cosf"),
    same("tan", "tanf"),
    same("tanh", "tanhf"),
    same("sinh", "sinhf"),
    same("cosh", "coshf"),
    same("pow", "powf"),
    same("cbrt", "cbrtf"),
    same("hypot", "hypotf"),
    same("erf", "erff"),
    same("asin", "asinf"),
    same("acos", "acosf"),
    same("atan", "atanf"),
    same("atan2", "atan2f"),
    same("fmod", "fmodf"),
    same("remainder", "remainderf"),
    same("round", "roundf"),
    same("lround llround", "lroundf"),
    same("fdim", "fdimf"),
];
