//! The evidence for each unit: how well it is known, and from where.

use alloc::vec::Vec;

use super::lowering::{Addend, Lowering};
use super::name::{Kind, Mma, Opcode};
use super::unit::{Generation, Inputs};
use crate::format::Format;
use crate::format::table::{BF16, F32};
use crate::observed::{Evidence, Grade};

/// Captured results, replayed.
static CAPTURES: Evidence = Evidence {
    id: "tensor-captures",
    grade: Grade::Replayed,
    words: "Every captured result that is public is reproduced.",
    place: "V100, A100, A2, RTX 1000 Ada, L40S, H100, H200, B200",
    count: "240,000 results in 48 files; none differs",
    method: "`tests/evidence/tensor/captures.py` runs this model on all of them, in Python, through the command and as WebAssembly; 1,200 are in `tests/vectors/tensor-cores.tsv`",
    source: "Khattak and Mikaitis, arXiv 2512.07004; north-numerical-computing/MATLAB-tensor-core, commit b12b5a7",
    url: "https://github.com/north-numerical-computing/MATLAB-tensor-core",
    date: "2026-11-26",
};

/// A second group's model.
static SIMULATOR: Evidence = Evidence {
    id: "tensor-simulator",
    grade: Grade::OneGroup,
    words: "A published simulator with these parameters was compared with GPUs, on normal, cancelling and random operands.",
    place: "V100, T4, A100, RTX 4090, H100, B200, RTX PRO 6000",
    count: "about 10^6 random tests for each instruction; no results are public",
    method: "this model was compared with the simulator on 10^6 rows of each of the 260 forms that both have, random bits included (`cargo xtask test --only tensor`); none differs",
    source: "MMA-Sim, arXiv 2511.10909; microsoft/MMA-Sim, commit c785138, and its package mmasim 2.1.1",
    url: "https://github.com/microsoft/MMA-Sim",
    date: "2026-11-26",
};

/// A third group's comparisons.
static PROBES: Evidence = Evidence {
    id: "tensor-probes",
    grade: Grade::TwoGroups,
    words: "A project that verifies inference bit for bit reports the same parameters, and no difference from GPUs.",
    place: "sm_80, sm_89, sm_90, sm_120; B200 for NVF4 and MXF4",
    count: "17 to 145 million results for each of 10 instructions; not public",
    method: "adversarial families of operands with fresh seeds; not verified here",
    source: "danielreuter/verity, its notes",
    url: "",
    date: "2026",
};

/// A vector that shows what a zero counts as.
static FLOOR: Evidence = Evidence {
    id: "tensor-floor",
    grade: Grade::Spot,
    words: "A published result of tiny bf16 numbers shows the exponent that a zero counts with.",
    place: "H100",
    count: "1 result; 4 other exponents would give another one",
    method: "printed",
    source: "dfyz, in MATLAB-tensor-core, issue 7",
    url: "https://github.com/north-numerical-computing/MATLAB-tensor-core/issues/7",
    date: "2026",
};

/// The emulation of FP8.
static EMULATION: Evidence = Evidence {
    id: "tensor-emulation",
    grade: Grade::SameCode,
    words: "The assembler emits two chained HMMA on f16 numbers, which begin with 0, and an addition of c; NVIDIA confirms it.",
    place: "sm_90, sm_100, sm_103, sm_110",
    count: "the code of `mma` with e4m3 and e5m2",
    method: "disassembled; 40,000 captures from H100, H200 and B200 agree with it",
    source: "ptxas 13.1.115; NVIDIA/cutlass, issue 1986",
    url: "https://github.com/NVIDIA/cutlass/issues/1986",
    date: "2026-11-25",
};

/// The function for the shape that Volta and Turing had.
static SOFTWARE: Evidence = Evidence {
    id: "tensor-software",
    grade: Grade::OneGroup,
    words: "Tensor cores lack this shape: the assembler calls a function of additions and fused multiply-adds of f32, and an H200 returned what these give.",
    place: "H200 (sm_90); the code of 11 targets from sm_80 to sm_121",
    count: "6,144 results of 2 instructions; none differs",
    method: "disassembled, and the operations compared target by target; captured by `capture.py --tiles 12 --seed 1`; 192 are in `tests/vectors/hardware/sm_90-h200-mma.txt`",
    source: "this project; ptxas and nvdisasm 13.5.37; driver 580.159.04",
    url: "",
    date: "2026-11-28",
};

/// The machine code of other targets.
static CODE: Evidence = Evidence {
    id: "tensor-code",
    grade: Grade::SameCode,
    words: "The assembler emits the same instructions as for a target that was measured.",
    place: "sm_86, sm_87, sm_88, sm_103, sm_110, sm_121",
    count: "the code of each form",
    method: "disassembled and compared",
    source: "ptxas 13.1.115",
    url: "",
    date: "2026-11-25",
};

