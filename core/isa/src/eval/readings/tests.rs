use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Otherwise::{self, Any, Bits, LowBits};
use crate::catalog::{Context, IsaVersion, Target};
use crate::eval::{Guarantee, LANE_OPERANDS, N_ROWS, Prepared};
use crate::syntax::check;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The bits of a lane, its guarantee, and the alternatives of one of its readings.
fn lane(
    [version, target, spelling]: [&str; 3],
    index: u8,
    registers: &[u64],
    id: &str,
) -> (u64, Guarantee, Vec<Otherwise>) {
    let isa = IsaVersion::parse(version).expect("a version");
    let context = Context { isa, target: Target::parse(target).expect("a target") };
    let instruction = check(spelling, &context).instruction.expect(spelling);
    let prepared = Prepared::new(&instruction, &context);
    let result = prepared.evaluate(registers).lanes()[usize::from(index)];
    let mut alternatives = Vec::new();
    for decision in prepared.decisions(index, registers) {
        if decision.reading.id == id {
            alternatives.extend(decision.alternatives.iter().map(|(_, otherwise)| *otherwise));
        }
    }
    (result.bits, result.guarantee, alternatives)
}

/// A reading decides the bits of a lane, and its alternatives lead to these other results.
fn decides(id: &str, instruction: [&str; 3], registers: &[u64], bits: u64, others: &[Otherwise]) {
    let expected = (bits, Guarantee::Reading, others.to_vec());
    assert_eq!(lane(instruction, 0, registers, id), expected, "{instruction:?} {registers:x?}");
}

/// No alternative of a reading changes the result: the text determines the bits.
fn is_determined(id: &str, instruction: [&str; 3], registers: &[u64], bits: u64) {
    let expected = (bits, Guarantee::Bits, vec![]);
    assert_eq!(lane(instruction, 0, registers, id), expected, "{instruction:?} {registers:x?}");
}

const fn on_90(spelling: &str) -> [&str; 3] {
    ["9.1", "sm_90", spelling]
}

const fn on_100a(spelling: &str) -> [&str; 3] {
    ["9.1", "sm_100a", spelling]
}

#[test]
fn ftz_tininess() {
    let (id, mul) = ("ftz-tininess", on_90("mul.rn.ftz.f32"));
    // Rounded with subnormals it is the smallest normal number.
    decides(id, mul, &[0x3f7f_ffff, 0x0080_0000], 0, &[Bits(0x0080_0000)]);
    // Exactly it is below that.
    decides(id, mul, &[0x3f00_0001, 0x00ff_fffe], 0x0080_0000, &[Bits(0)]);
    is_determined(id, mul, &[0x3f00_0000, 0x0080_0000], 0);
    is_determined(id, mul, &[0x3f80_0000, 0x0080_0000], 0x0080_0000);
    is_determined(id, on_90("mul.rn.f32"), &[0x3f7f_ffff, 0x0080_0000], 0x0080_0000);
    decides(id, on_90("mul.ftz.f16"), &[0x0400, 0x3bff], 0, &[Bits(0x0400)]);
    // sm_1x flushes without the modifier.
    decides(
        id,
        ["1.4", "sm_13", "mul.rn.f32"],
        &[0x3f7f_ffff, 0x0080_0000],
        0,
        &[Bits(0x0080_0000)],
    );
    let narrow = on_90("cvt.rp.ftz.f32.f64");
    decides(id, narrow, &[0x380f_ffff_ffff_ffff], 0x0080_0000, &[Bits(0)]);
    is_determined(id, narrow, &[0x3800_0000_0000_0000], 0);
}

#[test]
fn negative_zero_that_is_clamped() {
    let sat = on_90("mul.sat.f32");
    decides("sat-negative-zero", sat, &[0x8000_0000, 0x3f80_0000], 0, &[Bits(0x8000_0000)]);
    is_determined("sat-negative-zero", sat, &[0xbf80_0000, 0x3f80_0000], 0);
    is_determined("sat-negative-zero", sat, &[0x0000_0000, 0x3f80_0000], 0);
    let relu = on_90("fma.rn.relu.f16");
    decides("relu-negative-zero", relu, &[0x8000, 0x3c00, 0x8000], 0, &[Bits(0x8000)]);
    is_determined("relu-negative-zero", relu, &[0xbc00, 0x3c00, 0x8000], 0);
    is_determined("relu-negative-zero", relu, &[0x0000, 0x3c00, 0x0000], 0);
    let both = on_90("cvt.rn.satfinite.relu.e4m3x2.f32");
    decides("relu-negative-zero", both, &[0, 0x8000_0000], 0, &[Bits(0x80)]);
    is_determined("relu-negative-zero", both, &[0, 0xff80_0000], 0);
}

