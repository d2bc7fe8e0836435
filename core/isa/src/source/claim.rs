//! The evidence for each [observation](super::observation) of unspecified bits, as data for a page.
//!
//! Results refer to an [`Observation`]; claims are kept apart from it, so that a program that shows
//! only results contains none of them.

use crate::source::observation::{
    B200, EMITTED, EXTRAPOLATED, F32_PROBES, FOLDED, GB10, H200, HOST, HOST_UE5M3, OOB_SIMULATOR,
    Observation, SM_107, SPECIAL_FUNCTIONS,
};

/// A finding about bits that the ISA leaves open.
#[derive(Debug, PartialEq, Eq)]
pub struct Claim {
    /// The stable name.
    pub id: &'static str,
    /// The observation that it supports, with its kind and its source.
    pub observation: &'static Observation,
    /// The finding, as a sentence.
    pub found: &'static str,
    /// The GPUs, targets or tools it was found with.
    pub place: &'static str,
    /// The number of results.
    pub count: &'static str,
    /// The method by which it was found.
    pub method: &'static str,
    /// The date.
    pub date: &'static str,
}

/// Stands for data that others did not publish, or that was not written down here.
pub const NOT_RECORDED: &str = "not recorded";

/// The use of published captures.
const CAPTURES: &str = "published third-party captures, used as they are";

/// The use of machine code.
const READ_CODE: &str = "each instruction is assembled and disassembled; its results follow from the known behavior of the machine code";

/// This project's run.
const RUN: &str = "a kernel for every instruction, run on selected and random operands, and on all of 16 bits; each result is compared";
/// The number of its results.
const RUN_COUNT: &str = "2^20 operands or more, or all, of each of 1,249 instructions";

