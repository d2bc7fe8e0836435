//! `cvt`.

use super::{Guarantee, check_bits, check_nan, check_reading, newest, result};
use crate::eval::Prepared;
use crate::syntax::check;
use alloc::format;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const ONE: u64 = 0x3f80_0000;
const NAN: u64 = 0x7fc0_0000;
const INFINITY: u64 = 0x7f80_0000;
const MINUS: u64 = 0x8000_0000;

#[test]
fn integers_wrap_or_saturate() {
    check_bits("cvt.u8.s32", &[0xffff_ffff], 0xff);
    check_bits("cvt.s64.s8", &[0x80], 0xffff_ffff_ffff_ff80);
    check_bits("cvt.u64.s8", &[0x80], 0xffff_ffff_ffff_ff80);
    check_bits("cvt.s64.u8", &[0x80], 0x80);
    check_bits("cvt.s8.u64", &[0x1_0000_0180], 0x80);
    check_bits("cvt.sat.u8.s32", &[0xffff_ffff], 0);
    check_bits("cvt.sat.s8.s32", &[0x80], 0x7f);
    check_bits("cvt.sat.s8.s64", &[1 << 63], 0x80);
    check_bits("cvt.sat.u32.u64", &[1 << 32], 0xffff_ffff);
    check_bits("cvt.sat.s64.u64", &[u64::MAX], i64::MAX.cast_unsigned());
}

#[test]
fn numbers_become_integers_in_each_direction_and_clamp() {
    // 2.5 and -2.5
    for (direction, up, down) in [("rni", 2, -2), ("rzi", 2, -2), ("rmi", 2, -3), ("rpi", 3, -2)] {
        let spelling = format!("cvt.{direction}.s32.f32");
        check_bits(&spelling, &[0x4020_0000], up);
        check_bits(&spelling, &[0xc020_0000], u64::from(i32::cast_unsigned(down)));
    }
    check_bits("cvt.rzi.u8.f32", &[0x4380_0000], 0xff);
    check_bits("cvt.rni.u8.f32", &[0x437f_8000], 0xff);
    check_bits("cvt.rmi.u32.f32", &[MINUS | 1], 0);
    check_bits("cvt.rni.s32.f32", &[0xff80_0000], 0x8000_0000);
    check_bits("cvt.rni.u64.f64", &[0x7ff0_0000_0000_0000], u64::MAX);
    check_bits("cvt.rni.s64.f32", &[0x5f00_0000], i64::MAX.cast_unsigned());
    check_bits("cvt.rzi.s8.bf16", &[0xc308], 0x80);
    check_bits("cvt.rpi.ftz.s32.f32", &[1], 0);
    check_bits("cvt.rpi.s32.f32", &[1], 1);
    check_bits("cvt.rni.s32.f32", &[MINUS], 0);
}

#[test]
fn where_flushing_changes_no_integer_the_instructions_are_the_same() {
    for direction in ["rni", "rzi", "rmi", "rpi"] {
        for types in ["s32.f32", "s64.f32", "f32.f32"] {
            let [flushing, keeping] = [".ftz.", "."].map(|between| {
                let spelling = format!("cvt.{direction}{between}{types}");
                let results = [0, 1, 0x7f_ffff, 0x80_0000, ONE].map(|magnitude| {
                    [magnitude, MINUS | magnitude].map(|bits| result(&newest(), &spelling, &[bits]))
                });
                let instruction = check(&spelling, &newest()).instruction.unwrap();
                (results, Prepared::new(&instruction, &newest()))
            });
            let is_nearest = ["rni", "rzi"].contains(&direction);
            assert_eq!(flushing.1.is_same(&keeping.1), is_nearest, "{direction} {types}");
            assert_eq!(flushing.0 == keeping.0, is_nearest, "{direction} {types}");
        }
    }
}

#[test]
fn a_nan_becomes_an_integer_by_the_types() {
    for (spelling, nan, expected) in [
        ("cvt.rni.s32.f32", NAN, 0),
        ("cvt.rni.u8.f16", 0x7e00, 0),
        ("cvt.rni.s64.f32", NAN, 1 << 63),
        ("cvt.rni.u64.f32", NAN, 1 << 63),
        ("cvt.rni.s64.bf16", 0x7fc0, 1 << 63),
        ("cvt.rni.u8.f64", 0x7ff8_0000_0000_0000, 0x80),
        ("cvt.rni.s16.f64", 0xfff0_0000_0000_0001, 0x8000),
        ("cvt.rni.u32.f64", 0x7ff8_0000_0000_0000, 0x8000_0000),
    ] {
        check_bits(spelling, &[nan], expected);
    }
}

