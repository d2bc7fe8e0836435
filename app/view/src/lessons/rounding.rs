//! Lessons about rounding: the bits that are kept, and those that are lost.

use super::{Lesson, Program, Try};

pub(super) const FMA_KEEPS_WHAT_MUL_DROPS: Lesson = Lesson {
    slug: "fma-keeps-what-mul-drops",
    title: "fma keeps what mul and add throw away",
    asked: "fma mul add, sum wrong, wrong sum, cancellation, associative, associativity, order summation, order addition, kahan, compensated, fma different, difference fma, residual, error free, two product",
    link: "v1/fma.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000&isa=9.5",
    text: "`fma` rounds once, from the exact product and sum. Two instructions with `.rn` round twice, and near cancellation, the bits lost first would have been the result.",
    says: "The exact product minus the rounded one: the rounding error itself, 2⁻²⁴.",
    more: &[
        Try {
            link: "v1/mul.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&d=0x3f801000&isa=9.5",
            says: "The product needs 25 bits; it is rounded to 24.",
        },
        Try {
            link: "v1/add.rn.f32@sm_90?a=0x3f801000&b=0xbf801000&d=0x00000000&isa=9.5",
            says: "What `mul.rn` followed by `add.rn` gives: zero.",
        },
    ],
    programs: &[],
};

pub(super) const CONTRACTION: Lesson = Lesson {
    slug: "contraction",
    title: "mul and add may become one fma",
    asked: "contraction, contract, fma contraction, fmad, fuse, fused, fp contract, reproducible",
    link: "v1/mul.f32@sm_90?a=0x3f800800&b=0x3f800800&d=0x3f801000&isa=9.5",
    text: "A `mul` and an `add` or `sub` without rounding modifiers mean round-to-nearest, and yet the assembler may fuse them: then the product is not rounded. So such a program has two results, equally valid, and which one a GPU returns may change with the version of the assembler, its option `-fmad`, or the surrounding code. A rounding modifier on either of the two, such as `.rn`, keeps both roundings; `fma.rn` asks for one.",
    says: "The product alone is rounded to 24 bits.",
    more: &[
        Try {
            link: "v1/add.f32@sm_90?a=0x3f801000&b=0xbf801000&d=0x00000000&isa=9.5",
            says: "The sum with the rounded product.",
        },
        Try {
            link: "v1/fma.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000&isa=9.5",
            says: "The sum with the exact product.",
        },
    ],
    programs: &[
        Program {
            link: "v1/sequence@sm_90?code=mul.f32~t,a,a~~add.f32~d,t,c&a=0x3f800800&c=0xbf801000&isa=9.5",
            code: "mul.f32 t, a, a; add.f32 d, t, c;",
            results: &["0", "5.9604645e−8"],
            says: "Both results are permitted. The assembler writes one `FFMA` for sm_75 to sm_100a, which gives the second.",
        },
        Program {
            link: "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~add.rn.f32~d,t,c&a=0x3f800800&c=0xbf801000&isa=9.5",
            code: "mul.rn.f32 t, a, a; add.rn.f32 d, t, c;",
            results: &["0"],
            says: "With `.rn` they stay two instructions, and the bits are guaranteed.",
        },
    ],
};

pub(super) const FLUSH_TO_ZERO: Lesson = Lesson {
    slug: "flush-to-zero",
    title: "ftz looks at operands and at the result",
    asked: "fast math, use_fast_math, ftz true, ftz flag, ftz operand, ftz result, daz",
    link: "v1/mul.rn.f32@sm_90?a=0x03800000&b=0x3a800000&d=0x00080000&isa=9.5",
    text: "`.ftz` turns subnormal operands into zeros before the operation and a subnormal result into a zero after it, keeping signs.",
    says: "2⁻¹³⁰ is subnormal, and exact.",
    more: &[
        Try {
            link: "v1/mul.rn.ftz.f32@sm_90?a=0x03800000&b=0x3a800000&d=0x00000000&isa=9.5",
            says: "With `.ftz` the result is zero.",
        },
        Try {
            link: "v1/add.rn.ftz.f32@sm_90?a=0x00000001&b=0x80800000&d=0x80800000&isa=9.5",
            says: "The subnormal operand counts as zero; the normal one stays.",
        },
        Try {
            link: "v1/fma.rn.ftz.f32@sm_90?a=0x1fffffff&b=0x20000000&c=0x00000000&d=0x00000000&isa=9.5",
            says: "Flush looks at the value rounded to 24 bits: this is just below the smallest normal number.",
        },
    ],
    programs: &[],
};

