//! Lessons about conversions: the order of lanes, and numbers that do not fit.

use super::{Lesson, Try};

pub(super) const PACKING_ORDER: Lesson = Lesson {
    slug: "packing-order",
    title: "cvt puts its first source on top",
    asked: "packing order, pack order, half first, first half, high low, hi lo order, upper lower, cvt order, lane order, order pack, endian, swap half",
    link: "v1/cvt.rn.f16x2.f32@sm_90?a=0x3f800000&b=0x40000000&d=0x3c004000&isa=9.5",
    text: "A packed conversion takes two sources. The first, `a`, goes to the upper half of the register, the second to the lower: on a little-endian machine `a` is the second element in memory.",
    says: "1 is in the upper half.",
    more: &[
        Try {
            link: "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x3f800000&b=0x40000000&d=0x3840&isa=9.5",
            says: "The same for 8-bit lanes.",
        },
        Try {
            link: "v1/cvt.rs.satfinite.e2m1x4.f32@sm_100a?a=0x3f800000&b=0x40000000&e=0x40400000&f=0x40800000&rbits=0x00000000&d=0x2456&isa=9.5",
            says: "With four sources the first is still the highest lane.",
        },
    ],
    programs: &[],
};

pub(super) const NAN_TO_INTEGER: Lesson = Lesson {
    slug: "nan-to-integer",
    title: "NaN becomes 0, or the most negative integer",
    asked: "nan integer, convert nan, nan cast, nan s32",
    link: "v1/cvt.rzi.s32.f32@sm_90?a=0x7fffffff&d=0x00000000&isa=9.5",
    text: "What a NaN becomes as an integer depends on both types: 0 for narrow conversions from f32 and f16, the pattern with only the top bit set where 64 bits are involved.",
    says: "f32 to a 32-bit integer: 0.",
    more: &[
        Try {
            link: "v1/cvt.rzi.s64.f32@sm_90?a=0x7fffffff&d=0x8000000000000000&isa=9.5",
            says: "The same operand to 64 bits: the most negative integer.",
        },
        Try {
            link: "v1/cvt.rzi.u32.f64@sm_90?a=0xfff8000000000000&d=0x80000000&isa=9.5",
            says: "From f64, even an unsigned 32-bit integer becomes 2³¹.",
        },
    ],
    programs: &[],
};

pub(super) const INTEGER_OVERFLOW_CLAMPS: Lesson = Lesson {
    slug: "integer-overflow-clamps",
    title: "Conversions to integers clamp",
    asked: "overflow, integer overflow, cast overflow, float integer, cast integer, convert integer, out range, clamp integer",
    link: "v1/cvt.rzi.s32.f32@sm_90?a=0x4f32d05e&d=0x7fffffff&isa=9.5",
    text: "In C, a cast out of range is undefined behavior. Here the result is clamped to the range of the integer.",
    says: "Clamped to 2³¹ − 1.",
    more: &[
        Try {
            link: "v1/cvt.rzi.u8.f32@sm_90?a=0xc0a00000&d=0x00&isa=9.5",
            says: "Negative to unsigned: 0.",
        },
        Try {
            link: "v1/cvt.rni.s32.f32@sm_90?a=0x40200000&d=0x00000002&isa=9.5",
            says: "`.rni` rounds ties to even: 2.",
        },
        Try {
            link: "v1/cvt.rn.f32.s32@sm_90?a=0x01000001&d=0x4b800000&isa=9.5",
            says: "And back: 2²⁴ + 1 is not an f32, so this rounds too.",
        },
    ],
    programs: &[],
};

pub(super) const SATURATION_BY_FORMAT: Lesson = Lesson {
    slug: "saturation-by-format",
    title: "satfinite means a different number in each format",
    asked: "satfinite format, infinity fp8, infinity e4m3 satfinite, 448, fp8 448, 448 infinity, 57344, happen overflow, fp8 overflow, fp8 saturation, quantization, quantize fp8, clamp fp8, too large",
    link: "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x4e6e6b28&b=0x7f800000&d=0x7e7e&isa=9.5",
    text: "The narrow formats have no room to waste. e4m3 has no infinity, e2m1 not even a NaN; the encodings of “too large” and “not a number” differ from format to format.",
    says: "e4m3 ends at 448.",
    more: &[
        Try {
            link: "v1/cvt.rn.satfinite.e5m2x2.f32@sm_90?a=0x4e6e6b28&b=0x7f800000&d=0x7b7b&isa=9.5",
            says: "e5m2 at 57344, though it has an infinity.",
        },
        Try {
            link: "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x7fffffff&b=0x3f800000&d=0x7f38&isa=9.5",
            says: "A NaN stays a NaN where the format has one.",
        },
        Try {
            link: "v1/cvt.rn.f16.f32@sm_90?a=0x477ff000&d=0x7c00&isa=9.5",
            says: "Without `.satfinite`, half an ulp above the largest f16 is infinity.",
        },
        Try {
            link: "v1/cvt.rn.f16.f32@sm_90?a=0x477fef00&d=0x7bff&isa=9.5",
            says: "Just below the midpoint it is not.",
        },
    ],
    programs: &[],
};
