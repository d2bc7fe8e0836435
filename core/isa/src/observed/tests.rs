//! Tests of single results and of where they are known; vectors and sweeps are in the conformance
//! tests.

use std::string::String;
use std::vec::Vec;

use super::{ALL, Grade, Observed, Part, Unit};
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::eval::Explanation;
use crate::syntax::check;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the observation for an instruction on a target.
fn observed(spelling: &str, target: &str) -> Option<Observed> {
    let target = Target::parse(target).expect("a target");
    let context = Context { isa: LATEST_ISA, target };
    let instruction = check(spelling, &context).instruction.expect("an instruction");
    Observed::of(&instruction, &context)
}

/// The result on `sm_90`.
fn result(spelling: &str, operands: &[u64]) -> u64 {
    observed(spelling, "sm_90").expect("an observation").bits(operands).expect("operands that fit")
}

#[test]
fn grades_follow_instruction_and_target() {
    for (spelling, target, grade) in [
        ("rcp.approx.f32", "sm_50", Some(Grade::Measured)),
        ("rcp.approx.f32", "sm_75", Some(Grade::Measured)),
        ("rcp.approx.f32", "sm_72", Some(Grade::SameCode)),
        ("rcp.approx.f32", "sm_80", Some(Grade::SameCode)),
        ("rcp.approx.f32", "sm_90a", Some(Grade::Measured)),
        ("rcp.approx.f32", "sm_37", None),
        ("rcp.approx.ftz.f32", "sm_62", None),
        ("rcp.approx.ftz.f32", "sm_75", Some(Grade::SameCode)),
        ("rcp.approx.ftz.f32", "sm_90", Some(Grade::Measured)),
        ("sqrt.approx.f32", "sm_53", None),
        ("sqrt.approx.f32", "sm_60", Some(Grade::Measured)),
        ("sin.approx.f32", "sm_62", None),
        ("sin.approx.f32", "sm_70", Some(Grade::Measured)),
        ("div.full.f32", "sm_62", None),
        ("div.full.f32", "sm_120", Some(Grade::Composed)),
        ("div.rn.f32", "sm_120", None),
        ("rcp.rn.f32", "sm_75", None),
        ("tanh.approx.f32", "sm_75", Some(Grade::SameCode)),
        ("tanh.approx.f32", "sm_90", Some(Grade::Measured)),
        ("tanh.approx.bf16x2", "sm_107a", Some(Grade::SameCode)),
        ("ex2.approx.f16", "sm_103", Some(Grade::SameCode)),
        ("ex2.approx.f16x2", "sm_100", Some(Grade::SameCode)),
        ("ex2.approx.f16x2", "sm_103", None),
        ("ex2.approx.ftz.bf16x2", "sm_107a", None),
        ("ex2.approx.f16", "sm_75", Some(Grade::SameCode)),
        ("ex2.approx.ftz.bf16x2", "sm_90", Some(Grade::Measured)),
        ("rcp.approx.ftz.f64", "sm_70", None),
        ("rcp.approx.ftz.f64", "sm_75", Some(Grade::SameCode)),
        ("rsqrt.approx.f64", "sm_90", Some(Grade::Composed)),
        ("rsqrt.approx.f64", "sm_70", None),
        ("rsqrt.approx.ftz.f64", "sm_90", Some(Grade::Measured)),
    ] {
        let found = observed(spelling, target);
        assert_eq!(found.map(|it| it.grade()), grade, "{spelling} on {target}");
        // The first evidence is that of the grade.
        let first = found.and_then(|it| it.evidence().first().map(|it| it.grade));
        assert_eq!(first, grade, "{spelling} on {target}");
    }
}

#[test]
fn every_evidence_is_complete_and_distinct() {
    for (index, evidence) in ALL.iter().enumerate() {
        assert!(evidence.words.ends_with('.'), "{}", evidence.id);
        for text in
            [evidence.place, evidence.count, evidence.method, evidence.source, evidence.date]
        {
            assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text}", evidence.id);
        }
        assert!(ALL.iter().skip(index + 1).all(|other| other.id != evidence.id));
    }
}

