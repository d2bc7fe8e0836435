//! Lessons about tensor cores: what a sum of products keeps.

use super::{Lesson, Program, Try};

pub(super) const FP8_ACCUMULATOR: Lesson = Lesson {
    slug: "fp8-accumulator",
    title: "An f32 accumulator of FP8 keeps 14 bits on Hopper",
    asked: "fp8 accumulation, promotion, promote, two level accumulation, accumulator bits, fp8 gemm error, fp8 training",
    link: "v1/add.rn.f32@sm_90?a=0x40403017&b=0x00000000&d=0x40403017&isa=9.5",
    text: "`wgmma` with FP8 operands was observed to keep 13 bits below the largest term, whatever the type of d. So c loses its low bits in each instruction, even where all products are 0, and a sum over a long K stops growing. Kernels such as those of DeepSeek-V3 therefore begin a new sum after 128 products, and add it to a total in f32, which is called promotion. The part Longer K of the view shows what it buys. `mma.sync` on the same GPU goes through f16, and keeps all bits.",
    says: "An addition of f32 keeps all 24 bits of c.",
    more: &[],
    programs: &[
        Program {
            link: "v1/tensor@sm_90a?code=wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3&c=0x40403017&isa=9.5",
            code: "wgmma.mma_async, c = 3.0029352, all products 0",
            results: &["3.0029297"],
            says: "The low 10 bits of c are cut off.",
        },
        Program {
            link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32&c=0x40403017&isa=9.5",
            code: "mma.sync, c = 3.0029352, all products 0",
            results: &["3.0029352"],
            says: "Nothing is lost.",
        },
    ],
};

pub(super) const ORDER_OF_A_SUM: Lesson = Lesson {
    slug: "order-of-a-sum",
    title: "The order of a sum on tensor cores is not in the source",
    asked: "order sum, order matters, summation order, nondeterministic, deterministic, reproducible gemm, matmul differs, gemm differs",
    link: "v1/add.rn.f32@sm_90?a=0x4b800000&b=0x3f800000&d=0x4b800000&isa=9.5",
    text: "An instruction adds all its products at once: each is cut off below the largest, and the order inside does not matter. But one instruction is several such sums on some GPUs, and the ISA does not say how many. 4096 × 4096 + 1 − 4096 × 4096, the last one eight places behind the first, is 0 where eight products are added at once, and 1 where sixteen are.",
    says: "One after the other in f32, the 1 is lost.",
    more: &[],
    programs: &[
        Program {
            link: "v1/tensor@sm_80?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x6c00,0x3c00,0x0000,0x0000,0x0000,0x0000,0x0000,0x0000,0xec00&b=0x6c00,0x3c00,0x0000,0x0000,0x0000,0x0000,0x0000,0x0000,0x6c00&c=0x00000000&isa=9.5",
            code: "mma.sync m16n8k16 of f16 on A100",
            results: &["0"],
            says: "Two sums of eight products: the 1 is below the bits of the first.",
        },
        Program {
            link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x6c00,0x3c00,0x0000,0x0000,0x0000,0x0000,0x0000,0x0000,0xec00&b=0x6c00,0x3c00,0x0000,0x0000,0x0000,0x0000,0x0000,0x0000,0x6c00&c=0x00000000&isa=9.5",
            code: "mma.sync m16n8k16 of f16 on H100",
            results: &["1"],
            says: "One sum of sixteen products.",
        },
    ],
};

pub(super) const SUBNORMALS_AND_THE_FLOOR: Lesson = Lesson {
    slug: "subnormals-on-tensor-cores",
    title: "Tensor cores keep subnormals, and cut small terms",
    asked: "tensor core denormal, mma denormal, mma flush, hmma subnormal, small products lost",
    link: "v1/mul.rn.f16@sm_90?a=0x0001&b=0x0001&d=0x0000&isa=9.5",
    text: "Subnormal operands and results were never observed to be flushed: products are exact, and f32 has room for the smallest of them. What is lost is what lies more than 23 to 25 places below the largest term, c included, whichever way a rounding to nearest would go.",
    says: "f16 has no number as small as 2⁻⁴⁸.",
    more: &[],
    programs: &[
        Program {
            link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x0001&b=0x0001&c=0x00000000&isa=9.5",
            code: "mma.sync, 2⁻²⁴ × 2⁻²⁴ + 0",
            results: &["3.5527137e−15"],
            says: "The square of the smallest f16 number, 2⁻⁴⁸.",
        },
        Program {
            link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x0001&b=0x0001&c=0x3f800000&isa=9.5",
            code: "mma.sync, 2⁻²⁴ × 2⁻²⁴ + 1",
            results: &["1"],
            says: "Beside a c of 1, all of it is cut off.",
        },
    ],
};