pub(super) const DOUBLE_ROUNDING: Lesson = Lesson {
    slug: "double-rounding",
    title: "Two conversions are not one",
    asked: "double rounding, round twice, two conversion, two rounding, innocuous",
    link: "v1/cvt.rn.f16.f64@sm_90?a=0x3ff0020000000100&d=0x3c01&isa=9.5",
    text: "Rounding first to f32 and then to f16 can create a tie that wasn’t there. The direct conversion sees the bit that decides.",
    says: "Directly: just above the midpoint, so up.",
    more: &[
        Try {
            link: "v1/cvt.rn.f32.f64@sm_90?a=0x3ff0020000000100&d=0x3f801000&isa=9.5",
            says: "By way of f32 the last bit is lost first …",
        },
        Try {
            link: "v1/cvt.rn.f16.f32@sm_90?a=0x3f801000&d=0x3c00&isa=9.5",
            says: "… and what is left is a tie, which goes to even: down.",
        },
    ],
    programs: &[],
};

pub(super) const APPROXIMATE: Lesson = Lesson {
    slug: "approximate",
    title: "approx has a bound, sometimes",
    asked: "approx, approximate, approximation, ulp bound, error bound, full division, special function",
    link: "v1/ex2.approx.ftz.f32@sm_90?a=0x3dcccccd&d=0x3f892fdf&isa=9.5",
    text: "For approximate instructions the ISA bounds the error, not the bits, and for some only within a range. The playground shows every permitted result.",
    says: "Within 2 ulp of the rounded result.",
    more: &[
        Try {
            link: "v1/sin.approx.f32@sm_90?a=0x3f800000&d=0x3f576aa4&isa=9.5",
            says: "Between −2π and 2π an absolute error is documented.",
        },
        Try {
            link: "v1/sin.approx.f32@sm_90?a=0x49742400&d=0xbeb33259&isa=9.5",
            says: "Outside that range, no bound.",
        },
        Try {
            link: "v1/div.full.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaab&isa=9.5",
            says: "`.full` division: 2 ulp.",
        },
        Try {
            link: "v1/lg2.approx.f32@sm_90?a=0x3f000000&d=0xbf800000&isa=9.5",
            says: "Exactly −1, and GPUs were observed to return the number next to it.",
        },
    ],
    programs: &[],
};

pub(super) const STOCHASTIC: Lesson = Lesson {
    slug: "stochastic",
    title: "The same operand, two results",
    asked: "stochastic, stochastic rounding, random rounding, random bits, cvt rs, dither, probabilistic",
    link: "v1/cvt.rs.satfinite.e4m3x4.f32@sm_100a?a=0x3f866666&b=0x3f866666&e=0x3f866666&f=0x3f866666&rbits=0x00000000&d=0x38383838&isa=9.5",
    text: "`.rs` adds random bits to the discarded bits of the magnitude, and a carry rounds away from zero: nearly in proportion to the discarded part. There are 13 or 16 random bits; discarded bits below them never count. The random bits are an operand, so every result can be reproduced.",
    says: "No random bits: down to 1 everywhere.",
    more: &[
        Try {
            link: "v1/cvt.rs.satfinite.e4m3x4.f32@sm_100a?a=0x3f866666&b=0x3f866666&e=0x3f866666&f=0x3f866666&rbits=0xffffffff&d=0x39393939&isa=9.5",
            says: "All ones: up to 1.125 everywhere.",
        },
        Try {
            link: "v1/cvt.rs.f16x2.f32@sm_100a?a=0x3f800347&b=0x3f800347&rbits=0x1fff0000&d=0x3c013c00&isa=9.5",
            says: "In a pair, each lane has its own random bits; of four lanes, two share 16 of them.",
        },
    ],
    programs: &[],
};