#[test]
fn ue8m0() {
    let [up, down] = ["cvt.rp.ue8m0x2.f32", "cvt.rz.ue8m0x2.f32"].map(on_100a);
    let [up_finite, down_finite] =
        ["cvt.rp.satfinite.ue8m0x2.f32", "cvt.rz.satfinite.ue8m0x2.f32"].map(on_100a);
    let minus_three = [0, 0xc040_0000];
    let negative = "ue8m0-negative";
    decides(negative, down, &minus_three, 0x80, &[Bits(0), Bits(0xff)]);
    decides(negative, up, &minus_three, 0x81, &[Bits(0x80), Bits(0), Bits(0xff)]);
    is_determined(negative, up, &[0, 0x4040_0000], 0x81);
    // The text has the magnitude beyond the largest number saturate.
    is_determined(negative, up_finite, &[0, 0xff7f_ffff], 0xfe);
    decides(negative, up_finite, &[0, 0xff00_0000], 0xfe, &[Bits(0), Bits(0xff)]);
    decides("ue8m0-overflow", up, &[0, 0x7f7f_ffff], 0xff, &[Bits(0xfe)]);
    is_determined("ue8m0-overflow", up, &[0, 0x7f00_0000], 0xfe);
    is_determined("ue8m0-overflow", down, &[0, 0x7f7f_ffff], 0xfe);
    is_determined("ue8m0-overflow", up_finite, &[0, 0x7f7f_ffff], 0xfe);
    for form in [up, down, up_finite, down_finite] {
        decides("ue8m0-zero", form, &[0, 0], 0, &[Bits(0xff)]);
        is_determined("ue8m0-zero", form, &[0, 0x3f80_0000], 0x7f);
    }
    decides("ue8m0-zero", down, &[0, 1], 0, &[Bits(0xff)]);
    is_determined("ue8m0-zero", up, &[0, 1], 0);
    for form in [up, down] {
        decides("ue8m0-infinity", form, &[0, 0x7f80_0000], 0xff, &[Bits(0xfe)]);
    }
    is_determined("ue8m0-infinity", up_finite, &[0, 0xff80_0000], 0xfe);
    is_determined("ue8m0-infinity", up_finite, &[0, 0x7fc0_0000], 0xff);
}

#[test]
fn random_bits() {
    // As many bits are discarded as added, so every alignment is the same.
    is_determined("rs-alignment", on_100a("cvt.rs.bf16x2.f32"), &[0, 0x3f80_8000, 0x8000], 0x3f81);
    let half = on_100a("cvt.rs.f16x2.f32");
    is_determined("rs-alignment", half, &[0, 0x3f80_1000, 0x1000], 0x3c01);
    // A subnormal result discards more than thirteen.
    decides("rs-alignment", half, &[0, 0x33c0_0000, 0x1fff], 2, &[Bits(1)]);
    decides("rs-overflow", half, &[0, 0x7149_f2ca, 0], 0x7c00, &[Bits(0x7bff)]);
    is_determined("rs-overflow", half, &[0, 0x7f80_0000, 0], 0x7c00);
    let finite = on_100a("cvt.rs.satfinite.f16x2.f32");
    is_determined("rs-overflow", finite, &[0, 0x7149_f2ca, 0], 0x7bff);
    // 1 + 1/16 in e4m3, of two operands that share bits 15 to 0 of the register.
    let narrow = on_100a("cvt.rs.satfinite.e4m3x4.f32");
    let registers = |random| [0, 0, 0, 0x3f88_0000, random];
    decides("rs-reversal", narrow, &registers(0x8000), 0x39, &[Bits(0x38)]);
    decides("rs-layout", narrow, &registers(0x8000), 0x39, &[Bits(0x38)]);
    decides("rs-alignment", narrow, &registers(0x8000), 0x39, &[Bits(0x38)]);
    // The order of equal bits makes no difference, and a tail of zeros never carries.
    assert_eq!(lane(narrow, 0, &registers(0xffff), "rs-reversal").2, []);
    is_determined("rs-reversal", narrow, &[0, 0, 0, 0x3f8f_ffff, 0xffff], 0x39);
    is_determined("rs-layout", narrow, &[0, 0, 0, 0x3f80_0000, 0x8000], 0x38);
    let e2m1 = on_100a("cvt.rs.satfinite.e2m1x4.f32");
    // 1.25 lies midway between 1 and 1.5; lane 0 has the even bytes.
    let swapped = lane(e2m1, 0, &[0, 0, 0, 0x3fa0_0000, 0x0080_0000], "rs-layout");
    assert_eq!((swapped.0, swapped.1), (3, Guarantee::Reading));
    assert_eq!(swapped.2, [Bits(2), Bits(2)]);
}

