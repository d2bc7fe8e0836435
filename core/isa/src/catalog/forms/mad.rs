//! `mad` (PTX ISA 9.7.3.7).

use super::slots::{
    D_A_B_C, EARLY_F64, F32, F64, FTZ, FTZ_SINGLE, LEGACY, LEGACY_F64, MUST_RND, MUST_RND_F64, SAT,
    SM_13, SM_20,
};
use crate::catalog::dsl;
use crate::catalog::form::{Form, Operation};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{Clause, Requires, Targets, since};
use crate::catalog::target::isa;
use crate::source::ptx;

const SM_1X: Requires = Requires(&[since(isa(1, 0), Targets::Below(20))]);
/// "For PTX ISA version 3.0 and earlier, ptxas does not enforce this requirement"; 3.1 warns.
const UNTIL_3_1: Requires =
    Requires(&[Clause { isa: isa(2, 0), until: Some(isa(3, 1)), targets: Targets::From(20) }]);

const fn row(operation: Operation) -> Form {
    let source = ptx("9.7.3.7", "floating-point-instructions-mad");
    Form { operands: D_A_B_C, ..dsl::row("mad", operation, source) }
}

pub(super) const ROWS: &[Form] = &[
    // mad{.ftz}{.sat}.f32  d, a, b, c;    // .target sm_1x
    Form {
        slots: &[FTZ_SINGLE, SAT, F32],
        implied: &[Modifier::Rn],
        requires: SM_1X,
        ..row(Operation::MadTruncated)
    },
    // mad{.ftz}{.sat}.f32 on later targets, where it "silently defaults to mad.rn.f32".
    Form {
        slots: &[FTZ, SAT, F32],
        implied: &[Modifier::Rn],
        requires: UNTIL_3_1,
        ..row(Operation::Fma)
    },
    // mad.rnd{.ftz}{.sat}.f32  d, a, b, c;    // .target sm_20
    Form { slots: &[MUST_RND, FTZ, SAT, F32], requires: SM_20, ..row(Operation::Fma) },
    // mad.rnd.f64  d, a, b, c;    // .target sm_13 and higher
    Form {
        slots: &[MUST_RND_F64, F64],
        requires: SM_13,
        tolerated: Some(EARLY_F64),
        ..row(Operation::Fma)
    },
    // "Legacy mad.f64 instructions having no rounding modifier will map to mad.rn.f64."
    Form {
        slots: &[F64],
        implied: &[Modifier::Rn],
        requires: LEGACY_F64,
        tolerated: Some(super::early_f64(LEGACY)),
        ..row(Operation::Fma)
    },
];
