//! `fma` (PTX ISA 9.7.3.6, 9.7.4.4, 9.7.5.3).

use super::EARLY_F64_SINCE_1_4;
use super::slots::{
    BF16, BF16X2, D_A_B_C, D_NARROW_A_B_C, EXPLICIT_F64, F16, F16X2, F32, F32X2, F64, FTZ,
    MUST_RELU, MUST_RND, MUST_RND_F64, MUST_RND_HALF, MUST_SAT, NARROW, RELU, SAT, SM_20, SM_53,
    SM_80, SM_100,
};
use crate::catalog::dsl::{self, choices, needing, optional, required, types, undocumented};
use crate::catalog::form::{Form, Operation, Status};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::slot::Slot;
use crate::catalog::target::isa;
use crate::source::{PTXAS, Source, ptx};

const SINGLE: Source = ptx("9.7.3.6", "floating-point-instructions-fma");
const HALF: Source = ptx("9.7.4.4", "half-precision-floating-point-instructions-fma");
const MIXED: Source = ptx("9.7.5.3", "mixed-precision-floating-point-instructions-fma");

const OUT_OF_BOUNDS: Requires = Requires(&[since(isa(8, 1), Targets::From(90))]);

const MUST_OOB: Slot = required(".oob", choices![Oob]);

const fn row(source: Source) -> Form {
    Form { operands: D_A_B_C, ..dsl::row("fma", Operation::Fma, source) }
}

/// The form that the section calls the default, without `.rn`.
const fn unrounded(requires: Requires, slots: &'static [Slot]) -> Form {
    Form {
        slots,
        requires,
        status: Status::Refused {
            note: "the ISA calls .rn the default, yet its syntax line requires it, and so does the \
                   assembler",
        },
        ..row(HALF)
    }
}

const HALF_TYPES: Slot = required(".type", types![F16, F16x2, Bf16, Bf16x2]);

pub(super) const ROWS: &[Form] = &[
    // fma.rnd{.ftz}{.sat}.f32  d, a, b, c;
    Form { slots: &[MUST_RND, FTZ, SAT, F32], requires: SM_20, ..row(SINGLE) },
    // fma.rnd{.ftz}.f32x2  d, a, b, c;
    Form { slots: &[MUST_RND, FTZ, F32X2], requires: SM_100, ..row(SINGLE) },
    // fma.rnd.f64  d, a, b, c;
    Form {
        slots: &[MUST_RND_F64, F64],
        requires: EXPLICIT_F64,
        tolerated: Some(EARLY_F64_SINCE_1_4),
        ..row(SINGLE)
    },
    // fma.rnd{.ftz}{.sat}.f16  d, a, b, c;
    Form { slots: &[MUST_RND_HALF, FTZ, SAT, F16], requires: SM_53, ..row(HALF) },
    // fma.rnd{.ftz}{.sat}.f16x2  d, a, b, c;
    Form { slots: &[MUST_RND_HALF, FTZ, SAT, F16X2], requires: SM_53, ..row(HALF) },
    // fma.rnd{.ftz}.relu.f16  d, a, b, c;
    Form { slots: &[MUST_RND_HALF, FTZ, MUST_RELU, F16], requires: SM_80, ..row(HALF) },
    // fma.rnd{.ftz}.relu.f16x2  d, a, b, c;
    Form { slots: &[MUST_RND_HALF, FTZ, MUST_RELU, F16X2], requires: SM_80, ..row(HALF) },
    // fma.rnd{.relu}.bf16  d, a, b, c;
    Form { slots: &[MUST_RND_HALF, RELU, BF16], requires: SM_80, ..row(HALF) },
    // fma.rnd{.relu}.bf16x2  d, a, b, c;
    Form { slots: &[MUST_RND_HALF, RELU, BF16X2], requires: SM_80, ..row(HALF) },
    // fma.rnd.oob{.relu}.type  d, a, b, c;
    Form {
        slots: &[MUST_RND_HALF, MUST_OOB, RELU, HALF_TYPES],
        requires: OUT_OF_BOUNDS,
        ..row(HALF)
    },
    // fma.rnd{.sat}.f32.abtype  d, a, b, c;
    Form {
        slots: &[MUST_RND, SAT, F32, required(".abtype", NARROW)],
        operands: D_NARROW_A_B_C,
        requires: SM_100,
        ..row(MIXED)
    },
    Form {
        slots: &[MUST_RND_HALF, MUST_OOB, MUST_SAT, required(".type", types![F16, F16x2])],
        requires: OUT_OF_BOUNDS,
        status: undocumented(
            "the ISA lists .oob with .relu only; the assembler accepts it with .sat too",
        ),
        ..row(PTXAS)
    },
    // For `.rz` on one bf16 the assembler emits an f32 fused multiply-add and packs to *f16*; for
    // `.rp` on a pair it emits the instruction that rounds to nearest. The meaning is anybody's
    // guess.
    Form {
        slots: &[
            required(".rnd", choices![Rz, Rm, Rp]),
            optional(".oob", &[needing(Modifier::Oob, OUT_OF_BOUNDS)]),
            RELU,
            required(".type", types![Bf16, Bf16x2]),
        ],
        requires: SM_80,
        status: Status::Undocumented {
            note: "the ISA lists .rn only for bf16; the assembler accepts the other directions, and \
                   emits code that does not round to bf16 that way",
            is_evident: false,
        },
        ..row(PTXAS)
    },
    // In the ISA only.
    unrounded(SM_53, &[FTZ, SAT, required(".type", types![F16, F16x2])]),
    unrounded(SM_80, &[FTZ, MUST_RELU, required(".type", types![F16, F16x2])]),
    unrounded(SM_80, &[RELU, required(".type", types![Bf16, Bf16x2])]),
    unrounded(OUT_OF_BOUNDS, &[MUST_OOB, RELU, HALF_TYPES]),
];
