//! The rows, a file for each family of mnemonics.

mod add;
mod binary;
mod cvt;
mod div;
mod fma;
mod mad;
mod minmax;
mod mul;
mod sign;
mod slots;
mod testp;
mod transcendental;

use super::dsl;
use super::form::{Form, Tolerated};
use super::requires::Requires;

/// Every row, family by family.
const FAMILIES: &[&[Form]] = &[
    testp::ROWS,
    sign::ROWS,
    add::ROWS,
    mul::ROWS,
    fma::ROWS,
    mad::ROWS,
    div::DIV_ROWS,
    minmax::MIN_ROWS,
    minmax::MAX_ROWS,
    div::RCP_ROWS,
    div::SQRT_ROWS,
    div::RSQRT_ROWS,
    transcendental::ROWS,
    cvt::SCALAR,
    cvt::PACKED,
];

/// Every row: opcodes in the order of the ISA, documented rows of an opcode before others.
pub fn forms() -> impl Iterator<Item = &'static Form> + Clone {
    FAMILIES.iter().copied().flatten()
}

/// The first row.
pub const FIRST: &Form = &testp::ROWS[0];

/// Where the assembler takes double precision on targets without it, in some versions only.
const fn early_f64(requires: Requires) -> Tolerated {
    dsl::tolerated(requires, slots::EARLY_F64.note)
}

/// The same from PTX ISA 1.4 on.
const EARLY_F64_SINCE_1_4: Tolerated = early_f64(slots::EXPLICIT);