#[test]
fn integers_become_numbers() {
    check_bits("cvt.rn.f32.s32", &[0xffff_ffff], MINUS | ONE);
    check_bits("cvt.rn.f32.u32", &[0xffff_ffff], 0x4f80_0000);
    check_bits("cvt.rz.f32.u32", &[0xffff_ffff], 0x4f7f_ffff);
    check_bits("cvt.rn.f16.u32", &[65_520], 0x7c00);
    check_bits("cvt.rz.f16.u32", &[65_520], 0x7bff);
    check_bits("cvt.rn.sat.f16.s8", &[0x80], 0);
    check_bits("cvt.rn.sat.f32.u8", &[7], ONE);
    check_bits("cvt.rn.f64.s64", &[1 << 63], 0xc3e0_0000_0000_0000);
    check_bits("cvt.rm.bf16.s16", &[0xfeff], 0xc381);
    check_bits("cvt.rn.f32.s32", &[0], 0);
}

#[test]
fn formats_widen_narrow_and_stay() {
    check_bits("cvt.f32.f16", &[0x8001], 0xb380_0000);
    check_bits("cvt.f64.f32", &[1], 0x36a0_0000_0000_0000);
    check_bits("cvt.rn.f16.f32", &[0x477f_f000], 0x7c00);
    check_bits("cvt.rz.f16.f32", &[0x477f_f000], 0x7bff);
    check_bits("cvt.rz.f16.f32", &[INFINITY], 0x7c00);
    check_bits("cvt.rn.ftz.f32.f64", &[0x36a0_0000_0000_0000], 0);
    check_bits("cvt.ftz.f32.bf16", &[0x8001], MINUS);
    check_bits("cvt.f32.bf16", &[0x8001], 0x8001_0000);
    check_reading("cvt.rn.sat.f16.f32", &[MINUS], 0);
    check_bits("cvt.sat.f32.f32", &[NAN], 0);
    check_bits("cvt.sat.f32.f32", &[0x4000_0000], ONE);
    check_bits("cvt.rni.f32.f32", &[0xbf00_0000], MINUS);
    check_bits("cvt.rpi.f32.f32", &[1], ONE);
    check_bits("cvt.rpi.ftz.f32.f32", &[1], 0);
    check_bits("cvt.rmi.f16.f16", &[0xbe00], 0xc000);
    check_bits("cvt.rni.f64.f64", &[0x4330_0000_0000_0001], 0x4330_0000_0000_0001);
    check_bits("cvt.rzi.sat.f32.f32", &[0x3fc0_0000], ONE);
    check_bits("cvt.f64.bf16", &[0x3f80], 0x3ff0_0000_0000_0000);
    check_bits("cvt.rn.bf16.f16", &[0x3c01], 0x3f80);
    // The source of an .ftz.f16.f32 is flushed, also where rounding would leave something.
    check_bits("cvt.rp.f16.f32", &[1], 1);
    check_bits("cvt.rp.ftz.f16.f32", &[1], 0);
}

#[test]
fn nans_stay_only_where_they_were_seen_to() {
    check_nan("cvt.f32.f32", &[0xff80_0001], 0xff80_0001);
    check_nan("cvt.f64.f64", &[0xfff0_0000_0000_0001], 0xfff0_0000_0000_0001);
    check_nan("cvt.f32.bf16", &[0x7f81], 0x7f81_0000);
    check_nan("cvt.ftz.f32.bf16", &[0x7f81], 0x7fff_ffff);
    check_nan("cvt.rn.f32.f64", &[0x7ff8_0000_0000_0000], 0x7fc0_0000);
    check_nan("cvt.rn.f32.f64", &[0xfff4_0000_2000_0000], 0xffe0_0001);
    check_nan("cvt.f64.f32", &[0xffc0_0000], 0x7fff_ffff_e000_0000);
    check_nan("cvt.rni.f16.f16", &[0xfe01], 0x7fff);
    check_nan("cvt.f16.f16", &[0xfe01], 0x7fff);
    check_nan("cvt.f64.f16", &[0xfc03], 0xfff8_0c00_0000_0000);
    check_nan("cvt.rn.bf16.f64", &[0xfff0_0000_0000_0003], 0xffc0);
    check_nan("cvt.f32.f16", &[0xfe01], 0x7fff_ffff);
    check_bits("cvt.rn.relu.f16x2.f32", &[NAN, MINUS | ONE], 0x7fff_0000);
    check_nan("cvt.rn.bf16.f32", &[NAN], 0x7fff);
}

