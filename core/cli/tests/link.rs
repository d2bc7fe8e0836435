//! `ptxfp link`, run as a program.

mod command;

use crate::command::{check_refused, run, text};

/// Runs `link`, and gives back its exit status, its answer and its reasons.
fn link(arguments: &[&str]) -> (i32, String, String) {
    let output = run(&[&["link"], arguments].concat(), b"");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8").trim_end().to_owned();
    let status = output.status.code().expect("an exit status");
    (status, text(output.stdout), text(output.stderr))
}

#[test]
fn a_rejected_statement_has_a_link_and_its_reasons() {
    for (arguments, expected, reason) in [
        (
            &["fma.rn.ftz.bf16 1, 2, 3"][..],
            "#v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&isa=9.5",
            "rejected: column 7: `fma` takes `.ftz` only with",
        ),
        (
            &["cvt.rn.satfinite.e4m3x2.f32 500, 0", "--target=sm_80", "--record", "--view=cases"],
            "#v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=0x43fa0000&b=0x00000000&d=rejected&isa=9.5&view=cases",
            "rejected: column 1: cvt.rn.satfinite.e4m3x2.f32 needs sm_89 or higher; the target is sm_80",
        ),
        (
            &["why does max", "--base-url=https://example.org/"],
            "https://example.org/#v1/statement@sm_90?code=why~does@20max&isa=9.5",
            "rejected: column 1: unknown instruction `why`",
        ),
        (
            &["#v1/ad.f32@sm_90?b=2&a=1"],
            "#v1/ad.f32@sm_90?a=1&b=2",
            "rejected: column 5: unknown instruction `ad`; did you mean `add`? try add.f32",
        ),
    ] {
        let (status, link, reasons) = link(arguments);
        assert_eq!((status, &*link), (1, expected), "{arguments:?}: {reasons}");
        assert!(reasons.starts_with(reason), "{reasons}");
        assert_eq!(reasons.lines().count(), 1, "{reasons}");
    }
    // A legal statement without values has no link.
    check_refused(&["link", "add.f32 d, a, b"], "`a` is not a value");
    check_refused(&["link", "ad.f32 1, 2", "--view=a?b"], "is not a view");
}

#[test]
fn link_prints_the_canonical_link() {
    let statement = "fma.rn.f16 1.5, 0x3c00, -0";
    assert_eq!(
        text(&["link", statement]),
        "#v1/fma.rn.f16@sm_90?a=0x3e00&b=0x3c00&c=0x8000&isa=9.5"
    );
    let packed = "fma.rn.f16x2 d, {1.5, 2}, {0x3c00, 1}, {-0, nan}";
    let shown = text(&[
        "link",
        packed,
        "--target=sm_100",
        "--isa=8.6",
        "--base-url=https://example.org/ptx/",
        "--record",
        "--view=lanes",
    ]);
    assert_eq!(
        shown,
        "https://example.org/ptx/#v1/fma.rn.f16x2@sm_100?a=0x3e004000&b=0x3c003c00&c=0x80007fff&d=0x3e007fff&isa=8.6&view=lanes"
    );
    let order = text(&["link", "add.ftz.rn.f32 1, 1", "--base-url", "https://example.org/#"]);
    assert_eq!(
        order,
        "https://example.org/#v1/add.rn.ftz.f32@sm_90?a=0x3f800000&b=0x3f800000&isa=9.5"
    );
}

#[test]
fn link_and_eval_refuse_the_same() {
    // A rejected statement has a link; a legal one without values has none.
    for (statement, status) in [
        ("fma.rn.f16", 2),
        ("fma.rn.f16 d, a, b, c", 2),
        ("fma.rn.f16 1, 2", 1),
        ("add.f16 1, 0x13c00", 1),
        ("add.f99 1, 2", 1),
        ("", 1),
    ] {
        let eval = run(&["eval", statement, "--target", "sm_90"], b"");
        let (code, link, reasons) = link(&[statement, "--target", "sm_90"]);
        assert_eq!((code, link.is_empty()), (status, status == 2), "{statement}");
        let text = String::from_utf8(eval.stderr).expect("UTF-8");
        assert_eq!(reasons.replacen("rejected:", "error:", 1), text.trim_end(), "{statement}");
    }
    check_refused(&["link", "add.f16 1, 2", "--target", "sm_1"], "unknown target `sm_1`");
    check_refused(&["link", "add.f16 1, 2", "--isa", "10"], "unknown PTX ISA version `10`");
    check_refused(&["link", "add.f16 1, 2", "--view", "a&b=1"], "`a&b=1` is not a view");
    check_refused(&["link", "add.f16 1, 2", "--view", "a."], "`a.` is not a view");
    check_refused(&["link", "add.f16 1, 2", "--base-url", "https://e.org/#x"], "has a fragment");
    check_refused(&["link", "add.f16 1, 2", "--base-url", "https://e.org/a b"], "stray character");
    check_refused(&["link", "add.f16 1, 2", "--json"], "--json");
    check_refused(&["link"], "<STATEMENT|LINK>");
}
