//! The rows (PTX ISA 9.7.1, 9.7.2, 9.7.6 to 9.7.9). Those on four 8-bit integers in a register are
//! of PTX ISA 9.2, for the targets of `ptxas` 13.5.37.

mod comparisons;

use self::comparisons::COMPARISONS;
use super::form::{Form, Kind, Operand, Operation, Slot};
use super::shape::{B32, PRED, S32, U32};
use crate::catalog::{ANY, EARLY_F64, Requires, SM_13, Targets, Tolerated, isa, since};
use crate::source::{ptx, ptx_9_4};

const fn required(name: &'static str, choices: &'static [&'static str]) -> Slot {
    Slot { name, is_required: true, is_leading: false, choices, requires: ANY, assembled: None }
}

const fn leading(name: &'static str, choices: &'static [&'static str]) -> Slot {
    Slot { is_leading: true, ..required(name, choices) }
}

const fn optional(name: &'static str, choices: &'static [&'static str]) -> Slot {
    Slot { is_required: false, ..required(name, choices) }
}

const fn kind(choices: &'static [&'static str]) -> Slot {
    required(".type", choices)
}

/// `PTX_x_y_SM_z`: from PTX ISA x.y on, with `sm_z` or higher.
macro_rules! requirements {
    ($($name:ident: $major:literal $minor:literal $sm:literal;)+) => {
        $(const $name: Requires = Requires(&[since(isa($major, $minor), Targets::From($sm))]);)+
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
const BYTES: Requires =
    Requires(&[since(isa(9, 2), Targets::Family(120)), since(isa(9, 4), Targets::Family(107))]);

/// The assembler's requirements, if they differ from the ISA's notes.
const fn assembled(requires: Requires, note: &'static str) -> Tolerated {
    Tolerated { requires, note }
}

const LATE_BORROW: Tolerated = assembled(
    PTX_1_3_SM_10,
    "the ISA introduces sub.cc and subc in PTX ISA 1.2; the assembler accepts them from 1.3 on",
);

/// Sums and differences of 64 bits that read the carry without setting it.
const fn early_carry(requires: Requires) -> Tolerated {
    assembled(
        requires,
        "the ISA introduces 64 bits here in PTX ISA 4.3, for sm_20 or higher; the assembler accepts \
         them without .cc before, and on every target that has the instruction",
    )
}

const fn spelled(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Spelled(0) }
}

const fn second(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Spelled(1) }
}

const fn wide(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Wide }
}

const fn u32(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Fixed(&U32) }
}

const fn b32(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Fixed(&B32) }
}

const fn pred(name: &'static str) -> Operand {
    Operand { name, kind: Kind::Fixed(&PRED) }
}

const CONDITION: Operand = Operand { name: "c", kind: Kind::Condition };

const D: &[Operand] = &[spelled("d")];
const A: &[Operand] = &[spelled("a")];
const A_B: &[Operand] = &[spelled("a"), spelled("b")];
const A_B_C: &[Operand] = &[spelled("a"), spelled("b"), spelled("c")];
const D_U32: &[Operand] = &[u32("d")];
const D_B32: &[Operand] = &[b32("d")];
const A_B_B32: &[Operand] = &[b32("a"), b32("b")];
const A_B_C_B32: &[Operand] = &[b32("a"), b32("b"), b32("c")];

const WORDS: &[&str] = &[".u32", ".s32", ".u64", ".s64"];
const BITS: &[&str] = &[".b32", ".b64"];
const INTEGERS: &[&str] = &[".u16", ".u32", ".u64", ".s16", ".s32", ".s64"];
const SIGNED: &[&str] = &[".s16", ".s32", ".s64"];
const LOGIC: &[&str] = &[".pred", ".b16", ".b32", ".b64"];
const BY_FOUR: &[&str] = &[".u32", ".s32"];
const S32_ONLY: &[&str] = &[".s32"];
const LOW_HIGH: Slot = leading(".hi,.lo", &[".hi", ".lo"]);
const CC: Slot = required(".cc", &[".cc"]);
const MAY_CC: Slot = optional(".cc", &[".cc"]);
const MAY_CC_64: Slot = Slot { requires: PTX_4_3_SM_20, ..MAY_CC };
const SAT: Slot = required(".sat", &[".sat"]);
const MAY_SAT: Slot = optional(".sat", &[".sat"]);
const MODE: Slot = required(".mode", &[".clamp", ".wrap"]);

