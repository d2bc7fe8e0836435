//! `cvt` since PTX ISA 9.2: more sources of bf16x2, `.pzo`, ue5m3, scale factors on the way down.

use super::super::slots::{BF16X2, F16X2, F32, RELU};
use super::from;
use crate::catalog::dsl::{
    choices, for_lane, of_type, operand, optional, required, second_type, types,
};
use crate::catalog::form::{Form, Operand, Role, Status};
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::slot::Slot;
use crate::catalog::target::isa;
use crate::catalog::types::Type;
use crate::source::{PTXAS, Source, ptx_9_4};

const SECTION: Source = ptx_9_4("9.7.10.24", "data-movement-and-conversion-instructions-cvt");

/// From 8, 6 and 4 bits to bf16.
const WIDEN: Requires = Requires(&[
    since(isa(9, 2), Targets::Family(100)),
    since(isa(9, 2), Targets::Family(101)),
    since(isa(9, 2), Targets::Family(120)),
]);
/// The rest.
const SM_107: Requires = Requires(&[since(isa(9, 4), Targets::Family(107))]);
/// Fixed point towards zero.
const SM_107A: Requires = Requires(&[since(isa(9, 4), Targets::Architecture(107))]);

const FRND2: Slot = required(".frnd2", choices![Rn, Rz]);
const FRND4: Slot = required(".frnd4", choices![Rn, Rz, Rp]);
const RN: Slot = required(".rn", choices![Rn]);
const RZ: Slot = required(".rz", choices![Rz]);
const SATFINITE: Slot = optional(".satfinite", choices![Satfinite]);
const MUST_SATFINITE: Slot = required(".satfinite", choices![Satfinite]);
const PZO: Slot = optional(".pzo", choices![Pzo]);
const MUST_PZO: Slot = required(".pzo", choices![Pzo]);
const MUST_FTZ: Slot = required(".ftz", choices![Ftz]);
const SCALED_ALIKE: Slot = required(".scaled::n1::ue8m0", choices![ScaledAlike]);
const SCALED: Slot = required(".scaled::n2::ue8m0", choices![Scaled]);

const HALF: Slot = required(".fp16type", types![F16, Bf16]);
const HALVES: Slot = required(".fp16x2type", types![F16x2, Bf16x2]);
const TF32: Slot = required(".tf32", types![Tf32]);
const NARROW: Slot = required(".narrowtype", types![E4m3x2, E5m2x2, E2m3x2, E3m2x2, E2m1x2]);
const UE5M3X2: Slot = required(".ue5m3x2", types![Ue5m3x2]);
const S2F6X2: Slot = required(".s2f6x2", types![S2f6x2]);

const SCALES: Operand = of_type(Operand::SCALE_FACTOR, Type::Ue8m0x2, Role::ScaleFactor);
const SCALE: Operand = of_type(Operand::SCALE_FACTOR, Type::Ue8m0, Role::SharedScale);
const D_A_B: &[Operand] = &[operand("d"), for_lane("a", 1), for_lane("b", 0)];
const D_A_B_SCALE: &[Operand] = &[operand("d"), for_lane("a", 1), for_lane("b", 0), SCALE];
const D_A_B_SCALES: &[Operand] = &[operand("d"), for_lane("a", 1), for_lane("b", 0), SCALES];
const D_A_SCALE: &[Operand] = &[operand("d"), second_type("a"), SCALE];
const D_A_SCALES: &[Operand] = &[operand("d"), second_type("a"), SCALES];

/// A row of the section.
const fn late(requires: Requires, slots: &'static [Slot]) -> Form {
    Form { source: SECTION, ..from(requires, slots) }
}

/// A row of the section with these operands.
const fn of(requires: Requires, operands: &'static [Operand], slots: &'static [Slot]) -> Form {
    Form { operands, ..late(requires, slots) }
}

/// A row that the assembler accepts without generating code of that meaning.
const fn without_meaning(note: &'static str, slots: &'static [Slot]) -> Form {
    Form {
        status: Status::Undocumented { note, is_evident: false },
        source: PTXAS,
        ..from(SM_107, slots)
    }
}

