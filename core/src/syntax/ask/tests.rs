use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use super::{Kind, Reading, read};
use crate::catalog::{Context, LATEST_ISA, Role, TARGETS, Target, Type};
use crate::eval::Prepared;
use crate::syntax::{Legality, check};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn context(target: &str) -> Context {
    Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
}

/// Questions and the statements that they are read as; nothing for what is no question.
const QUESTIONS: &[(&str, &str)] = &[
    // Arithmetic.
    ("0.1 + 0.2 in bf16", "add.rn.bf16 0.1, 0.2"),
    ("0.1+0.2 in bf16?", "add.rn.bf16 0.1, 0.2"),
    ("0.1 + 0.2", "add.rn.f32 0.1, 0.2"),
    ("what is 0.1 + 0.2 in half", "add.rn.f16 0.1, 0.2"),
    ("0.1 plus 0.2 in double", "add.rn.f64 0.1, 0.2"),
    ("bf16 0.1 + 0.2", "add.rn.bf16 0.1, 0.2"),
    ("bfloat16(0.1) + bfloat16(0.2)", "add.rn.bf16 0.1, 0.2"),
    ("torch.bfloat16(0.1) + 0.2", "add.rn.bf16 0.1, 0.2"),
    ("2048 + 1 in f16", "add.rn.f16 2048, 1"),
    ("1 - 0.9 in f32", "sub.rn.f32 1, 0.9"),
    ("-0 + 0", "add.rn.f32 -0, 0"),
    ("1 − 2", "sub.rn.f32 1, 2"),
    ("3 × 4 in f16", "mul.rn.f16 3, 4"),
    ("3 x 4", "mul.rn.f32 3, 4"),
    ("inf - inf", "sub.rn.f32 inf, inf"),
    ("inf * 0", "mul.rn.f32 inf, 0"),
    ("what is 1/0", "div.rn.f32 1, 0"),
    ("1/3", "div.rn.f32 1, 3"),
    ("0/0 in f64", "div.rn.f64 0, 0"),
    ("0x1.8p+3 + 1e-7", "add.rn.f32 0x1.8p+3, 1e-7"),
    ("0x3f800000 + 0f3f800000", "add.rn.f32 0x3f800000, 0f3f800000"),
    ("0.1f + 0.2f", "add.rn.f32 0.1f, 0.2f"),
    ("1 + 1e-8 rounded up", "add.rp.f32 1, 1e-8"),
    ("1 + 1e-8 round towards zero", "add.rz.f32 1, 1e-8"),
    ("1.5 rounded to int", "cvt.rni.s32.f32 1.5"),
    ("(half)0.1", "cvt.rn.f16.f32 0.1"),
    ("(int)-2.7", "cvt.rzi.s32.f32 -2.7"),
    ("std::fma(1.0f, 2, 3)", "fma.rn.f32 1.0f, 2, 3"),
    ("std::sqrt(2)", "sqrt.rn.f32 2"),
    ("1e6 to fp8 e5m2", "cvt.rn.satfinite.e5m2x2.f32 1e6, 0"),
    ("0.1 in e4m3 fp8", "cvt.rn.satfinite.e4m3x2.f32 0.1, 0"),
    ("3.5 to int rounded", "cvt.rni.s32.f32 3.5"),
    ("0.1 + 0.2 in f32 toward zero", "add.rz.f32 0.1, 0.2"),
    ("0.1 + 0.2 rz", "add.rz.f32 0.1, 0.2"),
    ("1 + 0.5 saturated", "add.rn.sat.f32 1, 0.5"),
    ("0.1 + 0.2 in f16x2", "add.rn.f16x2 {0.1, 0.1}, {0.2, 0.2}"),
    ("0.1 + 0.2 in fp8", "add.rn.f32 0.1, 0.2"),
    // One operation of two.
    ("fma(1.5, 2, 3)", "fma.rn.f32 1.5, 2, 3"),
    ("2*3+1 in f32", "fma.rn.f32 2, 3, 1"),
    ("2*3-1 in bf16", "fma.rn.bf16 2, 3, -1"),
    ("1 + 2*3", "fma.rn.f32 2, 3, 1"),
    ("1 - 2*3", "fma.rn.f32 -2, 3, 1"),
    ("1/sqrt(2)", "rsqrt.approx.f32 2"),
    // Functions.
    ("max(nan, 1)", "max.f32 nan, 1"),
    ("max(NaN, 1) in bf16", "max.bf16 nan, 1"),
    ("max of nan and 1", "max.f32 nan, 1"),
    ("max nan 1", "max.f32 nan, 1"),
    ("fmaxf(1, 2)", "max.f32 1, 2"),
    ("minimum of -0 and 0", "min.NaN.f32 -0, 0"),
    ("max(max, inf)", "max.f32 max, inf"),
    ("sqrt(2)", "sqrt.rn.f32 2"),
    ("sqrt(2) in f16", "sqrt.rn.f32 2"),
    ("sqrt(-1)", "sqrt.rn.f32 -1"),
    ("√2", "sqrt.rn.f32 2"),
    ("square root of 2", ""),
    ("reciprocal of 3", "rcp.rn.f32 3"),
    ("exp2(0.5) in f16", "ex2.approx.f16 0.5"),
    ("2^0.5", "ex2.approx.f32 0.5"),
    ("2**0.5", "ex2.approx.f32 0.5"),
    ("tanh(0.5) in bf16", "tanh.approx.bf16 0.5"),
    ("sin(1e6)", "sin.approx.f32 1e6"),
    ("abs(-0)", "abs.f32 -0"),
    ("-(0x80000000)", "neg.f32 0x80000000"),
    ("copysign(1, -0)", "copysign.f32 -0, 1"),
    ("isnan(nan)", "testp.notanumber.f32 nan"),
    ("__fadd_ru(1, 1e-9)", "add.rp.f32 1, 1e-9"),
    ("__fmaf_rn(1, 2, 3)", "fma.rn.f32 1, 2, 3"),
    // Names from elsewhere keep their rounding, their order and their NaN.
    ("__float2half_rz(1e9)", "cvt.rz.f16.f32 1e9"),
    ("__float2half_ru(0.1)", "cvt.rp.f16.f32 0.1"),
    ("__float2bfloat16_rd(0.1)", "cvt.rm.bf16.f32 0.1"),
    ("__double2ull_ru(0.1)", "cvt.rpi.u64.f64 0.1"),
    ("__ushort2half_rd(65535)", "cvt.rm.f16.u16 65535"),
    ("__bfloat162char_rz(-3.7)", "cvt.rzi.s8.bf16 -3.7"),
    ("__fadd_rq(1, 2)", ""),
    ("__float2half_rna(1)", ""),
    ("std::copysignf(1, -2)", "copysign.f32 -2, 1"),
    ("np.copysign(1, -2) in f64", "copysign.f64 -2, 1"),
    ("np.maximum(nan, 1)", "max.NaN.f32 nan, 1"),
    ("torch.minimum(nan, 1) in bf16", "min.NaN.bf16 nan, 1"),
    ("jax.lax.max(nan, 1)", "max.NaN.f32 nan, 1"),
    ("np.fmax(nan, 1)", "max.f32 nan, 1"),
    ("torch.relu(-1)", "max.NaN.f32 -1, 0"),
    ("np.fma(1, 2, 3)", ""),
    ("foo.maximum(nan, 1)", ""),
    ("tl.maximum(nan, 1)", "max.f32 nan, 1"),
    ("math.fma(1, 2, 3)", "fma.rn.f64 1, 2, 3"),
    ("llvm.maximum.f32(nan, 1)", "max.NaN.f32 nan, 1"),
    ("@llvm.maxnum.f16(nan, 1)", "max.f16 nan, 1"),
    ("call float @llvm.fma.f32(float 1.0, float 2.0, float 3.0)", "fma.rn.f32 1.0, 2.0, 3.0"),
    ("call half @llvm.minimum.f16(half 1.0, half 2.0)", "min.NaN.f16 1.0, 2.0"),
    ("fadd float 1.0, 2.0", "add.rn.f32 1.0, 2.0"),
    ("@llvm.nvvm.add.rn.ftz.f(1, 2)", "add.rn.ftz.f32 1, 2"),
    ("llvm.nvvm.ex2.approx.ftz.f 0.5", "ex2.approx.ftz.f32 0.5"),
    ("llvm.nvvm.f2i.rz.ftz(2.5)", "cvt.rzi.ftz.s32.f32 2.5"),
    ("llvm.nvvm.floor.ftz.f(2.5)", "cvt.rmi.ftz.f32.f32 2.5"),
    ("llvm.nvvm.fmax.nan.xorsign.abs.f16(1, 2)", "max.NaN.xorsign.abs.f16 1, 2"),
    ("llvm.copysign.f32(1, -2)", "copysign.f32 -2, 1"),
    ("__hadd(1, 2)", "add.f16 1, 2"),
    ("__hadd_rn(1, 2)", "add.rn.f16 1, 2"),
    ("__hadd(1, 2) in bf16", "add.bf16 1, 2"),
    ("__hfma2_relu(1, 2, 3)", "fma.rn.relu.f16x2 {1, 1}, {2, 2}, {3, 3}"),
    ("__hadd_sat(1, 2)", "add.sat.f16 1, 2"),
    ("__nv_fp8_e8m0(3.0f)", "cvt.rp.satfinite.ue8m0x2.f32 0, 3.0f"),
    ("__nv_cvt_float_to_fp8(465, __NV_SATFINITE, __NV_E5M2)", "cvt.rn.satfinite.e5m2x2.f32 0, 465"),
    ("__nv_cvt_float_to_e8m0(3, __NV_NOSAT, cudaRoundZero)", "cvt.rz.ue8m0x2.f32 0, 3"),
    ("__nv_cvt_float_to_fp8(465, __NV_E5M2)", ""),
    ("add.rm.f32(1, 2)", "add.rm.f32 1, 2"),
    // Conversions.
    ("500 to e4m3", "cvt.rn.satfinite.e4m3x2.f32 500, 0"),
    ("500 in e4m3", "cvt.rn.satfinite.e4m3x2.f32 500, 0"),
    ("500 in fp8", "cvt.rn.satfinite.e4m3x2.f32 500, 0"),
    ("convert 500 to fp8", "cvt.rn.satfinite.e4m3x2.f32 500, 0"),
    ("500 as torch.float8_e4m3fn", "cvt.rn.satfinite.e4m3x2.f32 500, 0"),
    ("__nv_fp8_e4m3(500)", "cvt.rn.satfinite.e4m3x2.f32 0, 500"),
    ("0.1 in e5m2", "cvt.rn.satfinite.e5m2x2.f32 0.1, 0"),
    ("0.1 in bf16", "cvt.rn.bf16.f32 0.1"),
    ("0.1 as jnp.bfloat16", "cvt.rn.bf16.f32 0.1"),
    ("np.float16(0.1)", "cvt.rn.f16.f32 0.1"),
    ("0.1 to f32", "cvt.rn.f32.f64 0.1"),
    ("0.1 in double", "cvt.f64.f64 0.1"),
    ("0.1 to tf32", "cvt.rna.tf32.f32 0.1"),
    ("0.1 to bf16 toward zero", "cvt.rz.bf16.f32 0.1"),
    ("0.1 from f64 to f16", "cvt.rn.f16.f64 0.1"),
    ("1/3 as half", "cvt.rn.f16.f32 1/3"),
    ("1/3 in bf16", "cvt.rn.bf16.f32 1/3"),
    ("nan to e4m3", "cvt.rn.satfinite.e4m3x2.f32 nan, 0"),
    ("-inf in fp8", "cvt.rn.satfinite.e4m3x2.f32 -inf, 0"),
    ("round 2.5 to int", "cvt.rni.s32.f32 2.5"),
    ("round(2.5)", "cvt.rni.f32.f32 2.5"),
    ("round up 2.3", "cvt.rpi.f32.f32 2.3"),
    ("floor(-0.5)", "cvt.rmi.f32.f32 -0.5"),
    ("ceil(0.5) in f16", "cvt.rpi.f16.f16 0.5"),
    ("2.7 to int", "cvt.rzi.s32.f32 2.7"),
    ("300 to uint8", "cvt.rzi.u8.f32 300"),
    ("saturate(1.5)", "cvt.sat.f32.f32 1.5"),
    ("clamp 1.5", "cvt.sat.f32.f32 1.5"),
    // Numbers that f32 would round first.
    ("1099511627777/1099511627776 in f16 rounded up", "cvt.rp.f16.f64 1099511627777/1099511627776"),
    ("68753031169/68719476736 in half", "cvt.rn.f16.f64 68753031169/68719476736"),
    ("16842753 to bf16", "cvt.rn.bf16.f64 16842753"),
    ("2049.0000001 to f16", "cvt.rn.f16.f64 2049.0000001"),
    ("-2049.0000001 to f16", "cvt.rn.f16.f64 -2049.0000001"),
    ("2049 to f16", "cvt.rn.f16.f32 2049"),
    ("1e39 to bf16 toward zero", "cvt.rz.bf16.f64 1e39"),
    ("1e-50 in bf16 rounded up", "cvt.rp.bf16.f64 1e-50"),
    ("16777217 to int", "cvt.rzi.s32.f64 16777217"),
    ("1.0625000001 to e4m3", "cvt.rn.satfinite.e4m3x2.f32 1.0625000001, 0"),
    ("round 2.50000000001", "cvt.rni.f32.f32 2.50000000001"),
    // Bits of a format.
    ("0x7e in e4m3", "cvt.rn.f16x2.e4m3x2 {0, 0x7e}"),
    ("0x3e9a as bf16", "cvt.f32.bf16 0x3e9a"),
    ("0x3c01 as half", "cvt.f32.f16 0x3c01"),
    ("half 0x3c01", "cvt.f32.f16 0x3c01"),
    ("0x7f from e4m3", "cvt.rn.f16x2.e4m3x2 {0, 0x7f}"),
    ("0x3f800001 in f32", "cvt.f64.f32 0x3f800001"),
    ("0x3ff0000000000001 in f64", "cvt.f64.f64 0x3ff0000000000001"),
    ("0xff in s8", "cvt.rn.f32.s8 0xff"),
    ("0x7fffffff as int", "cvt.rn.f64.s32 0x7fffffff"),
    ("0x3f800000 as half", "cvt.rn.f16.f32 0x3f800000"),
    ("0x3f800000 to half", "cvt.rn.f16.f32 0x3f800000"),
    // A source by its format.
    ("0x7f e4m3 to f16", "cvt.rn.f16x2.e4m3x2 {0, 0x7f}"),
    ("half inf to e5m2", "cvt.rn.satfinite.e5m2x2.f16x2 {0, inf}"),
    ("65504 f16 to e5m2", "cvt.rn.satfinite.e5m2x2.f16x2 {0, 65504}"),
    ("0.3 from half to double", "cvt.f64.f16 0.3"),
    ("0x7e e4m3 to e5m2", "cvt.rn.satfinite.e5m2x2.f32 448, 0"),
    ("200 uint8 to double", "cvt.rn.f64.u8 200"),
    ("torch.tensor(465).to(torch.float8_e4m3fn)", "cvt.rn.satfinite.e4m3x2.f32 465, 0"),
    ("465.to(torch.float8_e4m3fn)", "cvt.rn.satfinite.e4m3x2.f32 465, 0"),
    ("np.float32(0.1).astype(np.float16)", "cvt.rn.f16.f32 0.1"),
    ("np.float64(0.1).astype(np.float16)", "cvt.rn.f16.f64 0.1"),
    ("torch.tensor(0.1, dtype=torch.float64).half()", "cvt.rn.f16.f64 0.1"),
    // Powers.
    ("2^-149 in f32", "cvt.rn.f32.f64 2^-149"),
    ("2^-24 + 1 in half", "add.rn.f16 2^-24, 1"),
    ("-2**-3 * 10^3", "mul.rn.f32 -2^-3, 10^3"),
    ("2^3", "ex2.approx.f32 3"),
    ("3^2 in f16", ""),
    // Texts that are not questions.
    ("", ""),
    ("hello", ""),
    ("0.1", ""),
    ("0.1 +", ""),
    ("0.1 + 0.2 + 0.3", ""),
    ("add.f32 1, 2", ""),
    ("fma.rn.f32 %f1, %f2, %f3, %f4;", ""),
    ("max(1)", ""),
    ("1 + 2 in int", ""),
    ("in bf16", ""),
    ("3^2", ""),
    ("0.1 in f16 in bf16 in f32", ""),
    ("1.5.5 + 1", ""),
    ("500 in e4m4", ""),
    ("((((((((((1))))))))))", ""),
];

