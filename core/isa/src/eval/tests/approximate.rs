//! Approximate functions.

use super::{Guarantee, check_bits, check_nan, check_reading, context, newest, result};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const ONE: u64 = 0x3f80_0000;

fn check_within(spelling: &str, registers: &[u64], expected: u64, (lo, hi): (u64, u64)) {
    let (bits, guarantees) = result(&newest(), spelling, registers);
    assert_eq!(bits, expected, "{spelling} {registers:x?} -> {bits:x}");
    assert_eq!(guarantees, [Guarantee::Within { lo, hi }], "{spelling} {registers:x?}");
}

fn check_unbounded(spelling: &str, registers: &[u64], expected: u64) {
    let (bits, guarantees) = result(&newest(), spelling, registers);
    assert_eq!(bits, expected, "{spelling} {registers:x?} -> {bits:x}");
    assert_eq!(guarantees, [Guarantee::Unbounded], "{spelling} {registers:x?}");
}

#[test]
fn bounds_are_those_of_the_form() {
    check_within("rcp.approx.f32", &[0x4040_0000], 0x3eaa_aaab, (0x3eaa_aaaa, 0x3eaa_aaab));
    check_within("div.full.f32", &[ONE, 0x4040_0000], 0x3eaa_aaab, (0x3eaa_aaa9, 0x3eaa_aaac));
    check_within("ex2.approx.f16", &[1], 0x3c00, (0x3bfe, 0x3c01));
    check_within("tanh.approx.bf16", &[0x7f7f], 0x3f80, (0x3f7f, 0x3f80));
    check_unbounded("sin.approx.f32", &[0x439d_1463], 0x36c5_5799);
    check_unbounded("rsqrt.approx.f64", &[0x4010_0000_0000_0000], 0x3fe0_0000_0000_0000);
}

#[test]
fn tables_pin_and_flushes_count() {
    check_bits("sqrt.approx.ftz.f32", &[0x8000_0001], 0x8000_0000);
    check_bits("rsqrt.approx.ftz.f32", &[0x8000_0001], 0xff80_0000);
    check_bits("ex2.approx.ftz.bf16x2", &[0x8001_ff80], 0x3f80_0000);
    check_nan("lg2.approx.f32", &[0xbf80_0000], 0x7fff_ffff);
    check_bits("div.approx.f32", &[ONE, 0x7e80_0001], 0);
    check_nan("div.approx.f32", &[0x7f80_0000, 0x7e80_0001], 0x7fff_ffff);
}

#[test]
fn upper_words_are_read_and_written() {
    check_unbounded("rcp.approx.ftz.f64", &[0x4008_0000_ffff_ffff], 0x3fd5_5555_0000_0000);
    check_bits("rcp.approx.ftz.f64", &[0x7ff8_0000_0000_0000], 0x7fff_ffff_0000_0000);
    // A NaN whose payload lies in the lower word reads as infinity.
    check_reading("rcp.approx.ftz.f64", &[0xfff0_0000_0000_0001], 0x8000_0000_0000_0000);
    check_bits("rsqrt.approx.ftz.f64", &[0x8000_0001_0000_0000], 0xfff0_0000_0000_0000);
    check_bits("rsqrt.approx.ftz.f64", &[0x0000_0000_ffff_ffff], 0x7ff0_0000_0000_0000);
}

#[test]
fn exact_divisions_and_roots_round_once() {
    check_bits("div.rn.f32", &[ONE, 0x4040_0000], 0x3eaa_aaab);
    check_bits("div.rz.f32", &[ONE, 0x4040_0000], 0x3eaa_aaaa);
    check_bits("div.rm.f32", &[ONE, 0xc040_0000], 0xbeaa_aaab);
    check_bits("div.rn.f32", &[ONE, 0x8000_0000], 0xff80_0000);
    check_bits("rcp.rp.f64", &[0x4008_0000_0000_0000], 0x3fd5_5555_5555_5556);
    check_bits("sqrt.rn.f32", &[0x4000_0000], 0x3fb5_04f3);
    check_bits("sqrt.rp.f32", &[0x4000_0000], 0x3fb5_04f4);
    check_bits("sqrt.rn.f64", &[1 << 63], 1 << 63);
    check_bits("sqrt.rn.ftz.f32", &[0x8000_0001], 0x8000_0000);
    check_nan("sqrt.rn.f32", &[0x8000_0001], 0x7fff_ffff);
    check_nan("div.rn.f32", &[0, 0x8000_0000], 0x7fff_ffff);
    check_nan("div.rn.f64", &[0, 0], 0xfff8_0000_0000_0000);
    check_nan("sqrt.rn.f64", &[0xfff0_0000_0000_0001], 0xfff8_0000_0000_0001);
    check_bits("div.rn.ftz.f32", &[0x0080_0000, 0x4000_0000], 0);
    check_bits("div.rn.f32", &[0x0080_0000, 0x4000_0000], 0x0040_0000);
}

#[test]
fn sm_1x_flushes_approximate_functions_too() {
    let (bits, _) = result(&context("1.4", "sm_13"), "sqrt.approx.f32", &[0x8000_0001]);
    assert_eq!(bits, 0x8000_0000);
}
