//! `mul` (PTX ISA 9.7.3.5, 9.7.4.3).

use super::binary::{self, Mnemonic, line};
use crate::catalog::form::{Form, Operation};
use crate::source::ptx;

const MUL: Mnemonic = Mnemonic {
    opcode: "mul",
    operation: Operation::Mul,
    single: ptx("9.7.3.5", "floating-point-instructions-mul"),
    half: ptx("9.7.4.3", "half-precision-floating-point-instructions-mul"),
};

/// `mul{.rnd}{.ftz}{.sat}.f32  d, a, b;`
pub(super) const MUL_F32: Form = binary::single(
    MUL,
    line("mul{.rnd}{.ftz}{.sat}.f32  d, a, b;", &["mul.rz.ftz.f32", "mul.f32"]),
);

/// `mul{.rnd}{.ftz}.f32x2  d, a, b;`
pub(super) const MUL_F32X2: Form =
    binary::single_pair(MUL, line("mul{.rnd}{.ftz}.f32x2  d, a, b;", &["mul.rp.ftz.f32x2"]));

/// `mul{.rnd}.f64  d, a, b;`
pub(super) const MUL_F64: Form =
    binary::double(MUL, line("mul{.rnd}.f64  d, a, b;", &["mul.rn.f64"]));

/// `mul{.rnd}{.ftz}{.sat}.f16  d, a, b;`
pub(super) const MUL_F16: Form = binary::half_scalar(
    MUL,
    line("mul{.rnd}{.ftz}{.sat}.f16  d, a, b;", &["mul.f16", "mul.rn.f16"]),
);

/// `mul{.rnd}{.ftz}{.sat}.f16x2  d, a, b;`
pub(super) const MUL_F16X2: Form =
    binary::half_pair(MUL, line("mul{.rnd}{.ftz}{.sat}.f16x2  d, a, b;", &["mul.f16x2"]));

/// `mul{.rnd}.bf16  d, a, b;`
pub(super) const MUL_BF16: Form =
    binary::bfloat_scalar(MUL, line("mul{.rnd}.bf16  d, a, b;", &["mul.bf16", "mul.rn.bf16"]));

/// `mul{.rnd}.bf16x2  d, a, b;`
pub(super) const MUL_BF16X2: Form =
    binary::bfloat_pair(MUL, line("mul{.rnd}.bf16x2  d, a, b;", &["mul.bf16x2"]));

/// `mul{.rnd}.f64  d, a, b;`
pub(super) const MUL_F64_EARLY: Form =
    binary::double_early(MUL, line("mul{.rnd}.f64  d, a, b;", &["mul.rz.f64"]));
