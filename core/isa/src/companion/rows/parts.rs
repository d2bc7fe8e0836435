//! The parts of rows: slots, requirements, operands and types that several have.

use crate::catalog::dsl::{leading, needing, optional, required, tolerated};
use crate::catalog::{self, ANY, Requires, Targets, Tolerated, isa, since};
use crate::companion::form::{Form, Kind, Operand, Operation, Slot};
use crate::companion::shape::{B32, PRED, U32};
use crate::source::ptx;

/// A modifier that a slot may have.
pub(super) type Choice = catalog::Choice<&'static str>;

/// Modifiers that need nothing of their own.
macro_rules! words {
    ($($word:literal),+ $(,)?) => {
        &[$($crate::catalog::dsl::plain($word)),+]
    };
}

pub(super) const fn kind(choices: &'static [Choice]) -> Slot {
    required(".type", choices)
}

/// `PTX_x_y_SM_z`: from PTX ISA x.y on, with `sm_z` or higher.
macro_rules! requirements {
    ($($name:ident: $major:literal $minor:literal $sm:literal;)+) => {
        $(pub(super) const $name: Requires = Requires(&[since(isa($major, $minor), Targets::From($sm))]);)+
    };
}

requirements! {
    PTX_1_2_SM_10: 1 2 10;
    PTX_1_3_SM_10: 1 3 10;
    PTX_1_4_SM_10: 1 4 10;
    PTX_2_0_SM_20: 2 0 20;
    PTX_3_0_SM_20: 3 0 20;
    PTX_3_1_SM_32: 3 1 32;
    PTX_4_2_SM_53: 4 2 53;
    PTX_4_3_SM_20: 4 3 20;
    PTX_4_3_SM_50: 4 3 50;
    PTX_5_0_SM_61: 5 0 61;
    PTX_6_5_SM_53: 6 5 53;
    PTX_6_5_SM_72: 6 5 72;
    PTX_6_5_SM_75: 6 5 75;
    PTX_7_6_SM_70: 7 6 70;
    PTX_7_8_SM_90: 7 8 90;
    PTX_8_0_SM_90: 8 0 90;
    PTX_8_2_SM_70: 8 2 70;
}

/// Four 8-bit integers in a register, and saturating sums of unsigned integers.
pub(super) const BYTES: Requires =
    Requires(&[since(isa(9, 2), Targets::Family(120)), since(isa(9, 4), Targets::Family(107))]);

pub(super) const LATE_BORROW: Tolerated = tolerated(
    PTX_1_3_SM_10,
    "the ISA introduces sub.cc and subc in PTX ISA 1.2; the assembler accepts them from 1.3 on",
);

/// Sums and differences of 64 bits that read the carry without setting it.
pub(super) const fn early_carry(requires: Requires) -> Tolerated {
    tolerated(
        requires,
        "the ISA introduces 64 bits here in PTX ISA 4.3, for sm_20 or higher; the assembler accepts \
         them without .cc before, and on every target that has the instruction",
    )
}

pub(super) const fn spelled(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Spelled(0) }
}

pub(super) const fn second(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Spelled(1) }
}

pub(super) const fn wide(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Wide }
}

pub(super) const fn u32(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Fixed(&U32) }
}

pub(super) const fn b32(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Fixed(&B32) }
}

pub(super) const fn pred(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Fixed(&PRED) }
}

pub(super) const CONDITION: Operand = Operand { name: "c", kind: Kind::Condition };

pub(super) const D: &[Operand] = &[spelled("d")];
pub(super) const A: &[Operand] = &[spelled("a")];
const A_B: &[Operand] = &[spelled("a"), spelled("b")];
pub(super) const A_B_C: &[Operand] = &[spelled("a"), spelled("b"), spelled("c")];
pub(super) const D_U32: &[Operand] = &[u32("d")];
pub(super) const D_B32: &[Operand] = &[b32("d")];
pub(super) const A_B_B32: &[Operand] = &[b32("a"), b32("b")];
pub(super) const A_B_C_B32: &[Operand] = &[b32("a"), b32("b"), b32("c")];

pub(super) const WORDS: &[Choice] = words![".u32", ".s32", ".u64", ".s64"];
pub(super) const BITS: &[Choice] = words![".b32", ".b64"];
pub(super) const INTEGERS: &[Choice] = words![".u16", ".u32", ".u64", ".s16", ".s32", ".s64"];
pub(super) const SIGNED: &[Choice] = words![".s16", ".s32", ".s64"];
pub(super) const LOGIC: &[Choice] = words![".pred", ".b16", ".b32", ".b64"];
pub(super) const BY_FOUR: &[Choice] = words![".u32", ".s32"];
pub(super) const S32_ONLY: &[Choice] = words![".s32"];
pub(super) const LOW_HIGH: Slot = leading(".hi,.lo", words![".hi", ".lo"]);
pub(super) const CC: Slot = required(".cc", words![".cc"]);
pub(super) const MAY_CC: Slot = optional(".cc", words![".cc"]);
pub(super) const MAY_CC_64: Slot = optional(".cc", &[needing(".cc", PTX_4_3_SM_20)]);
pub(super) const SAT: Slot = required(".sat", words![".sat"]);
pub(super) const MAY_SAT: Slot = optional(".sat", words![".sat"]);
pub(super) const MODE: Slot = required(".mode", words![".clamp", ".wrap"]);

/// A row that writes and reads registers of its type, for every version and target.
pub(super) const fn row(
    opcode: &'static str,
    operation: Operation,
    section: &'static str,
    anchor: &'static str,
) -> Form {
    Form {
        opcode,
        slots: &[],
        written: D,
        n_optional: 0,
        read: A_B,
        operation,
        reads_carry: false,
        is_borrow: false,
        requires: ANY,
        tolerated: None,
        source: ptx(section, anchor),
    }
}

macro_rules! integer {
    ($opcode:literal, $operation:ident, $section:literal) => {
        row(
            $opcode,
            Operation::$operation,
            concat!("9.7.1.", $section),
            concat!("integer-arithmetic-instructions-", $opcode),
        )
    };
}

macro_rules! extended {
    ($opcode:literal, $operation:ident, $section:literal, $anchor:literal) => {
        Form {
            requires: PTX_1_2_SM_10,
            ..row(
                $opcode,
                Operation::$operation,
                concat!("9.7.2.", $section),
                concat!("extended-precision-arithmetic-instructions-", $anchor),
            )
        }
    };
}

macro_rules! logic {
    ($opcode:literal, $operation:ident, $section:literal) => {
        row(
            $opcode,
            Operation::$operation,
            concat!("9.7.8.", $section),
            concat!("logic-and-shift-instructions-", $opcode),
        )
    };
}