pub(in super::super) const ROWS: &[Form] = &[
    // cvt.rn{.relu}{.satfinite}{.scaled::n2::ue8m0}.bf16x2.narrowtype  d, a{, scale-factor};
    late(WIDEN, &[RN, RELU, SATFINITE, BF16X2, NARROW]),
    of(WIDEN, D_A_SCALES, &[RN, RELU, SATFINITE, SCALED, BF16X2, NARROW]),
    // cvt.frnd2{.relu}{.satfinite}.pzo.fp16type.f32  d, a;
    late(SM_107, &[FRND2, RELU, SATFINITE, MUST_PZO, HALF, F32]),
    // cvt.frnd2{.relu}{.satfinite}.pzo.fp16x2type.f32  d, a, b;
    of(SM_107, D_A_B, &[FRND2, RELU, SATFINITE, MUST_PZO, HALVES, F32]),
    // cvt.frnd2{.satfinite}{.relu}.pzo.tf32.f32  d, a;
    late(SM_107, &[FRND2, SATFINITE, RELU, MUST_PZO, TF32, F32]),
    // cvt.frnd2.satfinite{.relu}{.pzo}.narrowtype.f32  d, a, b; without `.pzo`, `.rn` is older.
    of(SM_107, D_A_B, &[RN, MUST_SATFINITE, RELU, MUST_PZO, NARROW, F32]),
    of(SM_107, D_A_B, &[RZ, MUST_SATFINITE, RELU, PZO, NARROW, F32]),
    late(SM_107, &[RN, MUST_SATFINITE, RELU, MUST_PZO, NARROW, HALVES]),
    late(SM_107, &[RZ, MUST_SATFINITE, RELU, PZO, NARROW, HALVES]),
    // cvt.frnd2.satfinite{.relu}{.pzo}.scaled::n1::ue8m0.narrowtype.f32  d, a, b, scale-factor;
    of(SM_107, D_A_B_SCALE, &[FRND2, MUST_SATFINITE, RELU, PZO, SCALED_ALIKE, NARROW, F32]),
    of(SM_107, D_A_SCALE, &[FRND2, MUST_SATFINITE, RELU, PZO, SCALED_ALIKE, NARROW, HALVES]),
    // cvt.rz.satfinite{.relu}{.scaled::n2::ue8m0}.s2f6x2.f32  d, a, b{, scale-factor};
    of(SM_107A, D_A_B, &[RZ, MUST_SATFINITE, RELU, S2F6X2, F32]),
    of(SM_107A, D_A_B_SCALES, &[RZ, MUST_SATFINITE, RELU, SCALED, S2F6X2, F32]),
    // cvt.rz.satfinite{.relu}{.scaled::n2::ue8m0}.s2f6x2.bf16x2  d, a{, scale-factor};
    late(SM_107A, &[RZ, MUST_SATFINITE, RELU, S2F6X2, BF16X2]),
    of(SM_107A, D_A_SCALES, &[RZ, MUST_SATFINITE, RELU, SCALED, S2F6X2, BF16X2]),
    // cvt.frnd4{.satfinite}.ue5m3x2.f32  d, a, b;
    of(SM_107, D_A_B, &[FRND4, SATFINITE, UE5M3X2, F32]),
    // cvt.frnd4{.satfinite}.ue5m3x2.fp16x2type  d, a;
    late(SM_107, &[FRND4, SATFINITE, UE5M3X2, HALVES]),
    // cvt.frnd2{.satfinite}.scaled::n1::ue8m0.ue5m3x2.f32  d, a, b, scale-factor;
    of(SM_107, D_A_B_SCALE, &[FRND2, SATFINITE, SCALED_ALIKE, UE5M3X2, F32]),
    // cvt.frnd2{.satfinite}.scaled::n1::ue8m0.ue5m3x2.fp16x2type  d, a, scale-factor;
    of(SM_107, D_A_SCALE, &[FRND2, SATFINITE, SCALED_ALIKE, UE5M3X2, HALVES]),
    // cvt.rn.f16x2.ue5m3x2  d, a;
    late(SM_107, &[RN, F16X2, UE5M3X2]),
    // cvt.rn{.satfinite}{.scaled::n2::ue8m0}.bf16x2.ue5m3x2  d, a{, scale-factor};
    late(SM_107, &[RN, SATFINITE, BF16X2, UE5M3X2]),
    of(SM_107, D_A_SCALES, &[RN, SATFINITE, SCALED, BF16X2, UE5M3X2]),
    // Accepted by the assembler only.
    without_meaning(
        "the ISA has .pzo with .rn and .rz only; the assembler accepts the other directions, but \
         fails with an internal error when it generates code",
        &[required(".rnd", choices![Rm, Rp]), MUST_PZO, HALF, F32],
    ),
    without_meaning(
        "the ISA does not list .ftz with .pzo; the assembler accepts it, but its code has no .pzo",
        &[
            required(".rnd", choices![Rn, Rz, Rm, Rp]),
            MUST_FTZ,
            MUST_PZO,
            required(".bf16", types![Bf16]),
            F32,
        ],
    ),
];
