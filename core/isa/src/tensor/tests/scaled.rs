//! Kinds with scales.

use super::super::{Cause, Special};
use super::*;
use crate::observed::Grade;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const MXF8: &str = "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0";
const NVF4: &str = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";
const MXF4: &str =
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0";
const NAN: u64 = 0x7fff_ffff;
const ONE: u64 = 0x3f80_0000;

/// The trace for sparse elements and scales.
fn scaled(spelling: &str, given: &[(usize, u64, u64)], scales: [&[u64]; 2], c: u64) -> Trace {
    let tensor = tensor(spelling, "sm_120a");
    let mma = Mma::parse(spelling).unwrap();
    let (mut a, mut b) = (alloc::vec![0; mma.k], alloc::vec![0; mma.k]);
    for (index, x, y) in given {
        (a[*index], b[*index]) = (*x, *y);
    }
    let [scales_a, scales_b] = scales;
    tensor.trace(&Operands { a: &a, b: &b, c, scales_a, scales_b }).unwrap()
}

#[test]
fn a_scale_raises_the_exponent_of_each_product() {
    // 1 x 1 x 2^3 x 2^-1.
    let trace = scaled(MXF8, &[(0, 0x38, 0x2)], [&[130], &[126]], 0);
    assert_eq!(trace.bits, 0x4080_0000);
    assert_eq!(first_sum(&trace).exponent, 2);
    // A scale of 2^127 and its reciprocal.
    assert_eq!(scaled(MXF8, &[(31, 0x38, 0x2)], [&[254], &[0]], 0).bits, ONE);
    for scales in [[&[0xff][..], &[127]], [&[127], &[0xff]]] {
        let trace = scaled(MXF8, &[], scales, 0);
        assert_eq!(trace.bits, NAN);
        assert_eq!(first_sum(&trace).special, Some(Special::Nan(Cause::Operand)));
    }
}

#[test]
fn groups_are_added_exactly_and_then_scaled() {
    let ones: [u64; 4] = [0x38; 4];
    // 6 x 6 + 0.5 x 0.5, in a group.
    let trace = scaled(NVF4, &[(0, 7, 7), (15, 1, 1)], [&ones, &ones], 0);
    assert_eq!(trace.bits, 0x4211_0000);
    let sum = first_sum(&trace);
    assert_eq!((sum.exponent, sum.grid()), (0, -35));
    assert_eq!(sum.terms.len(), 5);
    // Zero groups count with the floor.
    assert_eq!(sum.terms[1].exponent, -139);
    // A sum that cancels counts with its scales, and pushes small terms out.
    let large = [0x7e, 0x38, 0x38, 0x38];
    let cancelled = [(0, 2, 2), (1, 2, 10)];
    let trace = scaled(NVF4, &cancelled, [&large, &large], 1);
    assert_eq!((first_sum(&trace).exponent, trace.bits), (16, 0));
    let trace = scaled(NVF4, &[], [&large, &large], 1);
    assert_eq!(trace.bits, 1);
}

#[test]
fn scales_of_e4m3_have_no_sign() {
    let of = |scale: u64| scaled(NVF4, &[(0, 2, 2)], [&[scale; 4], &[0x38; 4]], 0).bits;
    assert_eq!(of(0xb8), ONE);
    assert_eq!(of(0x80), 0);
    assert_eq!(of(0xfe), of(0x7e));
    assert_eq!(of(0x7e), 0x43e0_0000);
    assert_eq!((of(0x7f), of(0xff)), (NAN, NAN));
    // 2^-9 is subnormal.
    assert_eq!(of(1), 0x3b00_0000);
}

#[test]
fn blocks_of_32_share_a_scale() {
    let trace = scaled(MXF4, &[(0, 2, 2), (31, 2, 2), (32, 2, 2)], [&[128, 127], &[127; 2]], 0);
    assert_eq!(trace.bits, 0x40a0_0000);
    assert_eq!(tensor(MXF4, "sm_120a").grade(), Some(Grade::TwoGroups));
    assert_eq!(tensor(MXF8, "sm_120a").grade(), Some(Grade::OneGroup));
}

#[test]
fn an_infinite_accumulator_stays() {
    let scales: [u64; 2] = [254; 2];
    let minus = 0xff80_0000;
    assert_eq!(scaled(MXF4, &[(0, 7, 7)], [&scales, &scales], minus).bits, minus);
    assert_eq!(scaled(MXF4, &[(0, 7, 7)], [&scales, &scales], 0).bits, 0x7f80_0000);
    assert_eq!(scaled(MXF4, &[], [&scales, &scales], 0x7f80_0001).bits, NAN);
}
