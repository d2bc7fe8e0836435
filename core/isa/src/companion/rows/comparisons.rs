//! The rows of comparisons and of selections by their results.

use super::{
    ANY, CONDITION, D, EARLY_F64, Form, Operation, PTX_1_4_SM_10, PTX_4_2_SM_53, PTX_6_5_SM_53,
    PTX_7_8_SM_90, S32_ONLY, SIGNED, SM_13, Slot, WORDS_32, assembled, kind, optional, pred, ptx,
    required, row, second, spelled,
};

const COMPARE_INTEGERS: Slot = required(".CmpOp", &[".eq", ".ne", ".lt", ".le", ".gt", ".ge"]);
const COMPARE_UNSIGNED: Slot =
    required(".CmpOp", &[".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs"]);
const COMPARE_BITS: Slot = required(".CmpOp", &[".eq", ".ne"]);
const COMPARE_FLOATS: Slot = required(
    ".CmpOp",
    &[
        ".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".equ", ".neu", ".ltu", ".leu", ".gtu", ".geu",
        ".num", ".nan",
    ],
);
const BOOLEAN: Slot = required(".BoolOp", &[".and", ".or", ".xor"]);
const FTZ: Slot = optional(".ftz", &[".ftz"]);
/// `.ftz` in forms that are older than the modifier.
const LATE_FTZ: Slot = Slot {
    assembled: Some(assembled(
        PTX_1_4_SM_10,
        "the ISA names no version for .ftz here; the assembler accepts it from PTX ISA 1.4 on",
    )),
    ..FTZ
};

const fn source_type(choices: &'static [&'static str]) -> Slot {
    required(".stype", choices)
}

const fn result_type(choices: &'static [&'static str]) -> Slot {
    required(".dtype", choices)
}

const SETP: Form = Form {
    written: &[pred("p"), pred("q")],
    n_optional: 1,
    ..row("setp", Operation::Setp, "9.7.6.2", "comparison-and-selection-instructions-setp")
};
const SET: Form = Form {
    written: D,
    read: &[second("a"), second("b")],
    ..row("set", Operation::Set, "9.7.6.1", "comparison-and-selection-instructions-set")
};
const HALF_SETP: crate::source::Source =
    ptx("9.7.7.2", "half-precision-comparison-instructions-setp");
const HALF_SET: crate::source::Source =
    ptx("9.7.7.1", "half-precision-comparison-instructions-set");

/// A comparison, alone and combined with a predicate.
macro_rules! compared {
    ($base:expr, [$($slot:expr),*], [$($tail:expr),*], [$($read:expr),*], $requires:expr) => {
        [
            Form {
                slots: &[$($slot,)* $($tail,)*],
                read: &[$($read),*],
                requires: $requires,
                ..$base
            },
            Form {
                slots: &[$($slot,)* BOOLEAN, $($tail,)*],
                read: &[$($read,)* CONDITION],
                requires: $requires,
                ..$base
            },
        ]
    };
}

macro_rules! setp {
    ($base:expr, $compare:expr, [$($tail:expr),*], $requires:expr) => {
        compared!($base, [$compare], [$($tail),*], [spelled("a"), spelled("b")], $requires)
    };
}

macro_rules! set {
    ($base:expr, $compare:expr, [$($tail:expr),*], $requires:expr) => {
        compared!($base, [$compare], [$($tail),*], [second("a"), second("b")], $requires)
    };
}

/// A comparison of half-precision data with one result.
const HALF_SETP_ROW: Form =
    Form { written: &[pred("p")], n_optional: 0, source: HALF_SETP, ..SETP };
/// A comparison of half-precision pairs with a result for each lane.
const PAIR_SETP_ROW: Form = Form { source: HALF_SETP, ..SETP };
const HALF_SET_ROW: Form = Form { source: HALF_SET, ..SET };
const TO_WORD: Slot = result_type(&[".u32", ".s32", ".f32"]);
const TO_F16: Slot = result_type(&[".f16"]);
const TO_BF16: Slot = result_type(&[".bf16"]);
const HALF_TO_INTEGER: Slot = result_type(&[".u16", ".s16", ".u32", ".s32"]);
const SIGNED_TYPES: Slot = source_type(SIGNED);
const UNSIGNED_TYPES: Slot = source_type(&[".u16", ".u32", ".u64"]);
const BIT_TYPES: Slot = source_type(&[".b16", ".b32", ".b64"]);

