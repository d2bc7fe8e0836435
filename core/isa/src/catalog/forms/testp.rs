//! `testp` (PTX ISA 9.7.3.1).

use super::slots::SM_20;
use crate::catalog::dsl::{self, choices, of_type, operand, required, types};
use crate::catalog::form::{Form, Operation, Role};
use crate::catalog::types::Type;
use crate::source::ptx;

pub(super) const ROWS: &[Form] = &[
    // testp.op.type  p, a;
    Form {
        slots: &[
            required(".op", choices![Finite, Infinite, Number, NotANumber, Normal, Subnormal]),
            required(".type", types![F32, F64]),
        ],
        operands: &[of_type("p", Type::Pred, Role::Lanes), operand("a")],
        requires: SM_20,
        ..dsl::row(
            "testp",
            Operation::TestProperty,
            ptx("9.7.3.1", "floating-point-instructions-testp"),
        )
    },
];
