//! Observed results on the command line.

mod command;

use command::{answers, check_refused, run, text};

const QUOTIENT: &str = "div.full.f32 4.6875, 0.9375";

#[test]
fn eval_shows_what_a_gpu_returns_and_how_that_is_known() {
    let text = text(&["eval", QUOTIENT, "--target", "sm_120"]);
    for part in [
        "  guarantee  the ISA bounds the error",
        "  observed   0x40a00001 = 5.0000005, error +1 ulp\n             composed: ",
        "Inside the unit: ",
        "0x3f888889 × 0x40960000 = 0x40a00001",
        "  evidence   measured: ",
        "triton-lang/triton, issue 10661",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_flushed_result_is_said_to_be_flushed() {
    for (statement, is_flushed) in [
        ("ex2.approx.ftz.f32 -127", true),
        ("div.full.ftz.f32 -1, 0x7f000000", true),
        ("ex2.approx.ftz.f32 -1", false),
        ("rcp.approx.ftz.f32 inf", false),
    ] {
        let text = text(&["eval", statement, "--target", "sm_90"]);
        assert!(text.contains(", the correctly rounded result"), "{text}");
        assert_eq!(text.contains("rounded result, flushed to zero"), is_flushed, "{text}");
    }
}

#[test]
fn a_specified_zero_is_not_the_correctly_rounded_result() {
    for (spelling, is_so) in
        [("div.approx.f32", true), ("div.approx.ftz.f32", true), ("div.full.f32", false)]
    {
        let statement = format!("{spelling} 0x7f000000, 0x7e800001");
        let text = text(&["eval", &statement, "--target", "sm_90"]);
        let words =
            "0x00000000 = 0, which the ISA specifies; it is not the correctly rounded result";
        assert_eq!(text.contains(words), is_so, "{text}");
        let operand = ["--operand", "b=0x7e800001..0x7e800100"];
        let sweep = ["sweep", &format!("{spelling} 3e38, 1"), operand[0], operand[1], "--observed"];
        let swept = self::text(&sweep);
        assert_eq!(swept.contains("observed   256 not correctly rounded"), is_so, "{swept}");
    }
    // A quotient that is that small rounds to zero.
    let text = text(&["eval", "div.approx.ftz.f32 1e-20, 0x7e800001", "--target", "sm_90"]);
    assert!(text.contains("0x00000000 = 0, the correctly rounded result"), "{text}");
}

#[test]
fn eval_shows_nothing_where_nothing_is_known() {
    for (statement, target) in [("sin.approx.f32 0.5", "sm_62"), ("div.rn.f32 1, 3", "sm_90")] {
        let text = text(&["eval", statement, "--target", target]);
        assert!(!text.contains("observed"), "{text}");
    }
}

#[test]
fn json_has_bits_and_evidence() {
    let text = text(&["eval", QUOTIENT, "--json"]);
    for part in [
        r#""observed": {"#,
        r#""bits": "0x40a00001""#,
        r#""is_reference": false"#,
        r#""grade": "composed""#,
        r#""id": "exhaustive""#,
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains(r#""guarantee": "within""#), "{text}");
    let nothing = answers(&["eval", "sin.approx.f32 0.5", "--target=sm_62", "--json"], b"");
    assert!(nothing.iter().any(|line| line.contains(r#""observed": null"#)), "{nothing:#?}");
}

#[test]
fn batch_answers_end_with_what_was_observed() {
    let input = "9.1 sm_120 div.full.f32 40960000 3f700000\n\
                 9.1 sm_90 sqrt.approx.f32 bf800000\n\
                 9.1 sm_90 tanh.approx.f32 3f000000\n\
                 9.1 sm_90 rsqrt.approx.f64 3ff0000000000000\n\
                 9.1 sm_90 ex2.approx.f16x2 3c003c00\n\
                 9.1 sm_53 sin.approx.f32 3f000000\n\
                 9.1 sm_90 add.rn.f32 3f800000 3f800000\n";
    let plain = answers(&["eval", "--batch"], input.as_bytes());
    let observed = answers(&["eval", "--batch", "--observed"], input.as_bytes());
    let added = [
        " @ 40a00001",
        " @ 7fffffff",
        " @ 3eec9a50",
        " @ 3ff0000000000000",
        " @ 40004000",
        " @ -",
        "",
    ];
    assert_eq!(plain.len(), added.len());
    for ((plain, observed), added) in plain.iter().zip(&observed).zip(added) {
        assert_eq!(observed, &[plain, added].concat());
    }
}

/// An approximate quotient, and it rounded: what GPUs return of the first is another number than its
/// reference, and of the second no permitted quotient leads to another.
const ROUNDED: &str = "div.full.f32 q, a, b; cvt.rn.bf16.f32 d, q; add.rn.f32 s, q, 0f40a00000";

#[test]
fn run_shows_what_follows_and_whether_it_could_differ() {
    let set = ["--set=a=4.6875", "--set=b=0.9375"];
    let text = output(&[&["run", "-"], &set[..]].concat(), ROUNDED);
    for part in [
        "-> q .f32  0x40a00000 = 5, within ",
        "\n        observed 0x40a00001 = 5.0000005 (composed)\n",
        "\n  out  d .bf16  0x40a0 = 5\n       observed 0x40a0 = 5; every permitted result leads to these bits\n",
        "\n       observed 0x41200000 = 10; other permitted results lead to other bits\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = output(&[&["run", "-", "--json"], &set[..]].concat(), ROUNDED);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let statement = &json["statements"][0];
    assert_eq!(statement["grade"], "composed");
    let quotient = &statement["results"][0];
    assert_eq!(
        quotient["observed"],
        serde_json::json!({"bits": "0x40a00001", "values": ["5.0000005"]})
    );
    assert!(quotient["could_differ"].is_null(), "{quotient}");
    let [rounded, sum] = [0, 1].map(|index: usize| &json["outputs"][index]);
    assert_eq!(
        (&rounded["standing"], &rounded["could_differ"]),
        (&"determined".into(), &false.into())
    );
    assert_eq!((&sum["standing"], &sum["could_differ"]), (&"reference".into(), &true.into()));
    // Keys are there only where they say something.
    assert!(json["inputs"][0].get("observed").is_none(), "{json}");
    assert!(json["statements"][1].get("grade").is_none(), "{json}");
}

#[test]
fn run_says_nothing_of_what_nobody_observed() {
    let program = "cvt.rn.f16x2.f32 h, a, a; ex2.approx.f16x2 t, h; ex2.approx.ftz.f32 e, a";
    let text = output(&["run", "-", "--set=a=0.3", "--target=sm_107a"], program);
    assert_eq!(text.matches("observed").count(), 2, "{text}");
    assert_eq!(text.matches("other permitted results lead to other bits").count(), 2, "{text}");
}

/// The output of a run on a text.
fn output(arguments: &[&str], input: &str) -> String {
    String::from_utf8_lossy(&run(arguments, input.as_bytes()).stdout).into_owned()
}

#[test]
fn sweep_counts_what_is_correctly_rounded() {
    let arguments = ["sweep", "ex2.approx.f32", "--operand", "a=0x3f800000..0x3f80ffff"];
    let plain = text(&[&arguments[..], &["--errors"]].concat());
    assert!(!plain.contains("observed"), "{plain}");
    let text = text(&[&arguments[..], &["--errors", "--observed"]].concat());
    assert!(text.contains("  observed   ") && text.contains(" not correctly rounded"), "{text}");
    assert!(text.contains("up to 1/2") && text.contains("up to 1 "), "{text}");
    check_refused(
        &["sweep", "sin.approx.f32", "--target=sm_62", "--operand", "a=1..2", "--observed"],
        "no observation covers sin.approx.f32 on sm_62",
    );
}

#[test]
fn diff_says_what_it_compares() {
    let compare = |by: &str| {
        let output =
            run(&["diff", "div.full.f32", "div.rn.f32", "--limit", "100000", "--by", by], b"");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let observed = compare("observed");
    assert!(observed.contains("they differ ("), "{observed}");
    assert!(observed.contains("GPUs were observed to return 0x"), "{observed}");
    let permitted = compare("permitted");
    assert!(permitted.contains("no difference found"), "{permitted}");
    assert!(permitted.contains("GPUs may differ"), "{permitted}");
    let reference = compare("reference");
    assert!(reference.contains("the references are the same (100000 operands"), "{reference}");
    check_refused(
        &["diff", "sin.approx.f32", "cos.approx.f32", "--target=sm_62", "--by", "observed"],
        "no observation covers sin.approx.f32 on sm_62",
    );
}

#[test]
fn a_recorded_result_of_a_gpu_is_observed() {
    let folder =
        std::env::temp_dir().join(["ptxfp-observed-", &std::process::id().to_string()].concat());
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("links.txt");
    let link = |recorded: &str| {
        format!("#v1/div.full.f32@sm_120?a=0x40960000&b=0x3f700000&d={recorded}\n")
    };
    let cases = [
        ("0x40a00000", r#""recorded":"reproduced""#),
        ("0x40a00001", r#""recorded":"observed""#),
        ("0x409fffff", r#""recorded":"permitted""#),
    ];
    for (recorded, verdict) in cases {
        std::fs::write(&path, link(recorded)).expect("a file");
        let lines = answers(&["linkcheck", "--json", path.to_str().expect("UTF-8")], b"");
        assert!(lines[0].contains(verdict), "{recorded}: {lines:#?}");
    }
    std::fs::remove_dir_all(&folder).expect("no folder");
}
