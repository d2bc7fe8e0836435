//! Proofs of equality where the ISA leaves results open.

use alloc::string::String;

use super::tests::{is_same, run, subject};
use super::{Difference, Proof, Search, Severity, Verdict};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Asserts that references are equal on these operands, though the ISA leaves a result open, and
/// that these are the reasons.
fn is_open(a: &str, b: &str, inputs: &[u64], reasons: [&str; 2]) {
    let search = run(a, b, 1 << 24);
    assert_eq!(search.verdict(), Verdict::MayDiffer, "{a}, {b}");
    let found = search.found().unwrap();
    let Difference { severity, a: one, b: two, reason, .. } = found;
    assert_eq!((*severity, reason.title), (Severity::Alike, super::OPEN), "{a}, {b}: {reason:?}");
    assert_eq!((found.inputs.as_slice(), one), (inputs, two), "{a}, {b}");
    let own = [&reason.a, &reason.b];
    assert!(own.iter().zip(reasons).all(|(text, part)| text.contains(part)), "{own:?}");
    // For all operands a result is permitted for both.
    let permitted = Search::of_permitted(subject(a), subject(b)).unwrap();
    assert_eq!(finished(permitted).found(), None, "{a}, {b}");
}

fn search_on(a: &str, b: &str) -> Search {
    Search::new(subject(a), subject(b)).unwrap()
}

fn finished(mut search: Search) -> Search {
    while search.verdict() == Verdict::Open && search.progress().tried < 1 << 24 {
        search.step(1 << 16);
    }
    search
}

#[test]
fn equal_references_are_no_proof_where_results_are_open() {
    let (nan, exact) = ("a NaN, bits unspecified", "exact bits guaranteed");
    is_open("cvt.f32.bf16 d, a", "mov.b16 z, 0; mov.b32 d, {z, a}", &[0x7fff], [nan, exact]);
    is_open("abs.f16", "neg.f16 t, a; abs.f16 d, t", &[0x7fff], [nan, "Statement 1, `neg.f16`"]);
    is_open(
        "abs.f16",
        "cvt.f32.f16 t, a; abs.f32 u, t; cvt.rn.f16.f32 d, u",
        &[0x7fff],
        [nan, "Statement 1, `cvt.f32.f16`"],
    );
    is_open(
        "mov.b16 o, 0x3c00; mov.b16 z, 0x8000; fma.rn.relu.f16 d, a, o, z",
        "mov.b16 z2, 0; max.NaN.f16 d, a, z2",
        &[0x8000],
        [
            "Statement 3, `fma.rn.relu.f16`: our reading of an unclear text, not guaranteed (relu-negative-zero).",
            exact,
        ],
    );
    is_open(
        "mov.b16 z, 0x8000; add.sat.f16 d, a, z",
        "mov.b16 z, 0; mov.b16 o, 0x3c00; max.f16 t, a, z; min.f16 d, t, o",
        &[0x8000],
        ["sat-negative-zero", exact],
    );
    is_open(
        "and.b16 b, a, 0x3f3f; cvt.rn.f16x2.e2m3x2 d, b",
        "cvt.rn.f16x2.e2m3x2",
        &[0x40],
        [exact, "fp6-padding"],
    );
    is_open("ex2.approx.f16", "ex2.approx.f16 t, a; mov.b16 d, t", &[0x3c00], ["bounds", "bounds"]);
    // Exchanged NaNs: the ISA does not say which of two is returned.
    is_open("min.f32 d, a, b", "min.f32 d, b, a", &[0x7fff_ffff; 2], [nan, nan]);
    is_open("fma.rn.f32 d, a, b, c", "fma.rn.f32 d, b, a, c", &[0, 0x7f80_0000, 0], [nan, nan]);
    // One of the results depends on a reading.
    let (free, plain) = ("cvt.rpi.s32.f32 @ sm_13 @ 1.5", "cvt.rpi.ftz.s32.f32 @ sm_13 @ 1.5");
    let found = search_on(free, plain).difference(&[1]).unwrap();
    assert_eq!((found.severity, found.reason.b), (Severity::Alike, String::from(exact) + "."));
    assert!(found.reason.a.ends_with("(cvt-rpi-sm13)."), "{}", found.reason.a);
    // A later statement determines the result, or makes it equal in both.
    let (numbers, swapped) = ("set.num.f16.f16 d, a, a", "neg.f16 t, a; set.num.f16.f16 d, t, t");
    is_same(numbers, swapped, Proof::EveryOperand);
    let rounded = "ex2.approx.ftz.f32 t, a; cvt.rn.bf16.f32 d, t";
    let pinned =
        search_on(rounded, "mov.b16 k, 0x3fd7; mov.b32 t, a; mov.b32 {_, _}, t; mov.b16 d, k");
    assert_eq!(pinned.difference(&[0x3f40_0000]), None);
    assert!(pinned.difference(&[0x3f80_0000]).is_some());
}
