//! Tests of the comparisons of a link.

use alloc::format;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::parse;
use super::tests::{is_broken, reads_as};

#[test]
fn links_compare_with_other_instructions() {
    let link = |pairs: &str| format!("v1/add.rn.f32@sm_90?a=0x3f800000&b=0x00000001{pairs}");
    let canonical = link("&isa=8.6&with=add.rz.f32@sm_90&with=mul.f32@sm_13@1.4&view=cases");
    reads_as(&canonical, &canonical);
    // The order of compared instructions is significant; that of other pairs is not.
    reads_as(
        &link("&WITH=ADD.RZ.F32@SM_90@9.1&view=cases&with=mul.f32@sm_13@1.4&isa=8.6"),
        &canonical,
    );
    let same = link("&with=add.rn.f32@sm_90&with=add.rn.f32@sm_90");
    reads_as(&same, &same);
    // Among forms with one spelling, the one with the operands of the instruction is read.
    let three = "v1/min.f32@sm_100?a=0x00000000&b=0x00000000&c=0x00000000&with=max.f32@sm_100";
    reads_as(three, three);
    assert_eq!(parse(three).sound().unwrap().compared[0].instruction.form.sources().len(), 3);
    for (pair, place, message) in [
        ("with=add.rz.f32", "add.rz.f32", "is not a target or version"),
        ("with=add.rz.f32@sm_90@9.9", "add.rz.f32@sm_90@9.9", "`9.9` is not a target or version"),
        ("with=add.f31@sm_90", "add.f31@sm_90", "not a modifier of `add`"),
        ("with=add.f64@sm_90", "add.f64@sm_90", "does not take the operands of add.rn.f32"),
        ("with=fma.rn.f32@sm_90", "fma.rn.f32@sm_90", "does not take the operands"),
    ] {
        is_broken(&link(&["&", pair].concat()), &[(place, message)], &link(""));
    }
}

#[test]
fn what_is_compared_may_have_operands_of_its_own() {
    let own = "v1/add.f32@sm_90?a=0x00000000&b=0x00000000&with=add.f32@sm_90:0x3f800000,0x40000000";
    reads_as(own, own);
    reads_as(&own.replace(":0x3f800000,0x40000000", "@9.1:1,0x4000_0000"), own);
    for (wrong, place, message) in [
        (":1", "1", "expected 2 values for add.f32, found 1"),
        (":1,2,3", "1,2,3", "expected 2 values for add.f32, found 3"),
        (":1,x", "x", "cannot be read"),
    ] {
        let text = own.replace(":0x3f800000,0x40000000", wrong);
        let parsed = parse(&text);
        let [problem] = &parsed.problems[..] else { panic!("{text}: {:?}", parsed.problems) };
        assert_eq!(&text[problem.span.clone()], place, "{text}");
        assert!(problem.message.contains(message), "{text}: {}", problem.message);
        assert!(parsed.linked.legal().unwrap().compared.is_empty(), "{text}");
    }
}
