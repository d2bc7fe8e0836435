//! Written texts are read back.

use super::super::{c_hex, concise, exact_decimal, parse, shortest};
use super::bits;
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, FLOATS};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns what reading the text of an encoding gives: itself, but the canonical NaN for every NaN.
fn after_text(pattern: u64, format: &'static FloatFormat) -> u64 {
    if format.decode(pattern).is_nan() { format.canonical_nan.unwrap() } else { pattern }
}

fn check_shortest_of_every_encoding(format: &'static FloatFormat) {
    for pattern in 0..1 << format.width {
        let text = shortest(pattern, format);
        assert_eq!(bits(&text, format), after_text(pattern, format), "{pattern:#x} {text}");
    }
}

#[test]
fn shortest_of_every_f16_is_read_back() {
    check_shortest_of_every_encoding(&F16);
}

#[test]
fn shortest_of_every_bf16_is_read_back() {
    check_shortest_of_every_encoding(&BF16);
}

#[test]
fn every_text_of_a_narrow_encoding_is_read_back() {
    for format in FLOATS.iter().copied().filter(|format| format.width <= 16) {
        let stride = if format.width == 16 { 37 } else { 1 };
        for pattern in (0..1 << format.width).step_by(stride) {
            for write in [shortest, concise, exact_decimal, c_hex] {
                let text = write(pattern, format);
                let expected = after_text(pattern, format);
                assert_eq!(bits(&text, format), expected, "{} {pattern:#x} {text}", format.name);
            }
            for write in [exact_decimal, c_hex] {
                assert_eq!(parse(&write(pattern, format), format).unwrap().note(), None);
            }
        }
    }
}
