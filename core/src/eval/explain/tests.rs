use super::explain;
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::eval::Prepared;
use crate::syntax::check as resolve;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The explanation of a lane as text, a step a line.
fn explained(spelling: &str, lane: u8, registers: &[u64]) -> Vec<String> {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100").unwrap() };
    let instruction = resolve(spelling, &context).instruction.unwrap();
    let prepared = Prepared::new(&instruction, &context);
    let trace = prepared.trace(lane, registers);
    let steps = explain(&instruction, &prepared, lane, &trace);
    let line = |step: &super::Explanation| {
        let idle = if step.is_idle { "-" } else { "*" };
        let lines: Vec<_> = step.plain_lines().collect();
        format!("{idle} {}{}: {}. {}", step.title, step.modifier, lines.join("; "), step.sentence)
    };
    steps.iter().map(line).collect()
}

#[test]
fn the_first_example_is_explained() {
    let registers = [0x3fc0_7fc0, 0x3fc0_3f80, 0x3c03_4000];
    assert_eq!(
        explained("fma.rn.relu.bf16x2", 1, &registers),
        [
            "- Flush: no change. Subnormal operands and results are kept.",
            "* Exact: 1.5 × 1.5 + 0.00799560546875; = 2.25799560546875. 16 significant bits; bf16 holds 8.",
            "* Round.rn: 1.0010000|10000011 × 2^1; 1.0010001 × 2^1. The tail, 131/256 ulp, is above ½. Rounding to the nearest: the magnitude goes up.",
            "- Clamp.relu: no change. It is positive, so it stays.",
            "* Pack: 0 10000000 0010001. 0x4011 into d[31:16].",
        ]
    );
    let low = explained("fma.rn.relu.bf16x2", 0, &registers);
    assert!(low[1].contains("a is a NaN, so the result is one."), "{low:?}");
    assert!(low[4].contains("0x7fff into d[15:0]. The ISA leaves the NaN's bits open"), "{low:?}");
}

/// The sentence of one step.
fn check(spelling: &str, registers: &[u64], step: usize, expected: &str) {
    let steps = explained(spelling, 0, registers);
    assert!(steps[step].contains(expected), "{spelling}: {}", steps[step]);
}

#[test]
fn each_kind_of_step_says_what_happened() {
    check(
        "add.ftz.f32",
        &[1, 0x8000_0002],
        0,
        "a: 0x00000001 → 0x00000000; b: 0x80000002 → 0x80000000",
    );
    check("add.ftz.f32", &[0x3f80_0000, 0], 0, "no operand is subnormal");
    check(
        "sub.f32",
        &[0x3f80_0000, 0x3f80_0000],
        1,
        "1 − 1; = +0. An exact zero; where signs differ, it is +0.",
    );
    check("sub.rm.f32", &[0x3f80_0000, 0x3f80_0000], 1, "= −0");
    check("mul.f32", &[0x7f80_0000, 0], 1, "Infinity times zero");
    check("add.f32", &[0x7f80_0000, 0xff80_0000], 1, "∞ − ∞; = NaN. Infinities of opposite signs");
    check(
        "add.f32",
        &[0x3f80_0000, 0x3380_0000],
        2,
        "The tail is exactly ½ ulp. Rounding to the nearest: it stays, being even.",
    );
    check("add.f32", &[0x3f80_0001, 0x3380_0000], 2, "up, to the even neighbour");
    check("mul.ftz.f32", &[0x0080_0000, 0x3f00_0000], 2, "below 2^-126");
    check("add.f32", &[0x7f7f_ffff, 0x7f7f_ffff], 2, "so the result is infinity");
    check(
        "add.rz.f32",
        &[0x7f7f_ffff, 0x7f7f_ffff],
        2,
        "so the result is the largest finite value",
    );
    check(
        "add.sat.f32",
        &[0x4000_0000, 0],
        3,
        "2 → 1. `.sat` clamps to [0, 1]: what is above 1 becomes 1.",
    );
    check("add.sat.f32", &[0x7fc0_0000, 0], 3, "NaN → 0. `.sat` makes a NaN +0.");
    check("fma.rn.oob.f16", &[0x7ff7, 0, 0], 1, "a is an out-of-bounds NaN");
    check("mul.f64", &[1, 0x3ff0_0000_0000_0001], 1, "0x1p-1074 × 0x1.0000000000001p+0; = ");
    let far = [0x4000_0000_0000_0000, 1];
    check("add.f64", &far, 1, "= 2.0000000000000000000…. 1076 significant bits; f64 holds 53.");
    check("add.f32", &[1, 1], 2, "0.00000000000000000000010 × 2^−126");
}
