//! Questions to `ptxfp eval`, and numbers as people type them.

mod command;

use crate::command::{check_refused, text};

/// Questions, and a piece of the answer.
const ANSWERS: &[(&str, &str)] = &[
    ("1099511627777/1099511627776 in f16 rounded up", "d .f16  0x3c01 = 1.001"),
    ("68753031169/68719476736 in half", "d .f16  0x3c01"),
    ("275951648769/274877906944 in bf16", "d .bf16  0x3f81"),
    ("16842753 to bf16", "d .bf16  0x4b81"),
    ("2049.0000001 to f16", "d .f16  0x6801 = 2050"),
    ("1.0625000001 to e4m3", "rounded once, it is 0x39 = 1.125 in e4m3"),
    ("0x7e in e4m3", "the bits 0x7e are 448 in e4m3"),
    ("0x81 as ue8m0", "the bits 0x81 are 4 in ue8m0"),
    ("0x3e9a as bf16", "d .f32  0x3e9a0000 = 0.30078125"),
    ("0x7f e4m3 to f16", "lane 0 from bit 0: 0x7fff = NaN"),
    ("half inf to e5m2", "lane 0 from bit 0: 0x7b = 57344"),
    ("65504 f16 to e5m2", "lane 0 from bit 0: 0x7b = 57344"),
    ("2^-149 in f32", "d .f32  0x00000001"),
    ("add.rp.f32 1, 2^-149", "d .f32  0x3f800001"),
    // A minus first is no option.
    ("-3 to u32", "d .u32  0x00000000 = 0"),
    ("-0.45466 to tf32", "0xbee8c000"),
    ("-1.5 * 2 in f16", "d .f16  0xc200 = -3"),
    ("-1/3 in half", "d .f16  0xb555"),
    ("-inf to e5m2", "0xfb = -57344"),
];

#[test]
fn questions_are_answered_with_one_rounding() {
    for (question, expected) in ANSWERS {
        let shown = text(&["eval", question]);
        assert!(shown.contains(expected), "{question}: {shown}");
    }
    for option in ["--jsn", "-x", "--3"] {
        check_refused(&["eval", option], "there is no such option");
    }
    assert!(text(&["eval", "--json", "-3 to u32", "--target=sm_80"]).contains("\"sm_80\""));
}

#[test]
fn a_range_of_a_sweep_is_bits_or_numbers() {
    let swept = |range: &str| {
        let operand = format!("--operand=a={range}");
        text(&["sweep", "cos.approx.f32", &operand, "--errors"])
    };
    assert_eq!(swept("9000..9001"), swept("0x460ca000..0x460ca400"));
    check_refused(&["sweep", "abs.f16", "--operand", "a=x..1"], "'x' is not a number");
}
