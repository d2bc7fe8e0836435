//! Lessons from whole kernels, from their loads to their stores.

use super::{Lesson, Program};

pub(super) const ORDER_OF_A_REDUCTION: Lesson = Lesson {
    slug: "order-of-a-reduction",
    title: "A reduction in another order has another sum",
    asked: "reduction order, sum order, parallel sum, nondeterministic sum, reduction differs, tree reduction",
    link: "v1/add.rn.f32@sm_90?a=0x4cbebc20&b=0x3f800000&d=0x4cbebc20&isa=9.5",
    text: "A thread that adds four numbers in a loop rounds after each of them. A reduction in a tree, as blocks and warps do it, adds other pairs: here the first to the third and the second to the fourth. 10⁸ is so large that adding 1 changes nothing. Whether that 1 is lost depends on what has been added before. Atomic additions have no fixed order at all, so their sum may change from run to run.",
    says: "10⁸ + 1 is 10⁸: the numbers of f32 are 8 apart there.",
    more: &[],
    programs: &[
        Program {
            link: "v1/sequence@sm_90?code=.visible@20.entry@20sum4@28.param@20.u64@20x@2c@20.param@20.u64@20y@29@20@7b~~ld.param.u64~/rd1,@5bx@5d~~ld.param.u64~/rd2,@5by@5d~~mov.f32~/f1,0f00000000~~mov.u32~/r1,0~~LOOP@3a~~ld.global.f32~/f2,@5b@25rd1@5d~~add.rn.f32~/f1,/f1,/f2~~add.s64~/rd1,/rd1,4~~add.s32~/r1,/r1,1~~setp.lt.s32~/p1,/r1,4~~@40@25p1@20bra@20LOOP~~st.global.f32~@5b@25rd2@5d,/f1~~ret~~@7d&@5bx@5d=0x4cbebc20&@5bx@2b4@5d=0x3f800000&@5bx@2b8@5d=0xccbebc20&@5bx@2b12@5d=0x3f800000&isa=9.5",
            code: "sum4: a loop adds 10⁸, 1, −10⁸ and 1",
            results: &["1"],
            says: "The first 1 is lost.",
        },
        Program {
            link: "v1/sequence@sm_90?code=.visible@20.entry@20pairs@28.param@20.u64@20x@2c@20.param@20.u64@20y@29@20@7b~~ld.param.u64~/rd1,@5bx@5d~~ld.param.u64~/rd2,@5by@5d~~ld.global.v4.f32~/f1:/f2:/f3:/f4,@5b@25rd1@5d~~add.rn.f32~/f5,/f1,/f3~~add.rn.f32~/f6,/f2,/f4~~add.rn.f32~/f7,/f5,/f6~~st.global.f32~@5b@25rd2@5d,/f7~~ret~~@7d&@5bx@5d=0x4cbebc20&@5bx@2b4@5d=0x3f800000&@5bx@2b8@5d=0xccbebc20&@5bx@2b12@5d=0x3f800000&isa=9.5",
            code: "pairs: the same numbers, added in a tree",
            results: &["2"],
            says: "The large numbers cancel first, and nothing is lost.",
        },
    ],
};

pub(super) const SCALE_OR_ITS_INVERSE: Lesson = Lesson {
    slug: "scale-or-its-inverse",
    title: "A scale and its inverse quantize to different fp8 numbers",
    asked: "fp8 quantization, quantize scale, inverse scale, fp8 kernel, scaled_fp8_quant, divide scale, quantization differs",
    link: "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x41f7ffff&b=0x41f80000&d=0x5f60&isa=9.5",
    text: "Kernels that quantize to fp8 divide by a scale, or multiply by its inverse, which is faster (vLLM’s `scaled_fp8_conversion` does either, Apache license). The inverse is rounded, and so is the product, so the two quotients may differ in the last bit of f32. That is enough to move a number across the middle between two numbers of fp8, where they are 1/16 of their size apart.",
    says: "30.999998 becomes 30, and 31 becomes 32.",
    more: &[],
    programs: &[
        Program {
            link: "v1/sequence@sm_90?code=.visible@20.entry@20quantize@28.param@20.u64@20x@2c@20.param@20.f32@20scale@2c@20.param@20.u64@20y@29@20@7b~~ld.param.u64~/rd1,@5bx@5d~~ld.param.f32~/f1,@5bscale@5d~~ld.param.u64~/rd2,@5by@5d~~ld.global.f32~/f2,@5b@25rd1@5d~~div.rn.f32~/f3,/f2,/f1~~cvt.rn.satfinite.e4m3x2.f32~/rs1,0f00000000,/f3~~st.global.b16~@5b@25rd2@5d,/rs1~~ret~~@7d&scale=0x3dcccccd&@5bx@5d=0x40466666&isa=9.5",
            code: "quantize: 3.1 divided by 0.1, to e4m3",
            results: &["{0, 30}"],
            says: "The quotient is 30.999998.",
        },
        Program {
            link: "v1/sequence@sm_90?code=.visible@20.entry@20quantize@28.param@20.u64@20x@2c@20.param@20.f32@20scale@2c@20.param@20.u64@20y@29@20@7b~~ld.param.u64~/rd1,@5bx@5d~~ld.param.f32~/f1,@5bscale@5d~~ld.param.u64~/rd2,@5by@5d~~ld.global.f32~/f2,@5b@25rd1@5d~~rcp.rn.f32~/f3,/f1~~mul.rn.f32~/f4,/f2,/f3~~cvt.rn.satfinite.e4m3x2.f32~/rs1,0f00000000,/f4~~st.global.b16~@5b@25rd2@5d,/rs1~~ret~~@7d&scale=0x3dcccccd&@5bx@5d=0x40466666&isa=9.5",
            code: "quantize: 3.1 times the inverse of 0.1, to e4m3",
            results: &["{0, 32}"],
            says: "The product is 31, and the tie goes to 32.",
        },
    ],
};

