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
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
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
            "- Flush: no change. Subnormals are kept.",
            "* Exact: 1.5 × 1.5 + 0.00799560546875; = 2.25799560546875. 16 significant bits; bf16 keeps 8.",
            "* Round.rn: 1.0010000|10000011 × 2^1; 1.0010001 × 2^1. Discarded bits: 131/256 ulp, over half. Rounds away from zero.",
            "- Clamp.relu: no change. Positive, so it stays.",
            "* Pack: 0 10000000 0010001. 0x4011 into d[31:16].",
        ]
    );
    let low = explained("fma.rn.relu.bf16x2", 0, &registers);
    assert!(low[1].contains("a is NaN, so the result is NaN."), "{low:?}");
    assert!(low[4].ends_with("0x7fff into d[15:0]."), "{low:?}");
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
        "1 − 1; = +0. Terms of opposite signs add up to zero, which is +0.",
    );
    check("sub.rm.f32", &[0x3f80_0000, 0x3f80_0000], 1, "= −0. Terms of opposite signs add up");
    check("sub.rm.f32", &[0x3f80_0000, 0x3f80_0000], 1, "rounding towards −∞ makes it −0.");
    check("sub.f32", &[0x8000_0000, 0], 1, "−0 − 0; = −0. Zeros of the same sign add up");
    check(
        "fma.rn.f32",
        &[0x8000_0000, 0x3f80_0000, 0x8000_0000],
        1,
        "= −0. Zeros of the same sign",
    );
    check("fma.rn.f32", &[0x8000_0000, 0xbf80_0000, 0x8000_0000], 1, "= +0. Terms of opposite");
    check("mul.f32", &[0x8000_0000, 0x3f80_0000], 1, "= −0. Exactly zero.");
    check("mul.f32", &[0x7f80_0000, 0], 1, "Infinity times zero");
    check("add.f32", &[0x7f80_0000, 0xff80_0000], 1, "∞ − ∞; = NaN. Infinities of opposite signs");
    check("add.f32", &[0x3f80_0000, 0x3380_0000], 2, "Exact tie; already even, so it stays.");
    check("add.f32", &[0x3f80_0001, 0x3380_0000], 2, "rounds to the even neighbor");
    check(
        "mul.ftz.f32",
        &[0x0080_0000, 0x3f00_0000],
        2,
        "1.00000000000000000000000 × 2^−127. Below 2^−126, the smallest normal number: `.ftz`",
    );
    check("add.f32", &[0x7f7f_ffff, 0x7f7f_ffff], 2, "Too large for f32: the result is infinity.");
    check(
        "add.rz.f32",
        &[0x7f7f_ffff, 0x7f7f_ffff],
        2,
        "Too large for f32: the result is the largest finite number.",
    );
    check(
        "add.sat.f32",
        &[0x4000_0000, 0],
        3,
        "2 → 1. `.sat` clamps to [0, 1]: values above 1 become 1.",
    );
    check("add.sat.f32", &[0x7fc0_0000, 0], 3, "NaN → +0. `.sat` turns a NaN into +0.");
    check("fma.rn.oob.f16", &[0x7ff7, 0, 0], 1, "a is an out-of-bounds NaN");
    check("mul.f64", &[1, 0x3ff0_0000_0000_0001], 1, "0x1p-1074 × 0x1.0000000000001p+0; = ");
    let far = [0x4000_0000_0000_0000, 1];
    check("add.f64", &far, 1, "= 2.0000000000000000000…. 1076 significant bits; f64 keeps 53.");
    check("add.f32", &[1, 1], 2, "0.00000000000000000000010 × 2^−126");
}

#[test]
fn every_stage_of_a_flushed_and_clamped_sum_is_explained() {
    assert_eq!(
        explained("fma.rn.ftz.sat.f32", 0, &[0x3f80_0000, 0x8000_0001, 0x3fc0_0000]),
        [
            "* Flush.ftz: b: 0x80000001 → 0x80000000. `.ftz` turns a subnormal operand into a zero of the same sign.",
            "* Exact: 1 × −0 + 1.5; = 1.5. 2 significant bits; f32 keeps 24.",
            "- Round.rn: 1.10000000000000000000000 × 2^0. f32 holds the value exactly.",
            "* Clamp.sat: 1.5 → 1. `.sat` clamps to [0, 1]: values above 1 become 1.",
            "* Pack: 0 01111111 00000000000000000000000. 0x3f800000 into d.",
        ]
    );
}

