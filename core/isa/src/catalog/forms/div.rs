//! `div`, `rcp`, `sqrt` and `rsqrt` (PTX ISA 9.7.3.8, 9.7.3.13 to 9.7.3.17).

use super::slots::{
    APPROX, D_A, D_A_B, EXPLICIT, EXPLICIT_F64, F32, F64, FTZ, LEGACY, LEGACY_F64, MUST_FTZ,
    MUST_RND, MUST_RND_HALF, SM_20,
};
use super::{EARLY_F64_SINCE_1_4, early_f64};
use crate::catalog::bound::{Bound, table};
use crate::catalog::dsl::{self, choices, leading, required, tolerated, undocumented};
use crate::catalog::form::{Accuracy, Form, Operand, Operation, Status, Tolerated};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{ANY, Requires, Targets, since};
use crate::catalog::slot::Slot;
use crate::catalog::target::isa;
use crate::source::PTXAS;

/// The directions that came to f64 with `sm_20`.
const DIRECTED: Slot = required(".rnd", choices![Rz, Rm, Rp]);

/// The differences between the mnemonics.
#[derive(Clone, Copy)]
struct Mnemonic {
    opcode: &'static str,
    operation: Operation,
    operands: &'static [Operand],
    /// The bound of the approximate f32 form, from the section of all forms.
    bound: &'static Bound,
}

const DIV: Mnemonic = Mnemonic {
    opcode: "div",
    operation: Operation::Div,
    operands: D_A_B,
    bound: &table::DIV_APPROX_F32,
};
const RCP: Mnemonic =
    Mnemonic { opcode: "rcp", operation: Operation::Rcp, operands: D_A, bound: &table::RCP_F32 };
const SQRT: Mnemonic =
    Mnemonic { opcode: "sqrt", operation: Operation::Sqrt, bound: &table::SQRT_F32, ..RCP };
const RSQRT: Mnemonic =
    Mnemonic { opcode: "rsqrt", operation: Operation::Rsqrt, bound: &table::RSQRT_F32, ..RCP };

const fn row(op: Mnemonic) -> Form {
    Form { operands: op.operands, ..dsl::row(op.opcode, op.operation, op.bound.source) }
}

/// `op.approx{.ftz}.f32`
const fn approximate(op: Mnemonic) -> Form {
    Form {
        slots: &[APPROX, FTZ, F32],
        accuracy: Accuracy::Approximate(op.bound),
        requires: EXPLICIT,
        ..row(op)
    }
}

/// `op.rnd{.ftz}.f32`
const fn single(op: Mnemonic) -> Form {
    Form { slots: &[MUST_RND, FTZ, F32], requires: SM_20, ..row(op) }
}

/// `op.rn.f64`: explicit rounding was introduced in PTX ISA 1.4.
const fn nearest(op: Mnemonic) -> Form {
    let slots = &[MUST_RND_HALF, F64];
    Form { slots, requires: EXPLICIT_F64, tolerated: Some(EARLY_RN_F64), ..row(op) }
}

/// `op.rnd.f64` except `.rn`
const fn directed(op: Mnemonic) -> Form {
    Form { slots: &[DIRECTED, F64], requires: SM_20, ..row(op) }
}

/// "For PTX ISA versions 1.0 through 1.3, `op.f32` defaults to `op.approx.ftz.f32`."
pub(super) const fn legacy(form: Form) -> Form {
    Form { slots: &[F32], implied: &[Modifier::Approx, Modifier::Ftz], requires: LEGACY, ..form }
}

/// "For PTX ISA versions 1.0 through 1.3, `op.f64` defaults to `op.rn.f64`."
const fn legacy_double(op: Mnemonic, implied: &'static [Modifier]) -> Form {
    Form {
        slots: &[F64],
        implied,
        requires: LEGACY_F64,
        tolerated: Some(early_f64(LEGACY)),
        ..row(op)
    }
}

/// `op.approx.ftz.f64`, on the upper word
const fn upper(opcode: &'static str, operation: Operation, bound: &'static Bound) -> Form {
    Form {
        slots: &[APPROX, MUST_FTZ, F64],
        operands: D_A,
        accuracy: Accuracy::Approximate(bound),
        ..dsl::row(opcode, operation, bound.source)
    }
}

/// The assembler accepts `.rn` with f64 in every version, except for `rcp`.
const EARLY_RN_F64: Tolerated = tolerated(
    ANY,
    "the ISA introduces .rn here in PTX ISA 1.4, and requires sm_13 or higher for f64, or \
     map_f64_to_f32; the assembler accepts it in every version, on every target",
);

const FTZ_NOTE: &str = "the ISA lists no .ftz with a direction for f64; the assembler accepts it, and emits the same code";

pub(super) const DIV_ROWS: &[Form] = &[
    approximate(DIV),
    // div.full{.ftz}.f32  d, a, b;
    Form {
        slots: &[leading(".full", choices![Full]), FTZ, F32],
        accuracy: Accuracy::Approximate(&table::DIV_FULL_F32),
        ..approximate(DIV)
    },
    single(DIV),
    nearest(DIV),
    directed(DIV),
    legacy(approximate(DIV)),
    legacy_double(DIV, &[Modifier::Rn]),
];

pub(super) const RCP_ROWS: &[Form] = &[
    approximate(RCP),
    single(RCP),
    Form { tolerated: Some(EARLY_F64_SINCE_1_4), ..nearest(RCP) },
    directed(RCP),
    // rcp.approx.ftz.f64  d, a;
    Form {
        requires: Requires(&[since(isa(2, 1), Targets::From(20))]),
        ..upper("rcp", Operation::RcpUpper, &table::RCP_F64)
    },
    legacy(approximate(RCP)),
    Form {
        status: Status::Refused {
            note: "the ISA says that rcp.f64 defaults to rcp.rn.f64 before PTX ISA 1.4; the \
                   assembler rejects it",
        },
        ..legacy_double(RCP, &[Modifier::Rn])
    },
    Form {
        slots: &[MUST_RND_HALF, MUST_FTZ, F64],
        requires: EXPLICIT,
        status: undocumented(FTZ_NOTE),
        source: PTXAS,
        ..row(RCP)
    },
    Form {
        slots: &[DIRECTED, MUST_FTZ, F64],
        requires: SM_20,
        status: undocumented(FTZ_NOTE),
        source: PTXAS,
        ..row(RCP)
    },
];

pub(super) const SQRT_ROWS: &[Form] = &[
    approximate(SQRT),
    single(SQRT),
    nearest(SQRT),
    directed(SQRT),
    legacy(approximate(SQRT)),
    legacy_double(SQRT, &[Modifier::Rn]),
];

pub(super) const RSQRT_ROWS: &[Form] = &[
    approximate(RSQRT),
    // rsqrt.approx.f64  d, a;
    Form {
        slots: &[APPROX, F64],
        accuracy: Accuracy::Approximate(&table::RSQRT_F64),
        requires: EXPLICIT_F64,
        tolerated: Some(EARLY_F64_SINCE_1_4),
        ..row(RSQRT)
    },
    // rsqrt.approx.ftz.f64  d, a;
    Form {
        requires: Requires(&[since(isa(4, 0), Targets::From(20))]),
        ..upper("rsqrt", Operation::RsqrtUpper, &table::RSQRT_FTZ_F64)
    },
    legacy(approximate(RSQRT)),
    Form {
        accuracy: Accuracy::Approximate(&table::RSQRT_F64),
        ..legacy_double(RSQRT, &[Modifier::Approx])
    },
];
