//! The kind of a sequence, by rules over its instructions.

use crate::Sequence;

/// A kind of sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Nothing is left.
    Nothing,
    /// One instruction.
    One,
    /// A multiply-add with a constant.
    Fused,
    /// One instruction, repeated for each lane.
    Lanes,
    /// Integer and logic instructions.
    Integer,
    /// A special function.
    Special,
    /// A special function with scaling around it.
    Scaled,
    /// A special function with arithmetic beside it.
    SpecialSteps,
    /// Arithmetic in another format.
    Through,
    /// A conversion in steps.
    Conversion,
    /// Branches or a call.
    Routine,
    /// Anything else.
    Several,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Nothing,
        Self::One,
        Self::Fused,
        Self::Lanes,
        Self::Integer,
        Self::Special,
        Self::Scaled,
        Self::SpecialSteps,
        Self::Through,
        Self::Conversion,
        Self::Routine,
        Self::Several,
    ];

    /// The class of what an opcode is assembled to. The first rule that fits decides.
    pub fn of(opcode: &str, sequence: &Sequence) -> Self {
        let code = &sequence.code;
        let has = |names: &[&str]| code.iter().any(|it| names.contains(&base(it)));
        if code.is_empty() {
            return Self::Nothing;
        }
        if has(&["BRA", "CALL"]) || code.len() < sequence.length {
            return Self::Routine;
        }
        // Instructions that load a constant do no work.
        let work: Vec<_> = code.iter().filter(|it| !is_constant(it)).map(|it| &**it).collect();
        // Instructions that join lanes do no work either.
        let names: Vec<_> = work.iter().map(|it| mnemonic(it)).filter(|it| *it != "PRMT").collect();
        let is_repeated = names.len() > 1 && names.iter().all(|it| *it == names[0]);
        if has(&["MUFU"]) {
            return match work.len() {
                1 => Self::Special,
                _ if is_repeated => Self::Lanes,
                _ if code.iter().any(|it| base(it).ends_with("SETP")) => Self::Scaled,
                _ => Self::SpecialSteps,
            };
        }
        if work.iter().all(|it| INTEGER.contains(&base(it))) {
            return Self::Integer;
        }
        let is_sum_or_product = matches!(opcode, "add" | "sub" | "mul");
        match work.as_slice() {
            [one] if is_sum_or_product && base(one).contains("FMA") => Self::Fused,
            _ if names.len() == 1 => Self::One,
            _ if is_repeated => Self::Lanes,
            _ if opcode == "cvt" => Self::Conversion,
            _ if work.iter().any(|it| is_conversion(it)) => Self::Through,
            _ => Self::Several,
        }
    }

    /// Returns the name in the page.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Nothing => "No instruction",
            Self::One => "One instruction",
            Self::Fused => "A multiply-add with a constant",
            Self::Lanes => "The same instruction for each lane",
            Self::Integer => "Integer and logic instructions",
            Self::Special => "One special-function instruction",
            Self::Scaled => "A special function with scaling around it",
            Self::SpecialSteps => "A special function with arithmetic beside it",
            Self::Through => "Through another format",
            Self::Conversion => "A conversion in steps",
            Self::Routine => "A routine in software",
            Self::Several => "Several instructions",
        }
    }

    /// Returns the meaning of that.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nothing => "What loads the operand already gives the result.",
            Self::One => "One machine instruction.",
            Self::Fused => {
                "It is computed as a multiply-add with a constant factor or term that changes \
                 nothing, so that it is still rounded once."
            }
            Self::Lanes => {
                "Machine instructions do one lane at a time; what else there is takes the lanes apart or \
                 joins them."
            }
            Self::Integer => {
                "The bits are tested, moved or masked; no floating-point arithmetic takes part."
            }
            Self::Special => "The special-function unit, MUFU, returns the result by itself.",
            Self::Scaled => {
                "Where MUFU alone would not do, the operand is brought into its range by an exact \
                 factor, and the result is corrected for it."
            }
            Self::SpecialSteps => "MUFU does a part of the work, ordinary arithmetic the rest.",
            Self::Through => {
                "Operands are widened, computed on in another format, and the result is narrowed."
            }
            Self::Conversion => {
                "At most one instruction converts; the others clamp, flush, extend or choose."
            }
            Self::Routine => {
                "No single instruction; ptxas emits a routine with branches or a call, so its time \
                 depends on the operands."
            }
            Self::Several => "A few instructions without branches.",
        }
    }
}

