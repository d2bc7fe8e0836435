//! Early versions and targets.

use super::{Guarantee, check_bits, context, result};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn bits(version: &str, target: &str, spelling: &str, registers: &[u64]) -> u64 {
    result(&context(version, target), spelling, registers).0
}

#[test]
fn sm_1x_flushes_single_precision_only() {
    assert_eq!(bits("1.3", "sm_13", "add.f32", &[1, 1]), 0);
    assert_eq!(bits("1.3", "sm_13", "add.f64", &[1, 1]), 2);
    assert_eq!(bits("2.0", "sm_20", "add.f32", &[1, 1]), 2);
    assert_eq!(bits("1.4", "sm_13", "abs.f32", &[0x8000_0001]), 0);
    assert_eq!(bits("1.4", "sm_13", "neg.f32", &[1]), 0x8000_0000);
    assert_eq!(bits("1.4", "sm_13", "min.f32", &[1, 0x8000_0001]), 0x8000_0000);
    assert_eq!(bits("1.4", "sm_13", "max.f64", &[1, 0]), 1);
}

#[test]
fn conversions_on_sm_1x_flush_singles_but_for_old_programs_with_64_bits() {
    let up = |version, spelling: &str, register| bits(version, "sm_13", spelling, &[register]);
    assert_eq!(up("1.4", "cvt.f32.f32", 0x8000_0001), 0x8000_0000);
    assert_eq!(up("1.4", "cvt.f32.f16", 0x0001), 0x3380_0000);
    assert_eq!(up("1.4", "cvt.rp.f16.f32", 1), 0);
    assert_eq!(up("1.4", "cvt.rpi.s32.f32", 1), 0);
    assert_eq!(up("1.4", "cvt.rpi.s64.f32", 1), 1);
    assert_eq!(up("1.5", "cvt.rpi.s64.f32", 1), 0);
    assert_eq!(up("1.4", "cvt.f64.f32", 1), 0x36a0_0000_0000_0000);
    assert_eq!(up("1.5", "cvt.f64.f32", 1), 0);
    assert_eq!(up("1.4", "cvt.rn.f32.f64", 0x36a0_0000_0000_0000), 1);
    assert_eq!(up("1.5", "cvt.rn.f32.f64", 0x36a0_0000_0000_0000), 0);
    assert_eq!(bits("9.1", "sm_90", "cvt.rpi.s32.f32", &[1]), 1);
}

#[test]
fn mad_on_sm_1x_truncates_its_product() {
    let mad = |a, b, c| bits("1.4", "sm_13", "mad.f32", &[a, b, c]);
    // (1 + 2^-23)^2 is 1 + 2^-22 + 2^-46: fused, minus 1 + 2^-22, it leaves 2^-46.
    let (x, minus) = (0x3f80_0001, 0xbf80_0002);
    assert_eq!(bits("2.0", "sm_20", "mad.rn.f32", &[x, x, minus]), 0x2880_0000);
    assert_eq!(mad(x, x, minus), 0);
    // (2 - 2^-23)^2 is 4 - 2^-21 + 2^-46: rounded up by mul, cut off to 24 bits by mad.
    let y = 0x3fff_ffff;
    assert_eq!(bits("1.4", "sm_13", "mul.f32", &[y, y]), 0x407f_fffe);
    assert_eq!(mad(y, y, 0), 0x407f_fffe);
    // (1 + 2^-12)(1 + 3·2^-12 + 2^-23) has a tail above half.
    let (u, v) = (0x3f80_0800, 0x3f80_1801);
    assert_eq!(bits("1.4", "sm_13", "mul.f32", &[u, v]), 0x3f80_2003);
    assert_eq!(mad(u, v, 0), 0x3f80_2003);
    assert_eq!(mad(u, v, 1 << 23), 0x3f80_2002);
    // The exponent is preserved: 2^128 - 2^127 is finite, but 2^128 + 0 is not.
    assert_eq!(mad(0x7f00_0000, 0x4000_0000, 0xff00_0000), 0x7f00_0000);
    assert_eq!(mad(0x7f00_0000, 0x4000_0000, 0), 0x7f80_0000);
    // With c a zero the flushed product is added to it.
    assert_eq!(mad(0x8080_0000, 0x3f00_0000, 0), 0);
    assert_eq!(mad(0x8080_0000, 0x3f00_0000, 0x8000_0000), 0x8000_0000);
    assert_eq!(mad(0x8000_0000, 0x3f00_0000, 0x8000_0000), 0x8000_0000);
    assert_eq!(bits("1.4", "sm_13", "mad.sat.f32", &[0x4000_0000, 0x4000_0000, 0]), 0x3f80_0000);
}

#[test]
fn old_versions_imply_modifiers() {
    // mad.f32 without rounding is fma.rn.f32, and keeps subnormals.
    assert_eq!(bits("3.1", "sm_20", "mad.f32", &[1, 0x3f80_0000, 1]), 2);
    assert_eq!(bits("1.3", "sm_13", "mad.f64", &[1, 0x3ff0_0000_0000_0000, 1]), 2);
    assert_eq!(bits("1.3", "sm_13", "div.f64", &[1, 0x3fe0_0000_0000_0000]), 2);
    // div.f32 is div.approx.ftz.f32.
    let (quotient, guarantees) =
        result(&context("1.3", "sm_13"), "div.f32", &[0x3f80_0000, 0x4040_0000]);
    assert_eq!(quotient, 0x3eaa_aaab);
    assert_eq!(guarantees, [Guarantee::Within { lo: 0x3eaa_aaa9, hi: 0x3eaa_aaac }]);
    assert_eq!(bits("1.3", "sm_13", "sqrt.f32", &[0x8000_0001]), 0x8000_0000);
}

#[test]
fn ftz_on_double_precision_does_nothing() {
    check_bits("rcp.rn.ftz.f64", &[0x7fe0_0000_0000_0000], 0x0008_0000_0000_0000);
    check_bits("rcp.rn.f64", &[0x7fe0_0000_0000_0000], 0x0008_0000_0000_0000);
}
