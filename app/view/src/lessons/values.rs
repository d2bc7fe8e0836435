//! Lessons about special values: NaN, infinities, zeros and the ends of formats.

use super::{Lesson, Try};

pub(super) const MIN_OF_NAN: Lesson = Lesson {
    slug: "min-of-nan",
    title: "min of NaN and a number is the number",
    asked: "min nan, max nan, why max nan, why min nan, nan ignore, propagate nan, fmax nan, fmin nan, nan lose, nan drop, reduction nan",
    link: "v1/min.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x3f800000&isa=9.5",
    text: "`min` and `max` ignore a NaN operand unless the spelling says `.NaN`. A reduction over data with NaNs silently forgets them; `.NaN` lets one through to the end.",
    says: "The number wins on either side.",
    more: &[
        Try {
            link: "v1/min.NaN.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x7fffffff&isa=9.5",
            says: "`.NaN` makes the result the canonical NaN.",
        },
        Try {
            link: "v1/min.f32@sm_90?a=0x7fffffff&b=0x7fffffff&d=0x7fffffff&isa=9.5",
            says: "Only two NaNs make a NaN.",
        },
        Try {
            link: "v1/min.f32@sm_90?a=0x00000000&b=0x80000000&d=0x80000000&isa=9.5",
            says: "Zeros have an order here: −0 is less than +0.",
        },
    ],
    programs: &[],
};

pub(super) const COPYSIGN_ORDER: Lesson = Lesson {
    slug: "copysign-order",
    title: "copysign takes its operands in the opposite order to C",
    asked: "copysign order, copysign operand, copysign argument, copysign c, copysign swap",
    link: "v1/copysign.f32@sm_90?a=0xbf800000&b=0x40000000&d=0xc0000000&isa=9.5",
    text: "In C, `copysign(x, y)` is `x` with the sign of `y`. The PTX instruction takes the sign from its first source and the magnitude from its second.",
    says: "The sign of `a`, the magnitude of `b`.",
    more: &[Try {
        link: "v1/copysign.f32@sm_90?a=0x3f800000&b=0x7fffffff&d=0x7fffffff&isa=9.5",
        says: "A NaN keeps its payload: only the sign bit is replaced.",
    }],
    programs: &[],
};

pub(super) const E2M1_NAN: Lesson = Lesson {
    slug: "e2m1-nan",
    title: "A NaN becomes 6 in e2m1",
    asked: "e2m1 nan, fp4 nan, nvfp4 nan, mxfp4 nan, fp6 nan, nan 6",
    link: "v1/cvt.rn.satfinite.e2m1x2.f32@sm_100a?a=0x7fffffff&b=0xffffffff&d=0x77&isa=9.5",
    text: "e2m1 has sixteen encodings and all of them are numbers. A NaN has nowhere to go, so it becomes the largest: positive, whatever its sign was.",
    says: "Both NaNs become +6.",
    more: &[Try {
        link: "v1/cvt.rn.satfinite.e2m3x2.f32@sm_100a?a=0x7fffffff&b=0x3dcccccd&d=0x1f01&isa=9.5",
        says: "e2m3 likewise: +7.5.",
    }],
    programs: &[],
};

pub(super) const UE8M0: Lesson = Lesson {
    slug: "ue8m0",
    title: "A scale has no sign and no zero",
    asked: "scale factor, block scale, ue8m0 zero, ue8m0 sign, e8m0 zero, scale zero, shared exponent, microscaling scale",
    link: "v1/cvt.rp.satfinite.ue8m0x2.f32@sm_100a?a=0x00000000&b=0x7fffffff&d=0x00ff&isa=9.5",
    text: "ue8m0 is an exponent and nothing else: powers of two from 2⁻¹²⁷ to 2¹²⁷, and one NaN. Only `.rz` and `.rp` convert to it, and a negative number loses its sign.",
    says: "Zero becomes the smallest power, a NaN 0xff.",
    more: &[
        Try {
            link: "v1/cvt.rz.satfinite.ue8m0x2.f32@sm_100a?a=0xc0400000&b=0x40400000&d=0x8080&isa=9.5",
            says: "Both 3 and −3 become 2 toward zero …",
        },
        Try {
            link: "v1/cvt.rp.satfinite.ue8m0x2.f32@sm_100a?a=0xc0400000&b=0x40400000&d=0x8181&isa=9.5",
            says: "… and 4 rounding up.",
        },
    ],
    programs: &[],
};

