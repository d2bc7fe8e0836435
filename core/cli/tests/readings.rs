//! The output of `ptxfp eval` for results that the text does not determine.

#[expect(dead_code, reason = "nothing is refused here")]
mod command;

use crate::command::text;

/// The evaluation of a statement.
fn evaluated(version: &str, target: &str, statement: &str) -> String {
    text(&["eval", statement, "--isa", version, "--target", target])
}

/// Asserts that a result has these bits, is by this reading, and otherwise would be these.
fn check_reading(version: &str, target: &str, statement: &str, expected: [&str; 3]) {
    let [bits, reading, otherwise] = expected;
    let text = evaluated(version, target, statement);
    let [bits, reading] = [format!("  {bits} ="), format!("Reading {reading} (§")];
    for expected in [&*bits, "guarantee  our reading", &reading, otherwise] {
        assert!(text.contains(expected), "{statement}: {expected}\n{text}");
    }
}

#[test]
fn results_by_a_reading_say_which_and_what_else() {
    for (version, target, statement, expected) in [
        (
            "9.1",
            "sm_90",
            "mul.rn.ftz.f32 0x3f7fffff, 0x00800000",
            ["0x00000000", "ftz-tininess", ": 0x00800000."],
        ),
        ("9.1", "sm_90", "add.sat.f32 -0, -0", ["0x00000000", "sat-negative-zero", "0x80000000"]),
        (
            "9.1",
            "sm_90",
            "fma.rn.relu.f16 0x8000, 0x3c00, 0x8000",
            ["0x0000", "relu-negative-zero", "0x8000"],
        ),
        ("9.1", "sm_100a", "cvt.rp.ue8m0x2.f32 1, -3", ["0x7f81", "ue8m0-negative", ": 0x80."]),
        ("9.1", "sm_100a", "cvt.rp.ue8m0x2.f32 1, max", ["0x7fff", "ue8m0-overflow", ": 0xfe."]),
        ("9.1", "sm_100a", "cvt.rz.ue8m0x2.f32 1, 0", ["0x7f00", "ue8m0-zero", ": 0xff."]),
        ("9.1", "sm_100a", "cvt.rz.ue8m0x2.f32 1, inf", ["0x7fff", "ue8m0-infinity", ": 0xfe."]),
        (
            "9.1",
            "sm_100a",
            "cvt.rs.f16x2.f32 1, 1e30, 0",
            ["0x3c007c00", "rs-overflow", ": 0x7bff."],
        ),
    ] {
        check_reading(version, target, statement, expected);
    }
}

#[test]
fn readings_are_about_layouts_nans_and_old_targets_too() {
    for (version, target, statement, expected) in [
        (
            "9.1",
            "sm_90",
            "cvt.rna.tf32.f32 1",
            ["0x3f800000", "tf32-low-bits", "other bits of 0x00001fff"],
        ),
        (
            "9.1",
            "sm_90",
            "fma.rn.oob.f16 0x7ff7, 1, 1",
            ["0x0000", "oob-nan", "another NaN: 0x7fff"],
        ),
        ("9.1", "sm_90", "fma.rn.oob.f16 1, 1, 0x7ff7", ["0x7fff", "oob-addend", ": 0x0000."]),
        (
            "9.1",
            "sm_90",
            "max.xorsign.abs.f16x2 0x7e007e00, 0xbc003c00",
            ["0xbc003c00", "xorsign-nan", ": 0x3c00."],
        ),
        (
            "9.1",
            "sm_90",
            "rcp.approx.ftz.f64 0x7ff0000000000001",
            ["0x0000000000000000", "rcp-f64-upper-word", ": 0x7fffffff."],
        ),
        (
            "1.4",
            "sm_13",
            "mad.f32 0x3f800001, 1, 0x33c00000",
            ["0x3f800002", "mad-sm1x-rounding", ": 0x3f800001."],
        ),
        (
            "1.4",
            "sm_13",
            "cvt.rpi.s32.f32 0x00000001",
            ["0x00000000", "cvt-rpi-sm13", ": 0x00000001."],
        ),
        ("9.1", "sm_100a", "cvt.rn.f16x2.e2m3x2 0x0048", ["0x00003c00", "fp6-padding", "any bits"]),
    ] {
        check_reading(version, target, statement, expected);
    }
}

#[test]
fn what_the_text_determines_is_no_reading() {
    for (statement, bits) in [
        ("tanh.approx.f32 0x007fffff", "0x007fffff"),
        ("tanh.approx.f32 0x80000001", "0x80000001"),
        ("fma.rn.relu.f16 nan, 1, 1", "0x7fff"),
        ("max.NaN.f32 nan, 1", "0x7fffffff"),
        ("abs.f64 0x7ff0000000000001", "0x7ff0000000000001"),
    ] {
        let text = evaluated("9.1", "sm_90", statement);
        for expected in [&*format!("  {bits} ="), "guarantee  exact bits guaranteed"] {
            assert!(text.contains(expected), "{statement}: {expected}\n{text}");
        }
        assert!(!text.contains("Reading "), "{text}");
    }
}

#[test]
fn open_nans_say_where_their_bits_are_from() {
    for (target, statement, bits, kind) in [
        ("sm_90", "add.f32 nan, 1", "0x7fffffff", "measurement: NVIDIA H200"),
        (
            "sm_100",
            "add.f32 nan, 1",
            "0x7fffffff",
            "public hardware capture: danielreuter/verity, thread 300",
        ),
        ("sm_90", "cvt.rna.tf32.f32 0x7f800001", "0x7fc00000", "measurement: "),
        ("sm_90", "cvt.rna.tf32.f32 0xffffffff", "0xffffe000", "measurement: "),
        ("sm_90", "cvt.rna.satfinite.tf32.f32 0x7f800001", "0x7fffe000", "extrapolation: "),
        ("sm_100", "rsqrt.approx.f64 0x7ff0000000000001", "0x7ff8000000000001", "emitted code: "),
        ("sm_90", "neg.f64 0x7ff0000000000001", "0x7ff8000000000001", "measurement: "),
        (
            "sm_100",
            "add.f64 0x7ff8000000000001, 0x7ff8000000000002",
            "0x7ff8000000000002",
            "extrapolation: ",
        ),
        ("sm_100", "min.f16 nan, nan", "0x7fff", "host headers: "),
    ] {
        let text = evaluated("9.1", target, statement);
        for expected in [&*format!("  {bits} ="), "a NaN, bits unspecified\n", kind] {
            assert!(text.contains(expected), "{statement}: {expected}\n{text}");
        }
    }
}

#[test]
fn data_has_readings_and_observations() {
    let json = |statement: &str| {
        let text = text(&["eval", statement, "--target", "sm_90", "--json"]);
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    let product = json("mul.rn.ftz.f32 0x3f7fffff, 0x00800000");
    let lane = &product["lanes"][0];
    assert_eq!(lane["guarantee"], "reading");
    assert_eq!(lane["readings"][0]["id"], "ftz-tininess");
    assert_eq!(lane["readings"][0]["alternatives"][0]["bits"], "0x00800000");
    assert!(lane["observation"].is_null());
    let sum = json("add.f32 nan, 1");
    assert_eq!(sum["lanes"][0]["observation"]["id"], "h200");
    assert_eq!(sum["lanes"][0]["readings"].as_array().map(Vec::len), Some(0));
}
