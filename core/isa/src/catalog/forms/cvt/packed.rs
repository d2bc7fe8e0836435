//! `cvt` with `.relu` and `.satfinite`, to and from packed and small formats.

use super::super::slots::{BF16, BF16X2, F16, F16X2, F32, MUST_RELU, RELU, SM_80, SM_90, SM_100};
use super::from;
use crate::catalog::dsl::{
    braced_for_lane, choices, for_lane, needing, of_type, operand, optional, required, second_type,
    types,
};
use crate::catalog::form::{Form, Operand, Role, Status};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::slot::Slot;
use crate::catalog::target::isa;
use crate::catalog::types::Type;

/// `.satfinite` to the 16-bit formats and tf32.
const SATFINITE_SINCE: Requires = Requires(&[since(isa(8, 1), Targets::From(80))]);
/// The ISA names no target for `.satfinite` to one f16; `ptxas` has it from `sm_70` on.
const SATFINITE_F16: Requires = Requires(&[since(isa(8, 1), Targets::From(70))]);
const BELOW_SM_70: Requires = Requires(&[since(isa(8, 1), Targets::Below(70))]);
/// 8-bit formats: on `sm_90` a version earlier than on `sm_89`.
const FP8: Requires =
    Requires(&[since(isa(7, 8), Targets::From(90)), since(isa(8, 1), Targets::From(89))]);
/// 4-bit and 6-bit formats, and scales.
const FP4: Requires = Requires(&[
    since(isa(8, 6), Targets::Architecture(100)),
    since(isa(8, 6), Targets::Architecture(101)),
    since(isa(8, 6), Targets::Architecture(120)),
    since(isa(8, 8), Targets::Family(100)),
    since(isa(8, 8), Targets::Family(101)),
    since(isa(8, 8), Targets::Family(120)),
]);
/// From packed 16-bit formats to small ones.
const REPACK: Requires = Requires(&[
    since(isa(9, 1), Targets::Family(100)),
    since(isa(9, 1), Targets::Family(101)),
    since(isa(9, 1), Targets::Family(120)),
]);
/// Fixed point.
const FIXED: Requires = Requires(&[
    since(isa(9, 1), Targets::Architecture(100)),
    since(isa(9, 1), Targets::Architecture(101)),
    since(isa(9, 1), Targets::Architecture(103)),
    since(isa(9, 1), Targets::Architecture(110)),
    since(isa(9, 1), Targets::Architecture(120)),
    since(isa(9, 1), Targets::Architecture(121)),
    since(isa(9, 4), Targets::Architecture(107)),
]);
/// Stochastic rounding.
const RANDOM: Requires = Requires(&[
    since(isa(8, 7), Targets::Architecture(100)),
    since(isa(8, 7), Targets::Architecture(103)),
    since(isa(9, 4), Targets::Architecture(107)),
]);

const FRND2: Slot = required(".frnd2", choices![Rn, Rz]);
const FRND3: Slot = required(".frnd3", choices![Rz, Rp]);
const RN: Slot = required(".rn", choices![Rn]);
const RNA: Slot = required(".rna", choices![Rna]);
const RS: Slot = required(".rs", choices![Rs]);
const SATFINITE: Slot = optional(".satfinite", choices![Satfinite]);
const LATE_SATFINITE: Slot =
    optional(".satfinite", &[needing(Modifier::Satfinite, SATFINITE_SINCE)]);
const MUST_SATFINITE: Slot = required(".satfinite", choices![Satfinite]);
const SCALED: Slot = required(".scaled::n2::ue8m0", choices![Scaled]);

const TF32: Slot = required(".tf32", types![Tf32]);
const UE8M0X2: Slot = required(".ue8m0x2", types![Ue8m0x2]);
const S2F6X2: Slot = required(".s2f6x2", types![S2f6x2]);
const F8X2: Slot = required(".f8x2type", types![E4m3x2, E5m2x2]);
const F8X4: Slot = required(".f8x4type", types![E4m3x4, E5m2x4]);
const F6X2: Slot = required(".f6x2type", types![E2m3x2, E3m2x2]);
const F6X4: Slot = required(".f6x4type", types![E2m3x4, E3m2x4]);
const F4X2: Slot = required(".f4x2type", types![E2m1x2]);
const F4X4: Slot = required(".f4x4type", types![E2m1x4]);
const FP16X2: Slot = required(".fp16x2type", types![F16x2, Bf16x2]);