pub(super) const SIGNED_ZERO: Lesson = Lesson {
    slug: "signed-zero",
    title: "Adding zeros can give minus zero",
    asked: "negative zero, minus zero, signed zero, zero sign, -0, plus zero",
    link: "v1/add.rn.f32@sm_90?a=0x3f800000&b=0xbf800000&d=0x00000000&isa=9.5",
    text: "x + (−x) is +0 in every direction but one: rounding down makes it −0. And −0 + −0 stays −0.",
    says: "To nearest: +0.",
    more: &[
        Try {
            link: "v1/add.rm.f32@sm_90?a=0x3f800000&b=0xbf800000&d=0x80000000&isa=9.5",
            says: "Down: −0.",
        },
        Try {
            link: "v1/add.rn.f32@sm_90?a=0x80000000&b=0x80000000&d=0x80000000&isa=9.5",
            says: "Two negative zeros keep their sign.",
        },
        Try {
            link: "v1/max.f32@sm_90?a=0x80000000&b=0x00000000&d=0x00000000&isa=9.5",
            says: "`max` prefers +0.",
        },
    ],
    programs: &[],
};

pub(super) const NAN_PAYLOAD: Lesson = Lesson {
    slug: "nan-payload",
    title: "Arithmetic in f32 drops a NaN’s payload",
    asked: "nan payload, nan boxing, nan bits, payload lost, payload f32, payload f64",
    link: "v1/add.rn.f32@sm_90?a=0x7f812345&b=0x3f800000&d=0x7fffffff&isa=9.5",
    text: "The ISA does not specify which NaN arithmetic in f32 and narrower formats returns; one canonical NaN was observed. In f64 it supports payloads: one is passed on, quieted. Instructions that only copy an operand may keep any payload.",
    says: "The payload is gone; the ISA does not specify the bits, and published probes of an H100 and an L40S return 0x7fffffff.",
    more: &[
        Try {
            link: "v1/add.rn.f64@sm_90?a=0x7ff0000000012345&b=0x3ff0000000000000&d=0x7ff8000000012345&isa=9.5",
            says: "f64 keeps it; the quiet bit was observed to be set.",
        },
        Try {
            link: "v1/copysign.f32@sm_90?a=0x00000000&b=0x7f812345&d=0x7f812345&isa=9.5",
            says: "`copysign` changes the sign bit alone, so an f32 keeps its payload too, signaling or not.",
        },
    ],
    programs: &[],
};

pub(super) const SAT_EATS_NAN: Lesson = Lesson {
    slug: "sat-eats-nan",
    title: "sat turns NaN into zero",
    asked: "sat nan, sat zero nan, saturate nan, clamp nan",
    link: "v1/add.rn.sat.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x00000000&isa=9.5",
    text: "`.sat` clamps to [0, 1], and a NaN becomes +0: an error upstream looks like a perfectly good black pixel.",
    says: "NaN in, 0 out.",
    more: &[
        Try {
            link: "v1/fma.rn.sat.f32@sm_90?a=0x7f800000&b=0x00000000&c=0x3f800000&d=0x00000000&isa=9.5",
            says: "An invalid product, too.",
        },
        Try {
            link: "v1/add.rn.sat.f32@sm_90?a=0x80000000&b=0x80000000&d=0x00000000&isa=9.5",
            says: "Minus zero becomes plus zero.",
        },
    ],
    programs: &[],
};

pub(super) const RELU: Lesson = Lesson {
    slug: "relu",
    title: "relu keeps NaNs",
    asked: "relu, relu nan, relu zero, rectified",
    link: "v1/fma.rn.relu.f16@sm_90?a=0xc000&b=0x4200&c=0x3c00&d=0x0000&isa=9.5",
    text: "Unlike `.sat`, `.relu` returns the canonical NaN for a NaN. Negative results become +0, and so does −0.",
    says: "Negative: +0.",
    more: &[
        Try {
            link: "v1/fma.rn.relu.f16@sm_90?a=0x8000&b=0x3c00&c=0x8000&d=0x0000&isa=9.5",
            says: "Minus zero: +0.",
        },
        Try {
            link: "v1/fma.rn.relu.f16@sm_90?a=0x7fff&b=0x3c00&c=0x3c00&d=0x7fff&isa=9.5",
            says: "A NaN stays one.",
        },
    ],
    programs: &[],
};

pub(super) const TESTP_ZERO: Lesson = Lesson {
    slug: "testp-zero",
    title: "testp.normal says yes to zero",
    asked: "testp zero, testp normal, zero normal",
    link: "v1/testp.normal.f32@sm_90?a=0x00000000&d=0x1&isa=9.5",
    text: "IEEE 754 calls zero neither normal nor subnormal. `testp.normal` counts it as normal.",
    says: "Zero is normal here.",
    more: &[
        Try {
            link: "v1/testp.subnormal.f32@sm_90?a=0x00000000&d=0x0&isa=9.5",
            says: "And not subnormal.",
        },
        Try {
            link: "v1/testp.normal.f32@sm_90?a=0x00080000&d=0x0&isa=9.5",
            says: "A subnormal is not normal.",
        },
    ],
    programs: &[],
};
