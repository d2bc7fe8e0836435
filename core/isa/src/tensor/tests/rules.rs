//! The rules of a sum, one by one.

use super::super::{Cause, Generation, Lowering, Place, Special, Standing};
use super::*;
use crate::observed::Grade;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const F32_NAN: u64 = 0x7fff_ffff;
const F16_NAN: u64 = 0x7fff;
const INFINITY: u64 = 0x7f80_0000;

/// The special result of the first sum.
fn special(products: &[(usize, &str, &str)], c: &str) -> (Option<Special>, u64) {
    let trace = trace(F16_K16, "sm_90", products, c).unwrap();
    (first_sum(&trace).special, trace.bits)
}

#[test]
fn special_data_decide_before_the_sum() {
    let nan = |cause| (Some(Special::Nan(cause)), F32_NAN);
    let infinite =
        |negative| (Some(Special::Infinite { negative }), INFINITY | u64::from(negative) << 31);
    assert_eq!(special(&[(0, "nan", "1")], "0"), nan(Cause::Operand));
    assert_eq!(special(&[(0, "nan", "0")], "0"), nan(Cause::Operand));
    assert_eq!(special(&[], "nan"), nan(Cause::Operand));
    assert_eq!(special(&[(0, "inf", "0")], "0"), nan(Cause::InfinityTimesZero));
    assert_eq!(special(&[(0, "inf", "1"), (9, "-inf", "1")], "0"), nan(Cause::OppositeProducts));
    assert_eq!(special(&[(0, "inf", "1")], "-inf"), nan(Cause::OppositeAddend));
    assert_eq!(special(&[(0, "-inf", "1")], "inf"), nan(Cause::OppositeAddend));
    assert_eq!(special(&[(0, "inf", "-1")], "1"), infinite(true));
    assert_eq!(special(&[(0, "inf", "1")], "inf"), infinite(false));
    assert_eq!(special(&[(0, "65504", "65504")], "-inf"), infinite(true));
    let in_f16 = trace(F16_IN_F16, "sm_90", &[(0, "nan", "1")], "0").unwrap();
    assert_eq!(in_f16.bits, F16_NAN);
}

#[test]
fn a_finite_product_never_overflows() {
    let products = [(0, "2^127", "2^127"), (1, "-2^127", "2^127")];
    assert_eq!(result(BF16, "sm_90", &products, "1"), "0");
    let one = [(0, "2^127", "2^127")];
    let trace = trace(BF16, "sm_90", &one, "1").unwrap();
    assert_eq!((trace.bits, first_sum(&trace).special), (INFINITY, None));
}

#[test]
fn truncation_ends_at_infinity_and_f16_rounds_to_it() {
    let largest =
        |c: &str, product: &str| trace(BF16, "sm_90", &[(0, product, "1")], c).unwrap().bits;
    assert_eq!(largest("0x7f7fffff", "2^103"), 0x7f7f_ffff);
    assert_eq!(largest("0x7f7fffff", "2^104"), INFINITY);
    assert_eq!(largest("0xff7fffff", "-2^104"), INFINITY | 1 << 31);
    let half =
        |product: &str| trace(F16_IN_F16, "sm_90", &[(0, product, "1")], "65504").unwrap().bits;
    assert_eq!(half("15.99"), 0x7bff);
    assert_eq!(half("16"), 0x7c00);
}

#[test]
fn products_are_not_renormalized() {
    // 1.5 x 1.5 counts with the exponent 0, though it is 2.25.
    let trace = trace(F16_K8, "sm_80", &[(0, "1.5", "1.5")], "0").unwrap();
    let sum = first_sum(&trace);
    assert_eq!((sum.exponent, sum.terms[0].exponent), (0, 0));
    assert_eq!(sum.sum, 9 << 22);
    assert_eq!(trace.bits, 0x4010_0000);
}

