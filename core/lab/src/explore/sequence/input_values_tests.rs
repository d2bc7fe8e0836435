//! Values of inputs by name.

use alloc::string::String;
use alloc::vec::Vec;

use super::Sequence;
use crate::catalog::{Context, LATEST_ISA, Target};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn given(text: &str, pairs: &[(&str, &str)]) -> Result<Vec<Option<u64>>, String> {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    Sequence::new(text, &context).values_by_name(text, pairs)
}

#[test]
fn values_are_read_as_the_types_of_inputs() {
    let float = "add.f32 %f3, %f1, %f2;";
    assert_eq!(given(float, &[]), Ok([None, None].into()));
    let one = Some(0x3f80_0000);
    assert_eq!(given(float, &[("%f2", "1"), ("f1", "0f3f800000")]), Ok([one, one].into()));
    // An exact name counts more than one without its sign.
    let both = "add.u32 d, a, %a;";
    assert_eq!(given(both, &[("%a", "2"), ("a", "1")]), Ok([Some(1), Some(2)].into()));
    for (text, bits) in [
        ("mov.b32 d, a;", 0x3fc0_0000),
        ("add.u32 d, a, 1;", 0x3fc0_0000),
        ("add.s32 d, a, 1;", 0x3fc0_0000),
        ("add.f32 d, a, 1.0;", 0x3fc0_0000),
    ] {
        assert_eq!(given(text, &[("a", "0f3fc00000")]), Ok([Some(bits)].into()), "{text}");
    }
    let wide = [Some(0x4000_0000_0000_0000)].into();
    assert_eq!(given("mov.b64 d, a;", &[("a", " 0D4000000000000000 ")]), Ok(wide));
    for (text, value, message) in [
        ("mov.b32 d, a;", "1.5", "'1.5' is not an integer, as u32 holds"),
        ("mov.b64 d, a;", "0f3fc00000", "'0f3fc00000' has 32 bits, but the register has 64"),
        (
            "cvt.rn.f32.u16 d, a;",
            "0d4000000000000000",
            "'0d4000000000000000' has 64 bits, but the register has 16",
        ),
        ("selp.f32 d, 1.0, 2.0, a;", "0.4", "'0.4' is not 0 or 1, as a predicate is"),
    ] {
        let message = ["input a: ", message].concat();
        assert_eq!(given(text, &[("a", value)]), Err(message), "{text} {value}");
    }
    let twice = Err("input %f1 is set twice".into());
    assert_eq!(given(float, &[("f1", "1"), ("%f1", "2")]), twice);
}

#[test]
fn a_name_that_is_no_input_has_a_reason() {
    for (text, message) in [
        ("add.f32 d, a, b;", "`n` is not an input; the inputs are a, b"),
        (
            "mov.b32 n, 1;",
            "`n` is not an input: there are none, since every register is written before it is read",
        ),
        (
            "bra L;\nadd.f32 d, n, n;",
            "`n` is not an input: only statements that are not evaluated read it (line 2 is behind a jump: add.f32 d, n, n)",
        ),
        (
            "add.f32 d, a, a;\nfoo.f32 e, n;",
            "`n` is not an input: only statements that are not evaluated read it (2:1: unknown instruction `foo`)",
        ),
        ("foo.f32 e, a;", "`n` is not an input: there are none (1:1: unknown instruction `foo`)"),
    ] {
        let found = given(text, &[("n", "1")]).unwrap_err();
        assert!(found.starts_with(message), "{text}: {found}");
    }
}
