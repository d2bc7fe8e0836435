//! The evidence for observed results, as data.

use alloc::vec::Vec;

use super::unit::Unit;

/// The strength of an observation, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// The instruction itself was run, with every operand, on that architecture.
    Measured,
    /// A model returns every result that was captured and published, and two groups or more found the
    /// same one.
    Replayed,
    /// Two groups report a comparison of the same model with GPUs; no results are public.
    TwoGroups,
    /// The machine code is that of a target on which it was measured.
    SameCode,
    /// The unit was measured, and the operations around it are those of the machine code; the
    /// instruction was not measured itself.
    Composed,
    /// One group reports a comparison of its model with GPUs.
    OneGroup,
    /// Single results were published.
    Spot,
}

#[cfg(feature = "serde")]
impl serde::Serialize for Grade {
    /// Writes the name.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Grade {
    /// The word for it in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Replayed => "replayed",
            Self::TwoGroups => "two groups",
            Self::SameCode => "same code",
            Self::Composed => "composed",
            Self::OneGroup => "one group",
            Self::Spot => "spot",
        }
    }

    /// The grade as a clause, without a full stop.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Measured => "measured on this architecture with every operand",
            Self::Replayed => {
                "every published capture of this architecture is reproduced by a model that several groups found"
            }
            Self::TwoGroups => {
                "two groups compared the same model with this architecture and report no difference; their results are not public"
            }
            Self::SameCode => {
                "measured with every operand on other architectures; the machine code here is the same"
            }
            Self::Composed => {
                "composed of a unit that was measured with every operand and the operations around it; no comparison covers all operands of the instruction"
            }
            Self::OneGroup => {
                "one group compared its model with this architecture and reports no difference"
            }
            Self::Spot => "individual published results",
        }
    }
}

/// A piece of evidence.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Evidence {
    /// The stable name.
    pub id: &'static str,
    /// The grade.
    pub grade: Grade,
    /// The finding, as a sentence.
    pub words: &'static str,
    /// The targets or GPUs it was found on.
    pub place: &'static str,
    /// The number of results.
    pub count: &'static str,
    /// The method by which it was found.
    pub method: &'static str,
    /// The publication, or the tools it was found with.
    pub source: &'static str,
    /// The web address of the source, empty where there is none.
    pub url: &'static str,
    /// The date.
    pub date: &'static str,
}

/// The runs over all operands, of the functions that every target computes alike.
static EXHAUSTIVE: Evidence = Evidence {
    id: "exhaustive",
    grade: Grade::Measured,
    words: "A model of the unit matched the GPU on every operand of `rcp`, `rsqrt`, `lg2` and `ex2` without `.ftz`.",
    place: "sm_5x, sm_6x, sm_70, sm_75",
    count: "2^32 operands on each",
    method: "the source's validation program, which compares the instruction on a GPU with the model; its tables are used here, with new code",
    source: "bcarlet/ptx-math, commit 2c7dc926, table of its README",
    url: "https://github.com/bcarlet/ptx-math",
    date: "2022-12-26",
};

/// Like [`EXHAUSTIVE`], for the root, which is computed in another way before `sm_60`.
static EXHAUSTIVE_ROOT: Evidence = Evidence {
    id: "exhaustive-root",
    words: "A model of the unit matched the GPU on every operand of `sqrt` without `.ftz`.",
    place: "sm_6x, sm_70, sm_75",
    ..EXHAUSTIVE
};

/// Like [`EXHAUSTIVE`], for angles, which are reduced in another way before `sm_70`.
static EXHAUSTIVE_ANGLE: Evidence = Evidence {
    id: "exhaustive-angle",
    words: "A model of the unit matched the GPU on every operand of `sin` and `cos` without `.ftz`. Cosines of operands near 4.9 have errors above the documented 2^-20.5, up to 2^-20.42.",
    place: "sm_70, sm_75",
    ..EXHAUSTIVE
};