#[test]
fn the_first_source_goes_to_the_upper_lane() {
    check_bits("cvt.rn.f16x2.f32", &[ONE, 0x4000_0000], 0x3c00_4000);
    check_bits("cvt.rn.satfinite.e4m3x2.f32", &[ONE, 0x4000_0000], 0x3840);
    check_bits("cvt.rn.satfinite.e2m1x2.f32", &[ONE, 0x4000_0000], 0x24);
    check_bits("cvt.rn.satfinite.e2m3x2.f32", &[ONE, 0xc000_0000], 0x0830);
    check_bits("cvt.rn.satfinite.e5m2x2.f16x2", &[0x3c00_4000], 0x3c40);
    check_bits("cvt.rn.f16x2.e2m1x2", &[0x24], 0x3c00_4000);
    check_bits("cvt.rn.relu.f16x2.e4m3x2", &[0xb840], 0x0000_4000);
    let registers = [ONE, 0x4000_0000, 0x4040_0000, 0x4080_0000, 0];
    check_bits("cvt.rs.satfinite.e2m1x4.f32", &registers, 0x2456);
    check_bits("cvt.rs.satfinite.e4m3x4.f32", &registers, 0x3840_4448);
    check_bits("cvt.rs.satfinite.e2m3x4.f32", &registers, 0x0810_1418);
}

#[test]
fn small_formats_saturate_and_have_their_own_nans() {
    check_bits("cvt.rn.satfinite.e4m3x2.f32", &[0x43e8_0000, 0xff80_0000], 0x7efe);
    check_bits("cvt.rn.satfinite.e4m3x2.f32", &[0x43e8_0001, 0xc3e8_0001], 0x7efe);
    check_bits("cvt.rn.satfinite.e5m2x2.f32", &[INFINITY, 0xff80_0000], 0x7bfb);
    check_nan("cvt.rn.satfinite.e4m3x2.f32", &[0xffc0_0000, NAN], 0x7f7f);
    check_nan("cvt.rn.satfinite.e5m2x2.f32", &[0xffc0_0000, 0], 0x7f00);
    check_bits("cvt.rn.satfinite.e2m3x2.f32", &[0xffc0_0000, INFINITY], 0x1f1f);
    check_bits("cvt.rn.satfinite.e2m1x2.f32", &[NAN, 0xff80_0000], 0x7f);
    check_bits("cvt.rn.satfinite.relu.e2m1x2.f32", &[0xffc0_0000, 0xff80_0000], 0x70);
    check_bits("cvt.rn.satfinite.f16.f32", &[INFINITY], 0x7bff);
    check_bits("cvt.rz.satfinite.f16x2.f32", &[0xff80_0000, 0x4780_0000], 0xfbff_7bff);
    check_nan("cvt.rn.satfinite.f16.f32", &[0xffc0_0000], 0x7fff);
}

#[test]
fn tf32_lies_in_the_upper_bits() {
    check_reading("cvt.rna.tf32.f32", &[0x3f80_1000], 0x3f80_2000);
    check_reading("cvt.rn.tf32.f32", &[0x3f80_1000], 0x3f80_0000);
    check_reading("cvt.rz.relu.tf32.f32", &[0xbf80_1fff], 0);
    check_reading("cvt.rna.tf32.f32", &[0x7f7f_ffff], INFINITY);
    check_reading("cvt.rna.satfinite.tf32.f32", &[0x7f7f_ffff], 0x7f7f_e000);
    check_reading("cvt.rna.satfinite.tf32.f32", &[0xff80_0000], 0xff7f_e000);
    check_nan("cvt.rn.tf32.f32", &[NAN], 0x7fff_e000);
    check_nan("cvt.rna.tf32.f32", &[0xffc0_2005], 0xffc0_2000);
    // A GPU returns an infinity.
    check_nan("cvt.rna.tf32.f32", &[0x7f80_0003], 0x7fc0_0000);
}

#[test]
fn scales_are_powers_of_two_of_the_magnitude() {
    // The zero of the upper lane is a reading of its own.
    let pair = |rounding: &str, a, expected| {
        check_reading(&format!("cvt.{rounding}.ue8m0x2.f32"), &[0, a], expected);
    };
    pair("rz", 0xc040_0000, 0x80);
    pair("rp", 0xc040_0000, 0x81);
    pair("rz", 0, 0);
    pair("rp", MINUS, 0);
    pair("rp", 1, 0);
    pair("rp", 0x0040_0000, 0);
    pair("rp", 0x0040_0001, 1);
    pair("rz", 0x007f_ffff, 0);
    pair("rz", 0x7f7f_ffff, 0xfe);
    pair("rp", 0x7f7f_ffff, 0xff);
    pair("rp.satfinite", 0x7f7f_ffff, 0xfe);
    pair("rz", 0xff80_0000, 0xff);
    pair("rz.satfinite", 0xff80_0000, 0xfe);
    pair("rp.satfinite", NAN, 0xff);
    check_bits("cvt.rn.bf16x2.ue8m0x2", &[0x0001], 0x0040_0080);
    check_nan("cvt.rn.bf16x2.ue8m0x2", &[0xfeff], 0x7f00_7fff);
}

