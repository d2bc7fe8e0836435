//! Observations, with their origins: the ISA does not promise them.

use crate::source::{Source, ptx};

/// The kind of an observation, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Results of a real GPU that this project measured.
    Measurement,
    /// Results of a real GPU that others published.
    Capture,
    /// The machine code that NVIDIA's assembler emits, with the known behavior of its instructions.
    EmittedCode,
    /// The value that NVIDIA's assembler computes for an instruction with constant operands.
    Folding,
    /// The value that NVIDIA's headers compute on the host.
    HostHeaders,
    /// The result of a third-party simulator.
    Simulator,
    /// The value of the nearest observed case, where nothing was observed.
    Extrapolation,
}

impl Kind {
    /// The word for it in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Measurement => "measurement",
            Self::Capture => "public hardware capture",
            Self::EmittedCode => "emitted code",
            Self::Folding => "assembler folding",
            Self::HostHeaders => "host headers",
            Self::Simulator => "simulator",
            Self::Extrapolation => "extrapolation",
        }
    }
}

/// An observation, with its origin.
#[derive(Debug, PartialEq, Eq)]
pub struct Observation {
    /// The stable name.
    pub id: &'static str,
    /// The kind.
    pub kind: Kind,
    /// Completes "these bits are …", without a full stop.
    pub words: &'static str,
    /// Tool, version, command and date, or the public reference; [`claim`](super::claim) has more.
    pub origin: &'static str,
}

/// The origin of bits that the ISA leaves open, by the index in [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Probes of f32 arithmetic.
    F32Probes,
    /// Captures of half precision, f64 arithmetic, narrow formats and conversions.
    B200,
    /// Captures of conversions with s2f6.
    Gb10,
    /// The special-function unit.
    SpecialFunctions,
    /// The machine code that the assembler emits.
    Emitted,
    /// Constant folding.
    Folded,
    /// The host's side of the CUDA headers.
    Host,
    /// No observation.
    Extrapolated,
    /// Every instruction of `sm_90`.
    H200,
}

impl Origin {
    /// The observation.
    #[must_use]
    pub fn observation(self) -> &'static Observation {
        // The list is in this order; a test checks that.
        ALL.get(self as usize).copied().unwrap_or(ALL[7])
    }
}

/// The machine code in `tests/vectors/machine-code.txt`.
const MACHINE_CODE: &str =
    "ptxas 13.5.37 -O3, nvdisasm 13.5.37, cargo xtask machine-code, 2026-11-24";

/// A run of every instruction of `sm_90`.
pub static H200: Observation = Observation {
    id: "h200",
    kind: Kind::Measurement,
    words: "those that an H200 returned",
    origin: "NVIDIA H200, driver 580.159.04, ptxas 13.5.37, cargo xtask hardware, 2026-11-27: tests/vectors/hardware/sm_90-h200-run.txt",
};

/// Probes of f32 arithmetic on two GPUs.
pub(crate) static F32_PROBES: Observation = Observation {
    id: "f32-probes",
    kind: Kind::Capture,
    words: "those that f32 add, sub, mul, div and fma returned in published probes of an H100 and an L40S",
    origin: "danielreuter/verity, thread 300",
};

/// Captures of half precision, narrow formats and conversions.
pub static B200: Observation = Observation {
    id: "b200",
    kind: Kind::Capture,
    words: "those in published captures from a B200",
    origin: "published captures from a B200; not run by this project",
};

/// Captures of conversions with s2f6.
pub(crate) static GB10: Observation = Observation {
    id: "gb10",
    kind: Kind::Capture,
    words: "those in published captures from a GB10",
    origin: "published captures from a GB10; not run by this project",
};

/// The special-function unit, all operands.
pub(crate) static SPECIAL_FUNCTIONS: Observation = Observation {
    id: "special-functions",
    kind: Kind::Capture,
    words: "those of a public model that agrees with sm_50 to sm_75 on every operand",
    origin: "bcarlet/ptx-math, commit 2c7dc926; its README reports runs on sm_5x, sm_6x, sm_70 and sm_75",
};