/// Code in a sequence, and what it does besides where all of it stands there.
type Remark = (&'static [&'static str], &'static str);

const REMARKS: [Remark; 9] = [
    (
        &["MUFU.RCP", "1.175494350822287508e-38", "0x4b800000"],
        "A subnormal operand is multiplied by 2^24 first.",
    ),
    (
        &["MUFU.", "1.175494350822287508e-38", "FMUL R, 16777216"],
        "A subnormal operand is multiplied by 2^24 first.",
    ),
    (
        &["MUFU.RCP", "8.50705917302346158658e+37", "0.25"],
        "Above 2^126 the operand is multiplied by 1/4 first: its reciprocal would be subnormal.",
    ),
    (
        &["MUFU.EX2", "-126", "FMUL R, 0.5"],
        "Below \u{2212}126 the operand is halved and the result is squared.",
    ),
    (
        &["MUFU.", "FMUL.RZ R, 0.15915493667125701904"],
        "The operand is multiplied by 1/2\u{3c0}, rounded toward zero, for MUFU counts in turns: so a \
         subnormal operand counts as zero, with or without `.ftz`.",
    ),
    (&["64H"], "MUFU takes and returns the upper 32 bits of an f64; the lower are zero."),
    (&["ADD", " |R|, -RZ"], ZERO_IS_ADDED),
    (&["ADD", " -R, -RZ"], ZERO_IS_ADDED),
    (&["PRMT R, 0x5410, RZ"], "PRMT puts the half where it is stored from."),
];

const ZERO_IS_ADDED: &str =
    "Zero is added to the operand with another sign, so that a NaN becomes the canonical one.";

/// Remarks about routines.
const ROUTINE_REMARKS: [Remark; 1] = [(
    &["FCHK", "MUFU.RCP"],
    "FCHK looks at the exponents: where they are harmless, a reciprocal that is refined by \
     multiply-adds is enough, and nothing is called.",
)];

/// Returns the further effects of a sequence.
pub fn remarks(class: Class, sequence: &Sequence) -> Vec<&'static str> {
    let has = |needle: &&str| sequence.code.iter().any(|it| it.contains(*needle));
    let table: &[Remark] = if class == Class::Routine { &ROUTINE_REMARKS } else { &REMARKS };
    let found = table.iter().filter(|(needles, _)| needles.iter().all(has));
    let mut remarks: Vec<_> = found.map(|(_, words)| *words).collect();
    if class == Class::Routine && sequence.code.first().is_some_and(|it| base(it) == "CALL") {
        remarks.push("There is no short path: every operand goes through the routine.");
    }
    remarks
}

/// Integer and logic instructions, and moves.
const INTEGER: [&str; 20] = [
    "CS2R", "I2I", "IADD", "IADD3", "IMAD", "IMNMX", "ISETP", "LEA", "LOP3", "MOV", "PLOP3",
    "PRMT", "SEL", "SGXT", "SHF", "UMOV", "VIADD", "VIMNMX", "VISET", "ULOP3",
];

/// An instruction without its condition.
fn bare(instruction: &str) -> &str {
    instruction.strip_prefix("@P ").unwrap_or(instruction)
}

/// `FSETP.GEU.AND` of `@P FSETP.GEU.AND |R|, 2`.
fn mnemonic(instruction: &str) -> &str {
    bare(instruction).split(' ').next().unwrap_or_default()
}

/// `FSETP` of `@P FSETP.GEU.AND |R|, 2`.
pub(crate) fn base(instruction: &str) -> &str {
    mnemonic(instruction).split('.').next().unwrap_or_default()
}