const RBITS: Operand = of_type("rbits", Type::B32, Role::RandomBits);
const SCALE: Operand = of_type(Operand::SCALE_FACTOR, Type::Ue8m0x2, Role::ScaleFactor);
const D_A_B: &[Operand] = &[operand("d"), for_lane("a", 1), for_lane("b", 0)];
const D_A_B_RBITS: &[Operand] = &[operand("d"), for_lane("a", 1), for_lane("b", 0), RBITS];
const D_A_B_SCALE: &[Operand] = &[operand("d"), for_lane("a", 1), for_lane("b", 0), SCALE];
const D_A_SCALE: &[Operand] = &[operand("d"), second_type("a"), SCALE];
const D_ABEF_RBITS: &[Operand] = &[
    operand("d"),
    braced_for_lane("a", 3),
    braced_for_lane("b", 2),
    braced_for_lane("e", 1),
    braced_for_lane("f", 0),
    RBITS,
];

/// A row that packs two f32.
const fn pack(requires: Requires, slots: &'static [Slot]) -> Form {
    Form { operands: D_A_B, ..from(requires, slots) }
}

/// A row that packs two f32 with random bits.
const fn pack_random(slots: &'static [Slot]) -> Form {
    Form { operands: D_A_B_RBITS, ..from(RANDOM, slots) }
}

/// A row that packs four f32 with random bits.
const fn pack_four(slots: &'static [Slot]) -> Form {
    Form { operands: D_ABEF_RBITS, ..from(RANDOM, slots) }
}

/// A row that the assembler rejects.
const fn refused(requires: Requires, note: &'static str, slots: &'static [Slot]) -> Form {
    Form { status: Status::Refused { note }, ..from(requires, slots) }
}

