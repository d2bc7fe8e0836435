//! Narrow numbers to wider floats.

use half::{bf16, f16};

use super::Program;

/// The value of an e5m2 or e4m3 datum, by division; nothing for infinities and NaNs.
fn value(byte: u64, n_mantissa: u32) -> Option<f64> {
    let n_exponent = 7 - n_mantissa;
    let bias = (1_i32 << (n_exponent - 1)) - 1;
    let exponent = (byte >> n_mantissa & ((1 << n_exponent) - 1)) as i32;
    let mantissa = (byte & ((1 << n_mantissa) - 1)) as f64 / f64::from(1 << n_mantissa);
    let is_special = if n_mantissa == 2 { exponent == 31 } else { byte & 0x7f == 0x7f };
    let magnitude = if exponent == 0 {
        mantissa * 2_f64.powi(1 - bias)
    } else {
        (1.0 + mantissa) * 2_f64.powi(exponent - bias)
    };
    (!is_special).then_some(if byte & 0x80 == 0 { magnitude } else { -magnitude })
}

fn half(number: f64) -> u64 {
    f16::from_f64(number).to_bits().into()
}

fn brain(number: f64) -> u64 {
    bf16::from_f64(number).to_bits().into()
}

fn pair(low: u64, high: u64) -> u64 {
    high << 16 | low
}

fn nibble(word: u64, index: u32) -> f64 {
    (word >> (4 * index) & 15) as f64
}