/// This project's own captures.
static OWN: Evidence = Evidence {
    id: "tensor-h200",
    grade: Grade::TwoGroups,
    words: "An H200 returned this model's result for every element of the products of random, near, cancelling, tiny and widely spread matrices.",
    place: "H200 (sm_90)",
    count: "769,536 results of 44 instructions of `mma`, `wmma` and `wgmma`; none differs",
    method: "`capture.py --tiles 12 --seed 1` and `--tiles 60 --seed 2`, compared by `ptxfp capture`",
    source: "this project; driver 580.159.04",
    url: "",
    date: "2026-11-27",
};

/// Every piece of evidence for tensor cores.
pub static ALL: [&Evidence; 8] =
    [&CAPTURES, &OWN, &SIMULATOR, &PROBES, &FLOOR, &EMULATION, &SOFTWARE, &CODE];

/// The limits of these observations.
pub const UNKNOWN: &str = "No claim is made about sparse matrices, sm_72, sm_107, accumulators of another type than the result, `.ws`, `.cta_group::2`, the payload of NaNs in f64, infinite e5m2 products of both signs, or the order of the two steps of `wmma`.";

/// The grade for an instruction on the targets of a generation that were measured; `None` if nobody
/// measured it. Integer instructions are exact by definition, and have none.
pub(super) fn grade(mma: &Mma, generation: Generation) -> Option<Grade> {
    use Generation as G;
    let (Format::Float(a), Format::Float(b), Format::Float(d)) = (mma.a, mma.b, mma.d) else {
        return None;
    };
    // This project measured everything that one group reports of Hopper.
    let one = if generation == G::Hopper { Grade::TwoGroups } else { Grade::OneGroup };
    if mma.d.width() == 64 {
        return (generation >= G::Ampere).then_some(one);
    }
    if Lowering::of(mma, generation) == Some(Lowering::Software) {
        let is_measured = generation == G::Hopper;
        return Some(if is_measured { Grade::OneGroup } else { Grade::SameCode });
    }
    let is_bf16 = *a == BF16;
    let is_f32 = *d == F32;
    let pick = |is_well_known: bool, grade: Grade| Some(if is_well_known { grade } else { one });
    match (mma.opcode, mma.kind, generation, Inputs::of(a, b)) {
        (_, Some(Kind::Mxf4 | Kind::Mxf4nvf4), _, _) => Some(Grade::TwoGroups),
        (_, Some(Kind::Mxf8f6f4), _, _) | (Opcode::Tcgen05, _, _, _) => Some(Grade::OneGroup),
        (Opcode::Wgmma, _, _, Inputs::Fp8) => pick(is_f32, Grade::Replayed),
        (Opcode::Wgmma, _, _, _) => pick(is_bf16, Grade::TwoGroups),
        (_, _, G::Turing, _) | (_, _, _, Inputs::Narrow) => Some(Grade::OneGroup),
        (_, _, G::RtxBlackwell, Inputs::Fp8) => pick(is_f32, Grade::TwoGroups),
        (_, _, G::RtxBlackwell, _) => pick(is_bf16, Grade::TwoGroups),
        (_, _, G::Volta | G::Ampere | G::Ada | G::Hopper | G::Blackwell, _) => {
            Some(Grade::Replayed)
        }
    }
}

/// The evidence of a grade for an instruction, that of the grade first.
pub(super) fn list(mma: &Mma, generation: Generation, grade: Grade) -> Vec<&'static Evidence> {
    let lowering = Lowering::of(mma, generation);
    if lowering == Some(Lowering::Software) {
        return [&SOFTWARE].into();
    }
    let mut list = Vec::new();
    let measured = self::grade(mma, generation);
    if grade == Grade::SameCode {
        list.push(&CODE);
    }
    match measured {
        Some(Grade::Replayed) if generation == Generation::Hopper => {
            list.extend([&CAPTURES, &OWN, &SIMULATOR]);
        }
        Some(Grade::Replayed) => list.extend([&CAPTURES, &SIMULATOR]),
        Some(Grade::TwoGroups) if generation == Generation::Hopper => {
            list.extend([&OWN, &SIMULATOR]);
            if mma.a == Format::Float(&BF16) {
                list.push(&PROBES);
            }
        }
        Some(Grade::TwoGroups) => list.extend([&PROBES, &SIMULATOR]),
        Some(_) => list.push(&SIMULATOR),
        None => {}
    }
    if matches!(lowering, Some(Lowering::Sums { addend: Addend::After, .. })) {
        list.push(&EMULATION);
    }
    let is_hopper = generation == Generation::Hopper && mma.d == Format::Float(&F32);
    if is_hopper && mma.a == Format::Float(&BF16) {
        list.push(&FLOOR);
    }
    list
}
