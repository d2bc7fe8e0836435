//! Names of Python and its libraries.

use super::c::ORDER;
use super::row::{Row, apart, nothing, one, same};
use super::words::{SEVERAL, SIGMOID, SILU, SOFTPLUS};

const ZEROS: &str = "of 0 and -0 the library returns either, PTX the one that is greater or less";

/// Names that `NumPy`, `PyTorch` and JAX have in common.
pub(super) const ARRAYS: &[Row] = &[
    one("add subtract multiply divide true_divide", "{add,sub,mul,div,div}"),
    one("maximum minimum", "{max,min}.NaN").noted(ZEROS),
    one("fmax fmin", "{max,min}").noted(ZEROS),
    one("abs absolute fabs", "abs"),
    one("negative", "neg"),
    one("sqrt", "sqrt"),
    one("reciprocal", "rcp"),
    one("floor ceil trunc round", "cvt.{rmi,rpi,rzi,rni}"),
    one("copysign", "copysign b, a").noted(ORDER),
    one("isnan isinf isfinite", "testp.{notanumber,infinite,finite}"),
    same("signbit", "signbit"),
    same("exp", "expf"),
    same("exp2", "exp2f"),
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
    same("hypot", "hypotf"),
];

/// Names that only `NumPy` has.
pub(super) const NUMPY: &[Row] =
    &[one("rint around fix", "cvt.{rni,rni,rzi}"), same("cbrt", "cbrtf"), same("power", "powf")];

/// Names that only `PyTorch` has.
pub(super) const TORCH: &[Row] = &[
    one("sub mul div neg", "{sub,mul,div,neg}"),
    one("relu", "max.NaN a, 0").noted(ZEROS),
    apart("sigmoid", "ex2.approx.f32", SEVERAL).instead(SIGMOID),
    apart("silu", "ex2.approx.f32", SEVERAL).instead(SILU),
    apart("softplus", "ex2.approx.f32", SEVERAL).instead(SOFTPLUS),
    apart("elu selu", "ex2.approx.f32", SEVERAL),
    apart("gelu mish", "tanh.approx.f32", SEVERAL),
    one("fix", "cvt.rzi"),
    same("rsqrt", "rsqrtf"),
    same("pow", "powf"),
    same("erf", "erff"),
];

/// Names that only JAX has.
pub(super) const JAX: &[Row] = &[
    one("rint around", "cvt.rni"),
    one("relu", "max.NaN a, 0").noted(ZEROS),
    apart("sigmoid", "ex2.approx.f32", SEVERAL).instead(SIGMOID),
    apart("silu swish", "ex2.approx.f32", SEVERAL).instead(SILU),
    apart("softplus", "ex2.approx.f32", SEVERAL).instead(SOFTPLUS),
    apart("elu selu", "ex2.approx.f32", SEVERAL),
    apart("gelu mish", "tanh.approx.f32", SEVERAL),
    same("cbrt", "cbrtf"),
    same("power", "powf"),
];

/// Names of `jax.lax`.
pub(super) const LAX: &[Row] = &[
    one("add sub mul div neg abs", "{add,sub,mul,div,neg,abs}"),
    one("max min", "{max,min}.NaN").noted(ZEROS),
    one("floor ceil", "cvt.{rmi,rpi}"),
    one("sqrt", "sqrt"),
    one("is_finite", "testp.finite"),
    same("round", "roundf"),
    same("rsqrt", "rsqrtf"),
    same("exp", "expf"),
    same("exp2", "exp2f"),
    same("expm1", "expm1f"),
    same("log", "logf"),
    same("log1p", "log1pf"),
    same("sin", "sinf"),
    same("cos", "cosf"),
    same("tanh", "tanhf"),
    same("cbrt", "cbrtf"),
];

const BRANCHES: &str = "Triton compiles it to a routine of statements with `.ftz`";

/// Names of Triton, as it compiles them for f32.
pub(super) const TRITON: &[Row] = &[
    one("maximum minimum", "{max,min}.f32").noted("with `propagate_nan`, it is `.NaN`"),
    one("fma", "fma.rn.f32"),
    one("exp2", "ex2.approx.ftz.f32"),
    one("sqrt rsqrt", "{sqrt,rsqrt}.approx.ftz.f32"),
    one("sqrt_rn", "sqrt.rn.f32"),
    one("fdiv", "div.full.f32"),
    one("div_rn", "div.rn.f32"),
    one("floor ceil", "cvt.{rmi,rpi}.ftz.f32.f32"),
    same("exp", "__expf"),
    nothing("abs", "abs.f32", "Triton clears the sign bit, also of a NaN"),
    nothing("sin cos", "{sin,cos}.approx.f32", BRANCHES),
    nothing("log log2", "lg2.approx.f32", BRANCHES),
    apart("erf", "ex2.approx.f32", BRANCHES),
];

/// Names of Python's module `math`, whose numbers are f64.
pub(super) const MATH: &[Row] = &[
    one("fma", "fma.rn.f64"),
    one("sqrt", "sqrt.rn.f64"),
    one("fabs", "abs.f64"),
    one("copysign", "copysign.f64 b, a").noted(ORDER),
    one("isnan isinf isfinite", "testp.{notanumber,infinite,finite}.f64"),
    one("floor ceil trunc", "cvt.{rmi,rpi,rzi}.f64.f64"),
];
