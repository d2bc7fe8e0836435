//! What the lessons say.

use crate::library::lessons::{Lesson, Try};

/// What each lesson says, in the same order.
pub const LESSONS: [Lesson; 22] = [
    Lesson {
        text: "`min` and `max` ignore a NaN operand unless the spelling says `.NaN`. A reduction over data with NaNs silently forgets them; `.NaN` lets one through to the end.",
        says: "The number wins, whichever side it stands on.",
        more: &[
            Try {
                link: "v1/min.NaN.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x7fffffff",
                says: "`.NaN` makes the result the canonical NaN.",
            },
            Try {
                link: "v1/min.f32@sm_90?a=0x7fffffff&b=0x7fffffff&d=0x7fffffff",
                says: "Only two NaNs make a NaN.",
            },
            Try {
                link: "v1/min.f32@sm_90?a=0x00000000&b=0x80000000&d=0x80000000",
                says: "Zeros have an order here: −0 is less than +0.",
            },
        ],
    },
    Lesson {
        text: "`fma` rounds once, from the exact product and sum. Two instructions with `.rn` round twice, and near cancellation the second answer has nothing left of the first one’s error.",
        says: "The exact product minus the rounded one: the rounding error itself, 2⁻²⁴.",
        more: &[
            Try {
                link: "v1/mul.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&d=0x3f801000",
                says: "The product needs 25 bits; it is rounded to 24.",
            },
            Try {
                link: "v1/add.rn.f32@sm_90?a=0x3f801000&b=0xbf801000&d=0x00000000",
                says: "What `mul.rn` followed by `add.rn` gives: zero.",
            },
        ],
    },
    Lesson {
        text: "A `mul` and an `add` or `sub` without rounding modifiers mean round-to-nearest, and yet the assembler may fuse them: then the product is not rounded. So such a program has two results, each as good as the other, and which one a GPU returns may change with the version of the assembler, its option `-fmad`, or the code around. A rounding modifier on either of the two, such as `.rn`, keeps both roundings; `fma.rn` asks for the one.",
        says: "The product alone is rounded to 24 bits.",
        more: &[
            Try {
                link: "v1/add.f32@sm_90?a=0x3f801000&b=0xbf801000&d=0x00000000",
                says: "The sum with the rounded product.",
            },
            Try {
                link: "v1/fma.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000",
                says: "The sum with the exact product.",
            },
        ],
    },
    Lesson {
        text: "A packed conversion takes two sources. The first, `a`, goes to the upper half of the register, the second to the lower: on a little-endian machine `a` is the second element in memory.",
        says: "1 is in the upper half.",
        more: &[
            Try {
                link: "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x3f800000&b=0x40000000&d=0x3840",
                says: "The same for 8-bit lanes.",
            },
            Try {
                link: "v1/cvt.rs.satfinite.e2m1x4.f32@sm_100a?a=0x3f800000&b=0x40000000&e=0x40400000&f=0x40800000&rbits=0x00000000&d=0x2456",
                says: "With four sources the first is still the highest lane.",
            },
        ],
    },
    Lesson {
        text: "In C, `copysign(x, y)` is `x` with the sign of `y`. The PTX instruction takes the sign from its first source and the magnitude from its second.",
        says: "The sign of `a`, the magnitude of `b`.",
        more: &[Try {
            link: "v1/copysign.f32@sm_90?a=0x3f800000&b=0x7fffffff&d=0x7fffffff",
            says: "A NaN keeps its payload: only the sign bit is replaced.",
        }],
    },
    Lesson {
        text: "What a NaN becomes as an integer depends on both types: 0 for narrow conversions from f32 and f16, the pattern with only the top bit set where 64 bits are involved.",
        says: "f32 to a 32-bit integer: 0.",
        more: &[
            Try {
                link: "v1/cvt.rzi.s64.f32@sm_90?a=0x7fffffff&d=0x8000000000000000",
                says: "The same operand to 64 bits: the most negative integer.",
            },
            Try {
                link: "v1/cvt.rzi.u32.f64@sm_90?a=0xfff8000000000000&d=0x80000000",
                says: "From f64, even an unsigned 32-bit integer gets 2³¹.",
            },
        ],
    },
    Lesson {
        text: "A C cast out of range is undefined behaviour. Here the result is clamped to the range of the integer.",
        says: "Clamped to 2³¹ − 1.",
        more: &[
            Try {
                link: "v1/cvt.rzi.u8.f32@sm_90?a=0xc0a00000&d=0x00",
                says: "Negative to unsigned: 0.",
            },
            Try {
                link: "v1/cvt.rni.s32.f32@sm_90?a=0x40200000&d=0x00000002",
                says: "`.rni` rounds ties to even: 2.",
            },
            Try {
                link: "v1/cvt.rn.f32.s32@sm_90?a=0x01000001&d=0x4b800000",
                says: "And back: 2²⁴ + 1 is no f32, so this rounds too.",
            },
        ],
    },
    Lesson {
        text: "The narrow formats have no room to waste. e4m3 has no infinity, e2m1 not even a NaN; what stands for “too large” and for “not a number” differs from format to format.",
        says: "e4m3 ends at 448.",
        more: &[
            Try {
                link: "v1/cvt.rn.satfinite.e5m2x2.f32@sm_90?a=0x4e6e6b28&b=0x7f800000&d=0x7b7b",
                says: "e5m2 at 57344, though it has an infinity.",
            },
            Try {
                link: "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x7f38",
                says: "A NaN stays a NaN where the format has one.",
            },
            Try {
                link: "v1/cvt.rn.f16.f32@sm_90?a=0x477ff000&d=0x7c00",
                says: "Without `.satfinite`, half an ulp above the largest f16 is infinity.",
            },
            Try {
                link: "v1/cvt.rn.f16.f32@sm_90?a=0x477fef00&d=0x7bff",
                says: "Just below the midpoint it is not.",
            },
        ],
    },
    Lesson {
        text: "e2m1 has sixteen encodings and all of them are numbers. A NaN has nowhere to go, so it becomes the largest: positive, whatever its sign was.",
        says: "Both NaNs become +6.",
        more: &[Try {
            link: "v1/cvt.rn.satfinite.e2m3x2.f32@sm_100a?a=0x7fffffff&b=0x3dcccccd&d=0x1f01",
            says: "e2m3 likewise: +7.5.",
        }],
    },
    Lesson {
        text: "ue8m0 is an exponent and nothing else: powers of two from 2⁻¹²⁷ to 2¹²⁷, and one NaN. Only `.rz` and `.rp` lead there, and a negative number loses its sign.",
        says: "Zero becomes the smallest power, a NaN 0xff.",
        more: &[
            Try {
                link: "v1/cvt.rz.satfinite.ue8m0x2.f32@sm_100a?a=0xc0400000&b=0x40400000&d=0x8080",
                says: "Both 3 and −3 become 2 towards zero …",
            },
            Try {
                link: "v1/cvt.rp.satfinite.ue8m0x2.f32@sm_100a?a=0xc0400000&b=0x40400000&d=0x8181",
                says: "… and 4 upwards.",
            },
        ],
    },
    Lesson {
        text: "`.ftz` turns subnormal operands into zeros before the operation and a subnormal result into a zero after it, keeping signs.",
        says: "2⁻¹³⁰ is subnormal, and exact.",
        more: &[
            Try {
                link: "v1/mul.rn.ftz.f32@sm_90?a=0x03800000&b=0x3a800000&d=0x00000000",
                says: "With `.ftz` the result is zero.",
            },
            Try {
                link: "v1/add.rn.ftz.f32@sm_90?a=0x00000001&b=0x80800000&d=0x80800000",
                says: "The subnormal operand counts as zero; the normal one stays.",
            },
            Try {
                link: "v1/fma.rn.ftz.f32@sm_90?a=0x1fffffff&b=0x20000000&c=0x00000000&d=0x00000000",
                says: "Flush looks at the value rounded to 24 bits: this is just below the smallest normal number.",
            },
        ],
    },
    Lesson {
        text: "Rounding to f32 first and to f16 then can land on a tie that was none. The direct conversion sees the bit that decides.",
        says: "Directly: just above the midpoint, so up.",
        more: &[
            Try {
                link: "v1/cvt.rn.f32.f64@sm_90?a=0x3ff0020000000100&d=0x3f801000",
                says: "By way of f32 the last bit is lost first …",
            },
            Try {
                link: "v1/cvt.rn.f16.f32@sm_90?a=0x3f801000&d=0x3c00",
                says: "… and what is left is a tie, which goes to even: down.",
            },
        ],
    },
    Lesson {
        text: "x + (−x) is +0 in every direction but one: rounding down makes it −0. And −0 + −0 stays −0.",
        says: "To nearest: +0.",
        more: &[
            Try {
                link: "v1/add.rm.f32@sm_90?a=0x3f800000&b=0xbf800000&d=0x80000000",
                says: "Downwards: −0.",
            },
            Try {
                link: "v1/add.rn.f32@sm_90?a=0x80000000&b=0x80000000&d=0x80000000",
                says: "Two negative zeros keep their sign.",
            },
            Try {
                link: "v1/max.f32@sm_90?a=0x80000000&b=0x00000000&d=0x00000000",
                says: "`max` prefers +0.",
            },
        ],
    },
    Lesson {
        text: "The ISA leaves open which NaN arithmetic in f32 and in narrower formats returns; what was seen is one canonical NaN. In f64 it supports payloads: one is passed on, made quiet. What only copies an operand may keep any payload.",
        says: "The payload is gone; the ISA leaves the bits open, and published probes of an H100 and an L40S return 0x7fffffff.",
        more: &[
            Try {
                link: "v1/add.rn.f64@sm_90?a=0x7ff0000000012345&b=0x3ff0000000000000&d=0x7ff8000000012345",
                says: "f64 keeps it; the quiet bit was seen to be set.",
            },
            Try {
                link: "v1/copysign.f32@sm_90?a=0x00000000&b=0x7f812345&d=0x7f812345",
                says: "`copysign` changes the sign bit alone, so an f32 keeps its payload too, signaling or not.",
            },
        ],
    },
    Lesson {
        text: "`.sat` clamps to [0, 1], and a NaN becomes +0: an error upstream looks like a perfectly good black pixel.",
        says: "NaN in, 0 out.",
        more: &[
            Try {
                link: "v1/fma.rn.sat.f32@sm_90?a=0x7f800000&b=0x00000000&c=0x3f800000&d=0x00000000",
                says: "An invalid product as well.",
            },
            Try {
                link: "v1/add.rn.sat.f32@sm_90?a=0x80000000&b=0x80000000&d=0x00000000",
                says: "Minus zero becomes plus zero.",
            },
        ],
    },
    Lesson {
        text: "Unlike `.sat`, `.relu` returns the canonical NaN for a NaN. Negative results become +0, and so does −0.",
        says: "Negative: +0.",
        more: &[
            Try {
                link: "v1/fma.rn.relu.f16@sm_90?a=0x8000&b=0x3c00&c=0x8000&d=0x0000",
                says: "Minus zero: +0.",
            },
            Try {
                link: "v1/fma.rn.relu.f16@sm_90?a=0x7fff&b=0x3c00&c=0x3c00&d=0x7fff",
                says: "A NaN stays one.",
            },
        ],
    },
    Lesson {
        text: "Approximate instructions promise a largest error, not bits, and some promise nothing outside a range. The playground shows every result that the promise permits.",
        says: "Within 2 ulp of the rounded result.",
        more: &[
            Try {
                link: "v1/sin.approx.f32@sm_90?a=0x3f800000&d=0x3f576aa4",
                says: "Between −2π and 2π an absolute error is documented.",
            },
            Try {
                link: "v1/sin.approx.f32@sm_90?a=0x49742400&d=0xbeb33259",
                says: "Farther out nothing is.",
            },
            Try {
                link: "v1/div.full.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaab",
                says: "`.full` division: 2 ulp.",
            },
        ],
    },
    Lesson {
        text: "IEEE 754 calls zero neither normal nor subnormal. `testp.normal` counts it as normal.",
        says: "Zero is normal here.",
        more: &[
            Try {
                link: "v1/testp.subnormal.f32@sm_90?a=0x00000000&d=0x0",
                says: "And not subnormal.",
            },
            Try {
                link: "v1/testp.normal.f32@sm_90?a=0x00080000&d=0x0",
                says: "A subnormal is not normal.",
            },
        ],
    },
    Lesson {
        text: "`.rs` adds random bits to the discarded bits of the magnitude, and a carry rounds away from zero: nearly as often as the discarded part says. There are 13 or 16 random bits; discarded bits below them never count. The random bits are an operand, so every result can be reproduced.",
        says: "No random bits: down to 1 everywhere.",
        more: &[
            Try {
                link: "v1/cvt.rs.satfinite.e4m3x4.f32@sm_100a?a=0x3f866666&b=0x3f866666&e=0x3f866666&f=0x3f866666&rbits=0xffffffff&d=0x39393939",
                says: "All ones: up to 1.125 everywhere.",
            },
            Try {
                link: "v1/cvt.rs.f16x2.f32@sm_100a?a=0x3f800347&b=0x3f800347&rbits=0x1fff0000&d=0x3c013c00",
                says: "Of a pair each lane has random bits of its own; of four lanes, two share 16 of them.",
            },
        ],
    },
    Lesson {
        text: "Where the result lies between two numbers, the direction chooses. Running up and down gives an interval that holds the truth.",
        says: "To nearest: above one third.",
        more: &[
            Try {
                link: "v1/div.rm.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaaa",
                says: "Down.",
            },
            Try {
                link: "v1/div.rp.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaab",
                says: "Up: the neighbour of the one below.",
            },
            Try {
                link: "v1/div.rz.f32@sm_90?a=0xbf800000&b=0x40400000&d=0xbeaaaaaa",
                says: "Towards zero, which is up for a negative number.",
            },
        ],
    },
    Lesson {
        text: "Before `sm_20`, `mad.f32` cut the product off at 24 significant bits before it added, unless the addend was a zero, and f32 had no subnormals. The text does not say how the sum was rounded; here it is to the nearest. From `sm_20` on `mad.f32` is a fused multiply-add: the same operands, another answer.",
        says: "The product loses its low bits first: 0.",
        more: &[
            Try {
                link: "v1/mad.f32@sm_20?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000&isa=3.1",
                says: "The same spelling, which PTX ISA 3.1 was the last to take on `sm_20`.",
            },
            Try {
                link: "v1/mad.rn.f32@sm_20?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000",
                says: "Since then a rounding modifier must be spelled.",
            },
        ],
    },
    Lesson {
        text: "An approximate instruction may be computed in two places: by NVIDIA’s assembler, if it knows the operand, or by the GPU’s special-function unit. The bound permits more than one result, and nothing says that both choose the same. A test with literals tests the assembler; so the copies that this page makes have their operands in memory.",
        says: "The correctly rounded result. For this constant the assembler was seen to write 0x3f804384, the number below, as if rounded to f64 first; most constants it rounds correctly. A GPU may return any number of the interval.",
        more: &[
            Try {
                link: "v1/tanh.approx.f32@sm_90?a=0x3f800000&d=0x3f42f7d6",
                says: "`tanh` was not seen to be computed ahead: always the unit answers.",
            },
            Try {
                link: "v1/sin.approx.f32@sm_90?a=0x00000001&d=0x00000001",
                says: "For this constant the assembler was seen to write 0, as its own code does: it multiplies by 1/2π first. The bound permits both.",
            },
            Try {
                link: "v1/abs.f32@sm_90?a=0xff800001&d=0x7fffffff",
                says: "Not only approximate ones: of a constant the payload was seen to stay, while the addition that runs in its place returns the canonical NaN.",
            },
        ],
    },
];