/// Published: 4.6875 / 0.9375 on `sm_120`.
#[test]
fn a_quotient_is_off_by_one() {
    let operands = [0x4096_0000, 0x3f70_0000];
    for spelling in ["div.full.f32", "div.full.ftz.f32", "div.approx.f32", "div.approx.ftz.f32"] {
        assert_eq!(result(spelling, &operands), 0x40a0_0001, "{spelling}");
    }
}

/// Results of an H200: normal and subnormal numbers with arbitrary lower halves, and special values.
#[test]
fn reciprocal_roots_of_f64_are_refined() {
    for (operand, expected) in [
        (0x0000_1000_9e37_79b1, 0x601f_ff61_cd1b_8f87),
        (0x0001_1000_81af_14c1, 0x5fff_0b60_e241_28ae),
        (0x000f_f000_9942_374f, 0x5fe0_0805_b7ef_c878),
        (0x0010_0000_3779_b100, 0x5fdf_ffff_c886_4f90),
        (0x003e_8000_08b3_5b68, 0x5fc7_2d59_c110_d51c),
        (0x30d4_1000_6a56_e2f1, 0x477c_93b9_780d_df8e),
        (0x3fd7_c000_e335_debc, 0x3ffa_43d9_8d39_b393),
        (0x4945_b000_36d6_95eb, 0x3b43_6f6c_b981_910c),
        (0x61d8_9000_ce9f_2cb9, 0x2ef9_d3b4_c4e2_40f7),
        (0x7fef_f000_f7d6_d54f, 0x1ff0_0401_427b_fcd1),
        (0x7fe0_0000_0000_0000, 0x1ff6_a09e_667f_3bcd),
        (0x7ff0_0000_960e_4f00, 0x7ff8_0000_960e_4f00),
        (0x927c_0000_645e_3bc0, 0xfff8_0000_0000_0000),
        (0, 0x7ff0_0000_0000_0000),
        (0x8000_0000_0000_0000, 0xfff0_0000_0000_0000),
        (0x7ff0_0000_0000_0000, 0),
    ] {
        assert_eq!(result("rsqrt.approx.f64", &[operand]), expected, "{operand:#x}");
    }
    let subnormal = observed("rsqrt.approx.f64", "sm_90").unwrap().parts(0, &[1]);
    let [Part::Product { .. }, .., Part::Refinement(_), Part::Product { .. }] = *subnormal else {
        panic!("{subnormal:?}");
    };
}

/// Published: powers of 2 on a GB200, their operands with six decimals. Each is the result of one of
/// the numbers that have these decimals.
#[test]
fn published_powers_are_returned() {
    #[rustfmt::skip] // The decimals follow each.
    let powers = [
        ([0xc123_8d46, 0xc123_8d46], 0x3a5b_7d5c), // -10.221991
        ([0xc14b_10e0, 0xc14b_10e0], 0x391e_8128), // -12.691620
        ([0xc147_8f28, 0xc147_8f28], 0x3938_8261), // -12.472450
        ([0xc0b4_fae7, 0xc0b4_fae8], 0x3ca2_822f), // -5.655628
        ([0xc190_ac65, 0xc190_ac65], 0x3671_7d95), // -18.084177
        ([0xc0b9_2469, 0xc0b9_246a], 0x3c94_7fa3), // -5.785695
        ([0xc083_a88a, 0xc083_a88b], 0x3d6c_7f28), // -4.114324
        ([0xc0e4_3fa2, 0xc0e4_3fa3], 0x3be9_7e0e), // -7.132768
        ([0xc106_949b, 0xc106_949b], 0x3b40_8029), // -8.411281
        ([0xbfe3_5437, 0xbfe3_543f], 0x3e95_7fbe), // -1.776008
    ];
    for ([first, last], expected) in powers {
        let found = (first..=last).any(|a| result("ex2.approx.ftz.f32", &[a]) == expected);
        assert!(found, "{expected:08x}");
    }
}