/// The machine code on every target from `sm_70` on.
static MACHINE_CODE: Evidence = Evidence {
    id: "machine-code",
    grade: Grade::SameCode,
    words: "The assembler emits the same instructions around the same function of the unit on every target.",
    place: "sm_70, sm_72, sm_75 to sm_121",
    count: "18 instructions on 25 targets",
    method: "disassembled and compared; for sm_70 and sm_72, their encodings with those of sm_75",
    source: "ptxas 13.1.115 and 12.9.86, -O3, nvdisasm 13.2.51; this project",
    url: "",
    date: "2026-11-23",
};

/// The consequence of a unit and the code around it.
static COMPOSITION: Evidence = Evidence {
    id: "composition",
    grade: Grade::Composed,
    words: "The result is computed as in the machine code, with the measured unit; no comparison covers all operands of `div`. About 3 in 10 million quotients have errors above the documented 2 ulp, up to 2.15 ulp.",
    place: "sm_70 and higher",
    count: "2^20 pairs of operands on one target; none elsewhere",
    method: "f32 operations around the unit, each rounded once",
    source: "the machine code, and the model of the unit",
    url: "",
    date: "2026-11-23",
};

/// This project's own run of every f32 instruction.
static SUMS: Evidence = Evidence {
    id: "h200",
    grade: Grade::Measured,
    words: "An H200 returned the model's result for every operand of `rcp`, `sqrt`, `rsqrt`, `sin`, `cos`, `lg2` and `ex2`, with and without `.ftz`.",
    place: "H200 (sm_90)",
    count: "2^32 operands of each of 14 instructions",
    method: "the GPU adds up a hash of its results in 16 parts, and the sums are those of the model",
    source: "this project: tests/vectors/hardware/sm_90-h200-sums.txt",
    url: "",
    date: "2026-11-27",
};

/// Its run of tanh.
static TANH: Evidence = Evidence {
    id: "h200-tanh",
    words: "The unit has a table for tanh of 51 rows, which was found from the results for every operand from 2^-8 to 8; smaller operands are returned, and larger ones give 1. The model has all results.",
    count: "2^32 operands of `tanh.approx.f32`",
    ..SUMS
};

/// Its runs of narrower formats.
static NARROW: Evidence = Evidence {
    id: "h200-narrow",
    words: "`tanh` and `ex2` of f16 and bf16 are the results of the same unit in f32, truncated. 102 powers in f16 and 2 tangents in bf16 have errors above the documented ones.",
    count: "every operand of each; all pairs of lanes",
    ..SUMS
};

/// Its runs of the upper half of f64.
static UPPER: Evidence = Evidence {
    id: "h200-upper",
    words: "`rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64` are the results of the same unit, truncated to 20 fraction bits. The lower half of the operand is ignored, even that of a NaN.",
    count: "every upper half of an operand of each, 2^32",
    ..SUMS
};

/// The reciprocal root of f64.
static REFINED: Evidence = Evidence {
    id: "h200-refined",
    grade: Grade::Composed,
    words: "`rsqrt.approx.f64` is computed as in the machine code: the unit for the upper half, then five operations of f64, each rounded once. Every result of an H200 that was compared is that.",
    count: "3 times 2^20 operands",
    method: "operands of every exponent and special values, each result compared",
    source: "this project; 2^20 of them: tests/vectors/hardware/sm_90-h200-run.txt",
    date: "2026-11-28",
    ..SUMS
};

/// Its quotients.
static QUOTIENTS: Evidence = Evidence {
    id: "h200-quotients",
    words: "The quotients of an H200 are those of the model.",
    count: "2^20 pairs of operands of each of 4 instructions",
    method: "pairs for which division tends to go wrong, each result compared",
    source: "this project: tests/vectors/hardware/sm_90-h200-run.txt",
    ..SUMS
};

