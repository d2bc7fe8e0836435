use alloc::format;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::tests::{is_broken, reads_as};
use super::{parse, parse_lightly};

#[test]
fn links_say_what_is_swept() {
    let link = |pairs: &str| format!("v1/add.f16@sm_90?a=0x3c00&b=0x0001{pairs}");
    for sweep in [
        "a",
        "b",
        "a,b",
        "b,a,errors",
        "a,b,inexact",
        "a,errors",
        "a,all",
        "a,all/16",
        "a,0x3c00..0x4000",
        "a,0xfc00..0x7c00/3,errors",
        "a,0x7c00..0x8000:bits",
        "a,random:1000:7",
        "a,edges:1000:0,errors",
        "a,0x3c00",
    ] {
        let canonical = link(&format!("&sweep={sweep}&view=sweep"));
        reads_as(&canonical, &canonical);
        assert_eq!(parse_lightly(&canonical), parse(&canonical));
    }
    for (sweep, canonical) in [
        ("A:0,RESULTS,ALL", "a,all"),
        ("a,errors,b", "a,b,errors"),
        ("a,0X3C00..0x4000/1", "a,0x3c00..0x4000"),
        ("a,0x3c..0x4000", "a,0x003c..0x4000"),
        ("b,random:5", "b,random:5:0"),
        ("a,errors.", "a,errors"),
    ] {
        reads_as(&link(&format!("&sweep={sweep}")), &link(&format!("&sweep={canonical}")));
    }
    for (sweep, place, message) in [
        ("", "", "`` is not an operand; a sweep begins with one of a, b"),
        ("c", "c", "`c` is not an operand"),
        ("a:1", "a:1", "`a:1` is not an operand of that lane"),
        ("a:x", "x", "`x` is not a lane"),
        ("a,a", "a", "`a` is not another operand of lane 0"),
        ("a,inexact", "a,inexact", "takes a second operand"),
        ("a,b,all", "a,b,all", "and no domain"),
        ("a,0x3c00..0x10000", "0x3c00..0x10000", "more bits than the format"),
        ("a,0x4000..0x3c00", "0x4000..0x3c00", "ends before it begins"),
        ("a,all/0", "all/0", "the stride is 0"),
        ("a,half", "half", "a domain is `all`"),
        ("a,random:0", "random:0", "the count is 0"),
    ] {
        is_broken(&link(&format!("&sweep={sweep}")), &[(place, message)], &link(""));
    }
    // Whoever passes it on leaves it to others.
    let odd = link("&sweep=a,half");
    assert_eq!(parse_lightly(&odd).problems, []);
    assert_eq!(parse_lightly(&odd).sound().unwrap().to_fragment(), odd);
    assert_eq!(parse_lightly(&link("&sweep=a%20b")).problems.len(), 1);
}

#[test]
fn a_swept_operand_is_that_of_a_lane() {
    // The first source gives the higher lane.
    let link =
        |sweep: &str| format!("v1/cvt.rn.f16x2.f32@sm_90?a=0x3f800000&b=0x40000000&sweep={sweep}");
    reads_as(&link("a:1"), &link("a"));
    reads_as(&link("b,all/65536"), &link("b,all/65536"));
    is_broken(
        &link("a:0"),
        &[("a:0", "not an operand of that lane")],
        link("").trim_end_matches("&sweep="),
    );
    let packed = "v1/add.f16x2@sm_90?a=0x3c003c00&b=0x00000000&sweep=b:1,a";
    reads_as(packed, packed);
}
