//! `add`, `sub`, `mul` and `fma` on packed operands of several types (PTX ISA 9.4, 9.7.5, 9.7.6).

use super::slots::{BF16X2, F16X2, F32X2, MUST_RND, RND_HALF};
use crate::catalog::dsl::{
    self, choices, defaulted, operand, optional, required, second_type, third_type, types,
};
use crate::catalog::form::{Form, Operand, OperandType, Operation, Status};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::slot::{Choice, Slot};
use crate::catalog::target::isa;
use crate::source::{PTXAS, Source, ptx_9_4};

/// Pairs.
const SM_107: Requires = Requires(&[since(isa(9, 4), Targets::Family(107))]);
/// Fours.
const FOURS: Requires = Requires(&[
    since(isa(9, 4), Targets::Architecture(100)),
    since(isa(9, 4), Targets::Architecture(103)),
]);

const RND: Slot = defaulted(".rnd", Modifier::Rn, choices![Rn, Rz, Rm, Rp]);
const RZ: Slot = required(".rz", choices![Rz]);
const MUST_FTZ: Slot = required(".ftz", choices![Ftz]);
const SATFINITE: Slot = optional(".satfinite", choices![Satfinite]);
const HALVES: Slot = required(".atype", types![F16x2, Bf16x2]);
const RESULT: Slot = required(".dtype", types![E4m3x4, E5m2x4]);
const SMALL: &[Choice] = types![E4m3x4, E5m2x4, E2m3x4, E3m2x4, E2m1x4, E2m1p4x4, Ue8m0x4];
const ATYPE: Slot = required(".atype", SMALL);
const BTYPE: Slot = required(".btype", SMALL);
const CTYPE: Slot = required(".ctype", SMALL);

/// `c` has the type of `d`.
const D_A_C: &[Operand] = &[operand("d"), second_type("a"), operand("c")];
/// `c` has a type of its own.
const D_A_OTHER_C: &[Operand] = &[operand("d"), second_type("a"), third_type("c")];
/// `c` has the type of `d`.
const D_A_B_C: &[Operand] = &[operand("d"), second_type("a"), third_type("b"), operand("c")];
/// Each has a type of its own.
const D_A_B_OTHER_C: &[Operand] = &[
    operand("d"),
    second_type("a"),
    third_type("b"),
    Operand { kind: OperandType::Spelled(3), ..operand("c") },
];

/// A mnemonic: its name, its operation, and the sections on pairs and on fours.
pub(super) struct Mnemonic(&'static str, Operation, Source, Source);

pub(super) const ADD: Mnemonic = Mnemonic(
    "add",
    Operation::Add,
    ptx_9_4("9.7.5.1", "mixed-precision-floating-point-instructions-add"),
    ptx_9_4("9.7.6.1", "alternate-floating-point-instructions-add"),
);
pub(super) const SUB: Mnemonic = Mnemonic(
    "sub",
    Operation::Sub,
    ptx_9_4("9.7.5.2", "mixed-precision-floating-point-instructions-sub"),
    ptx_9_4("9.7.6.2", "alternate-floating-point-instructions-sub"),
);
const MUL: Mnemonic = Mnemonic(
    "mul",
    Operation::Mul,
    ptx_9_4("9.7.5.4", "mixed-precision-floating-point-instructions-mul"),
    ptx_9_4("9.7.6.3", "alternate-floating-point-instructions-mul"),
);
const FMA: Mnemonic = Mnemonic(
    "fma",
    Operation::Fma,
    ptx_9_4("9.7.5.3", "mixed-precision-floating-point-instructions-fma"),
    ptx_9_4("9.7.6.4", "alternate-floating-point-instructions-fma"),
);

const fn pair(of: &Mnemonic, operands: &'static [Operand], slots: &'static [Slot]) -> Form {
    Form { slots, operands, requires: SM_107, ..dsl::row(of.0, of.1, of.2) }
}

const fn four(of: &Mnemonic, operands: &'static [Operand], slots: &'static [Slot]) -> Form {
    Form { slots, operands, requires: FOURS, ..dsl::row(of.0, of.1, of.3) }
}

/// `op{.rnd}.f32x2.atype.f32x2  d, a, c;`
pub(super) const fn wide(of: &Mnemonic) -> Form {
    pair(of, D_A_OTHER_C, &[RND, F32X2, HALVES, F32X2])
}

/// `op.rz.ftz.f16x2.f32x2.f32x2  d, a, c;`
pub(super) const fn to_f16(of: &Mnemonic) -> Form {
    pair(of, D_A_OTHER_C, &[RZ, MUST_FTZ, F16X2, F32X2, F32X2])
}

/// `op.rz.bf16x2.f32x2.f32x2  d, a, c;`
pub(super) const fn to_bf16(of: &Mnemonic) -> Form {
    pair(of, D_A_OTHER_C, &[RZ, BF16X2, F32X2, F32X2])
}

/// `op{.rn}{.satfinite}.dtype.atype  d, a, c;`
pub(super) const fn sum(of: &Mnemonic) -> Form {
    four(of, D_A_C, &[RND_HALF, SATFINITE, RESULT, ATYPE])
}

/// `op.ftz.f16x2.f32x2.f32x2  d, a, c;`
pub(super) const fn to_f16_somehow(of: &Mnemonic) -> Form {
    somehow(of, &[MUST_FTZ, F16X2, F32X2, F32X2])
}

/// `op.bf16x2.f32x2.f32x2  d, a, c;`
pub(super) const fn to_bf16_somehow(of: &Mnemonic) -> Form {
    somehow(of, &[BF16X2, F32X2, F32X2])
}

const fn somehow(of: &Mnemonic, slots: &'static [Slot]) -> Form {
    Form {
        status: Status::Undocumented {
            note: "the ISA requires .rz; the assembler accepts the instruction without it, but fails \
                   with an internal error when it generates code",
            is_evident: false,
        },
        source: PTXAS,
        ..pair(of, D_A_OTHER_C, slots)
    }
}

pub(super) const MUL_ROWS: &[Form] = &[
    // mul.ftz.rz.f16x2.f32x2.f32x2  d, a, c; the ISA has the other order for add and sub.
    pair(&MUL, D_A_OTHER_C, &[MUST_FTZ, RZ, F16X2, F32X2, F32X2]),
    to_bf16(&MUL),
    // mul.bf16x2.bf16x2.f16x2  d, a, c;
    pair(&MUL, D_A_OTHER_C, &[BF16X2, BF16X2, F16X2]),
    // mul.f16x2.f16x2.bf16x2  d, a, c;
    pair(&MUL, D_A_OTHER_C, &[F16X2, F16X2, BF16X2]),
    // mul{.rn}{.satfinite}.dtype.atype.ctype  d, a, c;
    four(&MUL, D_A_OTHER_C, &[RND_HALF, SATFINITE, RESULT, ATYPE, CTYPE]),
];

pub(super) const FMA_ROWS: &[Form] = &[
    // fma.rnd.f32x2.atype.f32x2.f32x2  d, a, b, c;
    pair(&FMA, D_A_B_OTHER_C, &[MUST_RND, F32X2, HALVES, F32X2, F32X2]),
    // fma{.rn}{.satfinite}.dtype.atype.btype  d, a, b, c;
    four(&FMA, D_A_B_C, &[RND_HALF, SATFINITE, RESULT, ATYPE, BTYPE]),
    Form {
        status: Status::Refused {
            note: "the ISA's syntax line makes the direction optional and names no default; the \
                   assembler requires one",
        },
        ..pair(&FMA, D_A_B_OTHER_C, &[F32X2, HALVES, F32X2, F32X2])
    },
];