/// The machine code around the unit for other formats.
static OTHER_CODE: Evidence = Evidence {
    id: "machine-code-formats",
    words: "The assembler emits the same function of the unit for `tanh` and for the other formats, and the same operations of f64 for `rsqrt.approx.f64`, as on sm_90.",
    place: "sm_75, sm_80, sm_86 to sm_90, sm_100 to sm_110, sm_120, sm_121; not `ex2` of two numbers on sm_103 and sm_107, which is one instruction",
    count: "12 instructions on 13 targets",
    method: "disassembled and compared",
    source: "ptxas 13.5.37, -O3, nvdisasm 13; this project",
    date: "2026-11-28",
    ..MACHINE_CODE
};

/// Ten powers.
static POWERS: Evidence = Evidence {
    id: "powers-gb200",
    grade: Grade::Spot,
    words: "Published powers of 2 agree, with operands known to six decimals; five of them rule out the correctly rounded result.",
    place: "GB200 (sm_100)",
    count: "10 results with `.ftz`",
    method: "printed beside a polynomial",
    source: "Dao-AILab/flash-attention, issue 2263",
    url: "https://github.com/Dao-AILab/flash-attention/issues/2263",
    date: "2026",
};

/// A replay of inference.
static REPLAY: Evidence = Evidence {
    id: "replay-sm90",
    grade: Grade::Spot,
    words: "A project that aims to replay language-model inference bit for bit uses the same tables.",
    place: "sm_90a",
    count: "not counted",
    method: "the model replaces the instruction",
    source: "dfyz/reproducible-inference, check_exp.cu",
    url: "https://github.com/dfyz/reproducible-inference",
    date: "2026",
};

/// One quotient.
static QUOTIENT: Evidence = Evidence {
    id: "quotient-sm120",
    grade: Grade::Spot,
    words: "The published quotient 4.6875 / 0.9375 is 0x40a00001, as here; a correctly rounded reciprocal would give the same.",
    place: "sm_120a",
    count: "1 result of `div.full.f32`",
    method: "printed",
    source: "triton-lang/triton, issue 10661",
    url: "https://github.com/triton-lang/triton/issues/10661",
    date: "2026-06-18",
};

/// Every piece of evidence.
pub static ALL: [&Evidence; 15] = [
    &EXHAUSTIVE,
    &EXHAUSTIVE_ROOT,
    &EXHAUSTIVE_ANGLE,
    &SUMS,
    &TANH,
    &NARROW,
    &UPPER,
    &REFINED,
    &MACHINE_CODE,
    &OTHER_CODE,
    &COMPOSITION,
    &QUOTIENTS,
    &POWERS,
    &REPLAY,
    &QUOTIENT,
];

/// The limits of the observations.
pub const UNKNOWN: &str = "No claim is made about these instructions on earlier targets, `ex2` of f16x2 and bf16x2 on sm_103 and sm_107, or results that a library computes.";

/// The first target from which on the machine code was compared.
const FIRST_COMPARED: u16 = 70;
/// The first target on which anything was measured.
const FIRST_MEASURED: u16 = 50;
/// The first target on which the root was.
const FIRST_WITH_ROOT: u16 = 60;
/// The target on which this project measured every instruction.
const OURS: u16 = 90;
/// The targets from [`FIRST_COMPARED`] on, on which the instructions without `.ftz` were measured.
const MEASURED: [u16; 3] = [70, 75, OURS];
/// The first target whose machine code for `tanh` and other formats was compared.
const FIRST_WITH_FORMATS: u16 = 75;
/// The targets that have one instruction for two powers of f16 or bf16.
const WITH_TWO_POWERS: [u16; 2] = [103, 107];

/// The kinds of instructions that were observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// An approximation of f32 without `.ftz`.
    Plain,
    /// An approximation of f32 with `.ftz`.
    Flushed,
    /// A division.
    Quotient,
    /// An approximation of f16 or bf16.
    Narrow {
        /// Whether it has two lanes.
        is_pair: bool,
    },
    /// An approximation of the upper half of f64.
    Upper,
    /// The reciprocal root of f64.
    Refined,
}