/// Operations that the assembler emits as an addition or a selection.
pub(crate) static EMITTED: Observation = Observation {
    id: "emitted",
    kind: Kind::EmittedCode,
    words: "those that the emitted machine code returns",
    origin: MACHINE_CODE,
};

/// Constant folding.
pub(crate) static FOLDED: Observation = Observation {
    id: "folded",
    kind: Kind::Folding,
    words: "those that the assembler's constant folding gives",
    origin: "ptxas 13.1.115, tests/vectors/ptxas_fold.py, 2026-11-21",
};

/// The host's side of the CUDA headers.
pub static HOST: Observation = Observation {
    id: "host",
    kind: Kind::HostHeaders,
    words: "those that NVIDIA's headers compute on the host",
    origin: "cuda_fp16, cuda_bf16, cuda_fp8, cuda_fp6 and cuda_fp4 headers of CUDA 13.1.80, tests/vectors/nvidia_host.cpp, 2026-11-21",
};

/// The special NaN of `.oob`.
pub(crate) static OOB_SIMULATOR: Observation = Observation {
    id: "oob-simulator",
    kind: Kind::Simulator,
    words: "those that a third-party simulator based on captures returns",
    origin: "a simulator whose name was not recorded; not run by this project",
};

/// The lack of an observation.
pub(crate) static EXTRAPOLATED: Observation = Observation {
    id: "extrapolated",
    kind: Kind::Extrapolation,
    words: "an extrapolation: no observation covers this case",
    origin: "the nearest observed case",
};

/// A test of scaled conversions.
pub static SM_107: Observation = Observation {
    id: "sm-107",
    kind: Kind::Capture,
    words: "those that a published NVIDIA test expects from sm_107",
    origin: "comments and expected values of NVIDIA's tests of fp32_to_fp8_pack_scaled, f32 to e4m3 and e5m2; not run by this project",
};

/// The host's side of the header that has ue5m3.
pub static HOST_UE5M3: Observation = Observation {
    id: "host-ue5m3",
    kind: Kind::HostHeaders,
    words: "those that NVIDIA's header computes on the host",
    origin: "cuda_fp8 header of CUDA 13.5.37, 2026-11-22",
};

/// Every observation: those of [`Origin`], then those of readings alone.
pub static ALL: [&Observation; 12] = [
    &F32_PROBES,
    &B200,
    &GB10,
    &SPECIAL_FUNCTIONS,
    &EMITTED,
    &FOLDED,
    &HOST,
    &EXTRAPOLATED,
    &H200,
    &SM_107,
    &HOST_UE5M3,
    &OOB_SIMULATOR,
];

/// Operands for which the assembler or a GPU disagrees with the text, or folding with the code.
#[derive(Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The instruction and its operands.
    pub statement: &'static str,
    /// The section of the text.
    pub source: Source,
    /// The claim of the text.
    pub says: &'static str,
    /// The observed behavior.
    pub seen: &'static str,
}

/// The tools and the GPU that these were seen with.
pub const DIVERGENCES_ORIGIN: &str = "ptxas 13.1.115 -O3 for sm_90, nvdisasm 13.2.51, a load, the instruction and a store, 2026-11-22; the results of an H200, 2026-11-27";

const CVT: Source = ptx("9.7.9.21", "data-movement-and-conversion-instructions-cvt");
const ABS: Source = ptx("9.7.3.9", "floating-point-instructions-abs");