/// Every claim, grouped by observation.
pub static ALL: [Claim; 19] = [
    Claim {
        id: "h200-nan",
        observation: &H200,
        found: "Every NaN of f32 arithmetic and of `tanh` is 0x7fffffff, of f16 and bf16 0x7fff. A NaN operand of f64 arithmetic keeps sign and payload and becomes quiet.",
        place: "H200 (sm_90)",
        count: RUN_COUNT,
        method: RUN,
        date: "2026-11-27",
    },
    Claim {
        id: "h200-choice",
        observation: &H200,
        found: "Of several NaN operands of f64, the second is returned, then the third, then the first; by `div` the first.",
        place: "H200 (sm_90)",
        count: RUN_COUNT,
        method: RUN,
        date: "2026-11-27",
    },
    Claim {
        id: "h200-sign",
        observation: &H200,
        found: "`abs` and `neg` of f64 change the sign of no NaN; they make it quiet.",
        place: "H200 (sm_90)",
        count: RUN_COUNT,
        method: RUN,
        date: "2026-11-27",
    },
    Claim {
        id: "h200-conversion",
        observation: &H200,
        found: "Between f64 and f32, f16 or bf16, without `.ftz`, a NaN keeps its sign and the upper bits of its payload, and becomes quiet. From f16 or bf16 to either of them it is 0x7fff. `cvt.rna.tf32.f32` clears the lower 13 bits, which turns 0x7f800001 into an infinity.",
        place: "H200 (sm_90)",
        count: RUN_COUNT,
        method: RUN,
        date: "2026-11-27",
    },
    Claim {
        id: "f32-nan",
        observation: &F32_PROBES,
        found: "Every NaN that `add`, `sub`, `mul`, `div` and `fma` of f32 returned is 0x7fffffff.",
        place: "H100, L40S",
        count: NOT_RECORDED,
        method: "published third-party probes, used as they are",
        date: NOT_RECORDED,
    },
    Claim {
        id: "narrow-nan",
        observation: &B200,
        found: "A NaN in f16 or bf16 is 0x7fff, in e4m3 or e5m2 0x7f with either sign, in ue8m0 0xff; fp6, fp4 and s2f6 have no NaN and return their largest number.",
        place: "B200",
        count: NOT_RECORDED,
        method: CAPTURES,
        date: NOT_RECORDED,
    },
    Claim {
        id: "f64-nan",
        observation: &B200,
        found: "A NaN operand of f64 arithmetic keeps sign and payload and becomes quiet; an invalid operation gives 0xfff8000000000000. Which of several NaNs is returned is unsettled.",
        place: "B200",
        count: NOT_RECORDED,
        method: CAPTURES,
        date: NOT_RECORDED,
    },
    Claim {
        id: "converted-nan",
        observation: &B200,
        found: "`cvt.f32.f32`, `cvt.f64.f64` and `cvt.f32.bf16` keep a NaN; `cvt.f32.f64` keeps the upper bits of its payload, `cvt.f64.f32` gives 0x7fffffffe0000000 and `cvt.ftz.f32.bf16` 0x7fffffff.",
        place: "B200",
        count: NOT_RECORDED,
        method: CAPTURES,
        date: NOT_RECORDED,
    },
    Claim {
        id: "rs-layout",
        observation: &B200,
        found: "In `cvt.rs`, two f16 use random bits 28 to 16 and 12 to 0, two bf16 the upper and lower 16. Of four lanes a, b, e and f, b uses the upper 16 and f the lower 16; a and e use the same bits in reverse. For e2m1, b uses bytes 3 and 1, f bytes 2 and 0. For fp6 this is inferred from fp8.",
        place: "B200",
        count: "4 results of `cvt.rs.f16x2.f32` are in `tests/cases/cvt.cases`; the number of the others was not recorded",
        method: CAPTURES,
        date: NOT_RECORDED,
    },
    Claim {
        id: "s2f6",
        observation: &GB10,
        found: "A conversion to s2f6 divides by the scale and rounds once. One from s2f6 multiplies exactly and rounds to bf16; overflow gives infinity, or 0x7f7f with `.satfinite`, and the scale 0xff gives a NaN.",
        place: "GB10",
        count: NOT_RECORDED,
        method: CAPTURES,
        date: NOT_RECORDED,
    },
    Claim {
        id: "special-function-nan",
        observation: &SPECIAL_FUNCTIONS,
        found: "Every NaN that `rcp`, `sqrt`, `rsqrt`, `sin`, `cos`, `lg2` and `ex2` of f32 returned is 0x7fffffff.",
        place: "sm_5x, sm_6x, sm_70, sm_75; `sqrt` from sm_6x on, `sin` and `cos` on sm_70 and sm_75",
        count: "2^32 operands on each",
        method: "a model of the unit, which matched the GPU",
        date: "2022-12-26",
    },
    Claim {
        id: "oob-nan",
        observation: &OOB_SIMULATOR,
        found: "The out-of-bounds NaN is 0x7ff7, with either sign, in f16 and bf16. As a factor it makes the lane +0; as the addend it is an ordinary NaN.",
        place: "a simulator, not a GPU",
        count: NOT_RECORDED,
        method: "a third-party simulator based on captures, not verified here",
        date: NOT_RECORDED,
    },
    Claim {
        id: "emitted-nan",
        observation: &EMITTED,
        found: "`abs` and `neg` of f32, f16 and bf16 are additions, which return the canonical NaN. `min` and `max` of f64 ignore a single NaN; of two NaNs they return the second, made quiet. `rsqrt.approx.f64` adds a NaN to itself, which makes it quiet.",
        place: "sm_75, sm_80, sm_90, sm_100a, sm_107a",
        count: "2,703 instructions on 5 targets",
        method: READ_CODE,
        date: "2026-11-24",
    },
    Claim {
        id: "tf32",
        observation: &EMITTED,
        found: "`cvt.rna.tf32.f32` is an addition and a mask of the lower 13 bits, which turns the NaN 0x7f800001 into an infinity, and 0xffffffff into 0xffffe000.",
        place: "sm_75, sm_80, sm_90, sm_100a, sm_107a",
        count: "2,703 instructions on 5 targets",
        method: READ_CODE,
        date: "2026-11-24",
    },
    Claim {
        id: "folded-nan",
        observation: &FOLDED,
        found: "For constants, `abs` and `neg` of f64 change only the sign bit, even of a signaling NaN.",
        place: "the assembler, for sm_90",
        count: "2,224 results of arithmetic and 2,924 of functions",
        method: "instructions with constant operands are assembled; the machine code contains their results",
        date: "2026-11-21",
    },
    Claim {
        id: "host-nan",
        observation: &HOST,
        found: "The headers return 0x7fff for a NaN of f16 and bf16, and 0x7f for one of e4m3 and e5m2.",
        place: "the host's processor",
        count: "49,415,680 results in 108 digests, and 2,592 listed results",
        method: "the headers are compiled for the host and called",
        date: "2026-11-21",
    },
    Claim {
        id: "sm-107-zero",
        observation: &SM_107,
        found: "`.scaled::n1` turns a subnormal operand into a zero of the same sign.",
        place: "sm_107, according to the tests",
        count: NOT_RECORDED,
        method: "comments and expected values in tests, which were not run here",
        date: NOT_RECORDED,
    },
    Claim {
        id: "host-ue5m3",
        observation: &HOST_UE5M3,
        found: "A conversion to ue5m3 drops the sign; infinities and numbers rounded up beyond the largest one become NaN.",
        place: "the host's processor",
        count: NOT_RECORDED,
        method: "the header's conversions for the host",
        date: "2026-11-22",
    },
    Claim {
        id: "extrapolated-nan",
        observation: &EXTRAPOLATED,
        found: "No observation covers other NaNs, such as those of f32x2, mixed precision and targets before sm_20.",
        place: "nowhere",
        count: "none",
        method: "the NaN of the nearest observed case",
        date: "none",
    },
];

#[cfg(test)]
mod tests {
    use super::ALL;
    use crate::source::{observation, reading};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_observation_has_its_claims_in_one_place() {
        let mut of: alloc::vec::Vec<_> = ALL.iter().map(|claim| claim.observation.id).collect();
        of.dedup();
        assert_eq!(of.len(), observation::ALL.len(), "{of:?}");
        for observation in observation::ALL {
            assert!(of.contains(&observation.id), "{}", observation.id);
        }
    }

    #[test]
    fn every_claim_says_what_how_many_how_and_when() {
        for (index, claim) in ALL.iter().enumerate() {
            assert!(claim.found.ends_with('.'), "{}", claim.id);
            for part in [claim.place, claim.count, claim.method, claim.date] {
                assert!(!part.is_empty() && !part.ends_with('.'), "{}: {part}", claim.id);
            }
            let origin = claim.observation.origin;
            assert!(!origin.contains("2026-") || origin.contains(claim.date), "{}", claim.id);
            assert!(ALL.iter().skip(index + 1).all(|other| other.id != claim.id), "{}", claim.id);
        }
    }

    #[test]
    fn what_a_reading_rests_on_has_a_claim() {
        for reading in reading::ALL {
            for observation in reading.evidence {
                let found = ALL.iter().any(|claim| claim.observation == *observation);
                assert!(found, "{}: {}", reading.id, observation.id);
            }
        }
        // The claims that readings are about by name.
        for id in ["rs-layout", "oob-nan"] {
            let claim = ALL.iter().find(|claim| claim.id == id).unwrap();
            let reading = reading::find(id).unwrap();
            assert!(reading.evidence.contains(&claim.observation), "{id}");
        }
    }
}
