//! `add` and `sub` (PTX ISA 9.7.3.3, 9.7.3.4, 9.7.4.1, 9.7.4.2, 9.7.5.1, 9.7.5.2).

use super::binary::{self, Mnemonic};
use super::packed;
use crate::catalog::form::{Form, Operation};
use crate::source::ptx;

const ADD: Mnemonic = Mnemonic {
    opcode: "add",
    operation: Operation::Add,
    single: ptx("9.7.3.3", "floating-point-instructions-add"),
    half: ptx("9.7.4.1", "half-precision-floating-point-instructions-add"),
};

const SUB: Mnemonic = Mnemonic {
    opcode: "sub",
    operation: Operation::Sub,
    single: ptx("9.7.3.4", "floating-point-instructions-sub"),
    half: ptx("9.7.4.2", "half-precision-floating-point-instructions-sub"),
};

pub(super) const ROWS: &[Form] = &[
    binary::single(ADD),
    binary::single_pair(ADD),
    binary::double(ADD),
    binary::half_scalar(ADD),
    binary::half_pair(ADD),
    binary::bfloat_scalar(ADD),
    binary::bfloat_pair(ADD),
    binary::mixed(ADD, ptx("9.7.5.1", "mixed-precision-floating-point-instructions-add")),
    packed::wide(&packed::ADD),
    packed::to_f16(&packed::ADD),
    packed::to_bf16(&packed::ADD),
    packed::sum(&packed::ADD),
    packed::to_f16_somehow(&packed::ADD),
    packed::to_bf16_somehow(&packed::ADD),
    binary::single(SUB),
    binary::single_pair(SUB),
    binary::double(SUB),
    binary::half_scalar(SUB),
    binary::half_pair(SUB),
    binary::bfloat_scalar(SUB),
    binary::bfloat_pair(SUB),
    binary::mixed(SUB, ptx("9.7.5.2", "mixed-precision-floating-point-instructions-sub")),
    packed::wide(&packed::SUB),
    packed::to_f16(&packed::SUB),
    packed::to_bf16(&packed::SUB),
    packed::sum(&packed::SUB),
    packed::to_f16_somehow(&packed::SUB),
    packed::to_bf16_somehow(&packed::SUB),
];
