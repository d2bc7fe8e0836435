//! Lessons from kernels and compilers; each names its source.

use super::{Lesson, Program, Try};

pub(super) const SHIFTED_E5M2: Lesson = Lesson {
    slug: "shifted-e5m2",
    title: "A shift from e5m2 to bf16 makes infinities finite",
    asked: "e5m2 bf16, e5m2 shift, triton fp8, shift convert, e5m2 infinity",
    link: "v1/cvt.rn.f16x2.e5m2x2@sm_90?a=0x7e7c&d=0x7fff7c00&isa=9.5",
    text: "e5m2 has the exponent of f16, so a shift by 8 bits is the whole conversion to f16. For bf16, with 3 more exponent bits, kernels shift and multiply by 2¹¹²: all finite numbers are right, subnormals too. But an exponent of all ones gets no special treatment: infinities and NaNs become numbers. Triton did this on targets without the conversion (`ElementwiseOpToLLVM.cpp`, MIT license).",
    says: "`cvt` keeps them: infinity in the lower half, a NaN in the upper one.",
    more: &[Try {
        link: "v1/mul.rn.f32@sm_90?a=0x0f800000&b=0x77800000&d=0x47800000&isa=9.5",
        says: "Infinity, shifted, times 2¹¹²: 65536.",
    }],
    programs: &[
        Program {
            link: "v1/sequence@sm_90?code=shl.b32~t,a,21~~mul.rn.f32~d,t,0f77800000&a=0x0000007b&isa=9.5",
            code: "shl.b32 t, a, 21; mul.rn.f32 d, t, 0f77800000;",
            results: &["57344"],
            says: "The largest number of e5m2 is right.",
        },
        Program {
            link: "v1/sequence@sm_90?code=shl.b32~t,a,21~~mul.rn.f32~d,t,0f77800000&a=0x0000007e&isa=9.5",
            code: "shl.b32 t, a, 21; mul.rn.f32 d, t, 0f77800000;",
            results: &["98304"],
            says: "A NaN becomes a number.",
        },
    ],
};

pub(super) const EXPF: Lesson = Lesson {
    slug: "expf-of-nvcc",
    title: "expf is ten instructions around one ex2",
    asked: "expf, exp, nvcc exp, natural exponential, exponential, expf instruction",
    link: "v1/ex2.approx.ftz.f32@sm_90?a=0x3fb8aa3b&d=0x402df854&isa=9.5",
    text: "nvcc does not compute `expf(x)` as `ex2.approx` of x · log₂e: for large x the product’s rounding error would be in the exponent. It finds the nearest integer n to x · log₂e by adding 1.5 · 2²³ (`0f4B400001`, which includes 127), subtracts n with log₂e in two pieces, and puts n into the exponent by a shift. Before that, `.sat` keeps n in range. The statements are those of nvcc 13.1 for `expf` without `-use_fast_math`.",
    says: "e¹ by one instruction, for comparison.",
    more: &[],
    programs: &[Program {
        link: "v1/sequence@sm_90?code=fma.rn.f32~t,x,0f3BBB989D,0f3F000000~~cvt.sat.f32.f32~t,t~~fma.rm.f32~u,t,0f437C0000,0f4B400001~~add.f32~v,u,0fCB40007F~~neg.f32~w,v~~fma.rn.f32~y,x,0f3FB8AA3B,w~~fma.rn.f32~y,x,0f32A57060,y~~shl.b32~s,u,23~~ex2.approx.ftz.f32~z,y~~mul.f32~d,z,s&x=0x42b20000&isa=9.5",
        code: "fma.rn.f32 t, x, 0f3BBB989D, 0f3F000000; cvt.sat.f32.f32 t, t; fma.rm.f32 u, t, 0f437C0000, 0f4B400001; add.f32 v, u, 0fCB40007F; neg.f32 w, v; fma.rn.f32 y, x, 0f3FB8AA3B, w; fma.rn.f32 y, x, 0f32A57060, y; shl.b32 s, u, 23; ex2.approx.ftz.f32 z, y; mul.f32 d, z, s;",
        results: &["inf"],
        says: "89 is beyond the largest finite result: the shift makes 2¹²⁸, which is infinity.",
    }],
};

pub(super) const POLYNOMIAL_EX2: Lesson = Lesson {
    slug: "polynomial-ex2",
    title: "A cubic polynomial in place of ex2",
    asked: "polynomial, ex2 polynomial, flash attention, cubic, software exponential, exp emulation",
    link: "v1/ex2.approx.ftz.f32@sm_90?a=0x3f000000&d=0x3fb504f3&isa=9.5",
    text: "The unit for `ex2.approx` has a low throughput, and softmax may have to wait for it. FlashAttention therefore computes some of its powers of two with three `fma` (`flash_attn/cute/utils.py`, BSD license). The cubic is accurate to about 13 bits, enough for a result in f16 or bf16, and its bits are guaranteed: it uses no hardware approximation.",
    says: "`ex2.approx` of one half: √2 to the last bit.",
    more: &[],
    programs: &[Program {
        link: "v1/sequence@sm_90?code=fma.rn.f32~p,x,0f3d9df09d,0f3e6906a4~~fma.rn.f32~p,p,x,0f3f31f519~~fma.rn.f32~d,p,x,0f3f800000&x=0x3f000000&isa=9.5",
        code: "fma.rn.f32 p, x, 0f3d9df09d, 0f3e6906a4; fma.rn.f32 p, p, x, 0f3f31f519; fma.rn.f32 d, p, x, 0f3f800000;",
        results: &["1.414104"],
        says: "The polynomial: an error of 8 · 10⁻⁵ in 1.4142135.",
    }],
};

