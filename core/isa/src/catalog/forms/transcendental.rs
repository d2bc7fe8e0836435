//! `sin`, `cos`, `lg2`, `ex2` and `tanh` (PTX ISA 9.7.3.18 to 9.7.3.22, 9.7.4.9, 9.7.4.10).

use super::div::legacy;
use super::slots::{APPROX, D_A, EXPLICIT, F32, FTZ, MUST_FTZ, SM_90};
use crate::catalog::bound::{Bound, table};
use crate::catalog::dsl::{self, required, types};
use crate::catalog::form::{Accuracy, Form, Operation};
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::slot::Slot;
use crate::catalog::target::isa;

/// Introduced with Turing.
const SM_75: Requires = Requires(&[since(isa(7, 0), Targets::From(75))]);

const fn row(opcode: &'static str, operation: Operation, bound: &'static Bound) -> Form {
    let form = Form { operands: D_A, ..dsl::row(opcode, operation, bound.source) };
    bounded(bound, form)
}

/// A row with the bound and the source of another type.
const fn bounded(bound: &'static Bound, form: Form) -> Form {
    Form { accuracy: Accuracy::Approximate(bound), source: bound.source, ..form }
}

const SIN: Form = row("sin", Operation::Sin, &table::SIN_F32);
const COS: Form = row("cos", Operation::Cos, &table::COS_F32);
const LG2: Form = row("lg2", Operation::Lg2, &table::LG2_F32);
const EX2: Form = row("ex2", Operation::Ex2, &table::EX2_F32);
const TANH: Form = row("tanh", Operation::Tanh, &table::TANH_F32);

/// `op.approx{.ftz}.f32  d, a;`
const SINGLE: &[Slot] = &[APPROX, FTZ, F32];

pub(super) const ROWS: &[Form] = &[
    Form { slots: SINGLE, requires: EXPLICIT, ..SIN },
    legacy(SIN),
    Form { slots: SINGLE, requires: EXPLICIT, ..COS },
    legacy(COS),
    Form { slots: SINGLE, requires: EXPLICIT, ..LG2 },
    legacy(LG2),
    Form { slots: SINGLE, requires: EXPLICIT, ..EX2 },
    // ex2.approx.atype  d, a;
    Form {
        slots: &[APPROX, required(".atype", types![F16, F16x2])],
        requires: SM_75,
        ..bounded(&table::EX2_F16, EX2)
    },
    // ex2.approx.ftz.btype  d, a;
    Form {
        slots: &[APPROX, MUST_FTZ, required(".btype", types![Bf16, Bf16x2])],
        requires: SM_90,
        ..bounded(&table::EX2_BF16, EX2)
    },
    legacy(EX2),
    // tanh.approx.f32  d, a;
    Form { slots: &[APPROX, F32], requires: SM_75, ..TANH },
    // tanh.approx.type  d, a;
    Form {
        slots: &[APPROX, required(".type", types![F16, F16x2])],
        requires: SM_75,
        ..bounded(&table::TANH_F16, TANH)
    },
    Form {
        slots: &[APPROX, required(".type", types![Bf16, Bf16x2])],
        requires: SM_90,
        ..bounded(&table::TANH_BF16, TANH)
    },
];
