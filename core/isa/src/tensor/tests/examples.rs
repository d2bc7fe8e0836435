//! The examples that separate the generations.

use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn small_products_beside_large_ones_are_cut_off_at_different_places() {
    let sum = |spelling: &str, target: &str| {
        let products =
            [(0, "-2^12", "2^11"), (1, "-0.5", "1"), (2, "-0.25", "1"), (3, "-0.125", "1")];
        result(spelling, target, &products, "2^23")
    };
    assert_eq!(sum(VOLTA, "sm_70"), "0");
    assert_eq!(sum(VOLTA, "sm_75"), "0");
    for target in ["sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89"] {
        assert_eq!(sum(F16_K8, target), "-0.5", "{target}");
    }
    for target in ["sm_90", "sm_100", "sm_103", "sm_110", "sm_120", "sm_121"] {
        assert_eq!(sum(F16_K8, target), "-0.75", "{target}");
    }
    assert_eq!(sum(WGMMA_F16, "sm_90a"), "-0.75");
    assert_eq!(sum(TCGEN05_F16, "sm_100a"), "-0.75");
    assert_eq!(sum(FP8, "sm_89"), "0");
    assert_eq!(sum(WGMMA_FP8, "sm_90a"), "0");
    assert_eq!(sum(FP8, "sm_120"), "-0.75");
    assert_eq!(sum(TCGEN05_FP8, "sm_100a"), "-0.75");
    assert_eq!(sum(F64, "sm_80"), "-0.875");
}

#[test]
fn the_length_of_a_sum_decides_whether_distant_terms_meet() {
    let products = [(0, "4096", "4096"), (1, "1", "1"), (8, "-4096", "4096")];
    assert_eq!(result(F16_K16, "sm_80", &products, "0"), "0");
    assert_eq!(result(F16_K16, "sm_90", &products, "0"), "1");
    let wmma = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32";
    assert_eq!(result(wmma, "sm_70", &products, "0"), "0");
}

#[test]
fn fp8_sums_differ_by_instruction() {
    let products = [(0, "256", "256"), (1, "-256", "256"), (16, "1", "1")];
    assert_eq!(result(WGMMA_FP8, "sm_90a", &products, "0"), "0");
    for (spelling, target) in
        [(FP8, "sm_89"), (FP8, "sm_120"), (TCGEN05_FP8, "sm_100a"), (FP8, "sm_90")]
    {
        assert_eq!(result(spelling, target, &products, "0"), "1", "{spelling} {target}");
    }
}

#[test]
fn an_accumulator_alone_shows_the_bits_that_are_kept() {
    let c = 0x4040_3017;
    let zeros = [0; 32];
    let bits = |spelling: &str, target: &str| {
        tensor(spelling, target).evaluate(&Operands::new(&zeros, &zeros, c)).unwrap()
    };
    assert_eq!(bits(WGMMA_FP8, "sm_90a"), 0x4040_3000);
    assert_eq!(bits(FP8, "sm_89"), 0x4040_3000);
    assert_eq!(bits(FP8, "sm_90"), c);
}

#[test]
fn products_below_the_last_bit_pull_a_sum_down() {
    let bits = |spelling: &str, target: &str, exponent: &str| {
        trace(spelling, target, &[(0, "-2^-12", exponent)], "1").unwrap().bits
    };
    assert_eq!(bits(F16_K8, "sm_90", "2^-13"), 0x3f7f_ffff);
    assert_eq!(bits(F16_K8, "sm_80", "2^-13"), 0x3f80_0000);
    assert_eq!(bits(F16_K8, "sm_80", "2^-12"), 0x3f7f_ffff);
    assert_eq!(bits(VOLTA, "sm_70", "2^-12"), 0x3f80_0000);
}

#[test]
fn a_trace_has_every_integer() {
    let volta = tensor(VOLTA, "sm_70");
    let a = [0x3bd5, 0x3c3e, 0xb534, 0x3df8];
    let b = [0x38ca, 0xb935, 0x36bf, 0x34ec];
    let trace = volta.trace(&Operands::new(&a, &b, 0x3f7f_418c)).unwrap();
    assert_eq!(trace.bits, 0x3f9b_7dec);
    assert_eq!(trace.steps.len(), 1);
    let sum = first_sum(&trace);
    assert_eq!((sum.exponent, sum.grid()), (-1, -24));
    let kept: Vec<_> = sum.terms.iter().map(|term| term.kept).collect();
    assert_eq!(kept, [9_832_520, -11_581_104, -2_300_364, 7_701_120, 16_728_460]);
    assert_eq!(sum.sum, 20_380_632);
    let exact = sum.exact().unwrap();
    assert_eq!(exact.to_decimal(), "1.21478033065795898437500000000000".trim_end_matches('0'));
    assert!(sum.terms.iter().all(|term| term.n_cut == 0));
}

#[test]
fn a_trace_has_the_bits_that_are_cut_off() {
    let products = [(0, "-2^12", "2^11"), (1, "-0.5", "1"), (2, "-0.25", "1"), (3, "-0.125", "1")];
    let trace = trace(F16_K8, "sm_80", &products, "2^23").unwrap();
    let sum = first_sum(&trace);
    assert_eq!((sum.exponent, sum.grid(), sum.sum), (23, -1, -1));
    let kept: Vec<_> = sum.terms.iter().map(|term| term.kept).collect();
    assert_eq!(kept, [-1 << 24, -1, 0, 0, 0, 0, 0, 0, 1 << 24]);
    // 0.25 has a significand of 21 bits, all of them below the grid.
    assert_eq!((sum.terms[2].n_cut, sum.terms[2].cut()), (21, 1 << 20));
    assert_eq!(sum.exact().unwrap().to_decimal(), "-0.875");
    assert!(sum.rounded.is_some());
}

#[test]
fn a_zero_counts_with_the_exponent_of_the_floor() {
    let a = [
        0x9b94, 0x19f3, 0x9a2e, 0x1a67, 0x9a25, 0x9b4e, 0x9b29, 0x9a33, 0x99e0, 0x1a14, 0x9914,
        0x99d1, 0x9ae9, 0x1b1a, 0x9a9c, 0x1b3a,
    ];
    let b = [
        0x9aaf, 0x99f3, 0x9acc, 0x1b7c, 0x19ed, 0x1b25, 0x9a1b, 0x9a20, 0x9af7, 0x9a48, 0x1ae1,
        0x1b32, 0x1b12, 0x1b0e, 0x9a68, 0x1735,
    ];
    let operands = Operands::new(&a, &b, 0);
    let hopper = tensor(BF16, "sm_90");
    assert_eq!(hopper.evaluate(&operands), Ok(0x0000_000b));
    assert!(hopper.evidence().iter().any(|each| each.id == "tensor-floor"));
}