pub(super) const SCALE_BY_LG2: Lesson = Lesson {
    slug: "scale-by-lg2",
    title: "A ue8m0 scale from lg2 can be too small",
    asked: "softmax, lg2 scale, scale log2, ue8m0 lg2, scale small, mxfp8 quantize",
    link: "v1/cvt.rp.satfinite.ue8m0x2.f32@sm_100a?a=0x44800001&b=0x44800000&d=0x8a89&isa=9.5",
    text: "A block’s scale is the least power of two that is not below its largest magnitude. Many kernels compute it as `exp2(ceil(log2(x)))`. Just above a power of two the logarithm rounds to an integer, and the scale is half of what is needed: the largest elements overflow. `cvt.rp` to ue8m0 looks at the bits and is right for every number; CUTLASS uses it where available (`numeric_conversion.h`, BSD license).",
    says: "1024.0001 rounds up to 2048 (`8a`), and 1024 stays (`89`).",
    more: &[Try {
        link: "v1/lg2.approx.f32@sm_90?a=0x44800001&d=0x41200000&isa=9.5",
        says: "The logarithm of 1024.0001 is 10: the next f32 is too far away.",
    }],
    programs: &[Program {
        link: "v1/sequence@sm_90?code=lg2.approx.f32~t,x~~cvt.rpi.f32.f32~u,t~~ex2.approx.f32~d,u&x=0x44800001&isa=9.5",
        code: "lg2.approx.f32 t, x; cvt.rpi.f32.f32 u, t; ex2.approx.f32 d, u;",
        results: &["1024"],
        says: "The scale of 1024.0001 by logarithm.",
    }],
};

pub(super) const MAXIMUM_BY_COMPARISON: Lesson = Lesson {
    slug: "maximum-by-comparison",
    title: "A comparison keeps a NaN on one side only",
    asked: "compare nan, comparison nan, ternary max, select max, setp nan, atomic max, max propagate nan, max comparison",
    link: "v1/max.NaN.f32@sm_90?a=0x7fc00000&b=0x3f800000&d=0x7fffffff&isa=9.5",
    text: "`a > b ? a : b` is `setp.gt` and `selp`. A comparison with a NaN is false, so the second operand is selected: a NaN there is kept, one in the first is lost. `max` without `.NaN` loses both. Targets below sm_80 need a second comparison, `setp.nan`; from sm_80 on `max.NaN` is one instruction (PTX ISA 9.7.3.12).",
    says: "`.NaN` keeps a NaN from either side.",
    more: &[Try {
        link: "v1/max.f32@sm_90?a=0x7fc00000&b=0x3f800000&d=0x3f800000&isa=9.5",
        says: "Without it the number wins.",
    }],
    programs: &[
        Program {
            link: "v1/sequence@sm_90?code=setp.gt.f32~p,a,b~~selp.f32~d,a,b,p&a=0x7fc00000&b=0x3f800000&isa=9.5",
            code: "setp.gt.f32 p, a, b; selp.f32 d, a, b, p;",
            results: &["1"],
            says: "The NaN is in a: it is lost.",
        },
        Program {
            link: "v1/sequence@sm_90?code=setp.nan.f32~q,a,b~~setp.gt.f32~p,a,b~~selp.f32~t,a,b,p~~selp.f32~d,0f7fffffff,t,q&a=0x7fc00000&b=0x3f800000&isa=9.5",
            code: "setp.nan.f32 q, a, b; setp.gt.f32 p, a, b; selp.f32 t, a, b, p; selp.f32 d, 0f7fffffff, t, q;",
            results: &["NaN"],
            says: "With a second comparison it is kept.",
        },
    ],
};

pub(super) const BF16_BY_FMA: Lesson = Lesson {
    slug: "bf16-by-fma",
    title: "bf16 without add and mul: fma with 1 and with −0",
    asked: "bf16 sm_80, bf16 add, bf16 mul, bf16 ampere, ampere bf16, hadd2 bf16",
    link: "v1/fma.rn.bf16@sm_80?a=0xbf80&b=0x0000&c=0x8000&d=0x8000&isa=9.5",
    text: "sm_80 has `fma` for bf16, but `add` and `mul` need sm_90. Compilers write a sum as fma(a, 1, b) and a product as fma(a, b, −0). The zero must be negative: −0 + −0 is −0, while +0 would turn a product of −0 into +0. Adding −0 leaves every number unchanged (LLVM, `llvm/test/CodeGen/NVPTX/bf16-instructions.ll`, Apache license with exceptions).",
    says: "−1 times 0 is −0, as with `mul`.",
    more: &[
        Try {
            link: "v1/fma.rn.bf16@sm_80?a=0xbf80&b=0x0000&c=0x0000&d=0x0000&isa=9.5",
            says: "With +0 the sign is lost.",
        },
        Try {
            link: "v1/mul.rn.bf16@sm_90?a=0xbf80&b=0x0000&d=0x8000&isa=9.5",
            says: "`mul` itself, from sm_90 on.",
        },
    ],
    programs: &[Program {
        link: "v1/sequence@sm_80?code=mov.b16~x,0x3f80~~fma.rn.bf16~d,a,x,b&a=0x3f80&b=0x3f00&isa=9.5",
        code: "mov.b16 x, 0x3f80; fma.rn.bf16 d, a, x, b;",
        results: &["1.5"],
        says: "A sum: 1 times a, plus b.",
    }],
};
