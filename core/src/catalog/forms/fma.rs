//! `fma` (PTX ISA 9.7.3.6, 9.7.4.4, 9.7.5.3).

use super::slots::{
    BF16, BF16X2, BLACKWELL, D_A_B_C, D_NARROW_A_B_C, F16, F16X2, F32, F32X2, F64, FTZ, MUST_RELU,
    MUST_RND_F32, MUST_RND_F64, MUST_RND_HALF, NARROW, RELU, SAT, corner, corner_when,
};
use crate::catalog::dsl::{optional, plain, required, since};
use crate::catalog::form::{Accuracy, Choice, Corner, Form, Operation, Status};
use crate::catalog::modifier::{Modifier, Type};
use crate::catalog::target::{ANY, Requires, isa};
use crate::source::{PTXAS, Source, ptx};

const SINGLE: Source = ptx("9.7.3.6", "floating-point-instructions-fma");
const HALF: Source = ptx("9.7.4.4", "half-precision-floating-point-instructions-fma");
const MIXED: Source = ptx("9.7.5.3", "mixed-precision-floating-point-instructions-fma");

const SM_53: Requires = Requires::from(isa(4, 2), 53);
const SM_80: Requires = Requires::from(isa(7, 0), 80);
const SM_90: Requires = Requires::from(isa(8, 1), 90);

const MUST_OOB: crate::catalog::form::Slot = required(".oob", &[plain(Modifier::Oob)]);

const MUST_SAT: crate::catalog::form::Slot = required(".sat", &[plain(Modifier::Sat)]);

const F16_TYPES: &[Choice] =
    &[plain(Modifier::Type(Type::F16)), plain(Modifier::Type(Type::F16x2))];
const BF16_TYPES: &[Choice] =
    &[plain(Modifier::Type(Type::Bf16)), plain(Modifier::Type(Type::Bf16x2))];
const HALF_TYPES: &[Choice] = &[
    plain(Modifier::Type(Type::F16)),
    plain(Modifier::Type(Type::F16x2)),
    plain(Modifier::Type(Type::Bf16)),
    plain(Modifier::Type(Type::Bf16x2)),
];

/// What `.sat` and `.ftz` are documented to do.
const CLAMPED: &[Corner] = &[
    corner_when(Modifier::Sat, &["nan", "1", "1"], "+0"),
    corner_when(Modifier::Sat, &["-inf", "1", "1"], "+0"),
    corner_when(Modifier::Sat, &["2", "1", "1"], "1"),
    corner_when(Modifier::Ftz, &["sub", "1", "0.5"], "0.5"),
    corner_when(Modifier::Ftz, &["1", "0.5", "sub"], "0.5"),
];
/// What `.relu` is documented to do.
const RECTIFIED: &[Corner] = &[
    corner_when(Modifier::Relu, &["-1", "1", "+0"], "+0"),
    corner_when(Modifier::Relu, &["-inf", "1", "+0"], "+0"),
    corner_when(Modifier::Relu, &["nan", "1", "+0"], "nan"),
];
/// The NaN with payload 0x7ff7 is the one that tensor loads put out of bounds.
const OUT_OF_BOUNDS: &[Corner] = &[
    corner(&["0x7ff7", "1", "1"], "+0"),
    corner(&["1", "0x7ff7", "1"], "+0"),
    corner(&["1", "1", "0x7ff7"], "nan"),
    corner(&["0x7ff7", "nan", "nan"], "+0"),
    corner_when(Modifier::Relu, &["-1", "1", "+0"], "+0"),
];

