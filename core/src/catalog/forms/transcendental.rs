//! `sin`, `cos`, `lg2`, `ex2` and `tanh` (PTX ISA 9.7.3.18 to 9.7.3.22, 9.7.4.9, 9.7.4.10).

use super::div::legacy;
use super::slots::{APPROX, D_A, EXPLICIT, F32, FTZ, MUST_FTZ, SM_90};
use crate::catalog::dsl::{self, required, types};
use crate::catalog::form::{Accuracy, Form, Operation, Slot};
use crate::catalog::requires::{Requires, Targets, since};
use crate::catalog::target::isa;
use crate::source::{Source, ptx};

/// Introduced with Turing.
const SM_75: Requires = Requires(&[since(isa(7, 0), Targets::From(75))]);

const fn row(opcode: &'static str, operation: Operation, source: Source) -> Form {
    Form { operands: D_A, accuracy: Accuracy::Approximate, ..dsl::row(opcode, operation, source) }
}

const SIN: Form = row("sin", Operation::Sin, ptx("9.7.3.18", "floating-point-instructions-sin"));
const COS: Form = row("cos", Operation::Cos, ptx("9.7.3.19", "floating-point-instructions-cos"));
const LG2: Form = row("lg2", Operation::Lg2, ptx("9.7.3.20", "floating-point-instructions-lg2"));
const EX2: Form = row("ex2", Operation::Ex2, ptx("9.7.3.21", "floating-point-instructions-ex2"));
const TANH: Form =
    row("tanh", Operation::Tanh, ptx("9.7.3.22", "floating-point-instructions-tanh"));

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
        source: HALF_EX2,
        ..EX2
    },
    // ex2.approx.ftz.btype  d, a;
    Form {
        slots: &[APPROX, MUST_FTZ, required(".btype", types![Bf16, Bf16x2])],
        requires: SM_90,
        source: HALF_EX2,
        ..EX2
    },
    legacy(EX2),
    // tanh.approx.f32  d, a;
    Form { slots: &[APPROX, F32], requires: SM_75, ..TANH },
    // tanh.approx.type  d, a;
    Form {
        slots: &[APPROX, required(".type", types![F16, F16x2])],
        requires: SM_75,
        source: HALF_TANH,
        ..TANH
    },
    Form {
        slots: &[APPROX, required(".type", types![Bf16, Bf16x2])],
        requires: SM_90,
        source: HALF_TANH,
        ..TANH
    },
];

const HALF_EX2: Source = ptx("9.7.4.10", "half-precision-floating-point-instructions-ex2");
const HALF_TANH: Source = ptx("9.7.4.9", "half-precision-floating-point-instructions-tanh");
