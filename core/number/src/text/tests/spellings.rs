//! Every spelling, note and error.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::super::{
    Exactness, MAX_LENGTH, TextError, c_hex, concise, exact_decimal, parse, shortest,
};
use super::{bits, next};
use crate::format::FloatFormat;
use crate::format::table::{
    BF16, E2M1, E3M2, E4M3, E5M2, F16, F32, F64, PRED, S2F6, S8, S16, S32, S64, TF32, U8, U16, U32,
    U64, UE8M0,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Texts that are read: the format and the bits.
const READ: &[(&str, &FloatFormat, u64)] = &[
    ("1.5", &F16, 0x3e00),
    (" +3 ", &F16, 0x4200),
    ("-0", &F16, 0x8000),
    ("\u{2212}0.0", &F16, 0x8000),
    (".5", &F16, 0x3800),
    ("5.", &F16, 0x4500),
    ("1_000", &F16, 0x63d0),
    ("1.5f", &F32, 0x3fc0_0000),
    ("15e-1F", &F32, 0x3fc0_0000),
    ("0x1.8p+3", &F32, 0x4140_0000),
    ("-0X1.8P1f", &F32, 0xc040_0000),
    ("0x.8", &F32, 0x3f00_0000),
    ("0x1p-149", &F32, 1),
    ("0x1p-151", &F32, 0),
    ("0x1p999999999999999999", &F32, 0x7f80_0000),
    ("0x1p-999999999999999999", &F32, 0),
    ("0x3fc0", &BF16, 0x3fc0),
    ("0b0_01111_1000000000", &F16, 0x3e00),
    ("0x0000_7e00", &F16, 0x7e00),
    ("0f3f800000", &F32, 0x3f80_0000),
    ("0F7F800001", &F32, 0x7f80_0001),
    ("-0f3f800000", &F32, 0xbf80_0000),
    ("0f3f800000", &F64, 0x3ff0_0000_0000_0000),
    ("0f7f800001", &F64, 0xfff8_0000_0000_0000),
    ("0fff800000", &F16, 0xfc00),
    ("0f80000000", &BF16, 0x8000),
    ("0d3ff0000000000000", &F16, 0x3c00),
    ("0d3ff8000000000001", &F64, 0x3ff8_0000_0000_0001),
    ("1/3", &F32, 0x3eaa_aaab),
    ("-2 / 7", &F32, 0xbe92_4925),
    ("1.5/-0.5", &F32, 0xc040_0000),
    ("-0/7", &F32, 0x8000_0000),
    ("1e5000/1e5000", &F32, 0x3f80_0000),
    ("1e999999/1e999998", &F32, 0x4120_0000),
    ("2^-149", &F32, 1),
    ("-2^-150", &F32, 0x8000_0000),
    ("2^-24", &F16, 1),
    ("2 ^ 3", &F16, 0x4800),
    ("10^-3", &F32, 0x3a83_126f),
    ("-10^3", &F16, 0xe3d0),
    ("2^999999999999999999", &F32, 0x7f80_0000),
    ("inf", &F32, 0x7f80_0000),
    ("-Infinity", &F16, 0xfc00),
    ("NaN", &F32, 0x7fff_ffff),
    ("-nan", &F32, 0xffff_ffff),
    ("nan", &F64, 0xfff8_0000_0000_0000),
    ("+nan", &F64, 0x7ff8_0000_0000_0000),
    ("nan", &BF16, 0x7fff),
    ("nan", &E4M3, 0x7f),
    ("nan", &UE8M0, 0xff),
    ("snan", &F32, 0x7f80_0001),
    ("-snan", &F16, 0xfc01),
    ("max", &E2M1, 0b0_11_1),
    ("-max", &F16, 0xfbff),
    ("min", &F32, 0x0080_0000),
    ("-min", &E2M1, 0b1_01_0),
    ("min", &UE8M0, 0),
    ("sub", &TF32, 1),
    ("-SUB", &F64, 0x8000_0000_0000_0001),
];

#[test]
fn every_spelling_is_read() {
    for &(text, format, expected) in READ {
        assert_eq!(bits(text, format), expected, "{text} as {}", format.name);
    }
}

#[test]
fn notes_say_what_was_stored() {
    let note = |text, format| parse(text, format).unwrap().note().unwrap_or_default();
    assert_eq!(note("1.5", &F16), "");
    assert_eq!(note("0x7fff", &F16), "");
    assert_eq!(note("nan", &F16), "");
    assert_eq!(note("0.1", &BF16), "Stored as 0.10009765625, +0.2 ulp from what you typed.");
    assert_eq!(note("-0.1", &BF16), "Stored as -0.10009765625, -0.2 ulp from what you typed.");
    assert_eq!(
        note("0.1", &F64),
        "Stored as 0.100000000000000005551115123125…, +0.4 ulp from what you typed."
    );
    assert_eq!(note("1/3", &F16), "Stored as 0.333251953125, -0.333 ulp from what you typed.");
    assert_eq!(note("1e-8", &F16), "Stored as 0, -0.168 ulp from what you typed.");
    assert_eq!(note("-1e-300000", &F16), "Stored as -0, +<1e-99 ulp from what you typed.");
    assert_eq!(
        note("65520", &F16),
        "Stored as inf: what you typed is beyond the largest finite magnitude, 65504."
    );
    assert_eq!(
        note("-7", &E2M1),
        "Stored as -6: what you typed is beyond the largest finite magnitude, 6."
    );
    assert_eq!(note("0f3f800000", &F16), "Converted from an f32 constant, exactly.");
    assert_eq!(note("0f7fc00000", &F16), "Converted from an f32 constant.");
    assert_eq!(
        note("0f3dcccccd", &BF16),
        "Stored as 0.10009765625, +0.2 ulp from the f32 constant."
    );
}

#[test]
fn overflow_begins_at_the_midpoint() {
    for (text, format, expected) in [
        ("65519.999999999999999999", &F16, 0x7bff),
        ("65520", &F16, 0x7c00),
        ("464", &E4M3, 0x7e),
        ("465", &E4M3, 0x7e),
        ("61439.9", &E5M2, 0x7b),
        ("61440", &E5M2, 0x7c),
        ("1e9", &E3M2, 0b0_111_11),
        ("-1e9", &E2M1, 0b1_11_1),
        ("1e99", &UE8M0, 0xfe),
        ("1e-99", &UE8M0, 0),
    ] {
        assert_eq!(bits(text, format), expected, "{text} as {}", format.name);
    }
    let is_overflow = |text, format| {
        matches!(parse(text, format).unwrap().exactness, Exactness::Overflowed { .. })
    };
    assert!(!is_overflow("464", &E4M3) && is_overflow("465", &E4M3));
    assert!(!is_overflow("6.9", &E2M1) && is_overflow("7", &E2M1));
}

/// Texts that are refused: the format, the bytes that are wrong, and the message.
const REFUSED: &[(&str, &FloatFormat, Range<usize>, &str)] = &[
    ("  ", &F16, 0..2, "an operand is missing; write a number such as 1.5, 0x bits, inf or nan"),
    ("0x13fc0", &F16, 0..7, "'0x13fc0' takes 17 bits; f16 has 16"),
    ("0x1_0000_0000_0000_0000", &F64, 0..23, "'0x1_0000_0000_0000_0000' takes 65 bits; f64 has 64"),
    ("0b10000", &E2M1, 0..7, "'0b10000' takes 5 bits; e2m1 has 4"),
    ("0x", &F16, 0..2, "'0x' needs hexadecimal digits"),
    ("0xg", &F16, 2..3, "'g' is not a hexadecimal digit"),
    ("0b12", &F16, 3..4, "'2' is not a binary digit"),
    ("-0x3c00", &F16, 0..7, "bits take no sign; with the opposite sign they are 0xbc00"),
    ("0f3f80", &F32, 0..6, "an f32 constant has 8 hexadecimal digits; '0f3f80' has 4"),
    ("0d", &F32, 0..2, "an f64 constant has 16 hexadecimal digits; '0d' has 0"),
    (" 3fc0", &BF16, 1..5, "'3fc0' is not a number; bits are written 0x3fc0"),
    ("1f", &BF16, 0..2, "'1f' is not a number; bits are written 0x1f"),
    (
        "pi",
        &F16,
        0..2,
        "'pi' is not a number; write a decimal, a fraction, 0x bits, inf, nan, snan, min, max or sub",
    ),
    ("1,5", &F16, 1..2, "',' does not belong in a number; the decimal point is '.'"),
    ("1.5.2", &F16, 3..4, "a number has at most one decimal point"),
    ("1.5µ", &F16, 3..5, "'µ' does not belong in a decimal number"),
    ("--1", &F16, 1..2, "'-' does not belong in a decimal number"),
    ("1e", &F16, 1..2, "the exponent after 'e' needs decimal digits"),
    ("1e+x", &F16, 3..4, "'x' does not belong in an exponent"),
    (".", &F16, 0..1, "a number needs decimal digits"),
    ("0x.p1", &F16, 3..4, "'p' does not belong in a hexadecimal number"),
    ("1/", &F16, 2..2, "a number needs decimal digits"),
    ("1/0", &F16, 2..3, "division by zero; write inf or nan"),
    ("1/2/3", &F16, 3..4, "'/' does not belong in a decimal number"),
    ("1/0x3", &F16, 2..5, "'0x3' is hexadecimal; a fraction takes decimal numbers"),
    (
        "1e9999999999/3",
        &F16,
        0..12,
        "the exponent of '1e9999999999' is too large; in a fraction it must be within ±1000000000",
    ),
    ("inf", &E4M3, 0..3, "e4m3 has no infinity; its largest value is max, 448"),
    ("nan", &E2M1, 0..3, "e2m1 has no NaN; each of its bit patterns is a number"),
    ("snan", &E4M3, 0..4, "e4m3 has no signaling NaN; its NaN is nan"),
    ("0f7f800000", &E2M1, 0..10, "e2m1 has no infinity; its largest value is max, 6"),
    ("0", &UE8M0, 0..1, "ue8m0 has no zero; its smallest value is min, 5.88e-39"),
    ("-2", &UE8M0, 0..2, "'-2' is negative; ue8m0 has no sign"),
    ("sub", &UE8M0, 0..3, "ue8m0 has no subnormals; its smallest value is min, 5.88e-39"),
    ("-max", &UE8M0, 0..4, "'-max' is negative; ue8m0 has no sign"),
];

#[test]
fn errors_name_the_place_and_the_remedy() {
    for &(text, format, ref span, message) in REFUSED {
        let expected = TextError { span: span.clone(), message: message.to_string() };
        assert_eq!(parse(text, format), Err(expected), "{text}");
    }
    let long = "1".repeat(MAX_LENGTH + 1);
    assert!(parse(&long, &F16).unwrap_err().message.contains("at most 4096"));
    assert_eq!(bits(&long[1..], &F16), 0x7c00);
}

#[test]
fn any_text_is_answered() {
    const PIECES: &str = "0 1 9 x X f F d b e p . _ + - / inf nan min \u{2212} µ \u{1f600} 0x 0f \
                          e-400 e99999999999999999999";
    let pieces: Vec<_> = PIECES.split(' ').chain([" "]).collect();
    let state = &mut 7;
    for _ in 0..20_000 {
        let n_pieces = next(state) % 7;
        let mut piece = || pieces[usize::try_from(next(state) >> 40).unwrap() % pieces.len()];
        let text: String = (0..n_pieces).map(|_| piece()).collect();
        for format in [&F16, &UE8M0] {
            if let Err(error) = parse(&text, format) {
                assert!(text.get(error.span).is_some(), "{text}");
            }
        }
    }
}

#[test]
fn long_text_is_answered_quickly() {
    let digits = "7".repeat(MAX_LENGTH / 2 - 10);
    for text in [
        format!("{digits}/3{digits}"),
        format!("1e-10000/{digits}"),
        format!("{digits}.{digits}e-9999"),
        format!("0x{digits}p-40000"),
        format!("0.{digits}e{digits}"),
    ] {
        assert!(parse(&text, &F64).is_ok(), "{text}");
    }
}

#[test]
fn fixed_point_numbers_are_read_and_written() {
    for (text, format, expected) in [
        ("0", &U8, 0),
        ("-0", &S32, 0),
        ("255", &U8, 0xff),
        ("-128", &S8, 0x80),
        ("0x80", &S8, 0x80),
        ("0b101", &U16, 5),
        ("1e3", &S16, 1000),
        ("0x1.8p+3", &S16, 12),
        ("-7/2", &S8, 0xfc),
        ("5/2", &S8, 2),
        ("18446744073709551615", &U64, u64::MAX),
        ("-9223372036854775808", &S64, 1 << 63),
        ("max", &S64, i64::MAX.cast_unsigned()),
        ("min", &S16, 0x8000),
        ("-max", &S16, 0x8001),
        ("-min", &U16, 0),
        ("0f40200000", &U8, 2),
        ("1.984375", &S2F6, 0x7f),
        ("-2", &S2F6, 0x80),
        ("1/3", &S2F6, 0x15),
        ("true", &PRED, 1),
        ("FALSE", &PRED, 0),
        ("1", &PRED, 1),
    ] {
        let entry = parse(text, format).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(entry.bits, expected, "{text} as {}", format.name);
        let written = exact_decimal(expected, format);
        for write in [shortest, concise, exact_decimal, c_hex] {
            let again = write(expected, format);
            assert_eq!(parse(&again, format).unwrap().bits, expected, "{written} {again}");
        }
    }
    assert_eq!(concise(u64::MAX, &U64), "18446744073709551615");
    assert_eq!(concise(0xff, &S2F6), "-0.015625");
}

#[test]
fn fixed_point_notes_and_errors_name_the_range() {
    let note = |text, format| parse(text, format).unwrap().note().unwrap_or_default();
    assert_eq!(note("2.5", &S8), "Stored as 2, -0.5 ulp from what you typed.");
    assert_eq!(note("0f40200000", &S8), "Stored as 2, -0.5 ulp from the f32 constant.");
    assert_eq!(note("-7/2", &S8), "Stored as -4, -0.5 ulp from what you typed.");
    for (text, format, message) in [
        ("256", &U8, "'256' is out of range; u8 holds 0 to 255"),
        ("255.5", &U8, "'255.5' is out of range; u8 holds 0 to 255"),
        ("-1", &U32, "'-1' is out of range; u32 holds 0 to 4294967295"),
        ("-min", &S8, "'-min' is out of range; s8 holds -128 to 127"),
        (
            "1e400",
            &S64,
            "'1e400' is out of range; s64 holds -9223372036854775808 to 9223372036854775807",
        ),
        ("2", &S2F6, "'2' is out of range; s2f6 holds -2 to 1.984375"),
        ("2", &PRED, "'2' is out of range; pred holds 0 to 1"),
        ("0x1ff", &U8, "'0x1ff' takes 9 bits; u8 has 8"),
        ("nan", &S8, "s8 has no NaN; it holds -128 to 127"),
        ("0f7f800000", &S8, "s8 has no infinity; it holds -128 to 127"),
        ("x", &S8, "'x' is not a number; write a decimal, 0x bits, min or max"),
        ("", &S8, "an operand is missing; write a number such as 1, or 0x bits"),
        ("-true", &PRED, "'true' is not a number; write a decimal, 0x bits, min or max"),
    ] {
        assert_eq!(parse(text, format).unwrap_err().message, message, "{text}");
    }
}