#[test]
fn questions_are_read_as_statements() {
    let mut wrong = Vec::new();
    for (question, expected) in QUESTIONS {
        let found = read(question, &context("sm_90"));
        let text = found.as_ref().map_or("", |reading| reading.text.as_str());
        if text != *expected {
            wrong.push(format!("{question}: {text}, expected {expected}"));
        }
        if let Some(Reading { kind, sentence, .. }) = found {
            assert_eq!(kind, Kind::Statement, "{question}");
            assert!(sentence.starts_with("Read as `"), "{sentence}");
            assert!(sentence.ends_with('.') && sentence.len() < 280, "{sentence}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn how_a_question_is_read_is_said() {
    for (question, reading) in [
        ("0.1+0.2 in bf16", "Read as `add.rn.bf16 0.1, 0.2`."),
        ("0.1+0.2", "Read as `add.rn.f32 0.1, 0.2`: no format is named, so it is f32."),
        (
            "500 in fp8",
            "Read as `cvt.rn.satfinite.e4m3x2.f32 500, 0`: fp8 is e4m3 here, not e5m2; e4m3 comes \
             in pairs, so the other number is 0.",
        ),
        (
            "2*3+1 in f32",
            "Read as `fma.rn.f32 2, 3, 1`: the product is not rounded before the sum.",
        ),
        ("sqrt(2) in f16", "Read as `sqrt.rn.f32 2`: `sqrt` has no f16, so this is in f32."),
        ("1/3 as half", "Read as `cvt.rn.f16.f32 1/3`: the fraction 1/3 is one number."),
        (
            "2049.0000001 to f16",
            "Read as `cvt.rn.f16.f64 2049.0000001`: it is from f64, since f32 would round the \
             number first.",
        ),
        (
            "0x7e in e4m3",
            "Read as `cvt.rn.f16x2.e4m3x2 {0, 0x7e}`: the bits 0x7e are 448 in e4m3; e4m3 comes \
             in pairs, so the other number is 0.",
        ),
        (
            "0x3f800000 to half",
            "Read as `cvt.rn.f16.f32 0x3f800000`: the bits 0x3f800000 are those of f32.",
        ),
        (
            "0x3c01 to half",
            "Read as `cvt.rn.f16.f32 0x3c01`: the bits 0x3c01 are those of f32, while `0x3c01 as \
             f16` takes them for f16.",
        ),
        (
            "0x3f800000 to f32",
            "Read as `cvt.rn.f32.f64 0x3f800000`: the bits 0x3f800000 are those of f64, while \
             `0x3f800000 as f32` takes them for f32.",
        ),
        ("0x3f800000 as tf32", "Read as `cvt.rna.tf32.f32 1`: the bits 0x3f800000 are 1 in tf32."),
        (
            "0x7e e4m3 to f32",
            "Read as `cvt.rn.f32.f64 448`: 0x7e is 448 in e4m3; PTX converts no e4m3 to f32, so \
             this is from f64.",
        ),
        ("1 + 2 in bf16 rz", "Read as `add.bf16 1, 2`: `add.bf16` has no `.rz`."),
        ("2.7 to int", "Read as `cvt.rzi.s32.f32 2.7`: towards zero, as a cast in C."),
    ] {
        let found = read(question, &context("sm_90")).unwrap();
        assert_eq!(found.sentence, reading, "{question}");
    }
}

#[test]
fn the_other_reading_of_bits_is_a_question_about_them() {
    let context = context("sm_100a");
    let mut found = 0;
    for kind in Type::SPELLED {
        let name = kind.format().name();
        let Some(into) = read(&["0x1 to ", name].concat(), &context) else { continue };
        let Some((_, other)) = into.sentence.split_once(", while `") else { continue };
        let (question, _) = other.split_once('`').unwrap();
        let sentence = read(question, &context).expect(question).sentence;
        assert!(
            sentence.contains("the bits 0x1 are ") && !sentence.contains("those of"),
            "{sentence}"
        );
        assert!(sentence.contains(&[" in ", name].concat()), "{sentence}");
        found += 1;
    }
    assert!(found > 15, "{found}");
}

#[test]
fn what_two_roundings_change_is_said() {
    let of = |question, target| read(question, &context(target)).unwrap();
    let found = of("1.0625000001 to e4m3", "sm_90");
    let once = "rounded once, it is 0x39 = 1.125 in e4m3, but a register of f32 rounds it first, \
                which leads to 0x38 = 1";
    assert!(found.sentence.contains(once), "{found:?}");
    // The target asked for has no conversion from f64.
    let found = of("16842753 to bf16", "sm_80");
    assert_eq!(found.text, "cvt.rn.bf16.f32 16842753");
    assert!(found.sentence.contains("it is 0x4b81 = 16908288 in bf16"), "{found:?}");
    assert!(found.sentence.ends_with("leads to 0x4b80 = 16777216."), "{found:?}");
    let found = of("9007199254740993 to s64", "sm_90");
    assert!(found.sentence.contains("it is 0x0020000000000001 = 9007199254740993 in s64"));
    // Near-ties that f64 cannot separate either.
    let found = of("2049.00000000000000000001 to f16", "sm_90");
    assert!(found.sentence.contains("it is 0x6801 = 2050 in f16"), "{found:?}");
    assert!(found.sentence.ends_with("leads to 0x6800 = 2048."), "{found:?}");
}

/// One rounding of a number is that of the evaluator's result where a register holds the number.
#[test]
fn one_rounding_is_that_of_the_evaluator() {
    let mut n_compared = 0;
    for kind in ["f16", "bf16", "e4m3", "e5m2", "e2m1", "ue8m0", "tf32", "s8", "u16", "s32"] {
        for direction in ["", "toward zero", "rounded up", "rounded down"] {
            for number in ["0.1", "-0.3", "1.0625", "-1e5", "3e38", "-0", "0.5", "-127.5", "1e-40"]
            {
                let question = format!("{number} to {kind} {direction}");
                let Some(found) = read(&question, &context("sm_100a")) else { continue };
                let (instruction, registers) =
                    crate::syntax::read(&found.text, &found.context).unwrap();
                let from = instruction.operand_type(&instruction.form.sources()[0]);
                let Some(outcome) = super::once::Outcome::of(&instruction, number, from) else {
                    continue;
                };
                let registers: Vec<_> = registers.into_iter().map(Option::unwrap).collect();
                let prepared = Prepared::new(&instruction, &found.context);
                let evaluation = prepared.evaluate(&registers);
                let lane = evaluation.lanes().last().unwrap();
                assert_eq!(outcome.returned, lane.bits, "{question}: {found:?}");
                let stored = crate::text::parse(number, from.format()).unwrap();
                let is_exact = stored.exactness == crate::text::Exactness::Exact;
                assert!(!is_exact || outcome.is_same(), "{question}: {outcome:?}");
                n_compared += 1;
            }
        }
    }
    assert!(n_compared > 200, "{n_compared}");
}

#[test]
fn the_nearest_target_is_named() {
    let found = read("1.5 in fp4", &context("sm_90")).unwrap();
    assert_eq!(found.text, "cvt.rn.satfinite.e2m1x2.f32 1.5, 0");
    assert_eq!(found.context.target.name, "sm_100a");
    assert!(found.sentence.ends_with("; it needs sm_100a."), "{found:?}");
    let found = read("0.1 + 0.2 in bf16", &context("sm_80")).unwrap();
    assert_eq!(found.context.target.name, "sm_90");
    let old = Context { isa: crate::catalog::isa(7, 0), target: Target::parse("sm_80").unwrap() };
    let found = read("0.1 to bf16", &old).unwrap();
    assert_eq!(found.context, old);
}

/// The difference of a library or a language is said with the answer.
#[test]
fn differences_are_said() {
    for (question, words) in [
        ("round(2.5)", "C, C++ and CUDA round them away from zero"),
        ("isnormal(0)", "C does not count zeros as normal"),
        ("copysign(1, -2)", "PTX copies the sign of its first operand"),
        ("torch.float8_e4m3fn(465)", "`ml_dtypes` and JAX give NaN"),
        ("70000 to torch.float8_e5m2", "the libraries give infinity"),
        ("torch.float8_e8m0fnu(2.5)", "the libraries round to nearest"),
        ("3 to ue8m0", "ue8m0 is rounded up"),
        ("__hadd(1, 2)", "the compiler may fuse it"),
        ("expf(1) in f64", "`expf` has no f64"),
    ] {
        let found = read(question, &context("sm_100a")).unwrap();
        assert!(found.sentence.contains(words), "{question}: {found:?}");
    }
}

#[test]
fn what_is_no_instruction_is_a_program_or_nothing() {
    let first = |question: &str, kind, text: &str, words: &str| {
        let found = read(question, &context("sm_90")).unwrap();
        assert_eq!(found.kind, kind, "{question}: {found:?}");
        assert!(found.text.starts_with(text), "{question}: {found:?}");
        assert!(found.sentence.contains(words), "{question}: {found:?}");
    };
    let (program, nothing) = (Kind::Program, Kind::Nothing);
    first("expf(1)", program, "// ptxfp: a = 1\nfma.rn.f32 t1, a, ", "Read as 10 statements");
    first("exp(1)", program, "// ptxfp: a = 1\nfma.rn.f32 t1, a, ", "nvcc compiles `expf`");
    first("np.exp(1)", program, "// ptxfp: a = 1\nfma.rn.f32 t1, a, ", "nvcc compiles `expf`");
    first("exp(1) in f16", program, "// ptxfp: a = 1\ncvt.f32.f16 ", "nvcc compiles `hexp`");
    first("__powf(2, 3)", program, "// ptxfp: a = 2\n// ptxfp: b = 3\nlg2", "Read as 3 statements");
    first("std::round(2.5)", program, "// ptxfp: a = 2.5\ncopysign.f32 ", "`roundf`");
    first("round(2.5) in f64", Kind::Statement, "cvt.rni.f64.f64", "ties to even");
    first("hexp2(1) in bf16", program, "// ptxfp: a = 1\ncvt.f32.bf16", "Read as 3 statements");
    let inputs = "// ptxfp: a = nan\n// ptxfp: b = 1.0f\n";
    let call = |question: &str, statement: &str| {
        first(question, program, &[inputs, statement].concat(), "a program of one statement");
    };
    call("setp.lt.f32(NaN, 1.0f)", "setp.lt.f32 d, a, b;\n");
    call("set.gt.u32.f32(NaN, 1.0f)", "set.gt.u32.f32 d, a, b;\n");
    first("popc.b32(255)", program, "// ptxfp: a = 255\npopc.b32 d, a;\n", "`popc.b32 d, a`");
    first("max.s32(-1, 2)", program, "// ptxfp: a = -1\n// ptxfp: b = 2\nmax.s32 d, a, b;", "");
    first("sinf(1)", nothing, "sin.approx.f32 1", "PTX has no `sinf`: nvcc compiles it to");
    first("torch.sin(1)", nothing, "sin.approx.f32 1", "with `-use_fast_math` it emits");
    first("powf(2, 3)", nothing, "ex2.approx.f32 3", "PTX has no `powf`");
    first("inf to ml_dtypes.float8_e4m3", nothing, "cvt.rn.satfinite.e4m3x2.f32 inf, 0", "240");
    first("float8_e4m3fnuz(1)", nothing, "cvt.rn.satfinite.e4m3x2.f32 1, 0", "negative zero");
    let nosat = "__nv_cvt_float_to_fp8(465, __NV_NOSAT, __NV_E4M3)";
    first(nosat, nothing, "cvt.rn.satfinite.e4m3x2.f32 0, 465", "`__NV_NOSAT, __NV_E4M3`");
    for none in ["expf(1, 2)", "__powf(1)", "sinf()", "setp.lt.f32", "popc(1, 2, 3, 4)"] {
        assert_eq!(read(none, &context("sm_90")), None, "{none}");
    }
}

/// Claims that an answer is a legal statement whose values can be evaluated, or a program; says
/// whether there is one.
fn is_answered(question: &str, context: &Context) -> bool {
    let Some(reading) = read(question, context) else { return false };
    if reading.kind == Kind::Program {
        return true;
    }
    let found = check(&reading.text, &reading.context);
    assert_ne!(found.legality, Legality::Rejected, "{question}: {reading:?}");
    let instruction = found.instruction.unwrap();
    let form = instruction.form;
    let lanes = form.sources().iter().filter(|it| !matches!(it.role, Role::RandomBits));
    assert!(lanes.count() > 0);
    let registers = vec![0; form.sources().len()];
    let prepared = Prepared::new(&instruction, &reading.context);
    let evaluation = prepared.evaluate(&registers);
    assert_eq!(evaluation.lanes().len(), usize::from(prepared.destination().lanes), "{question}");
    true
}

/// Any mixture of words of questions is a legal statement, or no question.
#[test]
fn every_answer_is_a_legal_statement() {
    let numbers = ["0.1", "-0", "nan", "0x3c00", "1/3", "500", "max"];
    let operations = ["+", "-", "*", "/", "^", ", "];
    let functions =
        ["", "max", "sqrt", "exp", "fma", "round", "floor", "clamp", "isnan", "fp8", "1 +", "cvt"];
    let endings =
        ["", "in bf16", "to fp8", "as int", "in f16x2", "in fp4", "rz", "from f64 to f16"];
    let targets: Vec<_> = TARGETS.iter().step_by(7).collect();
    let (mut index, mut n_answered) = (0, 0);
    for function in functions {
        for (place, first) in numbers.iter().enumerate() {
            for operation in operations {
                for ending in endings {
                    index += 1;
                    let second = numbers[(place + index) % numbers.len()];
                    let target = targets[index % targets.len()];
                    let isa = LATEST_ISA;
                    let question = [function, "(", first, operation, second, ") ", ending].concat();
                    n_answered += usize::from(is_answered(&question, &Context { isa, target }));
                    let question: String = [function, " ", first, " ", ending].concat();
                    n_answered += usize::from(is_answered(&question, &Context { isa, target }));
                }
            }
        }
    }
    // Most of these mixtures are none.
    assert!(n_answered > 2_500, "{n_answered} of {}", 2 * index);
}
