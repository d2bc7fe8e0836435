//! The rows (PTX ISA 9.7.1, 9.7.2, 9.7.6 to 9.7.9). Those on four 8-bit integers in a register are
//! of PTX ISA 9.2, for the targets of `ptxas` 13.5.37.

#[macro_use]
mod parts;
mod comparisons;

use self::comparisons::COMPARISONS;
use self::parts::{
    A, A_B_B32, A_B_C, A_B_C_B32, BITS, BY_FOUR, BYTES, CC, CONDITION, Choice, D, D_B32, D_U32,
    INTEGERS, LATE_BORROW, LOGIC, LOW_HIGH, MAY_CC, MAY_CC_64, MAY_SAT, MODE, PTX_1_2_SM_10,
    PTX_1_3_SM_10, PTX_1_4_SM_10, PTX_2_0_SM_20, PTX_3_0_SM_20, PTX_3_1_SM_32, PTX_4_2_SM_53,
    PTX_4_3_SM_20, PTX_4_3_SM_50, PTX_5_0_SM_61, PTX_6_5_SM_53, PTX_6_5_SM_72, PTX_6_5_SM_75,
    PTX_7_6_SM_70, PTX_7_8_SM_90, PTX_8_0_SM_90, PTX_8_2_SM_70, S32_ONLY, SAT, SIGNED, WORDS, b32,
    early_carry, kind, pred, row, second, spelled, u32, wide,
};
use super::form::{Form, Kind, Operand, Operation, Slot};
use super::shape::S32;
use crate::catalog::dsl::{leading, optional, plain, required, tolerated};
use crate::catalog::{ANY, EARLY_F64, SM_13, Tolerated};
use crate::source::{ptx, ptx_9_4};

const ADD: Form = integer!("add", Add, "1");
const SUB: Form = integer!("sub", Sub, "2");
const MUL: Form = Form { written: &[wide("d")], ..integer!("mul", Mul, "3") };
const MAD: Form = Form {
    written: &[wide("d")],
    read: &[spelled("a"), spelled("b"), wide("c")],
    ..integer!("mad", Mad, "4")
};
const MIN: Form = integer!("min", Min, "12");
const MAX: Form = integer!("max", Max, "13");
const B32: Slot = required(".b32", words![".b32"]);
const C_B32: Slot = required(".cType", words![".b32"]);
const HIGH: Slot = leading(".hi", words![".hi"]);
const WIDE: Slot = leading(".wide", words![".wide"]);
/// The types of factors with a wide product.
const NARROW: Slot = kind(words![".u16", ".u32", ".s16", ".s32"]);
const SHIFTED: Slot =
    kind(words![".b16", ".b32", ".b64", ".u16", ".u32", ".u64", ".s16", ".s32", ".s64"]);
const RELU: Slot = required(".relu", words![".relu"]);
const PAIRS: &[Choice] = words![".u16x2", ".s16x2"];
const FOURS: &[Choice] = words![".u8x4", ".s8x4"];
/// A row for four 8-bit integers.
const fn fours(base: Form, slots: &'static [Slot]) -> Form {
    let source = ptx_9_4(base.source.section, base.source.anchor);
    Form { slots, requires: BYTES, source, ..base }
}
const ADDC: Form = extended!("add", Add, "1", "add-cc");
const SUBC: Form = Form { is_borrow: true, ..extended!("sub", Sub, "3", "sub-cc") };
const MADC: Form =
    Form { read: A_B_C, requires: PTX_3_0_SM_20, ..extended!("mad", Mad, "5", "mad-cc") };
const WORDS_32: &[Choice] = words![".u32", ".s32"];
const WORDS_64: &[Choice] = words![".u64", ".s64"];

const PRMT: Form = Form {
    slots: &[B32, optional(".mode", words![".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"])],
    written: D_B32,
    read: A_B_C_B32,
    requires: PTX_2_0_SM_20,
    ..row("prmt", Operation::Prmt, "9.7.9.7", "data-movement-and-conversion-instructions-prmt")
};
const PACK: Form = Form {
    written: D_U32,
    read: &[
        Operand { name: "a", kind: Kind::Fixed(&S32) },
        Operand { name: "b", kind: Kind::Fixed(&S32) },
    ],
    requires: PTX_6_5_SM_72,
    ..row("cvt", Operation::Pack, "9.7.9.22", "data-movement-and-conversion-instructions-cvt-pack")
};
const PACK_SLOT: Slot = leading(".pack", words![".pack"]);
const PACK_C: Form = Form { read: &[PACK.read[0], PACK.read[1], b32("c")], ..PACK };