#[test]
fn subnormal_numbers_keep_the_smallest_exponent() {
    let trace = trace(F16_K8, "sm_80", &[(0, "2^-24", "1")], "2^-149").unwrap();
    let sum = first_sum(&trace);
    assert_eq!(sum.terms[0].exponent, -14);
    let addend = sum.terms.last().unwrap();
    assert_eq!((addend.place, addend.exponent), (Place::Addend, -126));
    assert_eq!(addend.kept, 0);
    assert_eq!(trace.bits, 0x3380_0000);
    // Subnormal accumulators are not flushed, in or out.
    assert_eq!(super::trace(F16_K8, "sm_80", &[], "2^-149").unwrap().bits, 1);
}

#[test]
fn zeros_are_positive() {
    let zero = |c: &str, products: &[(usize, &str, &str)]| {
        trace(F16_K8, "sm_80", products, c).unwrap().bits
    };
    assert_eq!(zero("-0", &[]), 0);
    assert_eq!(zero("-0", &[(0, "-0", "1")]), 0);
    assert_eq!(zero("-1", &[(0, "1", "1")]), 0);
    // A negative sum that is rounded to zero.
    let tiny = trace(F16_IN_F16, "sm_90", &[(0, "-2^-24", "2^-4")], "0").unwrap();
    assert_ne!(first_sum(&tiny).sum, 0);
    assert_eq!(tiny.bits, 0);
}

#[test]
fn negative_terms_are_cut_off_toward_zero() {
    // The product is cut off alone: -2^-26 beside 1 is nothing, not the next number below.
    assert_eq!(trace(F16_K16, "sm_90", &[(0, "-2^-13", "2^-13")], "1").unwrap().bits, 0x3f80_0000);
    let two = [(0, "-2^-13", "2^-13"), (1, "-2^-13", "2^-13")];
    assert_eq!(trace(F16_K16, "sm_90", &two, "1").unwrap().bits, 0x3f80_0000);
}

#[test]
fn tf32_registers_lose_thirteen_bits_before_anything_else() {
    let ampere = tensor(TF32, "sm_80");
    let mut a = [0; 8];
    let b = [0x3f80_0000; 8];
    a[0] = 0x7f80_0001;
    assert_eq!(ampere.evaluate(&Operands::new(&a, &b, 0)), Ok(INFINITY));
    a[0] = 0x3f80_1fff;
    assert_eq!(ampere.evaluate(&Operands::new(&a, &b, 0)), Ok(0x3f80_0000));
}

#[test]
fn results_of_fp8_units_have_14_bits() {
    let products = [(0, "1", "1"), (1, "2^-13", "1"), (2, "2^-14", "1"), (3, "2^-14", "1")];
    assert_eq!(trace(FP8, "sm_89", &products, "0").unwrap().bits, 0x3f80_0400);
    let in_f16 = "mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16";
    assert_eq!(trace(in_f16, "sm_89", &products, "0").unwrap().bits, 0x3c00);
}

#[test]
fn the_emulation_adds_halves_and_then_c() {
    let hopper = tensor(FP8, "sm_90");
    let steps = hopper.lowering().steps(32);
    assert_eq!(steps[0][..6], [0, 1, 4, 5, 8, 9]);
    assert_eq!(steps[1][..6], [2, 3, 6, 7, 10, 11]);
    // 1 + 2^-24 ties to even in the addition at the end, and is lost.
    let trace = trace(FP8, "sm_90", &[(0, "2^-12", "2^-12")], "1").unwrap();
    assert_eq!(trace.steps.len(), 3);
    assert_eq!(trace.bits, 0x3f80_0000);
    // A subnormal e4m3 number becomes a normal f16 number.
    let e4m3 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
    let small = super::trace(e4m3, "sm_90", &[(0, "2^-9", "1")], "0").unwrap();
    assert_eq!(first_sum(&small).terms[0].exponent, -9);
    let small = super::trace(e4m3, "sm_89", &[(0, "2^-9", "1")], "0").unwrap();
    assert_eq!(first_sum(&small).terms[0].exponent, -6);
}

#[test]
fn wmma_adds_four_tf32_products_everywhere() {
    let wmma = "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32";
    for target in ["sm_80", "sm_90", "sm_100", "sm_120"] {
        let Lowering::Sums { length, .. } = tensor(wmma, target).lowering() else { panic!() };
        assert_eq!(length, 4, "{target}");
    }
    let Lowering::Sums { length, .. } = tensor(TF32, "sm_90").lowering() else { panic!() };
    assert_eq!(length, 8);
}