#[test]
fn tf32() {
    let (id, form) = ("tf32-low-bits", on_90("cvt.rna.tf32.f32"));
    decides(id, form, &[0x3f80_0000], 0x3f80_0000 >> 13, &[LowBits]);
    // With 11 bits of precision or more the tie is exact, and nothing is rounded up.
    decides(id, form, &[0x3f80_1000], 0x3f80_2000 >> 13, &[LowBits, Bits(0x3f80_0000 >> 13)]);
    decides(id, form, &[0x3f80_0fff], 0x3f80_0000 >> 13, &[LowBits]);
    // The bits of a NaN are open in any case.
    assert_eq!(lane(form, 0, &[0x7fc0_0000], "").1, Guarantee::AnyNan);
    is_determined(id, on_90("cvt.rn.bf16.f32"), &[0x3f80_0000], 0x3f80);
}

#[test]
fn out_of_bounds() {
    let form = on_90("fma.rn.oob.f16");
    decides("oob-nan", form, &[0x7ff7, 0x3c00, 0x3c00], 0, &[Bits(0x7fff)]);
    decides("oob-nan", form, &[0x3c00, 0xfff7, 0x3c00], 0, &[Bits(0x7fff)]);
    decides("oob-nan", form, &[0x7e00, 0x3c00, 0x3c00], 0x7fff, &[Bits(0)]);
    decides("oob-addend", form, &[0x3c00, 0x3c00, 0x7ff7], 0x7fff, &[Bits(0)]);
    is_determined("oob-nan", form, &[0x3c00, 0x3c00, 0x3c00], 0x4000);
    // Both questions at once: another NaN in the addend.
    decides("oob-nan", form, &[0x3c00, 0x3c00, 0x7e00], 0x7fff, &[Bits(0)]);
    assert_eq!(lane(form, 0, &[0x3c00, 0x3c00, 0x7e00], "oob-addend").2, []);
    let relu = on_90("fma.rn.oob.relu.f16");
    decides("oob-nan", relu, &[0x3c00, 0x3c00, 0x7e00], 0x7fff, &[Bits(0)]);
    decides("oob-nan", relu, &[0x7e01, 0x3c00, 0x7e00], 0x7fff, &[Bits(0), Bits(0)]);
    // A NaN that comes from no operand is open, and no reading decides.
    assert_eq!(lane(form, 0, &[0x7c00, 0, 0x3c00], "oob-nan").1, Guarantee::AnyNan);
    // `.sat` makes either +0.
    let sat = on_90("fma.rn.oob.sat.f16");
    is_determined("oob-nan", sat, &[0x7e00, 0x3c00, 0x3c00], 0);
}

#[test]
fn xorsign_of_a_nan() {
    let (id, form) = ("xorsign-nan", on_90("max.xorsign.abs.f16x2"));
    decides(id, form, &[0x7e00, 0xbc00], 0xbc00, &[Bits(0x3c00)]);
    is_determined(id, form, &[0xbc00, 0x7e00], 0xbc00);
    is_determined(id, form, &[0x7e00, 0x3c00], 0x3c00);
    is_determined(id, on_90("max.xorsign.abs.f16"), &[0x7e00, 0xbc00], 0xbc00);
    is_determined(id, on_90("min.xorsign.abs.f16x2"), &[0x7e00, 0xbc00], 0xbc00);
    let nan = on_90("max.NaN.xorsign.abs.bf16x2");
    decides(id, nan, &[0xbf80, 0x7fc0], 0x7fff, &[Bits(0xffff)]);
    is_determined(id, nan, &[0x7fc0, 0xbf80], 0x7fff);
}