/// Returns the grade of the evidence for an instruction on a target, if there is any.
pub(super) fn grade(unit: Unit, subject: Subject, sm: u16) -> Option<Grade> {
    let is_two_powers = unit == Unit::Exp2 && subject == Subject::Narrow { is_pair: true };
    let from = |first: u16, measured: &[u16]| {
        let grade = if measured.contains(&sm) { Grade::Measured } else { Grade::SameCode };
        (sm >= first).then_some(grade)
    };
    match subject {
        Subject::Narrow { .. } if is_two_powers && WITH_TWO_POWERS.contains(&sm) => None,
        Subject::Quotient => (sm >= FIRST_COMPARED).then_some(Grade::Composed),
        Subject::Refined => (sm >= FIRST_WITH_FORMATS).then_some(Grade::Composed),
        Subject::Narrow { .. } | Subject::Upper => from(FIRST_WITH_FORMATS, &[OURS]),
        Subject::Plain if unit == Unit::Tanh => from(FIRST_WITH_FORMATS, &[OURS]),
        Subject::Flushed => from(FIRST_COMPARED, &[OURS]),
        Subject::Plain if sm >= FIRST_COMPARED => from(FIRST_COMPARED, &MEASURED),
        Subject::Plain => {
            let first = match unit {
                Unit::Reciprocal | Unit::ReciprocalRoot | Unit::Log2 | Unit::Exp2 => FIRST_MEASURED,
                Unit::Root => FIRST_WITH_ROOT,
                Unit::Sine | Unit::Cosine | Unit::Tanh => FIRST_COMPARED,
            };
            (sm >= first).then_some(Grade::Measured)
        }
    }
}

/// Returns the evidence for an instruction with a grade on a target, that of the grade first.
pub(super) fn list(unit: Unit, subject: Subject, grade: Grade, sm: u16) -> Vec<&'static Evidence> {
    let exhaustive = match unit {
        Unit::Reciprocal | Unit::ReciprocalRoot | Unit::Log2 | Unit::Exp2 => &EXHAUSTIVE,
        Unit::Root => &EXHAUSTIVE_ROOT,
        Unit::Sine | Unit::Cosine => &EXHAUSTIVE_ANGLE,
        Unit::Tanh => &TANH,
    };
    let measured: &[&'static Evidence] = match subject {
        Subject::Narrow { .. } => &[&NARROW, exhaustive],
        Subject::Upper => &[&UPPER, exhaustive],
        Subject::Refined => &[&REFINED, &UPPER, exhaustive],
        Subject::Plain if unit == Unit::Tanh => &[&TANH],
        Subject::Plain if sm < FIRST_COMPARED => &[exhaustive],
        Subject::Plain if sm < OURS => &[exhaustive, &SUMS],
        Subject::Plain | Subject::Flushed => &[&SUMS, exhaustive],
        Subject::Quotient => &[&QUOTIENTS, exhaustive],
    };
    let code = match subject {
        Subject::Narrow { .. } | Subject::Upper | Subject::Refined => &OTHER_CODE,
        Subject::Plain if unit == Unit::Tanh => &OTHER_CODE,
        Subject::Plain | Subject::Flushed | Subject::Quotient => &MACHINE_CODE,
    };
    let mut list = Vec::new();
    match grade {
        Grade::SameCode => list.push(code),
        Grade::Composed if subject == Subject::Quotient => list.push(&COMPOSITION),
        Grade::Composed
        | Grade::Measured
        | Grade::Replayed
        | Grade::TwoGroups
        | Grade::OneGroup
        | Grade::Spot => {}
    }
    list.extend(measured);
    if grade == Grade::Composed {
        list.push(code);
    }
    if unit == Unit::Exp2 && matches!(subject, Subject::Plain | Subject::Flushed) {
        list.extend([&POWERS, &REPLAY]);
    }
    if subject == Subject::Quotient {
        list.push(&QUOTIENT);
    }
    list
}
