//! The rows of comparisons and of selections by their results.

use super::{
    ANY, CONDITION, Choice, D, EARLY_F64, Form, Operation, PTX_1_4_SM_10, PTX_4_2_SM_53,
    PTX_6_5_SM_53, PTX_7_8_SM_90, S32_ONLY, SIGNED, SM_13, Slot, Tolerated, WORDS_32, kind,
    optional, plain, pred, ptx, required, row, second, spelled, tolerated,
};

const COMPARE_INTEGERS: Slot = required(".CmpOp", words![".eq", ".ne", ".lt", ".le", ".gt", ".ge"]);
const COMPARE_UNSIGNED: Slot = required(
    ".CmpOp",
    words![".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs"],
);
const COMPARE_BITS: Slot = required(".CmpOp", words![".eq", ".ne"]);
const COMPARE_FLOATS: Slot = required(
    ".CmpOp",
    words![
        ".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".equ", ".neu", ".ltu", ".leu", ".gtu", ".geu",
        ".num", ".nan",
    ],
);
const BOOLEAN: Slot = required(".BoolOp", words![".and", ".or", ".xor"]);
const FTZ: Slot = optional(".ftz", words![".ftz"]);
const SINCE_1_4: Tolerated = tolerated(
    PTX_1_4_SM_10,
    "the ISA names no version for .ftz here; the assembler accepts it from PTX ISA 1.4 on",
);
/// `.ftz` in forms that are older than the modifier.
const LATE_FTZ: Slot = optional(".ftz", &[Choice { tolerated: Some(SINCE_1_4), ..plain(".ftz") }]);

const fn source_type(choices: &'static [Choice]) -> Slot {
    required(".stype", choices)
}

const fn result_type(choices: &'static [Choice]) -> Slot {
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
const TO_WORD: Slot = result_type(words![".u32", ".s32", ".f32"]);
const TO_F16: Slot = result_type(words![".f16"]);
const TO_F16X2: Slot = result_type(words![".f16x2"]);
const TO_BF16: Slot = result_type(words![".bf16"]);
const TO_BF16X2: Slot = result_type(words![".bf16x2"]);
const TO_INTEGER_WORD: Slot = result_type(WORDS_32);
const HALF_TO_INTEGER: Slot = result_type(words![".u16", ".s16", ".u32", ".s32"]);
const SIGNED_TYPES: Slot = source_type(SIGNED);
const UNSIGNED_TYPES: Slot = source_type(words![".u16", ".u32", ".u64"]);
const FROM_F16: Slot = source_type(words![".f16"]);
const FROM_F16X2: Slot = source_type(words![".f16x2"]);
const FROM_BF16: Slot = source_type(words![".bf16"]);
const FROM_BF16X2: Slot = source_type(words![".bf16x2"]);
const FROM_F32: Slot = source_type(words![".f32"]);
const FROM_F64: Slot = source_type(words![".f64"]);
const BIT_TYPES: Slot = source_type(words![".b16", ".b32", ".b64"]);

/// The rows of comparisons: each alone, and combined with a predicate.
pub(super) const COMPARISONS: [[Form; 2]; 33] = [
    setp!(SETP, COMPARE_INTEGERS, [SIGNED_TYPES], ANY),
    setp!(SETP, COMPARE_UNSIGNED, [UNSIGNED_TYPES], ANY),
    setp!(SETP, COMPARE_BITS, [BIT_TYPES], ANY),
    setp!(SETP, COMPARE_FLOATS, [LATE_FTZ, FROM_F32], ANY),
    setp!(double(SETP), COMPARE_FLOATS, [FROM_F64], SM_13),
    setp!(HALF_SETP_ROW, COMPARE_FLOATS, [FTZ, FROM_F16], PTX_4_2_SM_53),
    setp!(PAIR_SETP_ROW, COMPARE_FLOATS, [FTZ, FROM_F16X2], PTX_4_2_SM_53),
    setp!(HALF_SETP_ROW, COMPARE_FLOATS, [FROM_BF16], PTX_7_8_SM_90),
    setp!(PAIR_SETP_ROW, COMPARE_FLOATS, [FROM_BF16X2], PTX_7_8_SM_90),
    set!(SET, COMPARE_INTEGERS, [TO_WORD, SIGNED_TYPES], ANY),
    set!(SET, COMPARE_UNSIGNED, [TO_WORD, UNSIGNED_TYPES], ANY),
    set!(SET, COMPARE_BITS, [TO_WORD, BIT_TYPES], ANY),
    set!(SET, COMPARE_FLOATS, [LATE_FTZ, TO_WORD, FROM_F32], ANY),
    set!(double(SET), COMPARE_FLOATS, [TO_WORD, FROM_F64], SM_13),
    set!(HALF_SET_ROW, COMPARE_INTEGERS, [TO_F16, SIGNED_TYPES], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_UNSIGNED, [TO_F16, UNSIGNED_TYPES], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_BITS, [TO_F16, BIT_TYPES], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [FTZ, TO_F16, FROM_F16], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [FTZ, TO_F16, FROM_F32], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [TO_F16, FROM_F64], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [FTZ, HALF_TO_INTEGER, FROM_F16], PTX_6_5_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [FTZ, TO_F16X2, FROM_F16X2], PTX_4_2_SM_53),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [FTZ, TO_INTEGER_WORD, FROM_F16X2], PTX_6_5_SM_53),
    set!(HALF_SET_ROW, COMPARE_INTEGERS, [TO_BF16, SIGNED_TYPES], PTX_7_8_SM_90),
    set!(HALF_SET_ROW, COMPARE_UNSIGNED, [TO_BF16, UNSIGNED_TYPES], PTX_7_8_SM_90),
    set!(HALF_SET_ROW, COMPARE_BITS, [TO_BF16, BIT_TYPES], PTX_7_8_SM_90),
    set!(
        HALF_SET_ROW,
        COMPARE_FLOATS,
        [TO_BF16, source_type(words![".f16", ".bf16", ".f32", ".f64"])],
        PTX_7_8_SM_90
    ),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [HALF_TO_INTEGER, FROM_BF16], PTX_7_8_SM_90),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [TO_BF16X2, FROM_BF16X2], PTX_7_8_SM_90),
    set!(HALF_SET_ROW, COMPARE_FLOATS, [TO_INTEGER_WORD, FROM_BF16X2], PTX_7_8_SM_90),
    [SELP, SELP_DOUBLE],
    [SLCT, SLCT_DOUBLE],
    [SLCT_FLOAT, SLCT_DOUBLE_FLOAT],
];

/// A row with f64.
const fn double(base: Form) -> Form {
    Form { requires: SM_13, tolerated: Some(EARLY_F64), ..base }
}

const SELECTED: &[Choice] =
    words![".b16", ".b32", ".b64", ".u16", ".u32", ".u64", ".s16", ".s32", ".s64", ".f32"];
const F64: Slot = required(".f64", words![".f64"]);
const SIGN: Slot = required(".s32", S32_ONLY);
const FLOAT_SIGN: Slot = required(".f32", words![".f32"]);
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
