mod definition;

use super::table::{
    BOUNDS, COS_F32, DIV_APPROX_F32, DIV_FULL_F32, EX2_BF16, EX2_F16, EX2_F32, LG2_F32, RCP_F32,
    RCP_F64, RSQRT_F32, RSQRT_FTZ_F64, SIN_F32, SQRT_F32, TANH_BF16, TANH_F16, TANH_F32,
};
use super::{Bound, Input, Over, Permitted};
use crate::arith::rounding::Subnormals;
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, F32, F64, F64_UPPER};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn result(
    bound: &Bound,
    operands: [u64; 2],
    format: &'static FloatFormat,
    subnormals: Subnormals,
) -> (u64, Permitted) {
    let operands = operands.map(|bits| format.decode(bits));
    let result = bound.approximate(&operands, format, subnormals);
    (result.reference, result.permitted)
}

fn f32(bound: &Bound, a: u64, b: u64) -> (u64, Permitted) {
    result(bound, [a, b], &F32, Subnormals::Keep)
}

fn within(reference: u64, lo: u64, hi: u64) -> (u64, Permitted) {
    (reference, Permitted::Interval { lo, hi })
}

const ONE: u64 = 0x3f80_0000;
const INFINITY: u64 = 0x7f80_0000;
const MINUS: u64 = 0x8000_0000;

#[test]
fn units_in_the_last_place_are_those_of_the_binade() {
    // Below a power of two the numbers lie half as far apart.
    assert_eq!(f32(&RCP_F32, ONE, 0), within(ONE, ONE - 2, ONE + 1));
    assert_eq!(
        f32(&RCP_F32, ONE | MINUS, 0),
        within(ONE | MINUS, (ONE + 1) | MINUS, (ONE - 2) | MINUS)
    );
    // 1/3 is 0x1.555555...p-2: the numbers around it are less than 1 ulp away, no others.
    assert_eq!(f32(&RCP_F32, 0x4040_0000, 0), within(0x3eaa_aaab, 0x3eaa_aaaa, 0x3eaa_aaab));
    assert_eq!(f32(&DIV_FULL_F32, ONE, 0x4040_0000), within(0x3eaa_aaab, 0x3eaa_aaa9, 0x3eaa_aaac));
    // From the rounded result the interval is symmetric.
    assert_eq!(f32(&EX2_F32, 0x3f00_0000, 0), within(0x3fb5_04f3, 0x3fb5_04f1, 0x3fb5_04f5));
}

#[test]
fn infinity_counts_as_the_next_power_of_two() {
    // 1/2^-128 overflows by nothing.
    assert_eq!(f32(&RCP_F32, 0x0020_0000, 0), within(INFINITY, INFINITY - 1, INFINITY));
    assert_eq!(f32(&RCP_F32, 0x001f_ffff, 0), within(INFINITY, INFINITY, INFINITY));
    assert_eq!(f32(&RCP_F32, 0x0020_0001, 0), within(INFINITY - 8, INFINITY - 8, INFINITY - 7));
    assert_eq!(f32(&EX2_F32, 0x4300_0000, 0), within(INFINITY, INFINITY - 2, INFINITY));
    assert_eq!(f32(&EX2_F32, 0x7f7f_ffff, 0), within(INFINITY, INFINITY - 2, INFINITY));
    assert_eq!(
        f32(&DIV_FULL_F32, ONE | MINUS, 0),
        within(INFINITY | MINUS, INFINITY | MINUS, INFINITY | MINUS)
    );
}

#[test]
fn intervals_are_not_clamped_and_zeros_keep_their_signs() {
    // 2^-200 rounds to 0, and so the interval goes below it.
    assert_eq!(f32(&EX2_F32, 0xc348_0000, 0), within(0, 2 | MINUS, 2));
    let flushed = result(&EX2_F32, [0xc348_0000, 0], &F32, Subnormals::Flush);
    assert_eq!(flushed, within(0, MINUS, 0));
    let flushed = result(&RCP_F32, [0xfe80_0001, 0], &F32, Subnormals::Flush);
    assert_eq!(flushed, within(MINUS, 0x8080_0000, MINUS));
    // 2^-127 is farther from 0 than the error.
    let flushed = result(&RCP_F32, [0x7f00_0000, 0], &F32, Subnormals::Flush);
    assert_eq!(flushed, within(0, 0, 0));
    let flushed = result(&RCP_F32, [0xff00_0000, 0], &F32, Subnormals::Flush);
    assert_eq!(flushed, within(MINUS, MINUS, MINUS));
    // -0.5 ulp and 0 itself, of which either sign is as close.
    let tiny = result(&DIV_FULL_F32, [1 | MINUS, 0x4000_0000], &F32, Subnormals::Keep);
    assert_eq!(tiny, within(MINUS, 2 | MINUS, 1));
    let none = result(&DIV_FULL_F32, [MINUS, ONE], &F32, Subnormals::Flush);
    assert_eq!(none, within(MINUS, MINUS, 0));
    // The sine may exceed 1, and be of the other sign near a zero.
    let (_, Permitted::Interval { lo, hi }) = f32(&SIN_F32, 0x3fc9_0fdb, 0) else { panic!() };
    assert!(lo < ONE && hi > ONE);
    let (_, Permitted::Interval { lo, hi }) = f32(&SIN_F32, 1, 0) else { panic!() };
    assert_eq!((lo, hi), (0xb535_04f3, 0x3535_04f3));
}

