//! `min`, `max`, `abs`, `neg`, `copysign` and `testp`.

use super::{check_bits, check_nan, check_reading};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const ONE: u64 = 0x3f80_0000;
const TWO: u64 = 0x4000_0000;
const MINUS: u64 = 0x8000_0000;
const QUIET: u64 = 0x7fc0_1234;
const SIGNALING: u64 = 0xff80_0001;

#[test]
fn negative_zero_is_the_lesser_in_either_order() {
    for [a, b] in [[0, MINUS], [MINUS, 0]] {
        check_bits("min.f32", &[a, b], MINUS);
        check_bits("max.f32", &[a, b], 0);
        check_bits("min.f64", &[a << 32, b << 32], 1 << 63);
        check_bits("max.f16x2", &[a >> 16, b >> 16], 0);
        check_bits("min.bf16", &[a >> 16, b >> 16], 0x8000);
    }
    // Flushed operands keep their sign.
    check_bits("min.ftz.f32", &[1, MINUS | 1], MINUS);
}

#[test]
fn a_nan_gives_the_other_operand_unless_it_is_asked_for() {
    for nan in [QUIET, SIGNALING] {
        check_bits("min.f32", &[nan, TWO], TWO);
        check_bits("max.f32", &[MINUS | ONE, nan], MINUS | ONE);
        check_bits("min.NaN.f32", &[nan, TWO], 0x7fff_ffff);
        check_nan("max.f32", &[nan, QUIET], 0x7fff_ffff);
        check_bits("max.f32 d, a, b, c;", &[nan, TWO, nan], TWO);
        check_bits("max.NaN.f32 d, a, b, c;", &[ONE, TWO, nan], 0x7fff_ffff);
        check_nan("min.abs.f32", &[nan, nan, nan], 0x7fff_ffff);
    }
    check_nan("max.f16x2", &[0x7e00_3c00, 0xfe00_7e00], 0x7fff_3c00);
    check_bits("min.NaN.bf16", &[0x7fc0, 0], 0x7fff);
    // In double precision the second of two is returned, quieted.
    check_nan("min.f64", &[0x7ff8_0000_0000_0001, 0xfff0_0000_0000_0002], 0xfff8_0000_0000_0002);
    check_bits("max.f64", &[0x7ff0_0000_0000_0001, 5], 5);
}

#[test]
fn magnitudes_are_compared_and_signs_multiplied() {
    check_bits("min.xorsign.abs.f32", &[MINUS | TWO, ONE], MINUS | ONE);
    check_bits("max.xorsign.abs.f32", &[MINUS | TWO, MINUS | ONE], TWO);
    check_bits("max.xorsign.abs.f32", &[SIGNALING, ONE], MINUS | ONE);
    check_bits("max.NaN.xorsign.abs.f32", &[SIGNALING, ONE], 0x7fff_ffff);
    check_bits("min.abs.f32", &[MINUS | TWO, MINUS | ONE, TWO], ONE);
    check_bits("max.f32 d, a, b, c;", &[MINUS | TWO, MINUS | ONE, ONE], ONE);
    check_bits("min.f32 d, a, b, c;", &[TWO, MINUS | ONE, ONE], MINUS | ONE);
}

#[test]
fn signs_change_alone_but_in_nans_that_are_canonical() {
    check_bits("abs.f32", &[MINUS | ONE], ONE);
    check_bits("neg.f32", &[0], MINUS);
    check_bits("neg.ftz.f32", &[1], MINUS);
    check_nan("abs.f32", &[SIGNALING], 0x7fff_ffff);
    check_nan("neg.f16", &[0x7e01], 0x7fff);
    check_bits("abs.bf16x2", &[0xbf80_8000], 0x3f80_0000);
    check_bits("neg.f64", &[1], 1 << 63 | 1);
    // The ISA has abs.f64 pass a NaN unchanged; a GPU was seen to quiet it, and to keep its sign.
    check_bits("abs.f64", &[0x7ff0_0000_0000_0001], 0x7ff0_0000_0000_0001);
    check_reading("abs.f64", &[0xfff8_0000_0000_0001], 0xfff8_0000_0000_0001);
    check_nan("neg.f64", &[0x7ff0_0000_0000_0001], 0x7ff8_0000_0000_0001);
}

#[test]
fn copysign_takes_the_sign_of_its_first_operand() {
    check_bits("copysign.f32", &[MINUS | ONE, TWO], MINUS | TWO);
    // The payload is kept, which the ISA promises of f64 only.
    check_nan("copysign.f32", &[ONE, SIGNALING], 0x7f80_0001);
    check_bits("copysign.f64", &[1 << 63, 1], 1 << 63 | 1);
}

#[test]
fn zeros_are_normal() {
    let properties = ["finite", "infinite", "number", "notanumber", "normal", "subnormal"];
    for (bits, expected) in [
        (0, [1, 0, 1, 0, 1, 0]),
        (MINUS, [1, 0, 1, 0, 1, 0]),
        (1, [1, 0, 1, 0, 0, 1]),
        (0x0080_0000, [1, 0, 1, 0, 1, 0]),
        (0xff7f_ffff, [1, 0, 1, 0, 1, 0]),
        (0xff80_0000, [0, 1, 1, 0, 0, 0]),
        (SIGNALING, [0, 0, 0, 1, 0, 0]),
        (QUIET, [0, 0, 0, 1, 0, 0]),
    ] {
        for (property, expected) in properties.iter().zip(expected) {
            check_bits(&["testp.", property, ".f32"].concat(), &[bits], expected);
        }
    }
    check_bits("testp.subnormal.f64", &[1], 1);
}