#[test]
fn quotients_are_scaled_as_the_code_does() {
    // 1 / 2^-149, 1 / 2^127, infinity / 2^127
    for (spelling, operands, expected) in [
        ("div.approx.f32", [0x3f80_0000, 1], 0x7f80_0000),
        ("div.approx.f32", [1, 1], 0x3f80_0000),
        ("div.approx.ftz.f32", [1, 1], 0x7fff_ffff),
        ("div.approx.f32", [0x3f80_0000, 0x7f00_0000], 0),
        ("div.approx.f32", [0x7f80_0000, 0x7f00_0000], 0x7fff_ffff),
        ("div.full.f32", [0x3f80_0000, 0x7f00_0000], 0x0040_0000),
        ("div.full.ftz.f32", [0x3f80_0000, 0x7f00_0000], 0),
        ("div.full.f32", [0x7f00_0000, 0x7f00_0000], 0x3f80_0000),
        ("div.full.f32", [0x7f80_0000, 0x7f00_0000], 0x7f80_0000),
        ("div.full.f32", [0x3f80_0000, 0x8000_0000], 0xff80_0000),
        ("div.full.f32", [0x7fc0_0000, 0x3f80_0000], 0x7fff_ffff),
    ] {
        assert_eq!(result(spelling, &operands), expected, "{spelling} {operands:x?}");
    }
}

#[test]
fn special_operands_have_special_results() {
    for (spelling, operand, expected) in [
        ("rcp.approx.f32", 0x8000_0000, 0xff80_0000),
        ("rcp.approx.f32", 0xff80_0000, 0x8000_0000),
        ("rcp.approx.f32", 0x0020_0000, 0x7f80_0000),
        ("rcp.approx.f32", 0x0020_0001, 0x7f7f_fff8),
        ("rcp.approx.f32", 0x7f00_0000, 0x0040_0000),
        ("rcp.approx.ftz.f32", 0x7f00_0000, 0),
        ("rcp.approx.ftz.f32", 0x807f_ffff, 0xff80_0000),
        ("sqrt.approx.f32", 0x8000_0000, 0x8000_0000),
        ("sqrt.approx.f32", 0x8000_0001, 0x7fff_ffff),
        ("sqrt.approx.ftz.f32", 0x8000_0001, 0x8000_0000),
        ("sqrt.approx.f32", 1, 0x1a35_04f3),
        ("rsqrt.approx.f32", 0x8000_0000, 0xff80_0000),
        ("rsqrt.approx.f32", 0x7f80_0000, 0),
        ("rsqrt.approx.f32", 0x4080_0000, 0x3f00_0000),
        ("lg2.approx.f32", 0x3f80_0000, 0),
        ("lg2.approx.f32", 0x3f00_0000, 0xbf7f_fffe),
        ("lg2.approx.f32", 1, 0xc315_0000),
        ("lg2.approx.ftz.f32", 1, 0xff80_0000),
        ("ex2.approx.f32", 0xff80_0000, 0),
        ("ex2.approx.f32", 1, 0x3f80_0000),
        ("ex2.approx.f32", 0x4300_0000, 0x7f80_0000),
        ("ex2.approx.f32", 0x7f7f_ffff, 0x7f80_0000),
        ("ex2.approx.f32", 0xff7f_ffff, 0),
        ("ex2.approx.f32", 0xc315_0000, 1),
        ("ex2.approx.f32", 0xc316_0000, 0),
        ("ex2.approx.ftz.f32", 0xc315_0000, 0),
        ("sin.approx.f32", 0x8000_0001, 0x8000_0000),
        ("sin.approx.f32", 0x7f80_0000, 0x7fff_ffff),
        ("cos.approx.f32", 0x8000_0001, 0x3f80_0000),
    ] {
        let found = result(spelling, &[operand]);
        assert_eq!(found, expected, "{spelling} {operand:08x}: {found:08x}");
    }
}

