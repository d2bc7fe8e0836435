mod approximate;
mod comparison;
mod conversion;
mod legacy;

use super::{Guarantee, MAX_SOURCES, Prepared};
use crate::catalog::{Context, IsaVersion, Target, forms, instructions_of};
use crate::syntax::check;
use crate::text::parse;
use alloc::vec::Vec;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn context(isa: &str, target: &str) -> Context {
    Context { isa: IsaVersion::parse(isa).unwrap(), target: Target::parse(target).unwrap() }
}

/// Evaluates a spelling on raw registers.
fn result(context: &Context, spelling: &str, registers: &[u64]) -> (u64, Vec<Guarantee>) {
    let found = check(spelling, context);
    let instruction = found.instruction.unwrap_or_else(|| panic!("{spelling}: {found:?}"));
    let evaluation = Prepared::new(&instruction, context).evaluate(registers);
    (evaluation.destination, evaluation.lanes().iter().map(|lane| lane.guarantee).collect())
}

fn newest() -> Context {
    context("9.1", "sm_100a")
}

#[track_caller]
fn check_bits(spelling: &str, registers: &[u64], expected: u64) {
    let (bits, guarantees) = result(&newest(), spelling, registers);
    assert_eq!(bits, expected, "{spelling} {registers:x?} -> {bits:x}");
    assert!(guarantees.iter().all(|guarantee| *guarantee == Guarantee::Bits), "{spelling}");
}

/// The bits of a result with a lane that a reading decides.
#[track_caller]
fn check_reading(spelling: &str, registers: &[u64], expected: u64) {
    let (bits, guarantees) = result(&newest(), spelling, registers);
    assert_eq!(bits, expected, "{spelling} {registers:x?} -> {bits:x}");
    assert!(guarantees.contains(&Guarantee::Reading), "{spelling}");
}

#[track_caller]
fn check_nan(spelling: &str, registers: &[u64], expected: u64) {
    let (bits, guarantees) = result(&newest(), spelling, registers);
    assert_eq!(bits, expected, "{spelling} {registers:x?} -> {bits:x}");
    assert!(guarantees.contains(&Guarantee::AnyNan), "{spelling}");
}

#[test]
fn packed_lanes_are_independent() {
    check_bits("fma.rn.relu.bf16x2", &[0x3f80_3f80, 0x3f80_3f80, 0xbf80_3f80], 0x0000_4000);
    check_bits("add.f16x2", &[0x3c00_7c00, 0x3c00_3c00], 0x4000_7c00);
    check_bits("mul.f32x2", &[0x4000_0000_3f80_0000, 0x4040_0000_3f80_0000], 0x40c0_0000_3f80_0000);
    check_bits("fma.rn.relu.bf16x2", &[0x3fc0_7fc0, 0x3fc0_3f80, 0x3c03_4000], 0x4011_7fff);
}

#[test]
fn flush_to_zero_is_decided_on_the_unbounded_rounding() {
    // Folded so by ptxas, and captured so from a B200.
    check_reading("mul.rn.ftz.f32", &[0x3f7f_ffff, 0x0080_0000], 0);
    check_reading("mul.rn.ftz.f32", &[0x3f00_0001, 0x00ff_fffe], 0x0080_0000);
    check_reading("mul.ftz.f16", &[0x0400, 0x3bff], 0);
    check_bits("mul.rn.f32", &[0x3f7f_ffff, 0x0080_0000], 0x0080_0000);
    check_bits("add.ftz.f32", &[0x8000_0001, 0x8000_0000], 0x8000_0000);
}

#[test]
fn nan_results_are_canonical_but_for_f64_payloads() {
    check_nan("add.f32", &[0xffc0_1234, 0x3f80_0000], 0x7fff_ffff);
    check_nan("sub.f32", &[0x7f80_0000, 0x7f80_0000], 0x7fff_ffff);
    check_nan("mul.f16", &[0x7c00, 0x8000], 0x7fff);
    check_nan("add.f64", &[0x7ff0_0000_0000_0001, 0x3ff0_0000_0000_0000], 0x7ff8_0000_0000_0001);
    check_nan("add.f64", &[0x7ff8_0000_0000_0001, 0xfff8_0000_0000_0002], 0xfff8_0000_0000_0002);
    check_nan("mul.f64", &[0, 0x7ff0_0000_0000_0000], 0xfff8_0000_0000_0000);
    let nans = [0x7ff8_0000_0000_000a, 0x7ff8_0000_0000_000b, 0x7ff8_0000_0000_000c];
    check_nan("fma.rn.f64", &nans, nans[1]);
    check_nan("fma.rn.f64", &[nans[0], 0, nans[2]], nans[2]);
    check_nan("fma.rn.f64", &[nans[0], 0, 0], nans[0]);
}

#[test]
fn mixed_precision_converts_exactly_then_rounds_once() {
    // 2^-24 of f16 added to 1: exactly half an ulp of f32 below 2.
    check_bits("add.f32.f16", &[0x0001, 0x3f80_0000], 0x3f80_0000);
    check_bits("add.rp.f32.f16", &[0x0001, 0x3f80_0000], 0x3f80_0001);
    check_bits("fma.rz.f32.bf16", &[0x3fc0, 0x3fc0, 0x3f80_0000], 0x4050_0000);
    check_bits("sub.sat.f32.bf16", &[0x3f80, 0x4000_0000], 0);
}

