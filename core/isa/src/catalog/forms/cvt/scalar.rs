//! `cvt` from one number to one number: the first two syntax lines.
//!
//! The ISA writes them as one line each and gives the rules in prose: rounding is required where
//! precision can be lost and illegal elsewhere, `.sat` is for conversions that can leave the range,
//! `.ftz` for f32. Here every rule is a row.

use super::super::slots::{
    BF16, EARLY_F64, F16, F32, F64, FTZ, FTZ_SINGLE, MUST_SAT, SAT, SM_13, SM_80, SM_90,
};
use super::{FRND, IRND, row};
use crate::catalog::dsl::{choices, needing, optional, required, types, undocumented};
use crate::catalog::form::{Form, Pairing, Status};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::slot::{Choice, Slot};
use crate::catalog::target::isa;
use crate::source::PTXAS;

const INTEGERS: &[Choice] = types![U8, U16, U32, U64, S8, S16, S32, S64];
const TO_INTEGER: Slot = required(".dtype", INTEGERS);
const FROM_INTEGER: Slot = required(".atype", INTEGERS);
/// The assembler accepts `.ftz` one version later where a type has 64 bits, or a source 8.
const SINCE_1_5: Requires = Requires(&[since(isa(1, 5), Targets::From(10))]);
const LATE_FTZ: Slot = optional(".ftz", &[needing(Modifier::Ftz, SINCE_1_5)]);
const UP_TO_32_BITS: Slot = required(".dtype", types![U8, U16, U32, S8, S16, S32]);
const WITH_64_BITS: Slot = required(".dtype", types![U64, S64]);
const FROM_16_BITS: Slot = required(".atype", types![U16, U32, U64, S16, S32, S64]);
const FROM_8_BITS: Slot = required(".atype", types![U8, S8]);
const OPTIONAL_FRND: Slot = optional(".frnd", choices![Rn, Rz, Rm, Rp]);
const OPTIONAL_IRND: Slot = optional(".irnd", choices![Rni, Rzi, Rmi, Rpi]);
const WIDE_BF16: Requires = Requires(&[since(isa(7, 1), Targets::From(80))]);
const BF16_FTZ: Slot = optional(".ftz", &[needing(Modifier::Ftz, SM_90)]);

/// A row with f64, which the assembler accepts on every target.
const fn double(slots: &'static [Slot]) -> Form {
    Form { requires: SM_13, tolerated: Some(EARLY_F64), ..row(slots) }
}

/// A row with bf16.
const fn bfloat(slots: &'static [Slot]) -> Form {
    Form { requires: SM_90, ..row(slots) }
}

/// `.sat` with bf16.
const fn refused_sat(slots: &'static [Slot]) -> Form {
    Form {
        status: Status::Refused {
            note: "the ISA has .sat for the destination type; the assembler rejects it where the \
                   source is bf16",
        },
        ..bfloat(slots)
    }
}

const UNROUNDED: &str = "the ISA requires rounding between bf16 and f16; the assembler accepts the conversion without it";

pub(in super::super) const ROWS: &[Form] = &[
    // Integer to integer.
    row(&[TO_INTEGER, FROM_INTEGER]),
    Form { pairing: Pairing::Saturable, ..row(&[MUST_SAT, TO_INTEGER, FROM_INTEGER]) },
    // Floating point to integer.
    row(&[IRND, FTZ_SINGLE, SAT, UP_TO_32_BITS, F32]),
    row(&[IRND, LATE_FTZ, SAT, WITH_64_BITS, F32]),
    row(&[IRND, SAT, TO_INTEGER, F16]),
    double(&[IRND, SAT, TO_INTEGER, F64]),
    bfloat(&[IRND, TO_INTEGER, BF16]),
    // Integer to floating point.
    row(&[FRND, FTZ_SINGLE, SAT, F32, FROM_16_BITS]),
    row(&[FRND, LATE_FTZ, SAT, F32, FROM_8_BITS]),
    row(&[FRND, SAT, F16, FROM_INTEGER]),
    double(&[FRND, SAT, F64, FROM_INTEGER]),
    bfloat(&[FRND, BF16, FROM_INTEGER]),
    // To a narrower format.
    row(&[FRND, FTZ_SINGLE, SAT, F16, F32]),
    double(&[FRND, SAT, F16, F64]),
    double(&[FRND, FTZ_SINGLE, SAT, F32, F64]),
    Form { requires: SM_80, ..row(&[FRND, FTZ, BF16, F32]) },
    bfloat(&[FRND, BF16, required(".atype", types![F16, F64])]),
    bfloat(&[FRND, F16, BF16]),
    // To a wider format.
    row(&[FTZ_SINGLE, SAT, F32, F16]),
    double(&[SAT, F64, F16]),
    double(&[LATE_FTZ, SAT, F64, F32]),
    Form { requires: WIDE_BF16, ..row(&[BF16_FTZ, F32, BF16]) },
    // The prose has no rounding here, an example has: `cvt.f64.bf16.rp`.
    bfloat(&[OPTIONAL_FRND, F64, BF16]),
    // Within a format, perhaps to an integral value.
    row(&[OPTIONAL_IRND, SAT, F16, F16]),
    row(&[OPTIONAL_IRND, FTZ_SINGLE, SAT, F32, F32]),
    double(&[OPTIONAL_IRND, SAT, F64, F64]),
    bfloat(&[OPTIONAL_IRND, BF16, BF16]),
    // Accepted by the assembler only.
    Form { status: undocumented(UNROUNDED), source: PTXAS, ..bfloat(&[BF16, F16]) },
    Form { status: undocumented(UNROUNDED), source: PTXAS, ..bfloat(&[F16, BF16]) },
    Form {
        requires: WIDE_BF16,
        status: undocumented(
            "the ISA has no rounding from bf16 to f32, which is exact; the assembler accepts one",
        ),
        source: PTXAS,
        ..row(&[FRND, BF16_FTZ, F32, BF16])
    },
    // In the ISA only.
    refused_sat(&[MUST_SAT, required(".dtype", types![F32, F64]), BF16]),
    refused_sat(&[FRND, MUST_SAT, F16, BF16]),
    refused_sat(&[IRND, MUST_SAT, TO_INTEGER, BF16]),
];
