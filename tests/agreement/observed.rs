//! Observed results are those of recorded vectors, natively and as WebAssembly.

use conformance::subject::context;
use ptxfp::observed::{Grade, Observed};
use ptxfp::syntax::check;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Function, operand and result.
const VECTORS: &str = include_str!("../vectors/special-functions.tsv");

#[test]
fn the_unit_returns_what_was_recorded() {
    let context = context("9.1", "sm_75");
    let observed = |function: &str| {
        let spelling = [function, ".approx.f32"].concat();
        let instruction = check(&spelling, &context).instruction.expect("an instruction");
        Observed::of(&instruction, &context).expect("an observation")
    };
    let mut current: Option<(&str, Observed)> = None;
    let (mut count, mut different) = (0, Vec::new());
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<_> = line.split('\t').collect();
        let [function, operand, expected] = words[..] else { panic!("{line}") };
        let known = current.filter(|(name, _)| *name == function);
        let (_, observed) =
            *current.insert(known.unwrap_or_else(|| (function, observed(function))));
        assert_eq!(observed.grade(), Grade::Measured, "{function}");
        let operand = u64::from_str_radix(operand, 16).expect("hexadecimal");
        let found = observed.bits(&[operand]).expect("one operand");
        if format!("{found:08x}") != expected {
            different.push(format!("{line}, core {found:08x}"));
        }
        count += 1;
    }
    assert_eq!(count, 14_000);
    assert!(different.is_empty(), "{} of {count} differ: {different:#?}", different.len());
}