#[test]
fn random_bits_are_shown_with_the_bits_they_are_added_to() {
    let registers = [0x3fa6_6666, 0xc086_6666, 0x7fc0_0000, 0x4100_0000, 0x1234_5678];
    let lane = |lane| explained("cvt.rs.satfinite.e2m1x4.f32", lane, &registers);
    assert_eq!(
        lane(3),
        [
            "- Flush: no change. Subnormals are kept.",
            "* Exact: = 1.2999999523162841796875. 23 significant bits; e2m1 keeps 2.",
            "* Round.rs: 1.0|100110011001100110011 × 2^0; 1.1 × 2^0. The topmost 16 discarded bits, 0x9999, plus the random bits 0x6a48 (rbits[31:24] and [15:8], reversed) carry: rounds away from zero.",
            "- Clamp.satfinite: no change. Already finite.",
            "* Pack: 0 01 1. 0x3 into d[15:12]. The ISA leaves this open: it is our reading, not guaranteed.",
        ]
    );
    assert!(lane(2)[2].contains("0x1256 (rbits[31:24] and [15:8]) do not carry"), "{:?}", lane(2));
    assert!(lane(1)[1].contains("e is NaN; e2m1 has none."), "{:?}", lane(1));
    assert!(lane(1)[3].contains("NaN → 6. `.satfinite` turns NaN into the largest number"));
    assert!(lane(0)[2].contains("1.0 × 2^3. Too large for e2m1; `.satfinite` clamps it next."));
    assert!(lane(0)[3].contains("∞ → 6."), "{:?}", lane(0));
}

#[test]
fn a_bound_is_shown_with_the_results_it_permits() {
    let registers = [0x3dcd_8001];
    assert_eq!(
        explained("ex2.approx.ftz.bf16x2", 1, &registers),
        [
            "- Flush.ftz: no change. `.ftz` turns a subnormal operand into a zero of the same sign; no operand is subnormal.",
            "* Exact: 2^0.10009765625; = 1.0718460135028675…. Infinitely many digits; bf16 keeps 8 bits.",
            "* Round.approx: 1.0001001|001100100100000000001011… × 2^0; 1.0001001 × 2^0. The nearest result is shown. Discarded bits: under half an ulp. Rounds towards zero.",
            "* Bound.approx: ± 2^−7 of the true value; 0x3f89 = 1.0703125 to 0x3f8a = 1.078125. The ISA bounds the error (§9.7.4.10) but doesn't fix the bits: 2 numbers are permitted.",
            "* Pack: 0 01111111 0001001. 0x3f89 into d[31:16]. The nearest permitted result is shown.",
        ]
    );
    let low = explained("ex2.approx.ftz.bf16x2", 0, &registers);
    assert!(low[3].contains("special case. The ISA's table of special cases"), "{low:?}");
    // The correctly rounded quotient is not what the ISA specifies.
    check(
        "div.approx.f32",
        &[0x7f00_0000, 0x7e80_0001],
        2,
        "The nearest result is shown, but the ISA specifies another one.",
    );
    // The lower word of a subnormal operand is not read.
    let upper = "the upper word of the operand, which alone is read, holds no subnormal number.";
    check("rsqrt.approx.ftz.f64", &[0x8000_0000_0000_0001], 0, upper);
    // 2^−150 and 2^128.
    let round = |registers, expected| check("ex2.approx.ftz.bf16x2", &[registers], 2, expected);
    round(0xc316, "1 × 2^−150. The nearest result is shown. Below");
    round(0x4300, "1 × 2^128. The nearest result is shown. Too large for bf16");
    let permitted = "± 2^−7 of the true value; 0x0000 = 0. The ISA bounds the error (§9.7.4.10), \
                     and only this result is permitted.";
    check("ex2.approx.ftz.bf16x2", &[0xc316], 3, permitted);
    let bound = |spelling, register, expected| check(spelling, &[register, register], 3, expected);
    bound("sin.approx.f32", 0x447a_0000, "no bound. The ISA gives no bound for this operand");
    bound("div.approx.f32", 0x7e90_0000, "For a divisor of this magnitude the ISA specifies zero");
    bound("rcp.approx.f32", 0x4040_0000, "± 1 ulp; 0x3eaaaaaa");
    bound("lg2.approx.f32", 0x8000_0001, "no bound");
    let tiny = |register, step, expected| check("ex2.approx.f32", &[register], step, expected);
    tiny(0x8000_0001, 1, "≈ 1. Infinitely many digits");
    tiny(0x8000_0001, 2, "1.11111111111111111111111|111111111111111111111111… × 2^−1; 1.00000");
    tiny(1, 2, "1.00000000000000000000000|000000000000000000000000… × 2^0; 1.00000");
    tiny(0x2e80_0000, 1, "= 1.0000000000403464…. Infinitely");
    check("rcp.approx.ftz.f64", &[3 << 61], 4, "into d[63:32]");
}

