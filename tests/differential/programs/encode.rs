//! Floats to narrower ones, and packing.

use half::{bf16, f16};

use super::Program;

fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn halves(word: u64) -> [u64; 2] {
    [word & 0xffff, word >> 16 & 0xffff]
}

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        what: "two f32 to bf16 by cutting",
        seen: Some(
            "triton-lang/triton: third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/ElementwiseOpToLLVM.cpp",
        ),
        text: "prmt.b32 d, a, b, 0x7632;",
        formula: |x| Some(vec![x[1] & 0xffff_0000 | x[0] >> 16]),
    },
    Program {
        what: "f32 to bf16, to nearest, in integers",
        seen: None,
        text: "shr.u32 lsb, x, 16; and.b32 lsb, lsb, 1; add.u32 t, x, 0x7fff; add.u32 t, t, lsb; shr.u32 d, t, 16;",
        formula: |x| {
            let number = float(x[0]);
            (!number.is_nan()).then(|| vec![bf16::from_f32(number).to_bits().into()])
        },
    },
    Program {
        what: "two f32 to bf16x2 with one conversion",
        seen: Some("NVIDIA/cutlass: include/cutlass/numeric_conversion.h"),
        text: r#"asm("cvt.rn.bf16x2.f32 %0, %1, %2;\n" : "=r"(d) : "f"(high), "f"(low));"#,
        formula: |x| {
            let [high, low] = [float(x[0]), float(x[1])];
            let bits = |number| u64::from(bf16::from_f32(number).to_bits());
            (!high.is_nan() && !low.is_nan()).then(|| vec![bits(high) << 16 | bits(low)])
        },
    },
    Program {
        what: "two f32 to f16 that are packed afterwards",
        seen: None,
        text: r#"asm volatile("{\n\t.reg .b16 low, high;\n\t"
            "cvt.rn.f16.f32 low, %1;\n\tcvt.rn.f16.f32 high, %2;\n\t"
            "mov.b32 %0, {low, high};\n\t}\n" : "=r"(d) : "f"(a), "f"(b));"#,
        formula: |x| {
            let [low, high] = [float(x[0]), float(x[1])];
            let bits = |number| u64::from(f16::from_f32(number).to_bits());
            (!high.is_nan() && !low.is_nan()).then(|| vec![bits(high) << 16 | bits(low)])
        },
    },
    Program {
        what: "f16 to e5m2 by cutting",
        seen: Some(
            "triton-lang/triton: third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/ElementwiseOpToLLVM.cpp",
        ),
        text: "{ .reg .b32 t<2>; and.b32 t0, $1, 0xfffefffe; and.b32 t1, $2, 0xfffefffe; prmt.b32 $0, t0, t1, 0x7531; }",
        formula: |x| {
            let [[a, b], [c, d]] = [halves(x[0]), halves(x[1])];
            Some(vec![d >> 8 << 24 | c >> 8 << 16 | b >> 8 << 8 | a >> 8])
        },
    },
    Program {
        what: "four integers to bytes, saturated",
        seen: Some("NVIDIA/cutlass: include/cutlass/numeric_conversion.h"),
        text: r#"asm volatile("{\n\t.reg .u32 r;\n\t"
            "cvt.pack.sat.u8.s32.b32 r, %4, %3, 0;\n\t"
            "cvt.pack.sat.u8.s32.b32 %0, %2, %1, r;\n\t}\n"
            : "=r"(d) : "r"(a), "r"(b), "r"(c), "r"(e));"#,
        formula: |x| {
            let byte = |word: &u64| (*word as u32 as i32).clamp(0, 255) as u64;
            let all = x.iter().take(4).map(byte).collect::<Vec<_>>();
            // The inputs come in the order in which the text reads them.
            let [e, c, b, a] = all.try_into().ok()?;
            Some(vec![a | b << 8 | c << 16 | e << 24])
        },
    },
    Program {
        what: "the halves of f64, and back",
        seen: None,
        text: "mov.b64 {lo, hi}, x; xor.b32 hi, hi, 0x80000000; mov.b64 d, {lo, hi};",
        formula: |x| Some(vec![(-f64::from_bits(x[0])).to_bits()]),
    },
    Program {
        what: "f32 to integer by the bits of 1.5 * 2^23",
        seen: None,
        text: "add.rn.f32 t, x, 0f4B400000; sub.s32 d, t, 0x4B400000;",
        formula: |x| {
            let number = float(x[0]);
            let is_small = number.abs() < 4_194_304.0;
            is_small.then(|| vec![u64::from(number.round_ties_even() as i32 as u32)])
        },
    },
    Program {
        what: "sign, exponent and mantissa, put together from fields",
        seen: Some("vosen/ZLUDA: ptx/src/test/spirv_run/bfi.ptx"),
        text: "bfi.b32 t, e, m, 23, 8; bfi.b32 d, s, t, 31, 1",
        formula: |x| {
            let [e, m, s] = [x[0], x[1], x[2]];
            Some(vec![m & 0x007f_ffff | (e & 255) << 23 | (s & 1) << 31])
        },
    },
];
