//! `cvt` (PTX ISA 9.7.9.21, in 9.4 9.7.10.24).

mod late;
mod packed;
mod scalar;

pub(super) use late::ROWS as LATE;
pub(super) use packed::ROWS as PACKED;
pub(super) use scalar::ROWS as SCALAR;

use crate::catalog::dsl::{self, choices, required};
use crate::catalog::form::{Form, Operand, Operation};
use crate::catalog::requires::Requires;
use crate::catalog::slot::Slot;
use crate::source::ptx;

/// A row of `cvt` between the types of two slots.
const fn row(slots: &'static [Slot]) -> Form {
    let source = ptx("9.7.9.21", "data-movement-and-conversion-instructions-cvt");
    Form { slots, operands: SOURCE_OF_OTHER_TYPE, ..dsl::row("cvt", Operation::Convert, source) }
}

/// A row from one register to one.
const fn from(requires: Requires, slots: &'static [Slot]) -> Form {
    Form { requires, ..row(slots) }
}

const SOURCE_OF_OTHER_TYPE: &[Operand] = &[dsl::operand("d"), dsl::second_type("a")];

/// `.frnd`: mandatory where a conversion can lose precision.
const FRND: Slot = required(".frnd", choices![Rn, Rz, Rm, Rp]);
/// `.irnd`: mandatory from a floating-point type to an integer.
const IRND: Slot = required(".irnd", choices![Rni, Rzi, Rmi, Rpi]);