#[test]
fn conversions_say_what_the_types_do() {
    let exact = |spelling, register, expected| check(spelling, &[register], 1, expected);
    let round = |spelling, register, expected| check(spelling, &[register], 2, expected);
    exact("cvt.rni.s32.f32", 0x7fc0_0000, "A NaN becomes 0");
    exact("cvt.rni.s64.f32", 0x7fc0_0000, "= −9223372036854775808. A NaN sets only the top bit");
    exact("cvt.u8.s32", 0xffff_ffff, "−1; = 255. u8 takes its lowest 8 bits");
    exact("cvt.u64.s8", 0xff, "= 18446744073709551615. u64 takes its bits unchanged, extended");
    exact("cvt.s64.u8", 0xff, "= 255. s64 holds it.");
    exact("cvt.rni.u8.f32", 0x7f80_0000, "= 255. u8 holds 0 to 255: an infinity becomes the end");
    exact("cvt.rz.ue8m0x2.f32", 0, "ue8m0 has no zero");
    exact("cvt.rn.f64.u64", 0, "= +0");
    round("cvt.rzi.s8.f32", 0xc348_c000, "−11001000|11; −11001000.");
    round(
        "cvt.rzi.s8.f32",
        0xc348_c000,
        "s8 holds −128 to 127, so the result is the end of the range, −128.",
    );
    round("cvt.rni.f32.f32", 0xc020_0000, "−10|1; −10. Exact tie");
    round("cvt.rp.ue8m0x2.f32", 0x7f7f_ffff, "Nothing to round");
    check("cvt.rp.ue8m0x2.f32", &[0, 0x7f7f_ffff], 2, "no infinity: the result is NaN");
    check(
        "cvt.rn.satfinite.s2f6x2.f32",
        &[0, 0xc000_0000],
        3,
        "−2 → −1.984375. `.satfinite` keeps",
    );
    check("cvt.rn.satfinite.s2f6x2.f32", &[0, 0xc000_0000], 4, "can be read either way");
    check("cvt.sat.u8.s32", &[0xffff_ffff], 2, "the end of the range, 0.");
    check(
        "cvt.ftz.f32.bf16",
        &[1],
        0,
        "a subnormal f32 result into a zero; the operand is not f32",
    );
    check("cvt.rn.f32.s32", &[1], 0, "No operand can be subnormal.");
}

#[test]
fn substituted_results_are_explained() {
    check(
        "cvt.rz.ue8m0x2.f32",
        &[0, 0x0001_16c2],
        2,
        "Rounds towards zero. ue8m0 has no zero; its smallest number, 2^−127, is used instead.",
    );
    let bound = |spelling, registers: &[u64], expected| check(spelling, registers, 3, expected);
    let (infinity, large) = (0x7f80_0000, 0x7f61_b1e6);
    bound(
        "div.approx.f32",
        &[infinity, large],
        "specifies NaN if the dividend is infinite (§9.7.3.8).",
    );
    bound(
        "div.approx.f32",
        &[0x3f80_0000, large],
        "For a divisor of this magnitude the ISA specifies z",
    );
    bound(
        "sqrt.approx.f32",
        &[0xc000_0000],
        "special case. The ISA's table of special cases lists NaN",
    );
    bound("div.full.f32", &[infinity, infinity], "The result is not a number.");
}

#[test]
fn choices_among_operands_are_explained() {
    let exact = |spelling, registers: &[u64], expected| check(spelling, registers, 1, expected);
    exact("min.f32", &[0, 0x8000_0000], "min(0, −0); = −0. b is the least operand. −0 counts");
    exact("max.f32", &[0x7fc0_0000, 0x3f80_0000], "NaN is ignored, so the result is b.");
    exact("max.NaN.f32", &[0x7fc0_0000, 0x3f80_0000], "a is NaN, and `.NaN` makes the result NaN.");
    exact(
        "min.xorsign.abs.f32",
        &[0xc000_0000, 0x3f80_0000],
        "min(|−2|, |1|); = −1. b is the least",
    );
    exact("copysign.f32", &[0xc000_0000, 0x3f80_0000], "sign of −2, magnitude of 1; = −1.");
    exact("testp.normal.f32", &[0], "0 is normal?; = 1, true. It is a zero, and zeros count");
    check("testp.normal.f32", &[0], 4, "0x1 into p.");
    exact("div.rn.f32", &[0x3f80_0000, 0x4040_0000], "1 ÷ 3; = 0.33333333333333333…. Infinitely");
    exact("div.rn.f32", &[0, 0], "Zero divided by zero has no value");
    exact("sqrt.rn.f32", &[0xbf80_0000], "√(−1); = NaN. The function has no value");
    exact("rcp.rn.f32", &[0x8000_0000], "= −∞. A zero operand makes the result infinite, exactly.");
}