#[test]
fn the_order_of_two_steps_of_wmma_is_open() {
    let wmma = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32";
    let apart = [(0, "4096", "4096"), (1, "1", "1"), (8, "-4096", "4096")];
    assert_eq!(trace(wmma, "sm_80", &apart, "0.5"), Err(Refusal::Open(Open::Order)));
    assert_eq!(trace(wmma, "sm_80", &apart[..2], "0").unwrap().bits, 0x4b80_0000);
    assert_eq!(result(wmma, "sm_90", &apart, "0"), "1");
}

#[test]
fn f64_is_a_chain_of_fused_multiply_adds() {
    let products = [(0, "2^-53", "1"), (1, "2^-53", "1"), (2, "1", "1")];
    assert_eq!(result(F64, "sm_80", &products, "1"), "2");
    let up = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64.rp";
    assert_eq!(result(up, "sm_80", &products, "1"), "2.0000000000000004");
    assert_eq!(trace(F64, "sm_80", &[], "nan"), Err(Refusal::Open(Open::Payload)));
    assert_eq!(tensor(F64, "sm_80").evaluate(&Operands::new(&[0; 4], &[0; 4], 1 << 63)), Ok(0));
}

#[test]
fn the_oldest_shape_is_a_function_of_f32_since_ampere() {
    // Each 2^24 + 1 is rounded to even, and c is added last; Volta cuts all but the largest terms off.
    let products = [(0, "4096", "4096"), (1, "1", "1"), (2, "1", "1"), (3, "-4096", "4096")];
    assert_eq!(result(VOLTA, "sm_80", &products, "0.5"), "0.5");
    assert_eq!(result(VOLTA, "sm_70", &products, "0.5"), "0");
    // The chain begins with 0, so a sum of zeros is positive.
    assert_eq!(trace(VOLTA, "sm_90", &[(0, "-0", "1")], "-0").unwrap().bits, 0);
    let volta_f16 = "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16";
    // Two products at a time are added to c in f32, and the sum is converted once.
    let pairs = [(0, "1", "1"), (1, "2^-11", "1"), (2, "2^-13", "1")];
    assert_eq!(trace(volta_f16, "sm_90", &pairs, "0").unwrap().bits, 0x3c01);
    let trace = trace(volta_f16, "sm_90", &pairs, "-0").unwrap();
    assert_eq!(trace.steps.len(), 7);
    assert!(matches!(trace.steps[6], Step::Convert { bits: 0x3c01, .. }), "{trace:?}");
    let negative = [(0, "-0", "1"), (1, "-0", "1"), (2, "-0", "1"), (3, "-0", "1")];
    assert_eq!(super::trace(volta_f16, "sm_90", &negative, "-0").unwrap().bits, 0x8000);
    assert_eq!(super::trace(VOLTA, "sm_90", &[(0, "-nan", "1")], "0").unwrap().bits, F32_NAN);
    assert_eq!(super::trace(volta_f16, "sm_90", &[(0, "inf", "0")], "0").unwrap().bits, F16_NAN);
    for (target, grade) in [("sm_80", Grade::SameCode), ("sm_90", Grade::OneGroup)] {
        let tensor = tensor(VOLTA, target);
        assert_eq!(tensor.grade(), Some(grade), "{target}");
        assert_eq!(tensor.evidence()[0].id, "tensor-software", "{target}");
    }
}

#[test]
fn integers_wrap_or_are_clamped_at_the_end() {
    let plain = "mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32";
    let (a, b) = ([0x80; 16], [0xff; 16]);
    let of = |spelling: &str, c: u64| {
        tensor(spelling, "sm_75").evaluate(&Operands::new(&a, &b, c)).unwrap()
    };
    let sum = -128_i64 * 255 * 16;
    assert_eq!(of(plain, 0), sum.cast_unsigned() & 0xffff_ffff);
    assert_eq!(of(plain, 0x8000_0000), (sum - (1 << 31)).cast_unsigned() & 0xffff_ffff);
    let clamped = "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32";
    assert_eq!(of(clamped, 0x8000_0000), 0x8000_0000);
    let nibbles = tensor("mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32", "sm_75");
    assert_eq!(nibbles.evaluate(&Operands::new(&[8; 32], &[15; 32], 0)), Ok(0xffff_f100));
    assert_eq!(nibbles.grade(), None);
}