#[test]
fn the_upper_word_of_a_nan() {
    for (form, bits) in [("rcp.approx.ftz.f64", 0), ("rsqrt.approx.ftz.f64", 0)] {
        let (id, form) = ("rcp-f64-upper-word", on_90(form));
        decides(id, form, &[0x7ff0_0000_0000_0001], bits, &[Bits(0x7fff_ffff)]);
        is_determined(id, form, &[0x7ff0_0000_0000_0000], bits);
        is_determined(id, form, &[0x7ff8_0000_0000_0001], 0x7fff_ffff);
        // The batch knows the lower word too.
        let mut columns = [[0; N_ROWS]; LANE_OPERANDS];
        columns[0].fill(0x7ff0_0000);
        columns[1][0] = 1;
        let context = Context {
            isa: IsaVersion::parse("9.1").expect("a version"),
            target: Target::parse("sm_90").expect("a target"),
        };
        let instruction = check(form[2], &context).instruction.expect("an instruction");
        let nothing = crate::eval::LaneResult { bits: 9, guarantee: Guarantee::Bits };
        let mut results = [nothing; 2];
        Prepared::new(&instruction, &context).batch().results(&columns, &mut results);
        assert_eq!(results.map(|it| it.guarantee), [Guarantee::Reading, Guarantee::Bits]);
    }
}

#[test]
fn legacy_targets() {
    let (id, mad) = ("mad-sm1x-rounding", ["1.4", "sm_13", "mad.f32"]);
    let [one, next] = [0x3f80_0000, 0x3f80_0001];
    decides(id, mad, &[next, one, 0x33c0_0000], 0x3f80_0002, &[Bits(next)]);
    is_determined(id, mad, &[one, one, one], 0x4000_0000);
    // With a zero it is as separate instructions have it.
    is_determined(id, mad, &[next, next, 0], 0x3f80_0002);
    let (addend, number) = ("mad-sm1x-subnormal-addend", 0x3fc0_0001);
    decides(addend, mad, &[number, number, 1], 0x4010_0002, &[Bits(0x4010_0001)]);
    is_determined(addend, mad, &[one, number, 1], number);
    is_determined(addend, mad, &[number, number, 0], 0x4010_0002);
    let (id, up) = ("cvt-rpi-sm13", ["1.4", "sm_13", "cvt.rpi.s32.f32"]);
    decides(id, up, &[1], 0, &[Bits(1)]);
    is_determined(id, up, &[one], 1);
    is_determined(id, ["1.4", "sm_13", "cvt.rni.s32.f32"], &[1], 0);
    is_determined(id, on_90("cvt.rpi.s32.f32"), &[1], 1);
    is_determined(id, ["1.4", "sm_13", "cvt.rpi.ftz.s32.f32"], &[1], 0);
}

#[test]
fn padding() {
    let (id, form) = ("fp6-padding", on_100a("cvt.rn.f16x2.e2m3x2"));
    decides(id, form, &[0x0048], 0x3c00, &[Any]);
    is_determined(id, form, &[0x0008], 0x3c00);
    // Each lane has its own padding.
    is_determined(id, form, &[0x4808], 0x3c00);
    assert_eq!(lane(form, 1, &[0x4808], id).2, [Any]);
}

#[test]
fn nan_of_abs() {
    let (id, form) = ("abs-f64-nan", on_90("abs.f64"));
    let [positive, negative] = [0x7ff0_0000_0000_0001, 0xfff0_0000_0000_0001];
    decides(id, form, &[negative], negative, &[Bits(positive)]);
    is_determined(id, form, &[positive], positive);
    is_determined(id, form, &[0xbff0_0000_0000_0000], 0x3ff0_0000_0000_0000);
}

/// Results of s2f6 that the text leaves open stay unspecified, with the alternative beside them.
#[test]
fn the_least_number_of_s2f6() {
    let form = on_100a("cvt.rn.satfinite.s2f6x2.f32");
    let least = lane(form, 0, &[0, 0xc000_0000], "s2f6-saturation");
    assert_eq!(least, (0x81, Guarantee::Unspecified, vec![Bits(0x80)]));
    is_determined("s2f6-saturation", form, &[0, 0xbf80_0000], 0xc0);
    let relu = on_100a("cvt.rn.satfinite.relu.s2f6x2.f32");
    is_determined("s2f6-saturation", relu, &[0, 0xc000_0000], 0);
}

