//! Instructions of tensor cores for which GPUs, or the assembler, disagree with the text.

use super::name::{MMA, WGMMA, WMMA};
use crate::source::observation::Divergence;

/// Every one that is known: of results, then of what the assembler takes (`tests/vectors/ptxas-mma.txt`).
pub static DIVERGENCES: [Divergence; 5] = [
    Divergence {
        statement: "mma.sync with e4m3 and e5m2 on sm_89",
        source: MMA,
        says: "intermediate values are added with at least single precision",
        seen: "the sum keeps 13 bits below the largest exponent, and a result in f32 has 14 significant bits",
    },
    Divergence {
        statement: "wgmma.mma_async with e4m3 and e5m2 on sm_90a",
        source: WGMMA,
        says: "intermediate values are added with at least single precision if d is f32",
        seen: "the sum keeps 13 bits below the largest exponent, and a result in f32 has 14 significant bits",
    },
    Divergence {
        statement: "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32",
        source: MMA,
        says: "`.kind` requires sm_120a, or the family of sm_120f",
        seen: "the assembler takes e4m3 and e5m2 for sm_100a, sm_103a, sm_107a, sm_110a and their families too",
    },
    Divergence {
        statement: "mma.sync.aligned.m8n8k4.row.col.rz.f64.f64.f64.f64",
        source: MMA,
        says: "no place for the rounding in a syntax line; in an example it is last",
        seen: "the assembler takes it before and behind the types",
    },
    Divergence {
        statement: "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32",
        source: WMMA,
        says: "`.aligned` is implicit before PTX ISA 6.3",
        seen: "before 6.3 the assembler takes only spellings without it",
    },
];