#[test]
fn fma_oob_zeroes_lanes_with_an_out_of_bounds_factor() {
    check_reading("fma.rn.oob.f16", &[0xfff7, 0x7c00, 0x7e00], 0);
    check_reading("fma.rn.oob.bf16x2", &[0x7ff7_3f80, 0x3f80_3f80, 0x3f80_3f80], 0x0000_4000);
    check_reading("fma.rn.oob.f16", &[0x3c00, 0x3c00, 0x7ff7], 0x7fff);
    check_reading("fma.rn.oob.f16", &[0x7ff6, 0x3c00, 0x3c00], 0x7fff);
}

#[test]
fn an_instruction_without_plain_meaning_is_unspecified() {
    let (_, guarantees) = result(&context("9.1", "sm_90"), "fma.rz.bf16x2", &[0, 0, 0]);
    assert_eq!(guarantees, [Guarantee::Unspecified; 2]);
}

#[test]
fn the_last_step_of_a_trace_is_the_result_and_every_step_is_there() {
    let context = context("9.1", "sm_100");
    let samples =
        [0, 1, 0x8000, 0x3c00, 0x3c01, 0xbc00, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x7ff7, 0x03ff];
    for spelling in ["fma.rn.oob.relu.f16", "fma.rn.ftz.sat.f16", "fma.rn.bf16"] {
        let instruction = check(spelling, &context).instruction.unwrap();
        let prepared = Prepared::new(&instruction, &context);
        for a in samples {
            for b in samples {
                for c in samples {
                    let trace = prepared.trace(0, &[a, b, c]);
                    assert_eq!(trace.steps.len(), 5);
                    assert_eq!(
                        trace.result,
                        prepared.evaluate(&[a, b, c]).lanes().first().copied()
                    );
                }
            }
        }
    }
}

#[test]
fn the_exact_value_of_a_trace_rounds_to_the_result() {
    let context = context("9.1", "sm_100");
    let instruction = check("fma.rn.f32", &context).instruction.unwrap();
    let prepared = Prepared::new(&instruction, &context);
    let samples = [1, 0x8000_0001, 0x0080_0000, 0x3f80_0001, 0xbf7f_ffff, 0x7f7f_ffff, 0x4b00_0001];
    for a in samples {
        for b in samples {
            for c in samples {
                let trace = prepared.trace(0, &[a, b, c]);
                let Some(exact) = trace.exact() else { continue };
                let again = parse(&exact.to_decimal(), &crate::format::table::F32).unwrap();
                assert_eq!(
                    Some(again.bits),
                    trace.result.map(|r| r.bits),
                    "{a:x} {b:x} {c:x} {}",
                    exact.to_decimal()
                );
            }
        }
    }
}

/// A reproducible sequence of registers: special data of 8, 16, 32 and 64 bits, and bits.
fn registers(state: &mut u64) -> [u64; MAX_SOURCES] {
    const SPECIAL: [u64; 8] = [
        0,
        u64::MAX,
        0x8000_8000_8000_8000,
        0x7f80_0000_7f80_0001,
        0x7c00_fc00_7bff_0001,
        0x7ff0_0000_0000_0000,
        0x0010_0000_0000_0000,
        0x7f7f_7f7f_0080_0000,
    ];
    core::array::from_fn(|_| {
        *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let bits = *state ^ *state >> 29;
        let special = usize::try_from(bits >> 60).ok().and_then(|index| SPECIAL.get(index));
        special.map_or(bits, |special| special ^ (bits & 0x8000_0001_8000_0001 & *state >> 3))
    })
}

#[test]
fn every_instruction_has_a_result_and_an_explanation_for_any_bits() {
    let state = &mut 1;
    let mut count = 0;
    let contexts = [newest(), context("1.4", "sm_13")];
    for instruction in forms().flat_map(instructions_of) {
        for context in &contexts {
            let prepared = Prepared::new(&instruction, context);
            for _ in 0..20 {
                let registers = registers(state);
                let result = prepared.evaluate(&registers);
                let lanes = result.lanes();
                for (lane, expected) in (0..prepared.lanes()).zip(lanes) {
                    let trace = prepared.trace(lane, &registers);
                    assert_eq!(trace.result.as_ref(), Some(expected), "{instruction}");
                    assert_eq!(trace.steps.len(), 5);
                    let steps = super::explain(&instruction, &prepared, lane, &trace);
                    assert!(steps.iter().all(|step| step.sentence.ends_with('.')), "{steps:?}");
                    assert!(steps.iter().all(|step| !step.lines.is_empty()), "{steps:?}");
                    let format = prepared.lane_op().result;
                    assert!(expected.bits <= crate::bits::mask(format.width().into()));
                    let is_open = expected.guarantee == Guarantee::AnyNan;
                    assert!(!is_open || format.is_nan(expected.bits), "{instruction}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 50_000, "{count}");
}

#[test]
fn operands_are_exchanged_without_effect_where_that_is_said() {
    let state = &mut 7;
    let mut count = 0;
    for instruction in forms().flat_map(instructions_of) {
        for context in [newest(), context("1.4", "sm_13")] {
            let prepared = Prepared::new(&instruction, &context);
            if !prepared.commutes() {
                continue;
            }
            count += 1;
            for _ in 0..500 {
                let given = registers(state);
                let mut exchanged = given;
                exchanged.swap(0, 1);
                let [one, other] = [given, exchanged].map(|it| prepared.evaluate(&it));
                assert_eq!(one, other, "{instruction} {given:x?}");
            }
        }
    }
    assert!(count > 100, "{count}");
    let commutes = |text| {
        let instruction = check(text, &newest()).instruction.unwrap();
        Prepared::new(&instruction, &newest()).commutes()
    };
    assert!(commutes("add.f32") && commutes("fma.rn.relu.bf16x2") && commutes("max.NaN.f16"));
    assert!(!["sub.f32", "add.f64", "copysign.f32", "div.rn.f32"].into_iter().any(commutes));
}