/// No sum leaves the binades that the hardware has bits for.
#[test]
fn sums_stay_in_their_binades() {
    for (unit, first, count, binades) in [
        (Unit::Reciprocal, 0x3f80_0000, 1, [55, 56]),
        (Unit::Root, 0x3f80_0000, 2, [58, 58]),
        (Unit::ReciprocalRoot, 0x3f80_0000, 2, [56, 56]),
        (Unit::Exp2, 0x3f80_0000, 1, [57, 57]),
    ] {
        for operand in (first..first + count * 0x0080_0000).step_by(37) {
            let Some(inside) = unit.pass(operand).inside else { continue };
            let leading = inside.sum.ilog2();
            assert!(
                (binades[0]..=binades[1]).contains(&leading),
                "{unit:?} {operand:08x}: {leading}"
            );
        }
    }
}

/// Results of an H200.
#[test]
fn other_formats_and_tanh_are_as_measured() {
    for (spelling, operand, expected) in [
        ("tanh.approx.f32", 0x3f00_0000, 0x3eec_9a50),
        ("tanh.approx.f32", 0xbf80_0000, 0xbf42_f848),
        ("tanh.approx.f32", 0x3c00_0000, 0x3bff_ff00),
        ("tanh.approx.f32", 0x3bff_ffff, 0x3bff_fec0),
        ("tanh.approx.f32", 0x40ff_ffff, 0x3f7f_fffc),
        ("tanh.approx.f32", 0x4100_0000, 0x3f80_0000),
        ("tanh.approx.f32", 0xff80_0000, 0xbf80_0000),
        ("tanh.approx.f32", 0x8008_0001, 0x8008_0001),
        ("tanh.approx.f32", 0x7f80_1000, 0x7fff_ffff),
        ("tanh.approx.bf16", 0x3f3f, 0x3f21),
        ("tanh.approx.bf16x2", 0xbf3f_3231, 0xbf21_3231),
        ("ex2.approx.f16", 0xcb16, 0x038c),
        ("ex2.approx.f16", 0x4c00, 0x7c00),
        ("ex2.approx.f16", 0xce3d, 0),
        ("ex2.approx.f16x2", 0xcc1e_00c2, 0x00b8_3c00),
        ("ex2.approx.ftz.bf16", 0xc2fd, 0),
        ("ex2.approx.ftz.bf16", 0x7f81, 0x7fff),
        ("rcp.approx.ftz.f64", 0x3ff0_0001_ffff_ffff, 0x3fef_fffe_0000_0000),
        ("rcp.approx.ftz.f64", 0x8000_0000_0000_0001, 0xfff0_0000_0000_0000),
        ("rcp.approx.ftz.f64", 0x7ff0_0000_0000_0001, 0),
        ("rcp.approx.ftz.f64", 0x7ff0_0001_0000_0000, 0x7fff_ffff_0000_0000),
        ("rsqrt.approx.ftz.f64", 0x3ff0_0000_0000_0000, 0x3ff0_0000_0000_0000),
        ("rsqrt.approx.ftz.f64", 0x4000_0000_0000_0000, 0x3fe6_a09e_0000_0000),
        ("rsqrt.approx.ftz.f64", 0xbff0_0000_0000_0000, 0x7fff_ffff_0000_0000),
        ("rsqrt.approx.ftz.f64", 0x8000_0000_0000_0000, 0xfff0_0000_0000_0000),
    ] {
        let found = result(spelling, &[operand]);
        assert_eq!(found, expected, "{spelling} {operand:x}: {found:x}");
    }
}

/// A lane of f64 is its upper half, as it is for the evaluator.
#[test]
fn the_upper_half_is_the_lane() {
    let target = Target::parse("sm_90").expect("a target");
    let context = Context { isa: LATEST_ISA, target };
    let instruction = check("rcp.approx.ftz.f64", &context).instruction.expect("an instruction");
    let prepared = crate::eval::Prepared::new(&instruction, &context);
    let observed = Observed::of(&instruction, &context).expect("an observation");
    let [a, b, ..] = prepared.gather(0, &[0x4008_0000_0000_0000]);
    assert_eq!(observed.result([a, b]), 0x3fd5_5555);
    let text = super::message::ObservedText::of(&instruction, &context, &[0x4008_0000_0000_0000]);
    assert_eq!(text.expect("a text").reason, "The correctly rounded result.");
}

