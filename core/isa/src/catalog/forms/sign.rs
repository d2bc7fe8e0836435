//! `abs`, `neg` and `copysign` (PTX ISA 9.7.3.2, 9.7.3.9, 9.7.3.10, 9.7.4.5, 9.7.4.6).

use super::slots::{
    BF16, BF16X2, D_A, D_A_B, EARLY_F64, F16, F16X2, F32, F64, FTZ, FTZ_SINGLE, SM_13, SM_20, SM_80,
};
use crate::catalog::dsl::{self, required, types};
use crate::catalog::form::{Form, Operation};
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::target::isa;
use crate::source::{Source, ptx};

/// The differences between `abs` and `neg`.
#[derive(Clone, Copy)]
struct Mnemonic {
    opcode: &'static str,
    operation: Operation,
    single: Source,
    half: Source,
    /// f16 and f16x2.
    half_requires: Requires,
}

const ABS: Mnemonic = Mnemonic {
    opcode: "abs",
    operation: Operation::Abs,
    single: ptx("9.7.3.9", "floating-point-instructions-abs"),
    half: ptx("9.7.4.6", "half-precision-floating-point-instructions-abs"),
    half_requires: Requires(&[since(isa(6, 5), Targets::From(53))]),
};

const NEG: Mnemonic = Mnemonic {
    opcode: "neg",
    operation: Operation::Neg,
    single: ptx("9.7.3.10", "floating-point-instructions-neg"),
    half: ptx("9.7.4.5", "half-precision-floating-point-instructions-neg"),
    half_requires: Requires(&[since(isa(6, 0), Targets::From(53))]),
};

const fn row(mnemonic: Mnemonic, source: Source) -> Form {
    Form { operands: D_A, ..dsl::row(mnemonic.opcode, mnemonic.operation, source) }
}

/// `op{.ftz}.f32  d, a;`
const fn single(op: Mnemonic) -> Form {
    Form { slots: &[FTZ_SINGLE, F32], ..row(op, op.single) }
}

/// `op.f64  d, a;`
const fn double(op: Mnemonic) -> Form {
    Form { slots: &[F64], requires: SM_13, tolerated: Some(EARLY_F64), ..row(op, op.single) }
}

/// `op{.ftz}.f16  d, a;`
const fn half(op: Mnemonic) -> Form {
    Form { slots: &[FTZ, F16], requires: op.half_requires, ..row(op, op.half) }
}

/// `op{.ftz}.f16x2  d, a;`
const fn half_pair(op: Mnemonic) -> Form {
    Form { slots: &[FTZ, F16X2], ..half(op) }
}

/// `op.bf16  d, a;`
const fn bfloat(op: Mnemonic) -> Form {
    Form { slots: &[BF16], requires: SM_80, ..row(op, op.half) }
}

/// `op.bf16x2  d, a;`
const fn bfloat_pair(op: Mnemonic) -> Form {
    Form { slots: &[BF16X2], ..bfloat(op) }
}

pub(super) const ROWS: &[Form] = &[
    // copysign.type  d, a, b;
    Form {
        slots: &[required(".type", types![F32, F64])],
        operands: D_A_B,
        requires: SM_20,
        ..dsl::row(
            "copysign",
            Operation::CopySign,
            ptx("9.7.3.2", "floating-point-instructions-copysign"),
        )
    },
    single(ABS),
    double(ABS),
    half(ABS),
    half_pair(ABS),
    bfloat(ABS),
    bfloat_pair(ABS),
    single(NEG),
    double(NEG),
    half(NEG),
    half_pair(NEG),
    bfloat(NEG),
    bfloat_pair(NEG),
];
