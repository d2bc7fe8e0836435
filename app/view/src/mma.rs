//! Inputs of tensor cores that show where GPUs differ, and the context of an instruction.

use ptxfp::catalog::{Context, LATEST_ISA};
use ptxfp::link::{TensorState, parse_tensor};
use ptxfp::tensor::Mma;

/// Inputs with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// A sentence about what they show.
    pub note: &'static str,
    /// Questions that they answer: phrases, separated by commas.
    pub asked: &'static str,
    /// The link.
    pub link: &'static str,
}

/// Every one; the first is what the view opens with.
pub const PRESETS: [Preset; 8] = [
    Preset {
        name: "Cut and rounded",
        note: "Every term is cut off below the largest one, at a place that depends on the GPU.",
        asked: "mma, wgmma, wmma, tcgen05, tensor core, tensor, hmma, gemm, matrix multiply, matmul, accumulator, accumulate",
        link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x3d00,0x3b00,0x3f00,0x4300,0x4700,0x0000,0x0000,0x0000,0xb000&b=0x3e00,0x3c00,0x3800,0x3400,0x3000,0x0000,0x0000,0x0000,0x3c00&c=0x4b000000&isa=9.5",
    },
    Preset {
        name: "What is left of 0.875",
        note: "2^23 and small products: nothing is left on V100, 0.5 on A100, 0.75 on H100.",
        asked: "gpu differ, gpus differ, a100 h100, v100 a100, hopper ampere, tensor core differ",
        link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32&a=0x6c00,0x3800,0x3400,0x3000&b=0xe800,0xbc00,0xbc00,0xbc00&c=0x4b000000&isa=9.5",
    },
    Preset {
        name: "14 bits of wgmma FP8",
        note: "wgmma keeps 14 bits of an f32 accumulator; mma.sync on the same GPU keeps all.",
        asked: "wgmma fp8, fp8 accumulate, fp8 accumulator, fp8 gemm, 14 bit, qgmma, deepseek, deepgemm",
        link: "v1/tensor@sm_90a?code=wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3&c=0x40403017&isa=9.5",
    },
    Preset {
        name: "Order matters",
        note: "4096 × 4096 + 1 − 4096 × 4096 is 0 where 8 products are added at once, and 1 where 16 are.",
        asked: "accumulation order, mma order, tensor core order, split k",
        link: "v1/tensor@sm_80?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x6c00,0x3c00,0x0000,0x0000,0x0000,0x0000,0x0000,0x0000,0xec00&b=0x6c00,0x3c00,0x0000,0x0000,0x0000,0x0000,0x0000,0x0000,0x6c00&c=0x00000000&isa=9.5",
    },
    Preset {
        name: "Subnormals",
        note: "The smallest f16 number squared is not flushed.",
        asked: "tensor core subnormal, mma subnormal",
        link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x0001&b=0x0001&c=0x00000000&isa=9.5",
    },
    Preset {
        name: "Infinity times zero",
        note: "One such product makes the whole sum a NaN.",
        asked: "tensor core nan, mma nan",
        link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x7c00,0x3c00&b=0x0000,0x3c00&c=0x00000000&isa=9.5",
    },
    Preset {
        name: "NVFP4 with scales",
        note: "Groups of 16 products are added exactly, then scaled.",
        asked: "mxf4nvf4, nvfp4 mma, block scale, mxf8f6f4, mxf4",
        link: "v1/tensor@sm_120a?code=mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3&a=0x7,0x3,0x1,0xd,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x7,0x1&b=0x7,0x5,0x1,0x2,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x1,0x1&sa=0x38,0x50,0x38,0x38&sb=0x40,0x30,0x38,0x38&c=0x3f800000&isa=9.5",
    },
    Preset {
        name: "f64, a chain of fma",
        note: "Products of f64 are not added at once, but by one fma after the other.",
        asked: "dmma, f64 tensor, fp64 tensor",
        link: "v1/tensor@sm_90?code=mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64&a=0x3fb999999999999a,0x3fb999999999999a,0x3fb999999999999a&b=0x3ff0000000000000,0x3ff0000000000000,0x3ff0000000000000&c=0x0000000000000000&isa=9.5",
    },
];

impl Preset {
    /// The state of its link.
    pub fn state(self) -> Option<TensorState> {
        parse_tensor(self.link)?.state
    }
}

/// The usual context for an instruction, if need be in the latest version.
pub(crate) fn context_for(mma: &Mma, context: &Context) -> Context {
    let latest = Context { isa: LATEST_ISA, ..*context };
    let mut all = [context, &latest].into_iter().map(|context| mma.usual_context(context));
    all.find(|context| mma.requires().is_met(context)).unwrap_or(latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_is_canonical_and_legal() {
        for preset in PRESETS {
            let parsed = parse_tensor(preset.link).unwrap();
            assert_eq!(parsed.problems, [], "{}", preset.name);
            let state = parsed.state.unwrap();
            assert_eq!(state.to_fragment(), preset.link, "{}", preset.name);
            assert_eq!(state.mma.unavailable(&state.context), None, "{}", preset.name);
        }
    }
}