#[test]
fn errors_that_are_no_power_of_two() {
    // 2^-20.5 is 0x1.6a09e6...p-21.
    assert_eq!(f32(&COS_F32, 1, 0), within(ONE, ONE - 11, ONE + 5));
    // 1 ± 2^-9.9, in units of 2^-10 above and 2^-11 below: 1.07, 2.14.
    let half = result(&EX2_F16, [1, 0], &F16, Subnormals::Keep);
    assert_eq!(half, within(0x3c00, 0x3bfe, 0x3c01));
    // Just above 1, so that 2^-7 more is permitted, and just below.
    let up = result(&EX2_BF16, [0x0080, 0], &BF16, Subnormals::Flush);
    assert_eq!(up, within(0x3f80, 0x3f7f, 0x3f81));
    let down = result(&EX2_BF16, [0x8080, 0], &BF16, Subnormals::Flush);
    assert_eq!(down, within(0x3f80, 0x3f7e, 0x3f80));
    let (one, two) = (f32(&SQRT_F32, ONE, 0), f32(&SQRT_F32, 0x4080_0000, 0));
    assert_eq!(
        (one, two),
        (within(ONE, ONE - 2, ONE + 1), within(0x4000_0000, 0x3fff_fffe, 0x4000_0001))
    );
    assert_eq!(f32(&RSQRT_F32, ONE, 0), within(ONE, ONE - 2, ONE + 1));
    assert_eq!(f32(&TANH_F32, 0x42c8_0000, 0), within(ONE, ONE - 0x2000, ONE + 0xfff));
    // 2^-10.987 is a little above 2^-11: two numbers below 1, and half the distance to the next.
    let half = result(&TANH_F16, [0x7bff, 0], &F16, Subnormals::Keep);
    assert_eq!(half, within(0x3c00, 0x3bff, 0x3c00));
    let bfloat = result(&TANH_BF16, [0x7f7f, 0], &BF16, Subnormals::Keep);
    assert_eq!(bfloat, within(0x3f80, 0x3f7f, 0x3f80));
}

#[test]
fn logarithms_have_an_absolute_error_near_one() {
    let tiny = 0x3480_0000;
    assert_eq!(f32(&LG2_F32, ONE, 0), within(0, tiny | MINUS, tiny));
    // 0.5 and 2 themselves have the relative one.
    assert_eq!(f32(&LG2_F32, 0x4000_0000, 0), within(ONE, ONE - 4, ONE + 2));
    assert_eq!(
        f32(&LG2_F32, 0x3f00_0000, 0),
        within(ONE | MINUS, (ONE + 2) | MINUS, (ONE - 4) | MINUS)
    );
    let (_, Permitted::Interval { lo, hi }) = f32(&LG2_F32, 0x3f00_0001, 0) else { panic!() };
    assert_eq!((lo, hi), (ONE | MINUS, (ONE - 6) | MINUS));
}

#[test]
fn ranges_end_where_the_text_says() {
    let two_pi = Over::MagnitudeUpToPi(2);
    assert!(
        two_pi.contains(&F32.decode(0x40c9_0fda)) && !two_pi.contains(&F32.decode(0xc0c9_0fdb))
    );
    // 314.15926535897932
    let hundred_pi = Over::MagnitudeUpToPi(100);
    assert!(hundred_pi.contains(&F32.decode(0x439d_1462)));
    assert!(!hundred_pi.contains(&F32.decode(0x439d_1463)));
    assert_eq!(f32(&SIN_F32, 0x439d_1463, 0).1, Permitted::Unbounded);
    let (half, two) = (F32.decode(0x3f00_0000), F32.decode(0x4000_0000));
    let open = Over::Between(-1, 1);
    assert!(!open.contains(&half) && !open.contains(&two) && open.contains(&F32.decode(ONE)));
}

