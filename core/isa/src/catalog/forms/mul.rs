//! `mul` (PTX ISA 9.7.3.5, 9.7.4.3).

use super::binary::{self, Mnemonic};
use crate::catalog::form::{Form, Operation};
use crate::source::ptx;

const MUL: Mnemonic = Mnemonic {
    opcode: "mul",
    operation: Operation::Mul,
    single: ptx("9.7.3.5", "floating-point-instructions-mul"),
    half: ptx("9.7.4.3", "half-precision-floating-point-instructions-mul"),
};

pub(super) const ROWS: &[Form] = &[
    binary::single(MUL),
    binary::single_pair(MUL),
    binary::double(MUL),
    binary::half_scalar(MUL),
    binary::half_pair(MUL),
    binary::bfloat_scalar(MUL),
    binary::bfloat_pair(MUL),
];