/// A row that writes and reads registers of its type, for every version and target.
const fn row(
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
        assembled: None,
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
const RELU: Slot = required(".relu", &[".relu"]);
const PAIRS: &[&str] = &[".u16x2", ".s16x2"];
const FOURS: &[&str] = &[".u8x4", ".s8x4"];
/// A row for four 8-bit integers.
const fn fours(base: Form, slots: &'static [Slot]) -> Form {
    let source = ptx_9_4(base.source.section, base.source.anchor);
    Form { slots, requires: BYTES, source, ..base }
}
const ADDC: Form = extended!("add", Add, "1", "add-cc");
const SUBC: Form = Form { is_borrow: true, ..extended!("sub", Sub, "3", "sub-cc") };
const MADC: Form =
    Form { read: A_B_C, requires: PTX_3_0_SM_20, ..extended!("mad", Mad, "5", "mad-cc") };
const WORDS_32: &[&str] = &[".u32", ".s32"];
const WORDS_64: &[&str] = &[".u64", ".s64"];

const PRMT: Form = Form {
    slots: &[
        required(".b32", &[".b32"]),
        optional(".mode", &[".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"]),
    ],
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
const PACK_SLOT: Slot = leading(".pack", &[".pack"]);
const PACK_C: Form = Form { read: &[PACK.read[0], PACK.read[1], b32("c")], ..PACK };

const OTHERS: [Form; 68] = [
    PRMT,
    Form { slots: &[kind(INTEGERS)], ..ADD },
    Form { slots: &[SAT, kind(S32_ONLY)], ..ADD },
    Form { slots: &[kind(PAIRS)], requires: PTX_8_0_SM_90, ..ADD },
    fours(ADD, &[SAT, kind(&[".u32", ".u16x2", ".s16x2", ".u8x4", ".s8x4"])]),
    fours(ADD, &[kind(FOURS)]),
    Form { slots: &[kind(INTEGERS)], ..SUB },
    Form { slots: &[SAT, kind(S32_ONLY)], ..SUB },
    fours(SUB, &[MAY_SAT, kind(FOURS)]),
    Form { slots: &[LOW_HIGH, kind(INTEGERS)], ..MUL },
    Form { slots: &[leading(".wide", &[".wide"]), kind(&[".u16", ".u32", ".s16", ".s32"])], ..MUL },
    Form { slots: &[LOW_HIGH, kind(INTEGERS)], ..MAD },
    Form { slots: &[leading(".wide", &[".wide"]), kind(&[".u16", ".u32", ".s16", ".s32"])], ..MAD },
    Form { slots: &[leading(".hi", &[".hi"]), SAT, kind(S32_ONLY)], ..MAD },
    Form { slots: &[LOW_HIGH, kind(WORDS_32)], ..integer!("mul24", Mul24, "5") },
    Form { slots: &[LOW_HIGH, kind(WORDS_32)], read: A_B_C, ..integer!("mad24", Mad24, "6") },
    Form {
        slots: &[leading(".hi", &[".hi"]), SAT, kind(S32_ONLY)],
        read: A_B_C,
        ..integer!("mad24", Mad24, "6")
    },
    Form { slots: &[kind(INTEGERS)], read: A_B_C, ..integer!("sad", Sad, "7") },
    Form { slots: &[kind(INTEGERS)], ..integer!("div", Div, "8") },
    Form { slots: &[kind(INTEGERS)], ..integer!("rem", Rem, "9") },
    Form { slots: &[kind(SIGNED)], read: A, ..integer!("abs", Abs, "10") },
    Form { slots: &[kind(SIGNED)], read: A, ..integer!("neg", Neg, "11") },
    fours(Form { read: A, ..integer!("neg", Neg, "11") }, &[kind(&[".s8x4"])]),
    Form { slots: &[kind(INTEGERS)], ..MIN },
    Form { slots: &[kind(PAIRS)], requires: PTX_8_0_SM_90, ..MIN },
    Form { slots: &[RELU, kind(&[".s16x2", ".s32"])], requires: PTX_8_0_SM_90, ..MIN },
    fours(MIN, &[kind(FOURS)]),
    fours(MIN, &[RELU, kind(&[".s8x4"])]),
    Form { slots: &[kind(INTEGERS)], ..MAX },
    Form { slots: &[kind(PAIRS)], requires: PTX_8_0_SM_90, ..MAX },
    Form { slots: &[RELU, kind(&[".s16x2", ".s32"])], requires: PTX_8_0_SM_90, ..MAX },
    fours(MAX, &[kind(FOURS)]),
    fours(MAX, &[RELU, kind(&[".s8x4"])]),
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
        slots: &[optional(".shiftamt", &[".shiftamt"]), kind(WORDS)],
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
        slots: &[MODE, required(".b32", &[".b32"])],
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
            leading(".mode", &[".lo", ".hi"]),
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
        assembled: Some(early_carry(PTX_1_2_SM_10)),
        ..ADDC_IN
    },
    Form { slots: &[CC, kind(WORDS_32)], assembled: Some(LATE_BORROW), ..SUBC },
    Form { slots: &[CC, kind(WORDS_64)], requires: PTX_4_3_SM_20, ..SUBC },
    Form {
        slots: &[MAY_CC, kind(WORDS_32)],
        reads_carry: true,
        assembled: Some(LATE_BORROW),
        ..SUBC_IN
    },
    Form {
        slots: &[MAY_CC_64, kind(WORDS_64)],
        reads_carry: true,
        requires: PTX_4_3_SM_20,
        assembled: Some(early_carry(PTX_1_3_SM_10)),
        ..SUBC_IN
    },
    Form { slots: &[LOW_HIGH, CC, kind(WORDS_32)], ..MADC },
    Form { slots: &[LOW_HIGH, CC, kind(WORDS_64)], requires: PTX_4_3_SM_20, ..MADC },
    Form { slots: &[LOW_HIGH, MAY_CC, kind(WORDS_32)], reads_carry: true, ..MADC_IN },
    Form {
        slots: &[LOW_HIGH, MAY_CC_64, kind(WORDS_64)],
        reads_carry: true,
        requires: PTX_4_3_SM_20,
        assembled: Some(early_carry(PTX_3_0_SM_20)),
        ..MADC_IN
    },
    Form { slots: &[kind(LOGIC)], ..logic!("and", And, "1") },
    Form { slots: &[kind(LOGIC)], ..logic!("or", Or, "2") },
    Form { slots: &[kind(LOGIC)], ..logic!("xor", Xor, "3") },
    Form { slots: &[kind(LOGIC)], read: A, ..logic!("not", Not, "4") },
    Form { slots: &[kind(&[".b16", ".b32", ".b64"])], read: A, ..logic!("cnot", Cnot, "5") },
    Form { slots: &[required(".b32", &[".b32"])], ..LOP3 },
    Form {
        slots: &[required(".BoolOp", &[".or", ".and"]), required(".b32", &[".b32"])],
        written: &[b32("d"), pred("p")],
        read: &[b32("a"), b32("b"), b32("c"), LUT, pred("q")],
        requires: PTX_8_2_SM_70,
        ..LOP3
    },
    Form {
        slots: &[leading(".l,.r", &[".l", ".r"]), MODE, required(".b32", &[".b32"])],
        written: D_B32,
        read: &[b32("a"), b32("b"), u32("c")],
        requires: PTX_3_1_SM_32,
        ..logic!("shf", Shf, "7")
    },
    Form {
        slots: &[kind(&[".b16", ".b32", ".b64"])],
        read: &[spelled("a"), u32("b")],
        ..logic!("shl", Shl, "8")
    },
    Form {
        slots: &[kind(&[".b16", ".b32", ".b64", ".u16", ".u32", ".u64", ".s16", ".s32", ".s64"])],
        read: &[spelled("a"), u32("b")],
        ..logic!("shr", Shr, "9")
    },
    Form {
        slots: &[PACK_SLOT, SAT, required(".convertType", &[".u16", ".s16"]), kind(S32_ONLY)],
        ..PACK
    },
    Form {
        slots: &[
            PACK_SLOT,
            SAT,
            required(".convertType", &[".u8", ".s8"]),
            kind(S32_ONLY),
            required(".cType", &[".b32"]),
        ],
        ..PACK_C
    },
    Form {
        slots: &[
            PACK_SLOT,
            SAT,
            required(".convertType", &[".u4", ".s4", ".u2", ".s2"]),
            kind(S32_ONLY),
            required(".cType", &[".b32"]),
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