pub(in super::super) const ROWS: &[Form] = &[
    // cvt.frnd2{.relu}{.satfinite}.f16.f32  d, a;
    from(SM_80, &[FRND2, MUST_RELU, LATE_SATFINITE, F16, F32]),
    from(SATFINITE_F16, &[FRND2, MUST_SATFINITE, F16, F32]),
    // cvt.frnd2{.relu}{.satfinite}.f16x2.f32  d, a, b;
    pack(SM_80, &[FRND2, RELU, LATE_SATFINITE, F16X2, F32]),
    // cvt.rs{.relu}{.satfinite}.f16x2.f32  d, a, b, rbits;
    pack_random(&[RS, RELU, SATFINITE, F16X2, F32]),
    // cvt.frnd2{.relu}{.satfinite}.bf16.f32  d, a;
    from(SM_80, &[FRND2, MUST_RELU, LATE_SATFINITE, BF16, F32]),
    from(SATFINITE_SINCE, &[FRND2, MUST_SATFINITE, BF16, F32]),
    // cvt.frnd2{.relu}{.satfinite}.bf16x2.f32  d, a, b;
    pack(SM_80, &[FRND2, RELU, LATE_SATFINITE, BF16X2, F32]),
    // cvt.rs{.relu}{.satfinite}.bf16x2.f32  d, a, b, rbits;
    pack_random(&[RS, RELU, SATFINITE, BF16X2, F32]),
    // cvt.rna{.satfinite}.tf32.f32  d, a;
    from(SM_80, &[RNA, LATE_SATFINITE, TF32, F32]),
    // cvt.frnd2{.satfinite}{.relu}.tf32.f32  d, a;
    from(
        SM_90,
        &[FRND2, optional(".satfinite", &[needing(Modifier::Satfinite, SM_100)]), RELU, TF32, F32],
    ),
    // cvt.rn.satfinite{.relu}.f8x2type.f32  d, a, b;
    pack(FP8, &[RN, MUST_SATFINITE, RELU, F8X2, F32]),
    // cvt.rn.satfinite{.relu}.f8x2type.fp16x2  d, a;
    from(FP8, &[RN, MUST_SATFINITE, RELU, F8X2, F16X2]),
    from(REPACK, &[RN, MUST_SATFINITE, RELU, F8X2, BF16X2]),
    // cvt.rn{.relu}.f16x2.f8x2type  d, a;
    from(FP8, &[RN, RELU, F16X2, F8X2]),
    // cvt.rs{.relu}.satfinite.f8x4type.f32  d, {a, b, e, f}, rbits;
    pack_four(&[RS, RELU, MUST_SATFINITE, F8X4, F32]),
    // cvt.rn.satfinite{.relu}.f4x2type.f32  d, a, b;
    pack(FP4, &[RN, MUST_SATFINITE, RELU, F4X2, F32]),
    // cvt.rn.satfinite{.relu}.f4x2type.fp16x2type  d, a;
    from(REPACK, &[RN, MUST_SATFINITE, RELU, F4X2, FP16X2]),
    // cvt.rn{.relu}.f16x2.f4x2type  d, a;
    from(FP4, &[RN, RELU, F16X2, F4X2]),
    // cvt.rs{.relu}.satfinite.f4x4type.f32  d, {a, b, e, f}, rbits;
    pack_four(&[RS, RELU, MUST_SATFINITE, F4X4, F32]),
    // cvt.rn.satfinite{.relu}.f6x2type.f32  d, a, b;
    pack(FP4, &[RN, MUST_SATFINITE, RELU, F6X2, F32]),
    // cvt.rn.satfinite{.relu}.f6x2type.fp16x2type  d, a;
    from(REPACK, &[RN, MUST_SATFINITE, RELU, F6X2, FP16X2]),
    // cvt.rn{.relu}.f16x2.f6x2type  d, a;
    from(FP4, &[RN, RELU, F16X2, F6X2]),
    // cvt.rs{.relu}.satfinite.f6x4type.f32  d, {a, b, e, f}, rbits;
    pack_four(&[RS, RELU, MUST_SATFINITE, F6X4, F32]),
    // cvt.frnd3{.satfinite}.ue8m0x2.f32  d, a, b;
    pack(FP4, &[FRND3, SATFINITE, UE8M0X2, F32]),
    // cvt.frnd3{.satfinite}.ue8m0x2.bf16x2  d, a;
    from(FP4, &[FRND3, SATFINITE, UE8M0X2, BF16X2]),
    // cvt.rn.bf16x2.ue8m0x2  d, a;
    from(FP4, &[RN, BF16X2, UE8M0X2]),
    // cvt.rn.satfinite{.relu}{.scaled::n2::ue8m0}.s2f6x2.f32  d, a, b{, scale-factor};
    pack(FIXED, &[RN, MUST_SATFINITE, RELU, S2F6X2, F32]),
    Form { operands: D_A_B_SCALE, ..pack(FIXED, &[RN, MUST_SATFINITE, RELU, SCALED, S2F6X2, F32]) },
    // cvt.rn.satfinite{.relu}{.scaled::n2::ue8m0}.s2f6x2.bf16x2  d, a{, scale-factor};
    from(FIXED, &[RN, MUST_SATFINITE, RELU, S2F6X2, BF16X2]),
    Form {
        operands: D_A_SCALE,
        ..from(FIXED, &[RN, MUST_SATFINITE, RELU, SCALED, S2F6X2, BF16X2])
    },
    // cvt.rn{.satfinite}{.relu}{.scaled::n2::ue8m0}.bf16x2.s2f6x2  d, a{, scale-factor};
    from(FIXED, &[RN, SATFINITE, RELU, BF16X2, S2F6X2]),
    Form { operands: D_A_SCALE, ..from(FIXED, &[RN, SATFINITE, RELU, SCALED, BF16X2, S2F6X2]) },
    // In the ISA only.
    refused(
        BELOW_SM_70,
        "the ISA names no target for .satfinite to f16; the assembler requires sm_70 or higher",
        &[FRND2, MUST_SATFINITE, F16, F32],
    ),
    refused(
        SM_80,
        "the ISA's notes on .relu name tf32; its syntax line with .rna has none, and the assembler \
         rejects it",
        &[RNA, LATE_SATFINITE, MUST_RELU, TF32, F32],
    ),
    refused(
        FP4,
        "the ISA's notes list .relu with ue8m0x2; its syntax line has none, and the assembler \
         rejects it",
        &[FRND3, SATFINITE, MUST_RELU, UE8M0X2, BF16X2],
    ),
];