pub(super) const SOFTMAX: Lesson = Lesson {
    slug: "softmax-of-two",
    title: "A softmax is as open as its ex2",
    asked: "softmax bits, softmax differs, softmax exact, softmax kernel, softmax open",
    link: "v1/ex2.approx.ftz.f32@sm_90?a=0xbfb8aa3b&d=0x3ebc5ab2&isa=9.5",
    text: "A softmax subtracts the maximum, raises 2 to the differences times log₂e, and divides by the sum. Every step but `ex2.approx` is rounded once and has guaranteed bits. The ISA leaves some results of `ex2` open, and so are all that follow: the listing shows from which line on, and between which bounds the result stays. Where a difference is 0, `ex2` returns exactly 1, and nothing is open.",
    says: "e⁻¹, one of several permitted results.",
    more: &[],
    programs: &[Program {
        link: "v1/sequence@sm_90?code=.visible@20.entry@20softmax2@28.param@20.u64@20x@2c@20.param@20.u64@20y@29@20@7b~~ld.param.u64~/rd1,@5bx@5d~~ld.param.u64~/rd2,@5by@5d~~ld.global.v2.f32~/f1:/f2,@5b@25rd1@5d~~max.f32~/f3,/f1,/f2~~sub.rn.f32~/f4,/f1,/f3~~mul.rn.f32~/f5,/f4,0f3FB8AA3B~~ex2.approx.ftz.f32~/f6,/f5~~sub.rn.f32~/f7,/f2,/f3~~mul.rn.f32~/f8,/f7,0f3FB8AA3B~~ex2.approx.ftz.f32~/f9,/f8~~add.rn.f32~/f10,/f6,/f9~~div.rn.f32~/f11,/f6,/f10~~st.global.f32~@5b@25rd2@5d,/f11~~ret~~@7d&@5bx@5d=0x3f800000&@5bx@2b4@5d=0x40000000&isa=9.5",
        code: "softmax2: the first of two numbers, 1 and 2",
        results: &["0.26894143"],
        says: "Any of five neighboring numbers is permitted.",
    }],
};

pub(super) const CONTRACTED_STENCIL: Lesson = Lesson {
    slug: "contracted-stencil",
    title: "The assembler may fuse a stencil",
    asked: "stencil, contraction stencil, fmad, nvcc fmad, stencil differs, fuse, compiler flag",
    link: "v1/mul.rn.f32@sm_90?a=0x3e4ccccd&b=0x3ecccccd&d=0x3da3d70b&isa=9.5",
    text: "A weighted sum of neighbors is a product and a sum. Without a rounding modifier, `mul.f32` and `add.f32` may be fused to one `fma`, which does not round the product (PTX ISA 9.7.3.5). nvcc writes them so by default, and with `-fmad=false` as `mul.rn` and `add.rn`. Then the result no longer depends on the assembler.",
    says: "The product alone, rounded: 0.4 · 0.2.",
    more: &[],
    programs: &[Program {
        link: "v1/sequence@sm_90?code=.visible@20.entry@20stencil@28.param@20.u64@20x@2c@20.param@20.u64@20y@29@20@7b~~ld.param.u64~/rd1,@5bx@5d~~ld.param.u64~/rd2,@5by@5d~~ld.global.f32~/f1,@5b@25rd1@5d~~ld.global.f32~/f2,@5b@25rd1@2b4@5d~~ld.global.f32~/f3,@5b@25rd1@2b8@5d~~add.f32~/f4,/f1,/f3~~mul.f32~/f5,/f4,0f3E99999A~~mul.f32~/f6,/f2,0f3ECCCCCD~~add.f32~/f7,/f6,/f5~~st.global.f32~@5b@25rd2@2b4@5d,/f7~~ret~~@7d&@5bx@5d=0x3dcccccd&@5bx@2b4@5d=0x3e4ccccd&@5bx@2b8@5d=0x3e99999a&isa=9.5",
        code: "stencil: 0.3 · (0.1 + 0.3) + 0.4 · 0.2",
        results: &["0.20000002", "0.2"],
        says: "Two results: with the product rounded, and fused.",
    }],
};
