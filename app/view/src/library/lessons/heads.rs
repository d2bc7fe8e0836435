//! What the lessons are about.

use crate::library::lessons::Head;

/// What each lesson is about.
pub const HEADS: [Head; 22] = [
    Head {
        slug: "min-of-nan",
        title: "min of NaN and a number is the number",
        link: "v1/min.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x3f800000",
    },
    Head {
        slug: "fma-keeps-what-mul-drops",
        title: "fma keeps what mul and add throw away",
        link: "v1/fma.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x33800000",
    },
    Head {
        slug: "contraction",
        title: "mul and add may become one fma",
        link: "v1/mul.f32@sm_90?a=0x3f800800&b=0x3f800800&d=0x3f801000",
    },
    Head {
        slug: "packing-order",
        title: "cvt puts its first source on top",
        link: "v1/cvt.rn.f16x2.f32@sm_90?a=0x3f800000&b=0x40000000&d=0x3c004000",
    },
    Head {
        slug: "copysign-order",
        title: "copysign is the other way round than in C",
        link: "v1/copysign.f32@sm_90?a=0xbf800000&b=0x40000000&d=0xc0000000",
    },
    Head {
        slug: "nan-to-integer",
        title: "NaN becomes 0, or the most negative integer",
        link: "v1/cvt.rzi.s32.f32@sm_90?a=0x7fffffff&d=0x00000000",
    },
    Head {
        slug: "integer-overflow-clamps",
        title: "Conversions to integers clamp",
        link: "v1/cvt.rzi.s32.f32@sm_90?a=0x4f32d05e&d=0x7fffffff",
    },
    Head {
        slug: "saturation-by-format",
        title: "satfinite means another number in each format",
        link: "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x4e6e6b28&b=0x7f800000&d=0x7e7e",
    },
    Head {
        slug: "e2m1-nan",
        title: "A NaN becomes 6 in e2m1",
        link: "v1/cvt.rn.satfinite.e2m1x2.f32@sm_100a?a=0x7fffffff&b=0xffffffff&d=0x77",
    },
    Head {
        slug: "ue8m0",
        title: "A scale has no sign and no zero",
        link: "v1/cvt.rp.satfinite.ue8m0x2.f32@sm_100a?a=0x00000000&b=0x7fffffff&d=0x00ff",
    },
    Head {
        slug: "flush-to-zero",
        title: "ftz looks at operands and at the result",
        link: "v1/mul.rn.f32@sm_90?a=0x03800000&b=0x3a800000&d=0x00080000",
    },
    Head {
        slug: "double-rounding",
        title: "Two conversions are not one",
        link: "v1/cvt.rn.f16.f64@sm_90?a=0x3ff0020000000100&d=0x3c01",
    },
    Head {
        slug: "signed-zero",
        title: "Adding zeros can give minus zero",
        link: "v1/add.rn.f32@sm_90?a=0x3f800000&b=0xbf800000&d=0x00000000",
    },
    Head {
        slug: "nan-payload",
        title: "Arithmetic in f32 drops a NaN’s payload",
        link: "v1/add.rn.f32@sm_90?a=0x7f812345&b=0x3f800000&d=0x7fffffff",
    },
    Head {
        slug: "sat-eats-nan",
        title: "sat turns NaN into zero",
        link: "v1/add.rn.sat.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x00000000",
    },
    Head {
        slug: "relu",
        title: "relu keeps NaNs",
        link: "v1/fma.rn.relu.f16@sm_90?a=0xc000&b=0x4200&c=0x3c00&d=0x0000",
    },
    Head {
        slug: "approximate",
        title: "approx has a bound, sometimes",
        link: "v1/ex2.approx.ftz.f32@sm_90?a=0x3dcccccd&d=0x3f892fdf",
    },
    Head {
        slug: "testp-zero",
        title: "testp.normal says yes to zero",
        link: "v1/testp.normal.f32@sm_90?a=0x00000000&d=0x1",
    },
    Head {
        slug: "stochastic",
        title: "The same operand, two results",
        link: "v1/cvt.rs.satfinite.e4m3x4.f32@sm_100a?a=0x3f866666&b=0x3f866666&e=0x3f866666&f=0x3f866666&rbits=0x00000000&d=0x38383838",
    },
    Head {
        slug: "directions",
        title: "One third in four directions",
        link: "v1/div.rn.f32@sm_90?a=0x3f800000&b=0x40400000&d=0x3eaaaaab",
    },
    Head {
        slug: "old-machines",
        title: "mad meant something else on sm_1x",
        link: "v1/mad.f32@sm_13?a=0x3f800800&b=0x3f800800&c=0xbf801000&d=0x00000000",
    },
    Head {
        slug: "known-operands",
        title: "A constant operand may give another result",
        link: "v1/ex2.approx.f32@sm_90?a=0x3b429d37&d=0x3f804385",
    },
];
