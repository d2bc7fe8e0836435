//! Results beside that of a unit: of arithmetic, and of other GPUs.

use super::super::{Elsewhere, GPUS};
use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The rows of products of f16.
fn operands(k: usize, given: &[(usize, &str, &str)]) -> [Vec<u64>; 2] {
    let f16 = Mma::parse(F16_K16).unwrap().a;
    let left: Vec<_> = given.iter().map(|(index, a, _)| (*index, *a)).collect();
    let right: Vec<_> = given.iter().map(|(index, _, b)| (*index, *b)).collect();
    [sparse(f16, k, &left), sparse(f16, k, &right)]
}

#[test]
fn a_sum_is_rounded_once_or_after_each_product() {
    let mma = Mma::parse(F16_K16).unwrap();
    let [a, b] = operands(16, &[(0, "0.5", "1"), (1, "0.5", "1"), (9, "0.25", "1")]);
    let sum = Operands::new(&a, &b, 0x4b00_0000);
    // 2^23 + 1.25: once to the nearest; each 0.5 is a tie, which is even first.
    assert_eq!(mma.nearest(&sum), Some(0x4b00_0001));
    assert_eq!(mma.chained(&sum), Some(0x4b00_0000));
    let cancelled = operands(16, &[(0, "1", "1"), (1, "-1", "1")]);
    assert_eq!(mma.nearest(&Operands::new(&cancelled[0], &cancelled[1], 0)), Some(0));
    let infinite = Operands::new(&a, &b, 0x7f80_0000);
    assert_eq!((mma.nearest(&infinite), mma.chained(&infinite)), (None, Some(0x7f80_0000)));
    let integers = Mma::parse("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32").unwrap();
    assert_eq!(integers.chained(&Operands::new(&[1], &[1], 0)), None);
}

#[test]
fn an_instruction_of_another_gpu_takes_the_same_products() {
    let on = |spelling: &str, k: usize| {
        let mma = Mma::parse(spelling).unwrap();
        let found = GPUS.iter().map(|gpu| Elsewhere::of(&mma, k, gpu));
        let words = found.map(|found| match found {
            Some(found) => alloc::format!("{} {}", found.times, found.mma),
            None => String::new(),
        });
        words.collect::<Vec<_>>()
    };
    let f16 = on(F16_K16, 16);
    assert_eq!(f16[0], "4 mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32");
    assert_eq!(f16[1], "2 mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32");
    assert_eq!(f16[4], ["1 ", F16_K16].concat());
    assert_eq!(f16[5], ["1 ", WGMMA_F16].concat());
    assert_eq!(f16[7], ["1 ", TCGEN05_F16].concat());
    // The shortest one that takes all is filled up with zeros.
    assert_eq!(on(F16_K8, 8)[5], ["1 ", WGMMA_F16].concat());
    // A rounding stays, and nobody measured c of another type.
    let upward = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64.rp";
    assert_eq!(on(upward, 4)[2], ["1 ", upward].concat());
    // Two scales are not four.
    let two = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0";
    assert_eq!(
        on(two, 64)[7],
        "1 tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::2X{f32.e2m1.e2m1.ue8m0}"
    );
    let mixed = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16";
    assert!(on(mixed, 4).iter().all(String::is_empty));
}

#[test]
fn steps_go_on_from_the_last_result() {
    let mma = Mma::parse(F16_K16).unwrap();
    let [a, b] = operands(16, &[(0, "4096", "4096"), (1, "1", "1"), (8, "-4096", "4096")]);
    let result = |gpu: usize| {
        let found = Elsewhere::of(&mma, 16, &GPUS[gpu]).unwrap();
        text::shortest(found.evaluate(&Operands::new(&a, &b, 0)).unwrap(), mma.d)
    };
    assert_eq!([0, 2, 4].map(result), ["0", "0", "1"]);
}

#[test]
fn the_usual_context_is_one_with_results() {
    let usual =
        |spelling: &str| Mma::parse(spelling).unwrap().usual_context(&context("sm_90")).target.name;
    assert_eq!(usual(F16_K16), "sm_90");
    assert_eq!(usual(VOLTA), "sm_90");
    assert_eq!(usual(WGMMA_F16), "sm_90a");
    assert_eq!(usual(TCGEN05_F16), "sm_100a");
}