const OTHERS: [Form; 68] = [
    PRMT,
    Form { slots: &[kind(INTEGERS)], ..ADD },
    Form { slots: &[SAT, kind(S32_ONLY)], ..ADD },
    Form { slots: &[kind(PAIRS)], requires: PTX_8_0_SM_90, ..ADD },
    fours(ADD, &[SAT, kind(words![".u32", ".u16x2", ".s16x2", ".u8x4", ".s8x4"])]),
    fours(ADD, &[kind(FOURS)]),
    Form { slots: &[kind(INTEGERS)], ..SUB },
    Form { slots: &[SAT, kind(S32_ONLY)], ..SUB },
    fours(SUB, &[MAY_SAT, kind(FOURS)]),
    Form { slots: &[LOW_HIGH, kind(INTEGERS)], ..MUL },
    Form { slots: &[WIDE, NARROW], ..MUL },
    Form { slots: &[LOW_HIGH, kind(INTEGERS)], ..MAD },
    Form { slots: &[WIDE, NARROW], ..MAD },
    Form { slots: &[HIGH, SAT, kind(S32_ONLY)], ..MAD },
    Form { slots: &[LOW_HIGH, kind(WORDS_32)], ..integer!("mul24", Mul24, "5") },
    Form { slots: &[LOW_HIGH, kind(WORDS_32)], read: A_B_C, ..integer!("mad24", Mad24, "6") },
    Form { slots: &[HIGH, SAT, kind(S32_ONLY)], read: A_B_C, ..integer!("mad24", Mad24, "6") },
    Form { slots: &[kind(INTEGERS)], read: A_B_C, ..integer!("sad", Sad, "7") },
    Form { slots: &[kind(INTEGERS)], ..integer!("div", Div, "8") },
    Form { slots: &[kind(INTEGERS)], ..integer!("rem", Rem, "9") },
    Form { slots: &[kind(SIGNED)], read: A, ..integer!("abs", Abs, "10") },
    Form { slots: &[kind(SIGNED)], read: A, ..integer!("neg", Neg, "11") },
    fours(Form { read: A, ..integer!("neg", Neg, "11") }, &[kind(words![".s8x4"])]),
    Form { slots: &[kind(INTEGERS)], ..MIN },
    Form { slots: &[kind(PAIRS)], requires: PTX_8_0_SM_90, ..MIN },
    Form { slots: &[RELU, kind(words![".s16x2", ".s32"])], requires: PTX_8_0_SM_90, ..MIN },
    fours(MIN, &[kind(FOURS)]),
    fours(MIN, &[RELU, kind(words![".s8x4"])]),
    Form { slots: &[kind(INTEGERS)], ..MAX },
    Form { slots: &[kind(PAIRS)], requires: PTX_8_0_SM_90, ..MAX },
    Form { slots: &[RELU, kind(words![".s16x2", ".s32"])], requires: PTX_8_0_SM_90, ..MAX },
    fours(MAX, &[kind(FOURS)]),
    fours(MAX, &[RELU, kind(words![".s8x4"])]),
    Form {
        slots: &[kind(BITS)],
        written: D_U32,
        read: A,
        requires: PTX_2_0_SM_20,
        ..integer!("popc", Popc, "14")
    },
    Form {
        slots: &[kind(BITS)],
        written: D_U32,
        read: A,
        requires: PTX_2_0_SM_20,
        ..integer!("clz", Clz, "15")
    },
    Form {
        slots: &[optional(".shiftamt", words![".shiftamt"]), kind(WORDS)],
        written: D_U32,
        read: A,
        requires: PTX_2_0_SM_20,
        ..integer!("bfind", Bfind, "16")
    },
    Form { slots: &[kind(BITS)], read: A, requires: PTX_2_0_SM_20, ..integer!("brev", Brev, "18") },
    Form {
        slots: &[kind(WORDS)],
        read: &[spelled("a"), u32("b"), u32("c")],
        requires: PTX_2_0_SM_20,
        ..integer!("bfe", Bfe, "19")
    },
    Form {
        slots: &[kind(BITS)],
        written: &[spelled("f")],
        read: &[spelled("a"), spelled("b"), u32("c"), u32("d")],
        requires: PTX_2_0_SM_20,
        ..integer!("bfi", Bfi, "20")
    },
    Form {
        slots: &[MODE, kind(BY_FOUR)],
        read: &[spelled("a"), u32("b")],
        requires: PTX_7_6_SM_70,
        ..integer!("szext", Szext, "21")
    },
    Form {
        slots: &[MODE, B32],
        written: D_B32,
        read: A_B_B32,
        requires: PTX_7_6_SM_70,
        ..integer!("bmsk", Bmsk, "22")
    },
    Form {
        slots: &[required(".atype", BY_FOUR), required(".btype", BY_FOUR)],
        written: D_B32,
        read: A_B_C_B32,
        requires: PTX_5_0_SM_61,
        ..integer!("dp4a", Dp4a, "23")
    },
    Form {
        slots: &[
            leading(".mode", words![".lo", ".hi"]),
            required(".atype", BY_FOUR),
            required(".btype", BY_FOUR),
        ],
        written: D_B32,
        read: A_B_C_B32,
        requires: PTX_5_0_SM_61,
        ..integer!("dp2a", Dp2a, "24")
    },
    Form { slots: &[CC, kind(WORDS_32)], ..ADDC },
    Form { slots: &[CC, kind(WORDS_64)], requires: PTX_4_3_SM_20, ..ADDC },
    Form { slots: &[MAY_CC, kind(WORDS_32)], reads_carry: true, ..ADDC_IN },
    Form {
        slots: &[MAY_CC_64, kind(WORDS_64)],
        reads_carry: true,
        requires: PTX_4_3_SM_20,
        tolerated: Some(early_carry(PTX_1_2_SM_10)),
        ..ADDC_IN
    },
    Form { slots: &[CC, kind(WORDS_32)], tolerated: Some(LATE_BORROW), ..SUBC },
    Form { slots: &[CC, kind(WORDS_64)], requires: PTX_4_3_SM_20, ..SUBC },
    Form {
        slots: &[MAY_CC, kind(WORDS_32)],
        reads_carry: true,
        tolerated: Some(LATE_BORROW),
        ..SUBC_IN
    },
    Form {
        slots: &[MAY_CC_64, kind(WORDS_64)],
        reads_carry: true,
        requires: PTX_4_3_SM_20,
        tolerated: Some(early_carry(PTX_1_3_SM_10)),
        ..SUBC_IN
    },
    Form { slots: &[LOW_HIGH, CC, kind(WORDS_32)], ..MADC },
    Form { slots: &[LOW_HIGH, CC, kind(WORDS_64)], requires: PTX_4_3_SM_20, ..MADC },
    Form { slots: &[LOW_HIGH, MAY_CC, kind(WORDS_32)], reads_carry: true, ..MADC_IN },
    Form {
        slots: &[LOW_HIGH, MAY_CC_64, kind(WORDS_64)],
        reads_carry: true,
        requires: PTX_4_3_SM_20,
        tolerated: Some(early_carry(PTX_3_0_SM_20)),
        ..MADC_IN
    },
    Form { slots: &[kind(LOGIC)], ..logic!("and", And, "1") },
    Form { slots: &[kind(LOGIC)], ..logic!("or", Or, "2") },
    Form { slots: &[kind(LOGIC)], ..logic!("xor", Xor, "3") },
    Form { slots: &[kind(LOGIC)], read: A, ..logic!("not", Not, "4") },
    Form { slots: &[kind(words![".b16", ".b32", ".b64"])], read: A, ..logic!("cnot", Cnot, "5") },
    Form { slots: &[B32], ..LOP3 },
    Form {
        slots: &[required(".BoolOp", words![".or", ".and"]), B32],
        written: &[b32("d"), pred("p")],
        read: &[b32("a"), b32("b"), b32("c"), LUT, pred("q")],
        requires: PTX_8_2_SM_70,
        ..LOP3
    },
    Form {
        slots: &[leading(".l,.r", words![".l", ".r"]), MODE, B32],
        written: D_B32,
        read: &[b32("a"), b32("b"), u32("c")],
        requires: PTX_3_1_SM_32,
        ..logic!("shf", Shf, "7")
    },
    Form {
        slots: &[kind(words![".b16", ".b32", ".b64"])],
        read: &[spelled("a"), u32("b")],
        ..logic!("shl", Shl, "8")
    },
    Form { slots: &[SHIFTED], read: &[spelled("a"), u32("b")], ..logic!("shr", Shr, "9") },
    Form {
        slots: &[PACK_SLOT, SAT, required(".convertType", words![".u16", ".s16"]), kind(S32_ONLY)],
        ..PACK
    },
    Form {
        slots: &[
            PACK_SLOT,
            SAT,
            required(".convertType", words![".u8", ".s8"]),
            kind(S32_ONLY),
            C_B32,
        ],
        ..PACK_C
    },
    Form {
        slots: &[
            PACK_SLOT,
            SAT,
            required(".convertType", words![".u4", ".s4", ".u2", ".s2"]),
            kind(S32_ONLY),
            C_B32,
        ],
        requires: PTX_6_5_SM_75,
        ..PACK_C
    },
];

const LUT: Operand = Operand { name: "immLut", kind: Kind::Constant };
const LOP3: Form = Form {
    written: D_B32,
    read: &[b32("a"), b32("b"), b32("c"), LUT],
    requires: PTX_4_3_SM_50,
    ..logic!("lop3", Lop3, "6")
};
const ADDC_IN: Form = extended!("addc", Add, "2", "addc");
const SUBC_IN: Form = Form { is_borrow: true, ..extended!("subc", Sub, "4", "subc") };
const MADC_IN: Form =
    Form { read: A_B_C, requires: PTX_3_0_SM_20, ..extended!("madc", Mad, "6", "madc") };

const COUNT: usize = OTHERS.len() + 2 * COMPARISONS.len();

/// Every row.
pub static ROWS: [Form; COUNT] = {
    let mut all = [ADD; COUNT];
    let mut count = 0;
    while count < OTHERS.len() {
        all[count] = OTHERS[count];
        count += 1;
    }
    let mut pair = 0;
    while pair < COMPARISONS.len() {
        all[count] = COMPARISONS[pair][0];
        all[count + 1] = COMPARISONS[pair][1];
        count += 2;
        pair += 1;
    }
    all
};