pub(super) const TWO_INSTRUCTIONS: Lesson = Lesson {
    slug: "mma-sync-and-wgmma",
    title: "mma.sync and wgmma differ on one GPU",
    asked: "mma wgmma difference, mma wgmma, hopper fp8 mma, fp8 mma sync",
    link: "v1/cvt.rn.f16x2.e4m3x2@sm_90?a=0x3a36&d=0x3d003b00&isa=9.5",
    text: "Hopper has FP8 units for `wgmma` only. The assembler turns an FP8 `mma.sync` into conversions to f16, which are exact, two sums of 16 products, and an addition of c. So it keeps 25 bits where `wgmma` keeps 13, with the same numbers on the same GPU.",
    says: "The conversion of FP8 to f16 is exact.",
    more: &[],
    programs: &[
        Program {
            link: "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32&a=0x3a,0x36,0x3e,0x46,0x4e,0x00,0x00,0x00,0xa0&b=0x3c,0x38,0x30,0x28,0x20,0x00,0x00,0x00,0x38&c=0x4b000000&isa=9.5",
            code: "mma.sync m16n8k32 of e4m3, c = 2²³",
            results: &["8388613"],
            says: "The exact sum is 8388613.25.",
        },
        Program {
            link: "v1/tensor@sm_90a?code=wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3&a=0x3a,0x36,0x3e,0x46,0x4e,0x00,0x00,0x00,0xa0&b=0x3c,0x38,0x30,0x28,0x20,0x00,0x00,0x00,0x38&c=0x4b000000&isa=9.5",
            code: "wgmma.mma_async k32 of e4m3, c = 2²³",
            results: &["8388608"],
            says: "Every product is cut off below c.",
        },
    ],
};

pub(super) const BLOCK_SCALES: Lesson = Lesson {
    slug: "nvfp4-and-mxfp4",
    title: "NVFP4 and MXFP4: from values to a result",
    asked: "nvfp4, mxfp4, mxfp8, microscaling, block scale, block scaling, scale factor, e2m1 scale, ue4m3 scale, ue8m0 scale, fp4 gemm",
    link: "v1/cvt.rn.satfinite.e2m1x2.f32@sm_100a?a=0x40a00000&b=0x3ecccccd&d=0x61&isa=9.5",
    text: "An e2m1 number is one of 0, 0.5, 1, 1.5, 2, 3, 4 and 6 with a sign. A block of them shares a scale: in MXFP4 32 share a power of two (ue8m0), in NVFP4 16 share a number with three bits of fraction (ue4m3). The products of a group are added exactly, and multiplied by both scales; the groups are then added as other terms are.",
    says: "5 and 0.4 as e2m1: 4, since a tie goes to even, and 0.5.",
    more: &[Try {
        link: "v1/cvt.rz.satfinite.ue8m0x2.f32@sm_100a?a=0x3fa00000&b=0x3f000000&d=0x7f7e&isa=9.5",
        says: "Scales of MXFP4: the powers of two below 1.25 and 0.5.",
    }],
    programs: &[
        Program {
            link: "v1/tensor@sm_120a?code=mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0&a=0x7,0x3&b=0x1,0x5&sa=0x7f,0x7f&sb=0x7f,0x7f&c=0x00000000&isa=9.5",
            code: "mma.sync kind::mxf4, 6 × 0.5 + 1.5 × 3, scales 1",
            results: &["7.5"],
            says: "The sum of a group is exact.",
        },
        Program {
            link: "v1/tensor@sm_120a?code=mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3&a=0x7,0x3&b=0x1,0x5&sa=0x39,0x38,0x38,0x38&sb=0x36,0x38,0x38,0x38&c=0x00000000&isa=9.5",
            code: "mma.sync kind::mxf4nvf4, the same, scales 1.125 and 0.875",
            results: &["7.3828125"],
            says: "7.5 × 1.125 × 0.875, exactly.",
        },
    ],
};
