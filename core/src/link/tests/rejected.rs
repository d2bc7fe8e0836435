//! Links to statements that are not legal.

use alloc::format;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::super::{Linked, Rejected, parse};
use super::{is_broken, reads_as};
use crate::catalog::{Context, Target, isa};

/// No other instruction replaces one that is not legal: neither another one, nor this one in
/// another context, nor the first example.
#[test]
fn an_illegal_statement_stays_with_its_reasons() {
    let check = |link: &str, expected: &[(&str, &str)], statement: &str, shown: &str| {
        is_broken(link, expected, shown);
        let Linked::Rejected(rejected) = parse(link).linked else { panic!("{link}") };
        assert_eq!(rejected.statement(), statement, "{link}");
    };
    // Legal nowhere: the operands are texts.
    for (link, place, reason, statement) in [
        (
            "v1/fma.rn.ftz.bf16@sm_90?a=1&b=-2&c=1/3",
            ".ftz",
            "only with `.f32`, `.f32x2`, `.f16` or `.f16x2` (PTX ISA",
            "fma.rn.ftz.bf16 1, -2, 1/3",
        ),
        (
            "v1/ad.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d",
            "ad",
            "did you mean `add`? try add.rn.bf16",
            "ad.rn.bf16 0x3dcd, 0x3e4d",
        ),
        ("v1/fma.rn.f23@sm_80?a=1&b=1&c=1", ".f23", "did you mean `.f32`", "fma.rn.f23 1, 1, 1"),
        ("v1/fma.f32@sm_80?a=1&b=1&c=1", "", "rounding", "fma.f32 1, 1, 1"),
        (
            "v1/fma.rn.ftz.bf16x2@sm_90?a=2,1&b=1,1&c=0,0",
            ".ftz",
            "rejected: ",
            "fma.rn.ftz.bf16x2 {1, 2}, {1, 1}, {0, 0}",
        ),
    ] {
        check(link, &[(place, reason)], statement, link);
    }
    // Legal for another target or version: the operands are registers.
    check(
        "v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=0x43fa0000&b=0&isa=9.5",
        &[("cvt.rn.satfinite.e4m3x2.f32", "needs sm_89 or higher; the target is sm_80")],
        "cvt.rn.satfinite.e4m3x2.f32 500, 0",
        "v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=0x43fa0000&b=0x00000000&isa=9.5",
    );
    check(
        "v1/add.f32@sm_90?a=0&b=0&isa=6.0",
        &[("add.f32", "sm_90 needs PTX ISA 7.8 or newer")],
        "add.f32 0, 0",
        "v1/add.f32@sm_90?a=0x00000000&b=0x00000000&isa=6.0",
    );
    check(
        "v1/min.f32@sm_90?a=1&b=2&c=3",
        &[("min.f32", "takes two source operands")],
        "min.f32 1, 2, 3",
        "v1/min.f32@sm_90?a=1&b=2&c=3",
    );
    // A target that is none is replaced, the statement is not.
    check(
        "v1/fma.rn.ftz.bf16@sm_91?a=1&b=2&c=3",
        &[(".ftz", "rejected"), ("sm_91", "is not a target")],
        "fma.rn.ftz.bf16 1, 2, 3",
        "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3",
    );
    check(
        "v1/ad.f32@sm_90?a=1&zz=2",
        &[("ad", "rejected"), ("zz", "`zz` is not a key; the keys are a, b, c, d, isa, view")],
        "ad.f32 1",
        "v1/ad.f32@sm_90?a=1",
    );
}

#[test]
fn any_text_that_is_no_statement_has_a_link() {
    let context = Context { isa: isa(9, 5), target: Target::parse("sm_90").unwrap() };
    for (text, link) in [
        ("why does max", "why~does@20max"),
        ("1/3 in half", "1/3@20in@20half"),
        ("", ""),
        ("add.f32 1", "add.f32~1"),
        ("add.f32  1 ;", "add.f32~1"),
        ("add.f32 0x1g,1", "add.f32~0x1g,1"),
        ("ADD.F32 1, 2", "ADD.F32~1,2"),
        ("min.f32 5, 1;2", "min.f32@205@2c@201@3b2"),
        ("fma.rn.ftz.bf16x2 {1}, 2, %r3", "fma.rn.ftz.bf16x2@20@7b1@7d@2c@202@2c@20@25r3"),
        ("add.f32 1, 2; mul.f32 1, 2;", "add.f32@201@2c@202@3b@20mul.f32@201@2c@202@3b"),
        (".version 9.1\n.target sm_90", ".version@209.1@0a.target@20sm_90"),
    ] {
        let text = text.replace("\\n", "\n");
        let rejected = Rejected::new(&text, context);
        let link = format!("v1/statement@sm_90?code={link}&isa=9.5");
        assert_eq!(rejected.to_fragment(), link, "{text}");
        assert_eq!(parse(&link).linked, Linked::Rejected(rejected), "{text}");
    }
}

#[test]
fn a_recorded_rejection_holds_while_the_statement_is_rejected() {
    let link = "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&d=rejected&isa=9.5&view=cases";
    reads_as(link, link);
    let Linked::Rejected(rejected) = parse(link).linked else { panic!("{link}") };
    assert!(rejected.is_recorded);
    assert_eq!(rejected.view.as_deref(), Some("cases"));
    is_broken(
        "v1/fma.rn.bf16@sm_90?a=0x3f80&b=0x3f80&c=0x3f80&d=rejected",
        &[("d=rejected", "records that the statement is rejected, but it is legal")],
        "v1/fma.rn.bf16@sm_90?a=0x3f80&b=0x3f80&c=0x3f80",
    );
    // A statement as text may become legal, too.
    let text = "v1/statement@sm_90?code=add.f16~d,1,b&d=rejected";
    is_broken(
        text,
        &[("add.f16~d,1,b", "operand `b` has no value; 0 is used"), ("d=rejected", "legal")],
        "v1/add.f16@sm_90?a=0x3c00&b=0x0000",
    );
}

#[test]
fn a_statement_that_is_legal_elsewhere_has_its_state_there() {
    let elsewhere = |link: &str| {
        let Linked::Rejected(rejected) = parse(link).linked else { panic!("{link}") };
        rejected.elsewhere().map(|state| state.to_fragment())
    };
    assert_eq!(
        elsewhere("v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=500&b=0"),
        Some("v1/cvt.rn.satfinite.e4m3x2.f32@sm_89?a=0x43fa0000&b=0x00000000".into())
    );
    assert_eq!(elsewhere("v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=500"), None);
    assert_eq!(elsewhere("v1/fma.rn.ftz.bf16@sm_80?a=1&b=1&c=1"), None);
}
