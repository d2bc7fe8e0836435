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
                "measured with every operand on older architectures; the machine code here is the same"
            }
            Self::Composed => {
                "composed of a unit that was measured with every operand and the f32 operations around it; the instruction itself was not measured"
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
    words: "The result is computed as in the machine code, with the measured unit; no published comparison covers all operands of `div`, or of an instruction with `.ftz`. About 3 in 10 million quotients have errors above the documented 2 ulp, up to 2.15 ulp.",
    place: "sm_70 and higher",
    count: "none measured",
    method: "f32 operations around the unit, each rounded once",
    source: "the machine code, and the model of the unit",
    url: "",
    date: "2026-11-23",
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
pub static ALL: [&Evidence; 8] = [
    &EXHAUSTIVE,
    &EXHAUSTIVE_ROOT,
    &EXHAUSTIVE_ANGLE,
    &MACHINE_CODE,
    &COMPOSITION,
    &POWERS,
    &REPLAY,
    &QUOTIENT,
];

/// The limits of the observations.
pub const UNKNOWN: &str = "No claim is made about `tanh`, `ex2` with f16 or bf16, approximations of f64, these instructions on earlier targets, or results that a library computes.";

/// The first target from which on the machine code was compared.
const FIRST_COMPARED: u16 = 70;
/// The first target on which anything was measured.
const FIRST_MEASURED: u16 = 50;
/// The first target on which the root was.
const FIRST_WITH_ROOT: u16 = 60;
/// The targets from [`FIRST_COMPARED`] on, on which the instructions without `.ftz` were measured.
const MEASURED: [u16; 2] = [70, 75];

/// Returns the grade of the evidence for an instruction on a target, if there is any.
pub(super) fn grade(unit: Unit, is_composed: bool, sm: u16) -> Option<Grade> {
    let first = match unit {
        Unit::Reciprocal | Unit::ReciprocalRoot | Unit::Log2 | Unit::Exp2 => FIRST_MEASURED,
        Unit::Root => FIRST_WITH_ROOT,
        Unit::Sine | Unit::Cosine => FIRST_COMPARED,
    };
    if sm >= FIRST_COMPARED {
        Some(if is_composed {
            Grade::Composed
        } else if MEASURED.contains(&sm) {
            Grade::Measured
        } else {
            Grade::SameCode
        })
    } else {
        (sm >= first && !is_composed).then_some(Grade::Measured)
    }
}

/// Returns the evidence for an instruction with a grade, that of the grade first.
pub(super) fn list(unit: Unit, is_quotient: bool, grade: Grade) -> Vec<&'static Evidence> {
    let exhaustive = match unit {
        Unit::Reciprocal | Unit::ReciprocalRoot | Unit::Log2 | Unit::Exp2 => &EXHAUSTIVE,
        Unit::Root => &EXHAUSTIVE_ROOT,
        Unit::Sine | Unit::Cosine => &EXHAUSTIVE_ANGLE,
    };
    let mut list = match grade {
        Grade::Measured | Grade::Replayed | Grade::TwoGroups | Grade::OneGroup | Grade::Spot => {
            Vec::from([exhaustive])
        }
        Grade::SameCode => Vec::from([&MACHINE_CODE, exhaustive]),
        Grade::Composed => Vec::from([&COMPOSITION, exhaustive, &MACHINE_CODE]),
    };
    if unit == Unit::Exp2 {
        list.extend([&POWERS, &REPLAY]);
    }
    if is_quotient {
        list.push(&QUOTIENT);
    }
    list
}