/// Every divergence of results that is known.
pub static DIVERGENCES: [Divergence; 12] = [
    Divergence {
        statement: "cvt.rp.ftz.f16.f32 0x00000001",
        source: CVT,
        says: "`.ftz` turns a subnormal f32 operand into a zero: 0x0000",
        seen: "the code has no `.FTZ`: an H200 returns 0x0001",
    },
    Divergence {
        statement: "cvt.rm.ftz.f16.f32 0x80000001",
        source: CVT,
        says: "`.ftz` turns a subnormal f32 operand into a zero: 0x8000",
        seen: "the code has no `.FTZ`: an H200 returns 0x8001",
    },
    Divergence {
        statement: "cvt.rna.tf32.f32 0x7f800001",
        source: CVT,
        says: "nothing about NaN, which should become NaN",
        seen: "an H200 clears the lower bits, which gives 0x7f800000, an infinity; so does folding",
    },
    Divergence {
        statement: "cvt.rna.tf32.f32 0xffffffff",
        source: CVT,
        says: "nothing about NaN, which should become NaN",
        seen: "an H200 returns 0xffffe000, not the canonical NaN; so does folding",
    },
    Divergence {
        statement: "cvt.rna.satfinite.tf32.f32 0x7f800001",
        source: CVT,
        says: "a NaN becomes a NaN",
        seen: "an H200 returns 0x7f7fe000, the largest number; so does folding",
    },
    Divergence {
        statement: "abs.f64 0x7ff0000000000001",
        source: ABS,
        says: "a NaN is passed through unchanged",
        seen: "the code is a `DADD`, and an H200 returns 0x7ff8000000000001, a quiet NaN; folding keeps it",
    },
    Divergence {
        statement: "abs.f64 0xfff8000000000001",
        source: ABS,
        says: "a NaN is passed through unchanged",
        seen: "an H200 returns it unchanged; folding clears the sign bit",
    },
    Divergence {
        statement: "neg.f64 0x7ff0000000000001",
        source: ptx("9.7.3.10", "floating-point-instructions-neg"),
        says: "an unspecified NaN",
        seen: "an H200 returns 0x7ff8000000000001: quiet, with the same sign; folding changes only the sign bit",
    },
    Divergence {
        statement: "cos.approx.f32 0xc09a6bed",
        source: ptx("9.7.3.19", "floating-point-instructions-cos"),
        says: "the absolute error is at most 2^-20.5",
        seen: "an H200 returns 0x3de782f1, which is 2^-20.49 off; so does the model of older GPUs",
    },
    Divergence {
        statement: "ex2.approx.f16 0xcb16",
        source: ptx("9.7.4.10", "half-precision-floating-point-instructions-ex2"),
        says: "the relative error is at most 2^-9.9",
        seen: "an H200 truncates subnormal results too: of 65,536 operands, 102 have a larger error",
    },
    Divergence {
        statement: "tanh.approx.bf16 0x3f3f",
        source: ptx("9.7.4.9", "half-precision-floating-point-instructions-tanh"),
        says: "the relative error is at most 2^-8",
        seen: "an H200 returns 0x3f21, where 0x3f22 is the nearest permitted number",
    },
    Divergence {
        statement: "div.full.f32 0x707efdca, 0x7efefdcd",
        source: ptx("9.7.3.8", "floating-point-instructions-div"),
        says: "the error is at most 2 ulp",
        seen: "an H200 returns 0x30ffffff, where 0x30fffffe is the largest permitted number",
    },
];

#[cfg(test)]
mod tests {
    use super::{ALL, EXTRAPOLATED, Kind, Origin};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn the_list_is_in_the_order_of_origins() {
        let origins = [
            (Origin::F32Probes, "f32-probes"),
            (Origin::B200, "b200"),
            (Origin::Gb10, "gb10"),
            (Origin::SpecialFunctions, "special-functions"),
            (Origin::Emitted, "emitted"),
            (Origin::Folded, "folded"),
            (Origin::Host, "host"),
            (Origin::Extrapolated, "extrapolated"),
            (Origin::H200, "h200"),
        ];
        assert!(origins.len() < ALL.len());
        for (origin, id) in origins {
            assert_eq!(origin.observation().id, id);
        }
    }

    #[test]
    fn only_an_extrapolation_has_not_been_seen() {
        for observation in ALL {
            let is_seen = observation.kind != Kind::Extrapolation;
            assert_eq!(is_seen, observation != &EXTRAPOLATED, "{}", observation.id);
            assert!(!observation.words.ends_with('.') && !observation.origin.is_empty());
        }
    }
}