fn byte(word: u64, index: u32) -> u64 {
    word >> (8 * index) & 255
}

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        what: "nibbles 0 and 4 of a word behind the bits of 1024 in f16",
        seen: Some("IST-DASLab/marlin: marlin/marlin_cuda_kernel.cu"),
        text: r#"asm volatile("lop3.b32 %0, %1, %2, %3, %4;\n"
            : "=r"(lo) : "r"(word), "n"(0x000f000f), "n"(0x64006400), "n"((0xf0 & 0xcc) | 0xaa));"#,
        formula: |x| {
            Some(vec![pair(half(1024.0 + nibble(x[0], 0)), half(1024.0 + nibble(x[0], 4)))])
        },
    },
    Program {
        what: "signed nibbles 0 and 4 to f16, the offset in the text",
        seen: Some("vllm-project/vllm: csrc/quantization/marlin/dequant.h"),
        text: "lop3.b32 t, q, 0x000f000f, 0x64006400, 0xea;
            mov.b32 o, 0x64086408;
            sub.f16x2 d, t, o;",
        formula: |x| Some(vec![pair(half(nibble(x[0], 0) - 8.0), half(nibble(x[0], 4) - 8.0))]),
    },
    Program {
        what: "signed nibbles 1 and 5 to f16 by a product",
        seen: Some("vllm-project/vllm: csrc/quantization/marlin/dequant.h"),
        text: "{ .reg .b32 t, m, o;
            lop3.b32 t, %r1, 0x00f000f0, 0x64006400, 234;
            mov.u32 m, 0x2c002c00; mov.u32 o, 0xd480d480;
            fma.rn.f16x2 %r2, t, m, o; }",
        formula: |x| Some(vec![pair(half(nibble(x[0], 1) - 8.0), half(nibble(x[0], 5) - 8.0))]),
    },
    Program {
        what: "nibbles 0 and 4 to bf16",
        seen: Some("vllm-project/vllm: csrc/quantization/marlin/dequant.h"),
        text: "lop3.b32 t, q, 0x000f000f, 0x43004300, 0xea; mov.b32 o, 0x43084308; sub.bf16x2 d, t, o",
        formula: |x| Some(vec![pair(brain(nibble(x[0], 0) - 8.0), brain(nibble(x[0], 4) - 8.0))]),
    },
    Program {
        what: "bytes 0 and 2 to f16, less 128",
        seen: Some(
            "flashinfer-ai/flashinfer: csrc/nv_internal/tensorrt_llm/cutlass_extensions/include/cutlass_extensions/interleaved_numeric_conversion.h",
        ),
        text: r#"asm volatile("{\n\t.reg .b32 t, o;\n\t"
            "prmt.b32 t, %1, 0x64646464, 0x5250;\n\t"
            "mov.b32 o, 0x64806480;\n\tsub.f16x2 %0, t, o;\n\t}" : "=r"(h) : "r"(i8s));"#,
        formula: |x| {
            let number = |index| half(byte(x[0], index) as f64 - 128.0);
            Some(vec![pair(number(0), number(2))])
        },
    },
    Program {
        what: "each byte to f32, less 128, by the bits of 2^23",
        seen: Some(
            "flashinfer-ai/flashinfer: csrc/nv_internal/tensorrt_llm/cutlass_extensions/include/cutlass_extensions/interleaved_numeric_conversion.h",
        ),
        text: "mov.b32 base, 0x4B000000;
            prmt.b32 a, q, base, 0x7650; prmt.b32 b, q, base, 0x7651;
            prmt.b32 c, q, base, 0x7652; prmt.b32 e, q, base, 0x7653;
            add.rn.f32 w, a, 0fCB000080; add.rn.f32 x, b, 0fCB000080;
            add.rn.f32 y, c, 0fCB000080; add.rn.f32 z, e, 0fCB000080;",
        formula: |x| {
            let number = |index| (byte(x[0], index) as f32 - 128.0).to_bits().into();
            Some((0..4).map(number).collect())
        },
    },
    Program {
        what: "signed bytes to bf16 by the upper halves of f32",
        seen: Some(
            "triton-lang/triton: third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/ElementwiseOpToLLVM.cpp",
        ),
        text: r#"tl.inline_asm_elementwise("""{
            .reg .s8 s<4>; .reg .f32 f<4>;
            mov.b32 {s0, s1, s2, s3}, $2;
            cvt.rn.f32.s8 f0, s0; cvt.rn.f32.s8 f1, s1; cvt.rn.f32.s8 f2, s2; cvt.rn.f32.s8 f3, s3;
            prmt.b32 $0, f0, f1, 0x7632; prmt.b32 $1, f2, f3, 0x7632; }""", "=r,=r,r", [x])"#,
        formula: |x| {
            let number = |index| brain(f64::from(byte(x[0], index) as u8 as i8));
            Some(vec![pair(number(0), number(1)), pair(number(2), number(3))])
        },
    },
    Program {
        what: "e5m2 to f16 by bytes",
        seen: Some(
            "triton-lang/triton: third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/ElementwiseOpToLLVM.cpp",
        ),
        text: "{ prmt.b32 $0, 0, $2, 0x5140; prmt.b32 $1, 0, $2, 0x7362; }",
        formula: |x| {
            let all: Option<Vec<f64>> = (0..4).map(|index| value(byte(x[0], index), 2)).collect();
            let [a, b, c, d] = all?.try_into().ok()?;
            Some(vec![pair(half(a), half(b)), pair(half(c), half(d))])
        },
    },
    Program {
        what: "e5m2 to bf16 by a shift and a product",
        seen: Some(
            "triton-lang/triton: third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/ElementwiseOpToLLVM.cpp",
        ),
        text: "{ .reg .b32 wide, low, scale;
            prmt.b32 wide, 0, $1, 0x5140;
            and.b32 low, wide, 0x7fff7fff;
            shr.u32 low, low, 3;
            lop3.b32 low, low, 0x80008000, wide, 0xf8;
            mov.u32 scale, 0x77807780;
            mul.rn.bf16x2 $0, low, scale; }",
        formula: |x| {
            let (a, b) = (value(byte(x[0], 0), 2)?, value(byte(x[0], 1), 2)?);
            Some(vec![pair(brain(a), brain(b))])
        },
    },
    Program {
        what: "e4m3 to f16 by a shift and a product",
        seen: Some("vllm-project/vllm: csrc/quantization/marlin/dequant.h"),
        text: "and.b32 s, q, 0x80008000; and.b32 m, q, 0x7F007F00; shr.u32 m, m, 1;
            or.b32 t, s, m; mov.b32 k, 0x5c005c00; mul.rn.f16x2 d, t, k;",
        formula: |x| {
            let (a, b) = (value(byte(x[0], 1), 3)?, value(byte(x[0], 3), 3)?);
            Some(vec![pair(half(a), half(b))])
        },
    },
    Program {
        what: "e2m1 to f16 by a shift and a product",
        seen: Some("vllm-project/vllm: csrc/quantization/marlin/dequant.h"),
        text: "and.b32 s, q, 0x80008000; and.b32 m, q, 0x70007000; shr.b32 m, m, 3;
            or.b32 t, s, m; mov.b32 k, 0x74007400; mul.rn.f16x2 d, t, k;",
        formula: |x| {
            const TABLE: [f64; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
            let number = |index: u32| {
                let code = x[0] >> (4 * index) & 15;
                let magnitude = TABLE[(code & 7) as usize];
                half(if code & 8 == 0 { magnitude } else { -magnitude })
            };
            Some(vec![pair(number(3), number(7))])
        },
    },
    Program {
        what: "both lanes of bf16x2 to f32",
        seen: None,
        text: ".reg .b32 %r<4>; shl.b32 %r2, %r1, 16; and.b32 %r3, %r1, -65536;",
        formula: |x| Some(vec![x[0] << 16 & 0xffff_ffff, x[0] & 0xffff_0000]),
    },
    Program {
        what: "an integer of 23 bits to f32 by the bits of 2^23",
        seen: Some("NVIDIA/cutlass: include/cutlass/numeric_conversion.h"),
        text: "and.b32 t, n, 0x007fffff; or.b32 t, t, 0x4B000000; add.rn.f32 d, t, 0fCB000000",
        formula: |x| Some(vec![((x[0] & 0x007f_ffff) as f32).to_bits().into()]),
    },
];