/// Rows of the table follow each other without gaps, and sums stay in their binades.
#[test]
fn binades_of_tanh_fill_its_table() {
    let mut last = None;
    for operand in (0x3b80_0000..0x4100_0000).step_by(1 << 17) {
        let inside = Unit::Tanh.pass(operand).inside.expect("a sum");
        assert!((55..=56).contains(&inside.sum.ilog2()), "{operand:08x}");
        assert!(last.is_none_or(|last| (last..=last + 1).contains(&inside.index)), "{operand:08x}");
        last = Some(inside.index);
    }
    assert_eq!(last, Some(50));
}

#[test]
fn steps_of_other_formats_say_what_is_done() {
    let target = Target::parse("sm_90").expect("a target");
    let context = Context { isa: LATEST_ISA, target };
    for (spelling, register, expected) in [
        ("tanh.approx.f16x2", 0x3800_3c00, &["Widen", "Inside the unit", "Truncate"][..]),
        ("rcp.approx.ftz.f64", 0x4008 << 48, &["Upper half", "Inside the unit", "Exponent"]),
        ("rcp.approx.ftz.f64", 0, &["Special value"]),
        ("tanh.approx.f32", 0x3f00_0000, &["Inside the unit"]),
    ] {
        let instruction = check(spelling, &context).instruction.expect("an instruction");
        let observed = Observed::of(&instruction, &context).expect("an observation");
        let steps = observed.explain(&instruction, 0, &[register]);
        let titles: Vec<_> = steps.iter().map(|step| step.title).collect();
        assert_eq!(titles, expected, "{spelling}");
        assert!(steps.iter().all(|step| step.sentence.ends_with('.')), "{spelling}: {steps:?}");
    }
}

#[test]
fn steps_say_what_is_done() {
    let target = Target::parse("sm_90").expect("a target");
    let context = Context { isa: LATEST_ISA, target };
    let instruction = check("rcp.approx.f32", &context).instruction.expect("an instruction");
    let observed = Observed::of(&instruction, &context).expect("an observation");
    let steps = observed.explain(&instruction, 0, &[0x0040_0001]);
    let titles: Vec<_> = steps.iter().map(|step| step.title).collect();
    assert_eq!(titles, ["Scale", "Inside the unit", "Scale back"]);
    let lines: Vec<String> = steps.iter().flat_map(Explanation::plain_lines).collect();
    let expected = [
        "0x00400001 × 0x4b800000 = 0x0c000002",
        "5.877473e−39 × 16777216 = 9.860764e−32",
        "index 0000000, l = 0000000000000010",
        "c0 = 0x3fffffd, c1 = 0xfffe, c2 = 0x3f5",
        "c0       +0xffffff40000000",
        "c1·l          −0x3fff80000",
        "c2·l²                 +0x0",
        "constant       +0xcfce0000",
        "1.11111111111111111111100|000011111101011 × 2^102",
        "0x72fffffc × 0x4b800000 = 0x7efffffc",
        "1.01412024e31 × 16777216 = 1.7014114e38",
    ];
    assert_eq!(lines, expected);
    let parts = observed.parts(0, &[0x0040_0001]);
    assert!(matches!(parts.last(), Some(Part::Operation { result, .. })
        if Some(u64::from(*result)) == observed.bits(&[0x0040_0001])));
}

#[test]
fn operands_are_counted_and_fit() {
    let quotient = observed("div.full.f32", "sm_90").expect("an observation");
    let root = observed("sqrt.approx.f32", "sm_90").expect("an observation");
    assert_eq!(root.bits(&[0x4080_0000]), Some(0x4000_0000));
    for (observed, registers) in [
        (quotient, &[0x3f80_0000][..]),
        (quotient, &[0x3f80_0000, 0x3f80_0000, 0]),
        (quotient, &[0x3f80_0000, 0x1_3f80_0000]),
        (root, &[]),
        (root, &[0x4080_0000, 0]),
    ] {
        assert_eq!(observed.bits(registers), None, "{registers:x?}");
        assert_eq!(observed.parts(0, registers), [], "{registers:x?}");
    }
}
