//! Inputs that depend on each other.

use alloc::vec::Vec;

use super::Sequence;
use crate::catalog::{Context, LATEST_ISA, Target};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn sequence(before: &str, operands: &str) -> Sequence {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    let asm = [r#" asm("lop3.b32 %0, %1, %2, %3, 7;" : "=r"(d) : "#, operands, ");"].concat();
    Sequence::new(&[before, &asm].concat(), &context)
}

const SHIFTED: &str = r#""r"(q), "r"(q >> 4), "r"(q >> 8)"#;

#[test]
fn values_follow_from_that_of_the_variable() {
    let follow = |before: &str, q: u64| {
        let mut values: Vec<_> = [Some(q), None, None].into();
        sequence(before, SHIFTED).derive_values(&mut values);
        values
    };
    assert_eq!(follow("", 0x700), [Some(0x700), Some(0x70), Some(7)]);
    let high = 0x8000_0000;
    assert_eq!(follow("", high), [Some(high), None, None]);
    assert_eq!(follow("uint32_t q;", high), [Some(high), Some(0x0800_0000), Some(0x0080_0000)]);
    assert_eq!(follow("int q;", high), [Some(high), Some(0xf800_0000), Some(0xff80_0000)]);
    // A value that is given stays.
    let mut values: Vec<_> = [Some(0x700), Some(1), None].into();
    sequence("", SHIFTED).derive_values(&mut values);
    assert_eq!(values, [Some(0x700), Some(1), Some(7)]);
    // The values of others do not lead back.
    let mut values: Vec<_> = [None, Some(1), None].into();
    sequence("", SHIFTED).derive_values(&mut values);
    assert_eq!(values, [None, Some(1), None]);
}

#[test]
fn values_that_the_text_excludes_are_noted() {
    let notes = |before: &str, operands: &str, values: &[u64]| {
        sequence(before, operands).dependent_inputs(values)
    };
    assert!(notes("", SHIFTED, &[0x700, 0x70, 7]).is_empty());
    assert_eq!(
        notes("", SHIFTED, &[0x700, 0x70, 8]),
        ["in the text `%3` is `q >> 8` of `%1`, which has another value"]
    );
    let open = notes("", SHIFTED, &[0x8000_0000, 0, 0]);
    assert!(open[0].contains("`%2` is `q >> 4` of `%1`, which cannot be computed"), "{open:?}");
    assert_eq!(open.len(), 2);
    assert_eq!(
        notes("", r#""r"(x), "r"(q >> 4), "r"(q >> 8)"#, &[1, 1, 1]),
        ["`%2` and `%3` depend on each other: in the text they are `q >> 4` and `q >> 8`"]
    );
    assert!(notes("", r#""r"(a[0]), "r"(a[1]), "r"(b + 1)"#, &[1, 1, 1]).is_empty());
}
