//! The rows, a file for each family of mnemonics.

mod add;
mod binary;
mod cvt;
mod div;
mod fma;
mod mad;
mod minmax;
mod mul;
mod packed;
mod sign;
mod slots;
mod testp;
mod transcendental;

pub(crate) use self::slots::EARLY_F64;
#[cfg(feature = "full")]
pub(crate) use self::slots::SM_13;
use super::dsl;
use super::form::{Form, Tolerated};
use super::requires::Requires;

/// Every row, family by family.
const FAMILIES: &[&[Form]] = &[
    testp::ROWS,
    sign::ROWS,
    add::ROWS,
    mul::ROWS,
    packed::MUL_ROWS,
    fma::ROWS,
    packed::FMA_ROWS,
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
    cvt::LATE,
];

/// The first row.
pub const FIRST: &Form = &testp::ROWS[0];

/// Every row: opcodes in the order of the ISA; the rows of an opcode follow one another, documented
/// ones before those that only the assembler accepts, before those that it rejects.
pub(super) static ALL: [&Form; COUNT] = in_order();

const COUNT: usize = {
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

const fn in_order() -> [&'static Form; COUNT] {
    let mut all = [FIRST; COUNT];
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            let form = &FAMILIES[family][row];
            let mut place = count;
            while place > 0 && form.goes_before(all[place - 1]) {
                all[place] = all[place - 1];
                place -= 1;
            }
            all[place] = form;
            count += 1;
            row += 1;
        }
        family += 1;
    }
    all
}

/// The targets without double precision on which some versions of the assembler accept it.
const fn early_f64(requires: Requires) -> Tolerated {
    dsl::tolerated(requires, EARLY_F64.note)
}

/// The targets without double precision on which the assembler accepts it from PTX ISA 1.4 on.
const EARLY_F64_SINCE_1_4: Tolerated = early_f64(slots::EXPLICIT);
