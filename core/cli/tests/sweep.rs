//! `ptxfp sweep` and `ptxfp distribution`, run as programs.

mod command;

use crate::command::{answers, check_refused, ptxfp, run, text};

#[test]
fn a_sweep_is_summed_up() {
    let shown = text(&["sweep", "cvt.rn.satfinite.e4m3x2.f16x2", "--errors", "--jobs", "3"]);
    for line in [
        "cvt.rn.satfinite.e4m3x2.f16x2 on sm_90, PTX ISA 9.5",
        "  a = all of f16; lane 0, e4m3",
        "  results    65,536 in all",
        "  range      0xfe = -448 to 0x7e = 448",
        "  exactness  252 exact, 63,234 inexact, 2,050 given by a rule",
        "  guarantee  63,490 determined, 2,046 any NaN",
        "    up to 1/2 ",
        "    0.5 ulp: a = 0x",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(!shown.contains("up to 1 ") && !shown.contains("permitted"), "{shown}");
    let plain = text(&["sweep", "cvt.rn.satfinite.e4m3x2.f16x2"]);
    assert!(shown.starts_with(&plain) && !plain.contains("ulp"), "{plain}");
}

#[test]
fn errors_of_f64_are_exact_to_the_unit() {
    let shown =
        text(&["sweep", "div.rn.f64", "--operand", "a=1.0..1.0", "--operand", "b=3.0", "--errors"]);
    assert!(shown.contains("-0.333333 ulp: a = 0x3ff0000000000000"), "{shown}");
}

#[test]
fn an_absolute_error_is_counted_in_the_ulp_of_1() {
    let shown =
        text(&["sweep", "sin.approx.f32", "--operand", "a=0x00000001..0x00000010", "--errors"]);
    assert!(shown.contains("errors of 16 results, in ulp of at least 2^-23"), "{shown}");
    // 2^-20.5 is 2^2.5 of them.
    assert!(shown.contains("widest permitted interval: -5.65"), "{shown}");
    let shown = text(&["sweep", "sin.approx.f32", "--operand", "a=all/65536", "--errors"]);
    assert!(shown.contains("30,661 without a documented error"), "{shown}");
    let shown = text(&["sweep", "rcp.approx.ftz.f32", "--operand", "a=all/65536", "--errors"]);
    assert!(shown.contains("1 at the border of the flush"), "{shown}");
    assert!(shown.contains("widest permitted interval: -1 to 1 ulp"), "{shown}");
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let of = |jobs| {
        let domain = "a=0x3f000000..0x40000000/65537";
        let sweep = ["sweep", "ex2.approx.f32", "--operand", domain, "--errors", "--json"];
        text(&[&sweep[..], &["--columns", "9", "--jobs", jobs]].concat())
    };
    let one = of("1");
    assert_eq!(one, of("2"));
    assert_eq!(one, of("7"));
    assert_eq!(one, of("18446744073709551615"));
    for member in [
        r#""operand": "a""#,
        r#""domain": "0x3f000000..0x40000000/65537""#,
        r#""count": 256"#,
        r#""within": 25"#,
        r#""histogram": ["#,
        r#""worst": ["#,
        r#""below": "-2""#,
        r#""columns": ["#,
    ] {
        assert!(one.contains(member), "{member}: {one}");
    }
}

/// Every line of the CSV is what `eval --batch` answers.
#[test]
fn fixed_operands_and_lanes_are_kept() {
    let sweep = ["sweep", "add.rn.f16x2 0x12345678, 0x3c003c00", "--lane", "1", "--csv", "-"];
    let lines = answers(&[&sweep[..], &["--operand", "a=edges:300:1"]].concat(), b"");
    assert_eq!((lines[0].as_str(), lines.len()), ("a,result", 301));
    let pairs: Vec<_> = lines[1..].iter().map(|line| line.split_once(',').unwrap()).collect();
    let batch: Vec<_> = pairs
        .iter()
        .map(|(a, _)| format!("9.1 sm_90 add.rn.f16x2 {}5678 3c003c00\n", &a[2..]))
        .collect();
    let answers = answers(&["eval", "--batch"], batch.concat().as_bytes());
    for ((a, result), answer) in pairs.iter().zip(&answers) {
        assert_eq!(answer.get(2..6), result.get(2..), "{a}: {answer}");
    }
    let shown = text(&["sweep", "fma.rn.bf16", "--operand", "b=1.5", "--operand", "c=all"]);
    assert!(shown.contains("  c = all of bf16"), "{shown}");
    assert!(shown.contains("  a = 0x3f80, b = 0x3fc0"), "{shown}");
}

#[test]
fn csv_has_errors_or_columns() {
    let sweep = ["sweep", "cvt.rz.bf16.f32", "--errors", "--csv", "-", "--operand"];
    let lines = answers(&[&sweep[..], &["a=0x3f800000..0x3f80ffff/16384"]].concat(), b"");
    let expected = [
        "a,result,error",
        "0x3f800000,0x3f80,0",
        "0x3f804000,0x3f80,-0.25",
        "0x3f808000,0x3f80,-0.5",
        "0x3f80c000,0x3f80,-0.75",
    ];
    assert_eq!(lines, expected);
    let columns = [&sweep[..], &["a=0x3f800000..0x3f80ffff", "--columns", "2"]].concat();
    let expected = [
        "first,last,least,greatest,nans,least_error,greatest_error,below,above",
        "0x3f800000,0x3f807fff,0x3f80,0x3f80,0,-0.499984,0,,",
        "0x3f808000,0x3f80ffff,0x3f80,0x3f80,0,-0.999984,-0.5,,",
    ];
    assert_eq!(answers(&columns, b""), expected);
    // More than a million are columns unasked.
    let many = answers(&["sweep", "abs.f32", "--operand", "a=random:1000001:1", "--csv", "-"], b"");
    assert_eq!((many.len(), many[0].as_str()), (1001, "first,last,least,greatest,nans"));
}

#[test]
fn csv_goes_to_a_file() {
    let path = std::env::temp_dir().join(format!("ptxfp-sweep-{}.csv", std::process::id()));
    let name = path.to_str().unwrap();
    let shown = text(&["sweep", "abs.f16", "--operand", "a=0xbc00..0xbbff", "--csv", name]);
    let written = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(shown.contains("2 in all"), "{shown}");
    assert_eq!(written, "a,result\n0xbc00,0x3c00\n0xbbff,0x3bff\n");
    let folder = std::env::temp_dir();
    check_refused(&["sweep", "abs.f16", "--csv", folder.to_str().unwrap()], "`");
}

#[test]
fn progress_is_shown_if_asked_for() {
    let sweep = ["sweep", "abs.f16", "--progress"];
    let output = ptxfp(&sweep).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("65,536 of 65,536 (100 %)"), "{stderr}");
    assert!(run(&sweep[..2], b"").stderr.is_empty());
}