pub(super) const DIRECTIONS: Lesson = Lesson {
    slug: "directions",
    title: "One third in four directions",
    asked: "rounding mode, round mode, rounding direction, directed rounding, interval, rz, rm, rp, third",
    link: "v1/div.rn.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaab&isa=9.5",
    text: "Where the result lies between two numbers, the direction decides. Computing it up and down gives an interval that contains the exact value.",
    says: "To nearest: above one third.",
    more: &[
        Try {
            link: "v1/div.rm.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaaa&isa=9.5",
            says: "Down.",
        },
        Try {
            link: "v1/div.rp.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaab&isa=9.5",
            says: "Up: the next number above that.",
        },
        Try {
            link: "v1/div.rz.f32@sm_90?a=0xbf800000&b=0x40400000&d=0xbeaaaaaa&isa=9.5",
            says: "Toward zero, which is up for a negative number.",
        },
    ],
    programs: &[],
};

pub(super) const OLD_MACHINES: Lesson = Lesson {
    slug: "old-machines",
    title: "mad meant something else on sm_1x",
    asked: "old gpu, old machine, old mad, sm_1x, tesla, sm_10, sm_13, mad truncate",
    link: "v1/mad.f32@sm_13?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x00000000&isa=9.5",
    text: "Before `sm_20`, `mad.f32` truncated the product to 24 significant bits before adding, unless the addend was a zero, and f32 had no subnormals. The text does not say how the sum was rounded; here it is rounded to nearest. From `sm_20` on, `mad.f32` is a fused multiply-add: same operands, different result.",
    says: "The product loses its low bits first: 0.",
    more: &[
        Try {
            link: "v1/mad.f32@sm_20?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000&isa=3.1",
            says: "The same spelling, which PTX ISA 3.1 was the last to accept on `sm_20`.",
        },
        Try {
            link: "v1/mad.rn.f32@sm_20?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000&isa=9.5",
            says: "Since then, a rounding modifier is required.",
        },
    ],
    programs: &[],
};

pub(super) const KNOWN_OPERANDS: Lesson = Lesson {
    slug: "known-operands",
    title: "A constant operand may give a different result",
    asked: "constant folding, constant operand, literal, compile time, known operand, ptxas constant",
    link: "v1/ex2.approx.f32@sm_90?a=0x3b429d37&d=0x3f804385&isa=9.5",
    text: "An approximate instruction may be computed in two places: by NVIDIA’s assembler, if it knows the operand, or by the GPU’s special-function unit. The bound permits more than one result, and nothing guarantees that both choose the same. A test with literals tests the assembler, so copies from this page have their operands in memory.",
    says: "The correctly rounded result. For this constant the assembler was observed to write 0x3f804384, the number below, as if rounded to f64 first; most constants it rounds correctly. A GPU may return any number in the interval.",
    more: &[
        Try {
            link: "v1/tanh.approx.f32@sm_90?a=0x3f800000&d=0x3f42f7d6&isa=9.5",
            says: "`tanh` was never observed to be computed at compile time: the unit always does it.",
        },
        Try {
            link: "v1/sin.approx.f32@sm_90?a=0x00000001&d=0x00000001&isa=9.5",
            says: "For this constant the assembler was observed to write 0, as its own code does: it multiplies by 1/2π first. The bound permits both.",
        },
        Try {
            link: "v1/abs.f32@sm_90?a=0xff800001&d=0x7fffffff&isa=9.5",
            says: "Not only approximate instructions: the payload of a constant was observed to be kept, while the addition used at run time returns the canonical NaN.",
        },
    ],
    programs: &[],
};