#[test]
fn quotients_by_large_divisors_vanish() {
    // 2^126, and the next number.
    let [large, beyond] = [0x7e80_0000, 0x7e80_0001];
    assert!(matches!(f32(&DIV_APPROX_F32, large, large), (ONE, Permitted::Interval { .. })));
    assert_eq!(f32(&DIV_APPROX_F32, ONE, beyond), (0, Permitted::Pinned));
    assert_eq!(f32(&DIV_APPROX_F32, ONE, beyond | MINUS), (MINUS, Permitted::Pinned));
    assert_eq!(f32(&DIV_APPROX_F32, INFINITY, beyond), (0x7fff_ffff, Permitted::AnyNan));
    assert_eq!(f32(&DIV_APPROX_F32, INFINITY, ONE), within(INFINITY, INFINITY, INFINITY));
    assert_eq!(f32(&DIV_APPROX_F32, ONE, 1), (INFINITY, Permitted::Unbounded));
    assert_eq!(f32(&DIV_APPROX_F32, ONE, INFINITY), (0, Permitted::Unbounded));
    assert_eq!(f32(&DIV_APPROX_F32, INFINITY + 1, ONE), (0x7fff_ffff, Permitted::AnyNan));
    assert_eq!(f32(&DIV_FULL_F32, 0, 0), (0x7fff_ffff, Permitted::AnyNan));
}

#[test]
fn tables_pin_their_rows() {
    for bound in BOUNDS.iter().filter(|bound| !bound.corners.is_empty()) {
        for (bits, input) in [
            (INFINITY | MINUS, Input::NegativeInfinity),
            (MINUS, Input::NegativeZero),
            (0, Input::PositiveZero),
            (INFINITY, Input::PositiveInfinity),
            (INFINITY + 1, Input::Nan),
        ] {
            assert_eq!(Input::of(&F32.decode(bits), &F32), Some(input));
            let (reference, permitted) = f32(bound, bits, 0);
            assert!(matches!(permitted, Permitted::Pinned | Permitted::AnyNan));
            // The rows are what the function does there.
            let unpinned = Bound { corners: &[], ..**bound };
            assert_eq!(f32(&unpinned, bits, 0).0, reference, "{:?} {bits:08x}", bound.function);
        }
    }
    assert_eq!(f32(&SQRT_F32, ONE | MINUS, 0), (0x7fff_ffff, Permitted::AnyNan));
    // No row is about negative subnormals.
    assert_eq!(f32(&SQRT_F32, 1 | MINUS, 0), (0x7fff_ffff, Permitted::Unbounded));
    let flushed = result(&SQRT_F32, [1 | MINUS, 0], &F32, Subnormals::Flush);
    assert_eq!(flushed, (MINUS, Permitted::Pinned));
}

#[test]
fn upper_words_are_rounded_to_20_fraction_bits() {
    let upper = |bound, bits| result(bound, [bits, 0], &F64_UPPER, Subnormals::Flush);
    assert_eq!(upper(&RCP_F64, 0x4008_0000), (0x3fd5_5555, Permitted::Unbounded));
    assert_eq!(upper(&RSQRT_FTZ_F64, 0x4008_0000), (0x3fe2_79a7, Permitted::Unbounded));
    assert_eq!(upper(&RCP_F64, 0x8000_0001), (0xfff0_0000, Permitted::Pinned));
    assert_eq!(upper(&RCP_F64, 0xfff0_0001), (0x7fff_ffff, Permitted::Pinned));
    assert_eq!(upper(&RSQRT_FTZ_F64, 0xbff0_0000), (0x7fff_ffff, Permitted::Unbounded));
    // 1/2^1023 is subnormal.
    assert_eq!(upper(&RCP_F64, 0xffe0_0000), (0x8000_0000, Permitted::Unbounded));
}

#[test]
fn every_bit_pattern_has_an_answer_that_holds_the_reference() {
    let mut bits = 1_u64;
    for round in 0..1500 {
        bits = bits.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        let subnormals = if round % 2 == 0 { Subnormals::Keep } else { Subnormals::Flush };
        for (bound, format) in BOUNDS.iter().flat_map(|it| FORMATS.map(|format| (it, format))) {
            let operands = [bits >> (64 - format.width), bits.rotate_left(29)];
            let (reference, permitted) = result(bound, operands, format, subnormals);
            let Permitted::Interval { lo, hi } = permitted else { continue };
            let holds = super::is_between(reference, lo, hi, format);
            assert!(holds, "{:?} {} {operands:x?}", bound.function, format.name);
        }
    }
}

const FORMATS: [&FloatFormat; 5] = [&F16, &BF16, &F32, &F64_UPPER, &F64];