const fn row(syntax: &'static str, examples: &'static [&'static str], source: Source) -> Form {
    Form {
        opcode: "fma",
        syntax,
        slots: &[],
        operands: D_A_B_C,
        operation: Operation::Fma,
        accuracy: Accuracy::CorrectlyRounded,
        requires: ANY,
        status: Status::Documented,
        corners: &[],
        examples,
        source,
    }
}

/// `fma.rnd{.ftz}{.sat}.f32  d, a, b, c;`
pub(super) const FMA_F32: Form = Form {
    slots: &[MUST_RND_F32, FTZ, SAT, F32],
    requires: Requires::from(isa(2, 0), 20),
    corners: CLAMPED,
    ..row("fma.rnd{.ftz}{.sat}.f32  d, a, b, c;", &["fma.rn.ftz.f32"], SINGLE)
};

/// `fma.rnd{.ftz}.f32x2  d, a, b, c;`
pub(super) const FMA_F32X2: Form = Form {
    slots: &[MUST_RND_F32, FTZ, F32X2],
    requires: BLACKWELL,
    ..row("fma.rnd{.ftz}.f32x2  d, a, b, c;", &["fma.rp.ftz.f32x2"], SINGLE)
};

/// `fma.rnd.f64  d, a, b, c;`
pub(super) const FMA_F64: Form = Form {
    slots: &[MUST_RND_F64, F64],
    requires: Requires::from(isa(1, 4), 13),
    ..row("fma.rnd.f64  d, a, b, c;", &["fma.rn.f64"], SINGLE)
};

/// `fma.rnd{.ftz}{.sat}.f16  d, a, b, c;`
pub(super) const FMA_F16: Form = Form {
    slots: &[MUST_RND_HALF, FTZ, SAT, F16],
    requires: SM_53,
    corners: CLAMPED,
    ..row("fma.rnd{.ftz}{.sat}.f16  d, a, b, c;", &["fma.rn.f16"], HALF)
};

/// `fma.rnd{.ftz}{.sat}.f16x2  d, a, b, c;`
pub(super) const FMA_F16X2: Form = Form {
    slots: &[MUST_RND_HALF, FTZ, SAT, F16X2],
    requires: SM_53,
    corners: CLAMPED,
    ..row("fma.rnd{.ftz}{.sat}.f16x2  d, a, b, c;", &["fma.rn.f16x2"], HALF)
};

/// `fma.rnd{.ftz}.relu.f16  d, a, b, c;`
pub(super) const FMA_RELU_F16: Form = Form {
    slots: &[MUST_RND_HALF, FTZ, MUST_RELU, F16],
    requires: SM_80,
    corners: RECTIFIED,
    ..row("fma.rnd{.ftz}.relu.f16  d, a, b, c;", &["fma.rn.relu.f16"], HALF)
};

/// `fma.rnd{.ftz}.relu.f16x2  d, a, b, c;`
pub(super) const FMA_RELU_F16X2: Form = Form {
    slots: &[MUST_RND_HALF, FTZ, MUST_RELU, F16X2],
    requires: SM_80,
    corners: RECTIFIED,
    ..row("fma.rnd{.ftz}.relu.f16x2  d, a, b, c;", &["fma.rn.relu.f16x2"], HALF)
};

/// `fma.rnd{.relu}.bf16  d, a, b, c;`
pub(super) const FMA_BF16: Form = Form {
    slots: &[MUST_RND_HALF, RELU, BF16],
    requires: SM_80,
    corners: RECTIFIED,
    ..row("fma.rnd{.relu}.bf16  d, a, b, c;", &["fma.rn.bf16", "fma.rn.relu.bf16"], HALF)
};

/// `fma.rnd{.relu}.bf16x2  d, a, b, c;`
pub(super) const FMA_BF16X2: Form = Form {
    slots: &[MUST_RND_HALF, RELU, BF16X2],
    requires: SM_80,
    corners: RECTIFIED,
    ..row("fma.rnd{.relu}.bf16x2  d, a, b, c;", &["fma.rn.bf16x2", "fma.rn.relu.bf16x2"], HALF)
};

/// `fma.rnd.oob{.relu}.type  d, a, b, c;`
pub(super) const FMA_OOB: Form = Form {
    slots: &[MUST_RND_HALF, MUST_OOB, RELU, required(".type", HALF_TYPES)],
    requires: SM_90,
    corners: OUT_OF_BOUNDS,
    ..row(
        "fma.rnd.oob{.relu}.type  d, a, b, c;",
        &["fma.rn.oob.f16", "fma.rn.oob.relu.bf16x2"],
        HALF,
    )
};

/// `fma.rnd{.sat}.f32.abtype  d, a, b, c;`
pub(super) const FMA_MIXED: Form = Form {
    slots: &[MUST_RND_F32, SAT, F32, required(".abtype", NARROW)],
    operands: D_NARROW_A_B_C,
    requires: BLACKWELL,
    corners: &[
        corner_when(Modifier::Sat, &["nan", "1", "1"], "+0"),
        corner_when(Modifier::Sat, &["2", "1", "1"], "1"),
    ],
    ..row("fma.rnd{.sat}.f32.abtype  d, a, b, c;", &["fma.rz.sat.f32.f16"], MIXED)
};

/// `.oob` together with `.sat`, which only the assembler takes.
pub(super) const FMA_OOB_SAT: Form = Form {
    slots: &[MUST_RND_HALF, MUST_OOB, MUST_SAT, required(".type", F16_TYPES)],
    requires: SM_90,
    status: Status::Undocumented {
        note: "the ISA lists .oob with .relu only; the assembler takes it with .sat too",
        is_evident: true,
    },
    corners: &[corner(&["0x7ff7", "1", "1"], "+0"), corner(&["nan", "1", "1"], "+0")],
    ..row("fma.rnd.oob.sat.type  d, a, b, c;", &["fma.rn.oob.sat.f16x2"], PTXAS)
};

/// Directed rounding of bf16, which only the assembler takes.
///
/// For `.rz` on one bf16 it emits an f32 fused multiply-add and packs to *f16*; for `.rp` on a
/// pair it emits the instruction that rounds to nearest. The meaning is anybody's guess.
pub(super) const FMA_DIRECTED_BF16: Form = Form {
    slots: &[
        required(".rnd", &[plain(Modifier::Rz), plain(Modifier::Rm), plain(Modifier::Rp)]),
        optional(".oob", &[since(Modifier::Oob, SM_90)]),
        RELU,
        required(".type", BF16_TYPES),
    ],
    requires: SM_80,
    status: Status::Undocumented {
        note: "the ISA lists .rn only for bf16; the assembler takes the other directions, and emits \
               code that does not round to bf16 that way",
        is_evident: false,
    },
    ..row("fma.rnd{.oob}{.relu}.type  d, a, b, c;", &["fma.rz.bf16x2"], PTXAS)
};

/// `fma.rnd.f64` below `sm_13`, which the ISA excludes and the assembler takes.
pub(super) const FMA_F64_EARLY: Form = Form {
    slots: &[MUST_RND_F64, F64],
    requires: Requires::from(isa(1, 4), 10),
    status: Status::Undocumented {
        note: "the ISA requires sm_13 or higher for f64; the assembler takes .rn and .rz on every target",
        is_evident: true,
    },
    ..row("fma.rnd.f64  d, a, b, c;", &["fma.rz.f64"], PTXAS)
};