#[test]
fn fixed_point_is_scaled_in_both_directions() {
    check_bits("cvt.rn.satfinite.s2f6x2.f32", &[ONE, 0xbf80_0000], 0x40c0);
    check_bits("cvt.rn.satfinite.s2f6x2.f32", &[INFINITY, NAN], 0x7f7f);
    check_bits("cvt.rn.satfinite.relu.s2f6x2.bf16x2", &[0xbf80_3f80], 0x0040);
    check_bits("cvt.rn.satfinite.relu.s2f6x2.f32", &[0xff80_0000, 0xc080_0000], 0);
    let scaled = "cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32";
    check_bits(scaled, &[0x4080_0000, ONE, 0x8180], 0x4020);
    check_bits(scaled, &[ONE, ONE, 0xff7f], 0x7f40);
    check_bits("cvt.rn.bf16x2.s2f6x2", &[0x8040], 0xc000_3f80);
    let scaled = "cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2";
    check_bits(scaled, &[0x7f01, 0xfe00], 0x7f7e_0001);
    check_bits(scaled, &[0x8040, 0xfe00], 0xff80_0040);
    check_bits("cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.s2f6x2", &[0x8040, 0xfe7f], 0xff7f_3f80);
    check_nan(scaled, &[0x4000, 0x7fff], 0x3f80_7fff);
}

#[test]
fn the_negative_end_of_fixed_point_is_open() {
    let down = |bits| result(&newest(), "cvt.rn.satfinite.s2f6x2.f32", &[0, bits]);
    for beyond in [0xc000_0000, 0xc080_0000, 0xff80_0000] {
        let (bits, guarantees) = down(beyond);
        assert_eq!((bits, guarantees[0]), (0x0081, Guarantee::Unspecified));
        assert_eq!(guarantees[1], Guarantee::Bits);
    }
    // -1.984375 and what rounds to it.
    assert_eq!(down(0xbffe_0000).1[0], Guarantee::Bits);
    assert_eq!(down(0xbffe_ffff), (0x0081, [Guarantee::Bits; 2].to_vec()));
}

#[test]
fn random_bits_round_by_their_carry() {
    let f16x2 = |a, b, random, expected| {
        let (bits, _) = result(&newest(), "cvt.rs.f16x2.f32", &[a, b, random]);
        assert_eq!(bits, expected, "{a:x} {b:x} {random:x}");
    };
    f16x2(0x3380_03ff, 0x3380_0400, 0x1fff_1fff, 0x0001_0002);
    f16x2(0x33c0_0001, 0x33c0_0000, 0x0000_1fff, 0x0001_0002);
    f16x2(0x33c0_0001, 0x33c0_0000, 0x1fff_1fff, 0x0002_0002);
    f16x2(0x3876_1fff, 0x0002_1002, 0x0000_0ffe, 0x03d8_0000);
    check_bits("cvt.rs.bf16x2.f32", &[0x3f80_0001, 0x3f80_0001, 0xffff_fffe], 0x3f81_3f80);
    check_bits("cvt.rs.relu.bf16x2.f32", &[0xbf80_0001, ONE, 0xffff_0000], 0x0000_3f80);
    check_bits("cvt.rs.f16x2.f32", &[INFINITY, 0x477f_f000, 0], 0x7c00_7bff);
    check_bits("cvt.rs.satfinite.f16x2.f32", &[INFINITY, 0x4780_0000, 0], 0x7bff_7bff);
    // a takes the bits in reverse: 0x8000 is 0x0001 to it.
    let e4m3 = "cvt.rs.satfinite.e4m3x4.f32";
    let tie = 0x3f88_0000;
    check_reading(e4m3, &[tie, tie, tie, tie, 0x8000_8000], 0x3839_3839);
    check_reading(e4m3, &[tie, tie, tie, tie, 0x0001_0001], 0x3938_3938);
}

#[test]
fn every_small_number_survives_the_way_up_and_down() {
    for (name, width) in [("e4m3x2", 8), ("e5m2x2", 8), ("e2m3x2", 6), ("e3m2x2", 6), ("e2m1x2", 4)]
    {
        for bits in 0..1_u64 << width {
            let (wide, guarantees) = result(&newest(), &format!("cvt.rn.f16x2.{name}"), &[bits]);
            let down = format!("cvt.rn.satfinite.{name}.f16x2");
            let expected = match (name, bits & 0x7f) {
                ("e4m3x2", 0x7f) | ("e5m2x2", 0x7d..) => 0x7f,
                ("e5m2x2", 0x7c) => bits - 1,
                _ => bits,
            };
            assert_eq!(result(&newest(), &down, &[wide]).0, expected, "{name} {bits:x}");
            let is_nan = guarantees[0] == Guarantee::AnyNan;
            assert_eq!(is_nan, wide & 0x7fff > 0x7c00, "{name} {bits:x}");
        }
    }
}
