//! Versions, targets and orders: what the ISA says, and what the assembler takes.

use alloc::string::{String, ToString};

use super::resolve;
use crate::catalog::{Context, IsaVersion, Target, isa};
use crate::syntax::parse;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the verdict for a version and a target: nothing for a documented statement, the note for one
/// that only the assembler accepts, or the message of the error with its source.
fn verdict(text: &str, version: IsaVersion, target: &str) -> Result<Option<&'static str>, String> {
    let statement = parse(text).0;
    let context = Context { isa: version, target: Target::parse(target).unwrap() };
    let found = resolve(&statement, &context).unwrap();
    let found = found.map_err(|wrong| wrong.to_string())?;
    assert!(found.is_available(&context), "{text}");
    Ok(found.departure(&statement, &context))
}

#[test]
fn double_precision_is_undocumented_before_sm_13() {
    for text in [
        "setp.lt.f64",
        "setp.geu.xor.f64",
        "set.lt.u32.f64",
        "set.num.and.f32.f64",
        "selp.f64",
        "slct.f64.s32",
        "slct.ftz.f64.f32",
    ] {
        for target in ["sm_10", "sm_11", "sm_12"] {
            let note = verdict(text, isa(1, 4), target).unwrap().unwrap();
            assert!(note.contains("requires sm_13 or higher for f64"), "{text}: {note}");
        }
        assert_eq!(verdict(text, isa(1, 4), "sm_13"), Ok(None), "{text}");
    }
    for text in ["setp.lt.f32", "selp.b64", "slct.f32.s32", "set.lt.u32.f32"] {
        assert_eq!(verdict(text, isa(1, 4), "sm_10"), Ok(None), "{text}");
    }
}

/// `ptxas` 13.5.37: sub.cc and subc since 1.3, where the text has 1.2 as for add.cc.
#[test]
fn borrows_are_refused_where_only_the_text_has_them() {
    for text in ["sub.cc.u32", "sub.cc.s32", "subc.u32", "subc.cc.s32"] {
        let wrong = verdict(text, isa(1, 1), "sm_10").unwrap_err();
        assert!(wrong.contains("1.2 or newer; the version is 1.1 (PTX ISA"), "{text}: {wrong}");
        let wrong = verdict(text, isa(1, 2), "sm_10").unwrap_err();
        assert!(wrong.contains("from 1.3 on (ptxas "), "{text}: {wrong}");
        assert_eq!(verdict(text, isa(1, 3), "sm_10"), Ok(None), "{text}");
    }
    assert_eq!(verdict("add.cc.u32", isa(1, 2), "sm_10"), Ok(None));
    assert_eq!(verdict("addc.u32", isa(1, 2), "sm_10"), Ok(None));
}

#[test]
fn carries_of_64_bits_begin_where_the_text_and_the_assembler_have_them() {
    let is_undocumented =
        |text, version, target| matches!(verdict(text, version, target), Ok(Some(_)));
    for (text, first) in [("addc.u64", isa(1, 2)), ("subc.s64", isa(1, 3))] {
        assert!(is_undocumented(text, first, "sm_10"), "{text}");
        assert!(is_undocumented(text, isa(4, 3), "sm_13"), "{text}");
        assert!(is_undocumented(text, isa(4, 2), "sm_20"), "{text}");
        assert_eq!(verdict(text, isa(4, 3), "sm_20"), Ok(None), "{text}");
        assert!(verdict(text, isa(1, 1), "sm_10").is_err(), "{text}");
    }
    assert!(is_undocumented("madc.lo.u64", isa(3, 0), "sm_20"));
    assert!(verdict("madc.lo.u64", isa(4, 3), "sm_13").is_err());
    for text in ["add.cc.u64", "addc.cc.u64", "subc.cc.s64", "madc.hi.cc.u64"] {
        let wrong = verdict(text, isa(4, 3), "sm_13").unwrap_err();
        assert!(wrong.contains("sm_20 or higher; the target is sm_13 (PTX ISA"), "{text}: {wrong}");
        let wrong = verdict(text, isa(4, 2), "sm_20").unwrap_err();
        assert!(wrong.contains("4.3 or newer; the version is 4.2 (PTX ISA"), "{text}: {wrong}");
        assert_eq!(verdict(text, isa(4, 3), "sm_20"), Ok(None), "{text}");
    }
}

#[test]
fn a_version_that_only_the_assembler_asks_for_is_its_own() {
    for text in ["setp.lt.ftz.f32", "set.lt.ftz.u32.f32", "slct.ftz.b32.f32"] {
        let wrong = verdict(text, isa(1, 3), "sm_10").unwrap_err();
        assert!(wrong.contains("from PTX ISA 1.4 on (ptxas "), "{text}: {wrong}");
        assert_eq!(verdict(text, isa(1, 4), "sm_10"), Ok(None), "{text}");
    }
}

#[test]
fn a_version_that_does_not_know_the_target_is_too_old() {
    let wrong = verdict("add.s32", isa(7, 0), "sm_90").unwrap_err();
    assert!(wrong.contains("sm_90 needs PTX ISA 7.8 or newer; the version is 7.0"), "{wrong}");
    assert_eq!(verdict("add.s32", isa(7, 8), "sm_90"), Ok(None));
}

/// The manual has an example in this order for `min`, but not for `max` (9.7.1.12, 9.7.1.13).
#[test]
fn the_order_of_an_example_is_documented() {
    assert_eq!(verdict("min.s16x2.relu", isa(8, 0), "sm_90"), Ok(None));
    assert_eq!(verdict("min.relu.s16x2", isa(8, 0), "sm_90"), Ok(None));
    for text in ["max.s16x2.relu", "min.s16x2.relu.relu", "add.s32.sat", "setp.f32.lt"] {
        let note = verdict(text, isa(8, 0), "sm_90").unwrap().unwrap();
        assert!(note.contains("in another order"), "{text}: {note}");
    }
}