#[test]
fn a_wrong_sweep_is_refused_on_one_line() {
    let refused = |arguments: &[&str], expected| {
        check_refused(&[&["sweep"], arguments].concat(), expected);
    };
    refused(&["sqrt.rn.f32"], "operand a has 32 bits; choose its values");
    refused(&["add.f16", "--operand", "x=all"], "`x` is not an operand; expected one of a, b");
    refused(&["add.f16", "--operand", "all"], "`all` is not `NAME=DOMAIN`");
    refused(&["add.f16", "--operand", "a=all", "--operand", "a=1"], "operand a is given twice");
    refused(&["add.f16", "--operand", "a=all", "--operand", "b=all"], "only one operand can vary");
    refused(&["add.f16", "--operand", "a=1", "--operand", "b=1"], "every operand has a value");
    refused(&["add.f16", "--operand", "a=0x3c00..0x0"], "operand a: the range ends before");
    refused(&["add.f16", "--operand", "a=wide"], "operand a: ");
    refused(&["add.f64", "--operand", "a=all"], "operand a: the format has too many encodings");
    refused(&["add.f16", "--lane", "1"], "unknown lane 1; the result has 1, counted from 0");
    refused(
        &["cvt.rn.bf16x2.f32", "--operand", "a=all", "--lane", "0"],
        "that lane does not use operand a",
    );
    refused(&["add.f16", "--columns", "0"], "the number of columns must be from 1 to 4096");
    refused(&["add.f16", "--csv", "-", "--json"], "cannot both go to standard output");
    refused(&["add.f16", "--jobs", "0"], "--jobs");
    refused(&["add.f99"], "column 4: `.f99` is not a modifier of `add`");
    refused(&["add.f16", "--target", "sm_1"], "unknown target `sm_1`");
}

#[test]
fn stochastic_rounding_has_a_distribution() {
    let statement = "cvt.rs.bf16x2.f32 1.1, 0x3f806000, 0";
    let shown = text(&["distribution", statement, "--target", "sm_100a"]);
    let lower = "\
lane 0: 65536 patterns of 16 random bits
   40960 give 0x3f80 = 1
   24576 give 0x3f81 = 1.0078125
  exact  1.0029296875
  mean   1.0029296875
  unbiased";
    assert!(shown.contains(lower), "{shown}");
    assert!(shown.contains("  13107 give 0x3f8c = 1.09375\n"), "{shown}");
    // Where random bits are shared, the text leaves open how.
    let shared = "cvt.rs.satfinite.e2m1x4.f32 {0.1, 6.1, -0.2, nan}, 0";
    let shown = text(&["distribution", shared, "--target", "sm_100a"]);
    let words = "  by our reading of an unclear text: rs-layout, rs-reversal, rs-alignment\n";
    assert_eq!(shown.matches(words).count(), 2, "{shown}");
    let beyond = text(&["distribution", "cvt.rs.f16x2.f32 65519, 1.1, 0", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&beyond).expect("JSON");
    let readings = |lane: usize| json["lanes"][lane]["readings"].clone();
    assert_eq!(
        [readings(0), readings(1)],
        [serde_json::json!([]), serde_json::json!(["rs-overflow"])]
    );
    let alone = text(&["distribution", statement, "--lane", "0"]);
    assert!(!alone.contains("lane 1"), "{alone}");
    let biased = text(&["distribution", "cvt.rs.f16x2.f32 0, 0x38000001, 0", "--lane", "0"]);
    for line in ["   8192 give 0x0200 = ", "\n  biased by -"] {
        assert!(biased.contains(line), "{line}: {biased}");
    }
    let json = text(&["distribution", statement, "--json"]);
    for member in [r#""random_bits": 16"#, r#""patterns": 24576"#, r#""is_unbiased": true"#] {
        assert!(json.contains(member), "{member}: {json}");
    }
    check_refused(&["distribution", "add.f16 1, 2"], "add.f16 takes no random bits");
    check_refused(&["distribution", "cvt.rs.f16x2.f32"], "needs values for a, b, rbits");
    check_refused(&["distribution", statement, "--lane", "2"], "unknown lane 2");
}