/// Whether it puts a constant into a register, in one of the ways there are.
fn is_constant(instruction: &str) -> bool {
    let Some((_, operands)) = bare(instruction).split_once(' ') else { return false };
    let is_move = mnemonic(instruction) == "IMAD.MOV.U32"
        || matches!(base(instruction), "MOV" | "UMOV")
        || base(instruction) == "HFMA2" && operands.starts_with("-RZ, RZ, ");
    is_move && operands.split(", ").all(|it| it.trim_matches(['-', '|']) != "R")
}

fn is_conversion(instruction: &str) -> bool {
    mnemonic(instruction) == "HADD2.F32"
        || matches!(base(instruction), "F2F" | "F2FP" | "F2I" | "F2IP" | "FRND" | "I2F" | "I2FP")
}

#[cfg(test)]
mod tests {
    use super::{Class, is_constant, remarks};
    use crate::Sequence;

    fn sequence(text: &str) -> Sequence {
        let code = text.split("; ").filter(|it| !it.is_empty()).map(str::to_owned);
        Sequence::new(code.collect())
    }

    #[test]
    fn classes_follow_from_the_instructions() {
        let cases = [
            ("cvt", "", Class::Nothing),
            ("fma", "FFMA.RZ", Class::One),
            ("add", "FADD.FTZ", Class::One),
            ("neg", "HADD2 -R, -RZ; PRMT R, 0x5410, RZ", Class::One),
            ("add", "HFMA2.MMA R, 1, 1, R", Class::Fused),
            ("fma", "HFMA2.MMA", Class::One),
            ("copysign", "LOP3.LUT R, 0x80000000, R, 0xb8", Class::Integer),
            ("cvt", "HFMA2.MMA -RZ, RZ, 0, 0", Class::Integer),
            ("ex2", "MUFU.EX2", Class::Special),
            ("rcp", "HFMA2 -RZ, RZ, 0, 0; MUFU.RCP64H", Class::Special),
            ("tanh", "MUFU.TANH.F16; MUFU.TANH.F16; PRMT R, 0x5410, R", Class::Lanes),
            ("ex2", "FSETP.GEU.AND R, -126; @P FMUL R, 0.5; MUFU.EX2; @P FMUL", Class::Scaled),
            ("sin", "FMUL.RZ R, 0.15915493667125701904; MUFU.SIN", Class::SpecialSteps),
            ("fma", "HADD2.F32 -RZ, R; FFMA.RZ; F2FP.PACK_AB RZ, R", Class::Through),
            ("cvt", "I2F.S16.RM; FADD.SAT RZ, R", Class::Conversion),
            ("div", "MUFU.RCP; FFMA; @P BRA; CALL.REL.NOINC", Class::Routine),
            ("max", "DSETP.MAX.AND; FSEL; SEL; @P LOP3.LUT R, 0x80000, RZ, 0xfc", Class::Several),
        ];
        for (opcode, code, class) in cases {
            assert_eq!(Class::of(opcode, &sequence(code)), class, "{opcode}: {code}");
        }
        let long = Sequence::new(vec!["FADD".into(); 99]);
        assert_eq!(Class::of("div", &long), Class::Routine);
    }

    #[test]
    fn constants_are_distinguished_from_instructions() {
        for text in ["IMAD.MOV.U32 RZ, RZ, 0x7f", "MOV RZ", "UMOV 0x38", "HFMA2 -RZ, RZ, 0, 0"] {
            assert!(is_constant(text), "{text}");
        }
        for text in ["HFMA2 R, R, -RZ", "IMAD R, R, RZ", "FADD", "HADD2.F32 -RZ, R"] {
            assert!(!is_constant(text), "{text}");
        }
    }

    #[test]
    fn remarks_follow_from_constants() {
        let ex2 = sequence("FSETP.GEU.AND R, -126; @P FMUL R, 0.5; MUFU.EX2; @P FMUL");
        assert_eq!(remarks(Class::Scaled, &ex2).len(), 1);
        assert_eq!(remarks(Class::Special, &sequence("MUFU.EX2")), [""; 0]);
        let div = sequence("CALL.REL.NOINC; FADD.FTZ -R, -RZ");
        assert_eq!(remarks(Class::Routine, &div).len(), 1);
    }
}