#[test]
fn relative_error_of_subnormal_results() {
    let (id, ex2) = ("relative-error-subnormal", on_90("ex2.approx.f16"));
    // 2^-24.5 and 2^-30, of which the nearest numbers are 41 % and 100 % off.
    decides(id, ex2, &[0xce20], 0x0001, &[Any]);
    decides(id, ex2, &[0xcf80], 0, &[Any]);
    decides(id, on_90("ex2.approx.f16x2"), &[0xce20_ce20], 0x0001, &[Any]);
    // 2^-20 is a number, and 2^-14 - 2^-24 is as close as it must be.
    assert_eq!(lane(ex2, 0, &[0xcd00], id).2, []);
    // A flushed result was within the error before the flush.
    is_determined(id, on_90("ex2.approx.ftz.bf16"), &[0xc316], 0);
    is_determined(id, on_90("ex2.approx.f16"), &[0xfc00], 0);
}

/// `.NaN` and `.relu` return the canonical NaN by the text.
#[test]
fn canonical_nans_are_determined() {
    for (form, registers, bits) in [
        (on_90("fma.rn.relu.f16"), &[0x7e00, 0x3c00, 0x3c00][..], 0x7fff),
        (on_90("fma.rn.relu.bf16x2"), &[0x7fc0, 0x3f80, 0x3f80], 0x7fff),
        (on_90("min.NaN.f32"), &[0x7f80_0001, 0x3f80_0000], 0x7fff_ffff),
        (on_90("max.NaN.bf16"), &[0x3f80, 0x7fc0], 0x7fff),
        (on_90("cvt.rn.relu.f16.f32"), &[0x7fc0_0000], 0x7fff),
        (on_90("cvt.rn.satfinite.relu.e4m3x2.f32"), &[0, 0x7fc0_0000], 0x7f),
    ] {
        is_determined("", form, registers, bits);
    }
    // Without them it is open.
    let open = [on_90("fma.rn.f16"), on_90("cvt.rn.satfinite.f16.f32"), on_90("min.f16")];
    for (form, registers) in
        open.into_iter().zip([&[0x7e00, 0x3c00, 0x3c00][..], &[0x7fc0_0000], &[0x7e00, 0x7e00]])
    {
        assert_eq!(lane(form, 0, registers, "").1, Guarantee::AnyNan, "{form:?}");
    }
}

const fn on_80(spelling: &'static str) -> [&'static str; 3] {
    ["9.1", "sm_80", spelling]
}

/// Each open NaN says where its bits are from.
#[test]
fn open_nans_name_an_observation() {
    let names = |[version, target, spelling]: [&str; 3], registers: &[u64]| {
        let isa = IsaVersion::parse(version).expect("a version");
        let context = Context { isa, target: Target::parse(target).expect("a target") };
        let instruction = check(spelling, &context).instruction.expect(spelling);
        String::from(Prepared::new(&instruction, &context).observation(0, registers).id)
    };
    let [nan, double] = [0x7fc0_0000, 0x7ff8_0000_0000_0000];
    for (form, registers, id) in [
        (on_80("add.f32"), &[nan, nan][..], "f32-probes"),
        (["1.4", "sm_13", "add.f32"], &[nan, nan], "extrapolated"),
        (on_100a("add.f32x2"), &[nan, nan], "extrapolated"),
        (on_100a("add.f32.f16"), &[0x7e00, nan], "extrapolated"),
        (on_80("add.f16"), &[0x7e00, 0], "b200"),
        (on_100a("fma.rn.oob.f16"), &[0, 0, 0x7e00], "extrapolated"),
        (on_80("add.f64"), &[double, 0], "b200"),
        (on_80("add.f64"), &[double, double], "extrapolated"),
        (on_80("neg.f64"), &[double], "h200"),
        (on_80("neg.f32"), &[nan], "emitted"),
        (on_80("min.f64"), &[double, double], "emitted"),
        (on_80("min.f16"), &[0x7e00, 0x7e00], "host"),
        (on_80("rsqrt.approx.f64"), &[double], "emitted"),
        (on_80("sin.approx.f32"), &[nan], "special-functions"),
        (on_80("tanh.approx.f32"), &[nan], "h200"),
        (on_80("cvt.rn.f16.f32"), &[nan], "b200"),
        (on_80("cvt.f32.f16"), &[0x7e00], "host"),
        (on_80("cvt.rna.tf32.f32"), &[nan], "h200"),
        (on_100a("cvt.f64.f32"), &[nan], "b200"),
        (on_80("cvt.f64.f32"), &[nan], "h200"),
        // Everything of this target was measured, the choice among NaNs too.
        (on_90("add.f16"), &[0x7e00, 0], "h200"),
        (on_90("add.f64"), &[double, double], "h200"),
        (on_100a("cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2"), &[0, 0xff], "gb10"),
    ] {
        assert_eq!(names(form, registers), id, "{form:?}");
    }
}