/// The rows of comparisons: each alone, and combined with a predicate.
pub(super) const COMPARISONS: [[Form; 2]; 33] = [
    setp!(SETP, COMPARE_INTEGERS, [SIGNED_TYPES], ANY),
    setp!(SETP, COMPARE_UNSIGNED, [UNSIGNED_TYPES], ANY),
    setp!(SETP, COMPARE_BITS, [BIT_TYPES], ANY),
    setp!(SETP, COMPARE_FLOATS, [LATE_FTZ, source_type(&[".f32"])], ANY),
    setp!(double(SETP), COMPARE_FLOATS, [source_type(&[".f64"])], SM_13),
    setp!(HALF_SETP_ROW, COMPARE_FLOATS, [FTZ, source_type(&[".f16"])], PTX_4_2_SM_53),
    setp!(PAIR_SETP_ROW, COMPARE_FLOATS, [FTZ, source_type(&[".f16x2"])], PTX_4_2_SM_53),
    setp!(HALF_SETP_ROW, COMPARE_FLOATS, [source_type(&[".bf16"])], PTX_7_8_SM_90),
    setp!(PAIR_SETP_ROW, COMPARE_FLOATS, [source_type(&[".bf16x2"])], PTX_7_8_SM_90),
    set!(SET, COMPARE_INTEGERS, [TO_WORD, SIGNED_TYPES], ANY),
    set!(SET, COMPARE_UNSIGNED, [TO_WORD, UNSIGNED_TYPES], ANY),
    set!(SET, COMPARE_BITS, [TO_WORD, BIT_TYPES], ANY),
    set!(SET, COMPARE_FLOATS, [LATE_FTZ, TO_WORD, source_type(&[".f32"])], ANY),
    set!(double(SET), COMPARE_FLOATS, [TO_WORD, source_type(&[".f64"])], SM_13),
    set!(HALF_SET_ROW, COMPARE_INTEGERS, [TO_F16, SIGNED_TYPES], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_UNSIGNED, [TO_F16, UNSIGNED_TYPES], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_BITS, [TO_F16, BIT_TYPES], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [FTZ, TO_F16, source_type(&[".f16"])], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [FTZ, TO_F16, source_type(&[".f32"])], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [TO_F16, source_type(&[".f64"])], PTX_4_2_SM_53),
    set!(
        HALF_SET_ROW,
        COMPARE_FLOATS,
        [FTZ, HALF_TO_INTEGER, source_type(&[".f16"])],
        PTX_6_5_SM_53
    ),
    set!(
        HALF_SET_ROW,
        COMPARE_FLOATS,
        [FTZ, result_type(&[".f16x2"]), source_type(&[".f16x2"])],
        PTX_4_2_SM_53
    ),
    set!(
        HALF_SET_ROW,
        COMPARE_FLOATS,
        [FTZ, result_type(WORDS_32), source_type(&[".f16x2"])],
        PTX_6_5_SM_53
    ),
    set!(HALF_SET_ROW, COMPARE_INTEGERS, [TO_BF16, SIGNED_TYPES], PTX_7_8_SM_90),
    set!(HALF_SET_ROW, COMPARE_UNSIGNED, [TO_BF16, UNSIGNED_TYPES], PTX_7_8_SM_90),
    set!(HALF_SET_ROW, COMPARE_BITS, [TO_BF16, BIT_TYPES], PTX_7_8_SM_90),
    set!(
        HALF_SET_ROW,
        COMPARE_FLOATS,
        [TO_BF16, source_type(&[".f16", ".bf16", ".f32", ".f64"])],
        PTX_7_8_SM_90
    ),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [HALF_TO_INTEGER, source_type(&[".bf16"])], PTX_7_8_SM_90),
    set!(
        HALF_SET_ROW,
        COMPARE_FLOATS,
        [result_type(&[".bf16x2"]), source_type(&[".bf16x2"])],
        PTX_7_8_SM_90
    ),
    set!(
        HALF_SET_ROW,
        COMPARE_FLOATS,
        [result_type(WORDS_32), source_type(&[".bf16x2"])],
        PTX_7_8_SM_90
    ),
    [SELP, SELP_DOUBLE],
    [SLCT, SLCT_DOUBLE],
    [SLCT_FLOAT, SLCT_DOUBLE_FLOAT],
];

/// A row with f64.
const fn double(base: Form) -> Form {
    Form { requires: SM_13, assembled: Some(EARLY_F64), ..base }
}

const SELECTED: &[&str] =
    &[".b16", ".b32", ".b64", ".u16", ".u32", ".u64", ".s16", ".s32", ".s64", ".f32"];
const F64: Slot = required(".f64", &[".f64"]);
const SIGN: Slot = required(".s32", S32_ONLY);
const FLOAT_SIGN: Slot = required(".f32", &[".f32"]);
const SELP: Form = Form {
    slots: &[kind(SELECTED)],
    read: &[spelled("a"), spelled("b"), pred("c")],
    ..row("selp", Operation::Selp, "9.7.6.3", "comparison-and-selection-instructions-selp")
};
const SLCT: Form = Form {
    slots: &[result_type(SELECTED), SIGN],
    read: &[spelled("a"), spelled("b"), second("c")],
    ..row("slct", Operation::Slct, "9.7.6.4", "comparison-and-selection-instructions-slct")
};
const SLCT_FLOAT: Form = Form { slots: &[LATE_FTZ, result_type(SELECTED), FLOAT_SIGN], ..SLCT };
const SELP_DOUBLE: Form = Form { slots: &[F64], ..double(SELP) };
const SLCT_DOUBLE: Form = Form { slots: &[F64, SIGN], ..double(SLCT) };
const SLCT_DOUBLE_FLOAT: Form = Form { slots: &[LATE_FTZ, F64, FLOAT_SIGN], ..double(SLCT) };
