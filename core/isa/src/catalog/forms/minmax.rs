//! `min` and `max` (PTX ISA 9.7.3.11, 9.7.3.12, 9.7.4.7, 9.7.4.8).

use super::slots::{
    BF16, BF16X2, D_A_B, D_A_B_C, EARLY_F64, F16, F16X2, F32, F64, FTZ, FTZ_SINGLE, SM_13, SM_80,
};
use crate::catalog::dsl::{self, choices, needing, optional, required};
use crate::catalog::form::{Form, Operation};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::slot::Slot;
use crate::catalog::target::isa;
use crate::source::{Source, ptx};

const SM_86: Requires = Requires(&[since(isa(7, 2), Targets::From(86))]);
const THREE_INPUTS: Requires = Requires(&[since(isa(8, 8), Targets::From(100))]);

const NAN: Slot = optional(".NaN", &[needing(Modifier::Nan, SM_80)]);
const ABS: Slot = optional(".abs", choices![Abs]);
const MUST_XORSIGN: Slot = required(".xorsign", choices![Xorsign]);
const MUST_ABS: Slot = required(".abs", choices![Abs]);

/// The differences between the two mnemonics.
#[derive(Clone, Copy)]
struct Mnemonic {
    opcode: &'static str,
    operation: Operation,
    single: Source,
    half: Source,
}

const MIN: Mnemonic = Mnemonic {
    opcode: "min",
    operation: Operation::Min,
    single: ptx("9.7.3.11", "floating-point-instructions-min"),
    half: ptx("9.7.4.7", "half-precision-floating-point-instructions-min"),
};

const MAX: Mnemonic = Mnemonic {
    opcode: "max",
    operation: Operation::Max,
    single: ptx("9.7.3.12", "floating-point-instructions-max"),
    half: ptx("9.7.4.8", "half-precision-floating-point-instructions-max"),
};

const fn row(op: Mnemonic, source: Source, slots: &'static [Slot]) -> Form {
    Form { operands: D_A_B, slots, ..dsl::row(op.opcode, op.operation, source) }
}

/// `op{.ftz}{.NaN}{.xorsign.abs}.f32  d, a, b;` without the signs.
const fn single(op: Mnemonic) -> Form {
    row(op, op.single, &[FTZ_SINGLE, NAN, F32])
}

/// `op{.ftz}{.NaN}{.xorsign.abs}.f32  d, a, b;` with the signs.
const fn single_signs(op: Mnemonic) -> Form {
    Form { requires: SM_86, ..row(op, op.single, &[FTZ, NAN, MUST_XORSIGN, MUST_ABS, F32]) }
}

/// `op{.ftz}{.NaN}{.abs}.f32  d, a, b, c;`
const fn single_three(op: Mnemonic) -> Form {
    Form { operands: D_A_B_C, requires: THREE_INPUTS, ..row(op, op.single, &[FTZ, NAN, ABS, F32]) }
}

/// `op.f64  d, a, b;`
const fn double(op: Mnemonic) -> Form {
    Form { requires: SM_13, tolerated: Some(EARLY_F64), ..row(op, op.single, &[F64]) }
}

/// `op{.ftz}{.NaN}{.xorsign.abs}.f16  d, a, b;` without the signs.
const fn half(op: Mnemonic, slots: &'static [Slot]) -> Form {
    Form { requires: SM_80, ..row(op, op.half, slots) }
}

/// `op{.ftz}{.NaN}{.xorsign.abs}.f16  d, a, b;` with the signs.
const fn half_signs(op: Mnemonic, slots: &'static [Slot]) -> Form {
    Form { requires: SM_86, ..row(op, op.half, slots) }
}

const F16_SLOTS: &[Slot] = &[FTZ, NAN, F16];
const F16X2_SLOTS: &[Slot] = &[FTZ, NAN, F16X2];
const BF16_SLOTS: &[Slot] = &[NAN, BF16];
const BF16X2_SLOTS: &[Slot] = &[NAN, BF16X2];
const F16_SIGNS: &[Slot] = &[FTZ, NAN, MUST_XORSIGN, MUST_ABS, F16];
const F16X2_SIGNS: &[Slot] = &[FTZ, NAN, MUST_XORSIGN, MUST_ABS, F16X2];
const BF16_SIGNS: &[Slot] = &[NAN, MUST_XORSIGN, MUST_ABS, BF16];
const BF16X2_SIGNS: &[Slot] = &[NAN, MUST_XORSIGN, MUST_ABS, BF16X2];

const fn rows(op: Mnemonic) -> [Form; 12] {
    [
        single(op),
        single_signs(op),
        single_three(op),
        double(op),
        half(op, F16_SLOTS),
        half_signs(op, F16_SIGNS),
        half(op, F16X2_SLOTS),
        half_signs(op, F16X2_SIGNS),
        half(op, BF16_SLOTS),
        half_signs(op, BF16_SIGNS),
        half(op, BF16X2_SLOTS),
        half_signs(op, BF16X2_SIGNS),
    ]
}

pub(super) const MIN_ROWS: &[Form] = &rows(MIN);
pub(super) const MAX_ROWS: &[Form] = &rows(MAX);
