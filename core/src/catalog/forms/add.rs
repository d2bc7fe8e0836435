//! `add` and `sub` (PTX ISA 9.7.3.3, 9.7.3.4, 9.7.4.1, 9.7.4.2, 9.7.5.1, 9.7.5.2).

use super::binary::{self, Mnemonic, line};
use crate::catalog::form::{Form, Operation};
use crate::source::ptx;

const ADD: Mnemonic = Mnemonic {
    opcode: "add",
    operation: Operation::Add,
    single: ptx("9.7.3.3", "floating-point-instructions-add"),
    half: ptx("9.7.4.1", "half-precision-floating-point-instructions-add"),
};

/// `add{.rnd}{.ftz}{.sat}.f32  d, a, b;`
pub(super) const ADD_F32: Form = binary::single(
    ADD,
    line("add{.rnd}{.ftz}{.sat}.f32  d, a, b;", &["add.rz.ftz.f32", "add.f32"]),
);

/// `add{.rnd}{.ftz}.f32x2  d, a, b;`
pub(super) const ADD_F32X2: Form =
    binary::single_pair(ADD, line("add{.rnd}{.ftz}.f32x2  d, a, b;", &["add.rp.ftz.f32x2"]));

/// `add{.rnd}.f64  d, a, b;`
pub(super) const ADD_F64: Form =
    binary::double(ADD, line("add{.rnd}.f64  d, a, b;", &["add.rn.f64"]));

/// `add{.rnd}{.ftz}{.sat}.f16  d, a, b;`
pub(super) const ADD_F16: Form = binary::half_scalar(
    ADD,
    line("add{.rnd}{.ftz}{.sat}.f16  d, a, b;", &["add.f16", "add.rn.f16"]),
);

/// `add{.rnd}{.ftz}{.sat}.f16x2  d, a, b;`
pub(super) const ADD_F16X2: Form =
    binary::half_pair(ADD, line("add{.rnd}{.ftz}{.sat}.f16x2  d, a, b;", &["add.f16x2"]));

/// `add{.rnd}.bf16  d, a, b;`
pub(super) const ADD_BF16: Form =
    binary::bfloat_scalar(ADD, line("add{.rnd}.bf16  d, a, b;", &["add.bf16", "add.rn.bf16"]));

/// `add{.rnd}.bf16x2  d, a, b;`
pub(super) const ADD_BF16X2: Form =
    binary::bfloat_pair(ADD, line("add{.rnd}.bf16x2  d, a, b;", &["add.bf16x2"]));

/// `add{.rnd}{.sat}.f32.atype  d, a, c;`
pub(super) const ADD_MIXED: Form = binary::mixed(
    ADD,
    line("add{.rnd}{.sat}.f32.atype  d, a, c;", &["add.rz.sat.f32.bf16"]),
    ptx("9.7.5.1", "mixed-precision-floating-point-instructions-add"),
);

/// `add{.rnd}.f64  d, a, b;`
pub(super) const ADD_F64_EARLY: Form =
    binary::double_early(ADD, line("add{.rnd}.f64  d, a, b;", &["add.rz.f64"]));

const SUB: Mnemonic = Mnemonic {
    opcode: "sub",
    operation: Operation::Sub,
    single: ptx("9.7.3.4", "floating-point-instructions-sub"),
    half: ptx("9.7.4.2", "half-precision-floating-point-instructions-sub"),
};

/// `sub{.rnd}{.ftz}{.sat}.f32  d, a, b;`
pub(super) const SUB_F32: Form = binary::single(
    SUB,
    line("sub{.rnd}{.ftz}{.sat}.f32  d, a, b;", &["sub.rz.ftz.f32", "sub.f32"]),
);

/// `sub{.rnd}{.ftz}.f32x2  d, a, b;`
pub(super) const SUB_F32X2: Form =
    binary::single_pair(SUB, line("sub{.rnd}{.ftz}.f32x2  d, a, b;", &["sub.rp.ftz.f32x2"]));

/// `sub{.rnd}.f64  d, a, b;`
pub(super) const SUB_F64: Form =
    binary::double(SUB, line("sub{.rnd}.f64  d, a, b;", &["sub.rn.f64"]));

/// `sub{.rnd}{.ftz}{.sat}.f16  d, a, b;`
pub(super) const SUB_F16: Form = binary::half_scalar(
    SUB,
    line("sub{.rnd}{.ftz}{.sat}.f16  d, a, b;", &["sub.f16", "sub.rn.f16"]),
);

/// `sub{.rnd}{.ftz}{.sat}.f16x2  d, a, b;`
pub(super) const SUB_F16X2: Form =
    binary::half_pair(SUB, line("sub{.rnd}{.ftz}{.sat}.f16x2  d, a, b;", &["sub.f16x2"]));

/// `sub{.rnd}.bf16  d, a, b;`
pub(super) const SUB_BF16: Form =
    binary::bfloat_scalar(SUB, line("sub{.rnd}.bf16  d, a, b;", &["sub.bf16", "sub.rn.bf16"]));

/// `sub{.rnd}.bf16x2  d, a, b;`
pub(super) const SUB_BF16X2: Form =
    binary::bfloat_pair(SUB, line("sub{.rnd}.bf16x2  d, a, b;", &["sub.bf16x2"]));

/// `sub{.rnd}{.sat}.f32.atype  d, a, c;`
pub(super) const SUB_MIXED: Form = binary::mixed(
    SUB,
    line("sub{.rnd}{.sat}.f32.atype  d, a, c;", &["sub.rz.sat.f32.bf16"]),
    ptx("9.7.5.2", "mixed-precision-floating-point-instructions-sub"),
);

/// `sub{.rnd}.f64  d, a, b;`
pub(super) const SUB_F64_EARLY: Form =
    binary::double_early(SUB, line("sub{.rnd}.f64  d, a, b;", &["sub.rz.f64"]));