#[test]
fn what_nobody_measured_has_no_result() {
    for (spelling, target, reason) in [
        (F16_K8, "sm_107", Open::Target),
        (VOLTA, "sm_72", Open::Target),
        ("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16", "sm_70", Open::Addend),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f16.f32", "sm_80", Open::Addend),
        ("tcgen05.mma.cta_group::2.kind::tf32", "sm_100a", Open::Variant),
        ("tcgen05.mma.ws.cta_group::1.kind::tf32", "sm_100a", Open::Variant),
        (
            "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32",
            "sm_100a",
            Open::Target,
        ),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32.satfinite", "sm_70", Open::Variant),
        (WGMMA_F16, "sm_100", Open::Illegal),
        (BF16, "sm_75", Open::Illegal),
        ("tcgen05.mma.cta_group::1.kind::tf32", "sm_107a", Open::Target),
    ] {
        assert_eq!(open(spelling, target), Some(reason), "{spelling} {target}");
    }
    let opposite = [(0, "inf", "1"), (1, "-inf", "1")];
    assert_eq!(trace(FP8, "sm_89", &opposite, "0"), Err(Refusal::Open(Open::Infinities)));
}

#[test]
fn lists_have_the_length_of_the_instruction() {
    let refusal = tensor(F16_K8, "sm_80").evaluate(&Operands::new(&[0; 7], &[0; 8], 0));
    let message = alloc::format!("{}", refusal.unwrap_err());
    assert_eq!(message, "the instruction takes 8 elements of a; 7 given");
    let scales = Operands { scales_a: &[0], ..Operands::new(&[0; 8], &[0; 8], 0) };
    let message = alloc::format!("{}", tensor(F16_K8, "sm_80").evaluate(&scales).unwrap_err());
    assert_eq!(message, "the instruction takes no scales of a; 1 given, expected none");
}

#[test]
fn grades_are_those_of_the_evidence() {
    let e4m3 = "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16";
    for (spelling, target, grade) in [
        (VOLTA, "sm_70", Grade::Replayed),
        (VOLTA, "sm_75", Grade::OneGroup),
        (F16_K8, "sm_75", Grade::OneGroup),
        (F16_K16, "sm_80", Grade::Replayed),
        (F16_K16, "sm_86", Grade::Replayed),
        (F16_K16, "sm_87", Grade::SameCode),
        (F64, "sm_86", Grade::SameCode),
        (F16_K16, "sm_103", Grade::SameCode),
        (F16_K16, "sm_120", Grade::OneGroup),
        (BF16, "sm_120", Grade::TwoGroups),
        (TF32, "sm_100", Grade::Replayed),
        (FP8, "sm_89", Grade::Replayed),
        (FP8, "sm_90", Grade::Replayed),
        (FP8, "sm_120", Grade::TwoGroups),
        (e4m3, "sm_120", Grade::OneGroup),
        (e4m3, "sm_89", Grade::Replayed),
        (WGMMA_FP8, "sm_90a", Grade::Replayed),
        (WGMMA_F16, "sm_90a", Grade::TwoGroups),
        (F64, "sm_90", Grade::TwoGroups),
        (TCGEN05_F16, "sm_100a", Grade::OneGroup),
        (F64, "sm_80", Grade::OneGroup),
        (F64, "sm_121", Grade::SameCode),
    ] {
        let tensor = tensor(spelling, target);
        assert_eq!(tensor.grade(), Some(grade), "{spelling} {target}");
        let evidence = tensor.evidence();
        assert_eq!(evidence.first().unwrap().grade, grade, "{spelling} {target}");
        assert!(evidence.iter().all(|each| super::super::ALL.contains(each)));
    }
}

#[test]
fn every_generation_has_a_target() {
    for (generation, target) in Generation::ALL {
        let found = Generation::of(Target::parse(target).unwrap());
        assert_eq!(found, Some((generation, Standing::Measured)), "{target}");
    }
}
