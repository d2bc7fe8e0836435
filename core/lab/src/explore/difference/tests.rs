use super::{By, Difference, Phase, Proof, Search, Severity, Subject, Tried, Verdict};
use crate::catalog::{Context, IsaVersion, LATEST_ISA, Target};
use crate::text::shortest;
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A subject in a context, `TEXT @ TARGET @ VERSION`.
pub(super) fn subject(text: &str) -> Subject {
    let mut parts = text.split('@').map(str::trim);
    let text = parts.next().unwrap();
    let target = Target::parse(parts.next().unwrap_or("sm_100a")).unwrap();
    let isa = IsaVersion::parse(parts.next().unwrap_or("9.1")).unwrap();
    Subject::read(text, &Context { isa, target }).unwrap_or_else(|all| panic!("{text}: {all:?}"))
}

fn search(a: &str, b: &str) -> Search {
    Search::new(subject(a), subject(b)).unwrap_or_else(|it| panic!("{a}, {b}: {}", it.message))
}

/// Runs a search to its end.
pub(super) fn run(a: &str, b: &str, limit: u64) -> Search {
    let mut search = search(a, b);
    let mut last = 0;
    while search.verdict() == Verdict::Open && last < limit {
        let progress = search.step(1000);
        assert!(progress.tried >= last && progress.tried <= last + 1000);
        last = progress.tried;
        if progress.phase == Phase::Done {
            break;
        }
    }
    search
}

/// A trial of one lane is as severe as the comparison of whole results, also where a result is the upper
/// half of a register, or has unused bits below it.
#[test]
fn a_trial_of_a_lane_finds_what_the_comparison_of_results_finds() {
    for (a, b) in [
        ("rsqrt.approx.f64", "rsqrt.approx.ftz.f64"),
        ("rcp.rn.ftz.f64", "rcp.approx.ftz.f64"),
        ("cvt.rna.tf32.f32", "abs.f32"),
        ("add.f16", "add.ftz.f16"),
        ("div.full.f32", "div.approx.f32"),
    ] {
        let Ok(mut search) = Search::new(subject(a), subject(b)) else { panic!("{a}, {b}") };
        let focus = search.foci.first().cloned().unwrap();
        let edges = search.edges.first().cloned().unwrap();
        for bits in edges {
            search.scratch.inputs.fill(bits);
            let inputs = search.scratch.inputs.clone();
            let trial = search.trial(&focus, true);
            let whole = search.difference(&inputs).map(|found| found.severity);
            assert_eq!(trial, whole, "{a}, {b}: {bits:#x}");
        }
    }
}

/// Asserts that subjects differ for certain, on these operands in decimal, because of a step.
fn differs(a: &str, b: &str, inputs: &[&str], title: &str) -> Difference {
    let search = run(a, b, 4_000_000);
    assert_eq!(search.verdict(), Verdict::Differ, "{a}, {b}");
    let found = search.found().unwrap().clone();
    let shown = found.inputs.iter().zip(search.inputs()).map(|(bits, input)| {
        let packing = input.kind.packing();
        let lanes = (0..packing.lanes).rev();
        let lanes: Vec<_> =
            lanes.map(|lane| shortest(packing.extract(*bits, lane), input.kind.format())).collect();
        lanes.join(" ")
    });
    let shown: Vec<String> = shown.collect();
    assert_eq!(
        (shown.as_slice(), found.reason.title),
        (inputs.iter().map(|it| String::from(*it)).collect::<Vec<_>>().as_slice(), title),
        "{a}, {b}: {:?}",
        found.reason
    );
    assert!(!found.lanes.is_empty() && found.a != found.b);
    assert_ne!(found.reason.a, found.reason.b, "{a}, {b}");
    // A new evaluation of the operands finds this difference.
    assert_eq!(search.difference(&found.inputs).as_ref(), Some(&found));
    found
}

pub(super) fn is_same(a: &str, b: &str, proof: Proof) {
    let search = run(a, b, 1 << 24);
    assert_eq!(search.verdict(), Verdict::NoneExists(proof), "{a}, {b}: {:?}", search.found());
    assert!(search.found().is_none());
}

#[test]
fn directions_differ_on_short_operands() {
    differs("add.rn.f32", "add.rz.f32", &["1", "9e-8"], "Round");
    differs("add.rn.f64", "add.rp.f64", &["1", "8e-9"], "Round");
    differs("cvt.rna.tf32.f32", "cvt.rn.tf32.f32", &["1.0004883"], "Round");
    let found = differs("add.rn.f32x2", "add.rz.f32x2", &["0 1", "0 9e-8"], "Round");
    assert_eq!(found.lanes.len(), 1);
    differs("fma.rn.f32", "fma.rm.f32", &["0", "-0", "0"], "Exact");
}

#[test]
fn subnormals_and_nans_are_explained() {
    differs("add.f32", "add.ftz.f32", &["0", "1e-45"], "Flush");
    differs("mul.f32 @ sm_13 @ 1.4", "mul.f32 @ sm_20 @ 2.0", &["1", "1e-45"], "Flush");
    differs("min.f32", "min.NaN.f32", &["0", "NaN"], "Exact");
    differs("min.f16x2", "max.f16x2", &["0 1", "0 0"], "Exact");
    differs("fma.rn.f32", "fma.rn.sat.f32", &["1", "1", "1"], "Clamp");
    differs("mad.f32 @ sm_13 @ 1.4", "mad.rn.f32 @ sm_20 @ 2.0", &["3", "1.1", "-1"], "Exact");
    differs("cvt.rn.satfinite.e4m3x2.f32", "cvt.rn.satfinite.e5m2x2.f32", &["0", "1"], "Pack");
}

#[test]
fn sequences_are_compared_with_instructions() {
    let twice = "mul.rn.f32 t, a, b; add.rn.f32 d, t, c";
    let found = differs("fma.rn.f32", twice, &["-3", "1.1", "2"], "Round");
    assert!(found.reason.b.contains("Statement 1, `mul.rn.f32`: "), "{}", found.reason.b);
    // Matched by name, the product has the same factors; matched by position, names do not matter.
    differs(
        "fma.rn.f32",
        "mul.rn.f32 %t, %c, %b; add.rn.f32 %d, %a, %t",
        &["1", "0", "0"],
        "Exact",
    );
    differs("fma.rn.f32", "mul.rn.f32 t, x, y; add.rn.f32 d, z, t", &["-3", "1.1", "2"], "Round");
    let narrow = "cvt.rn.f16x2.f32 t, a, b; cvt.rn.satfinite.e4m3x2.f16x2 d, t";
    differs("cvt.rn.satfinite.e4m3x2.f32", narrow, &["1.0626", "0"], "Round");
    differs(
        "sub.f32 d, a, b; mul.f32 e, d, d",
        "sub.f32 d, a, b; mul.rz.f32 e, d, d",
        &["1.5", "9e-8"],
        "Round",
    );
    let found = differs(
        "add.f16x2",
        "mov.b32 {p, q}, a; mov.b32 {r, s}, b; add.f16 t, p, r; sub.f16 u, q, s; mov.b32 d, {t, u}",
        &["0 0", "1 0"],
        "Exact",
    );
    assert_eq!(found.lanes.iter().map(|lane| lane.lane).collect::<Vec<_>>(), [Some(1)]);
}

#[test]
fn equal_subjects_are_proven_equal() {
    use Proof::{EveryOperand, SameOperation};
    is_same("add.f32", "add.rn.f32", SameOperation);
    is_same("fma.rn.f32 @ sm_20 @ 2.0", "fma.rn.f32 @ sm_90 @ 9.1", SameOperation);
    is_same("mul.ftz.f32", "mul.f32 @ sm_13 @ 1.4", SameOperation);
    is_same("fma.rn.f32", "fma.rn.f32 d, x, y, z", SameOperation);
    // From floating point to integers `.sat` is redundant; between integers it is not.
    is_same("cvt.rni.sat.s32.f32", "cvt.rni.s32.f32", SameOperation);
    differs("cvt.sat.u8.s32", "cvt.u8.s32", &["-1"], "Exact");
    // A subnormal number is nearest to 0, so `.ftz` changes it only where it is rounded away from 0.
    is_same("cvt.rzi.ftz.s32.f32", "cvt.rzi.s32.f32", SameOperation);
    is_same("cvt.rni.ftz.f32.f32", "cvt.rni.f32.f32", SameOperation);
    differs("cvt.rpi.ftz.s32.f32", "cvt.rpi.s32.f32", &["1e-45"], "Flush");
    is_same("fma.rn.relu.f16 d, a, b, c", "fma.rn.relu.f16 d, b, a, c", SameOperation);
    is_same(
        "max.NaN.f32 t, a, b; min.NaN.f32 d, t, a",
        "max.NaN.f32 t, b, a; min.NaN.f32 d, a, t",
        SameOperation,
    );
    let text = "mov.b32 {p, q}, a; add.f16 d, p, q";
    is_same(text, &text.replace("add.", "add.rn."), SameOperation);
    is_same("max.NaN.f16 d, a, a", "min.NaN.f16 d, a, a", EveryOperand);
    is_same(
        "cvt.rn.f16x2.e2m1x2",
        "cvt.rn.relu.f16x2.e2m1x2 t, a; cvt.rn.f16x2.e2m1x2 d, a; mov.b32 {_, _}, t",
        EveryOperand,
    );
    is_same("add.f32 d, 1.0, 2.0", "mov.f32 d, 3.0", EveryOperand);
    // Lanes with different rules are searched one by one.
    let found = differs(
        "mov.b32 k, 0x3c003c00; add.f16x2 d, a, k",
        "mov.b32 k, 0x40003c00; add.f16x2 d, a, k",
        &["0 0"],
        "Exact",
    );
    assert_eq!(found.lanes[0].lane, Some(1));
    let found = differs(
        "cvt.rn.f16x2.f32 d, a, b",
        "cvt.rn.f16x2.f32 d, b, b; mov.b32 t, a; mov.b32 {_, _}, t",
        &["0", "1"],
        "Exact",
    );
    assert_eq!(found.lanes[0].lane, Some(1));
}

#[test]
fn what_the_isa_leaves_open_may_differ_only() {
    let a = "ex2.approx.f32 t, a; mul.rn.f32 d, t, 3.0";
    let search = run(a, &a.replace(".rn", ".rz"), 1 << 20);
    assert_eq!(search.verdict(), Verdict::MayDiffer);
    assert_eq!(search.found().unwrap().severity, Severity::Possible);
    assert!(search.progress().of.is_some());
    // The references are the same, and the ISA permits others.
    let search = run("div.full.f32", "div.rn.f32", 1000);
    assert_eq!(search.verdict(), Verdict::Open);
    assert_eq!(search.found().unwrap().severity, Severity::Alike);
    assert!(search.subjects().into_iter().all(Subject::is_open), "NaNs are open");
    assert!(!run("testp.notanumber.f32", "testp.notanumber.f32", 1000).subjects()[0].is_open());
    // -2 in s2f6 with `.satfinite` may be -2 or the negative of the largest number.
    let same = "cvt.rn.satfinite.s2f6x2.f32";
    let search = run(same, same, 1000);
    assert_eq!(search.verdict(), Verdict::NoneExists(Proof::SameOperation));
    assert!(search.subjects().iter().all(|subject| subject.is_open()));
    // An instruction that the ISA does not have is unspecified, so it may agree.
    assert_eq!(run("fma.rz.bf16", "fma.rn.bf16", 1 << 21).verdict(), Verdict::MayDiffer);
    // Approximate results with disjoint permitted sets certainly differ.
    differs("ex2.approx.f32", "sin.approx.f32", &["0"], "Exact");
}

// As WebAssembly it takes longer than the half minute after which a browser is given up.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn contraction_leaves_more_than_one_result() {
    let free = "mul.f32 t, a, b; add.f32 d, t, c";
    let rounded = "mul.rn.f32 t, a, b; add.rn.f32 d, t, c";
    for (a, b) in [(free, "fma.rn.f32"), (free, rounded), ("fma.rn.f32", free), (free, free)] {
        let search = run(a, b, 1 << 12);
        assert_eq!(search.verdict(), Verdict::Open, "{a}, {b}");
        let found = search.found().unwrap();
        assert!(found.is_of_contraction(), "{a}, {b}: {found:?}");
        assert_eq!((found.severity, found.reason.title), (Severity::Possible, "Contract"));
        let counts = found.outcomes.each_ref().map(|all| all[0].len());
        let expected = [a, b].map(|text| if text == free { 2 } else { 1 });
        assert_eq!(counts, expected, "{a}, {b}");
        // A single result of one subject is among those of the other.
        let [one, two] = &found.outcomes;
        assert!(one[0].iter().any(|bits| two[0].contains(bits)), "{a}, {b}");
    }
    // The search for a certain difference takes as long as after other possible differences.
    let search = run(free, "fma.rn.f32", 1 << 22);
    assert_eq!(search.verdict(), Verdict::MayDiffer);
    let reason = &search.found().unwrap().reason;
    assert!(reason.a.contains("fused with the sum of `add.f32` as `fma.rn.f32`"), "{}", reason.a);
    assert_eq!(reason.b, "Fusion is not permitted.");
    // No result of one is permitted for the other.
    differs(free, "mul.f32 t, a, b; sub.f32 d, t, c", &["0", "0", "1"], "Exact");
    // If all results agree, only the bits of NaNs are open.
    let double = "add.rn.f16 d, a, a";
    let search = run("mov.b16 one, 0x3c00; mul.f16 t, a, one; add.f16 d, t, a", double, 1 << 24);
    assert_eq!(
        search.found().map(|found| (found.severity, &*found.inputs)),
        Some((Severity::Alike, &[0x7fff][..]))
    );
    is_same("add.f16 d, a, a", double, Proof::SameOperation);
}

#[test]
fn chunks_make_no_difference() {
    let all = run("fma.rn.f32", "mul.rn.f32 t, a, b; add.rn.f32 d, t, c", 1 << 22);
    let mut single = search("fma.rn.f32", "mul.rn.f32 t, a, b; add.rn.f32 d, t, c");
    while single.verdict() == Verdict::Open {
        single.step(1);
    }
    assert_eq!(single.found(), all.found());
    assert_eq!(single.step(0), single.progress());
    let before = search("add.f32", "neg.f32 t, b; sub.f32 d, a, t").step(0);
    assert_eq!((before.tried, before.of, before.phase), (0, None, Phase::Edges));
    // All operands of one f16, after the special ones.
    let of = search("abs.f16", "neg.f16 t, a; abs.f16 d, t").progress().of.unwrap();
    assert!((65_536 + 50..65_536 + 200).contains(&of), "{of}");
}

#[test]
fn random_operands_find_what_special_ones_do_not() {
    // Only the very largest and smallest terms of a few operands distinguish these.
    let a = "add.rn.f32 t, a, 0f4B000001; sub.rn.f32 d, t, 0f4B000001";
    let b = "sub.rn.f32 t, a, 0fCB000001; add.rn.f32 d, t, 0fCB000003";
    let search = run(a, b, 1 << 22);
    assert_eq!(search.verdict(), Verdict::Differ);
}

#[test]
fn edges_are_listed() {
    let search = search("add.rn.f16", "add.rn.sat.f16");
    let all = search.differing_edges(50);
    assert_eq!(all.len(), 50);
    assert_eq!(all[0].inputs, [0x3c00, 0x3c00]);
    assert!(all.iter().all(|each| each.a != each.b));
    assert_eq!(search.progress().tried, 0);
}

#[test]
fn mismatches_are_reported() {
    let mismatch = |a: &str, b: &str| Search::new(subject(a), subject(b)).unwrap_err().message;
    assert!(mismatch("add.f32", "fma.rn.f32").contains("2 of the first (a, b), 3 of the second"));
    assert!(mismatch("add.f32", "add.f64").contains("input `a` has 32 bits and `a` 64"));
    assert!(
        mismatch("cvt.rn.f16.f32", "abs.f32").contains("the result `d` has 16 bits and `d` 32")
    );
    assert!(
        mismatch("abs.f32", "abs.f32 d, a; abs.f32 e, a").contains("1 results and the second 2")
    );
    let legal = subject("fma.rn.f32");
    let early = Context { isa: LATEST_ISA, target: Target::parse("sm_13").unwrap() };
    let illegal = Subject::of_instruction(legal.instruction().unwrap(), &early);
    let mismatch = Search::new(legal, illegal).unwrap_err();
    assert_eq!(mismatch.message, "`fma.rn.f32` has no result on sm_13");
    let context = subject("add.f32").context;
    assert!(!Subject::read("", &context).is_err_and(|all| !all.is_empty()));
    assert_eq!(Subject::read("add.f31", &context).unwrap_err().len(), 1);
    assert_eq!(Subject::read("bra L; add.f32 d, a, b", &context).unwrap_err().len(), 1);
}

#[test]
fn parts_of_all_operands_show_what_the_whole_does() {
    let pairs = [
        ("cvt.rn.f16x2.e4m3x2", "cvt.rn.relu.f16x2.e4m3x2"),
        ("neg.f16", "abs.f16"),
        ("abs.f16 t, x; neg.f16 d, t", "neg.f16 t, x; abs.f16 d, t"),
        ("ex2.approx.f16", "ex2.approx.f16"),
        ("min.f16", "max.f16"),
        ("cvt.rni.f16.f16", "cvt.rzi.f16.f16"),
        ("rcp.approx.ftz.f32 t, x; cvt.rn.f16.f32 y, t", "rcp.rn.f32 t, x; cvt.rn.f16.f32 y, t"),
        ("cvt.f32.f16 t, x; tanh.approx.f32 t, t", "cvt.f32.f16 t, x; ex2.approx.f32 t, t"),
        ("cvt.f32.f16 t, x; ex2.approx.f32 t, t", "cvt.f32.f16 t, x; ex2.approx.ftz.f32 t, t"),
    ];
    for (a, b) in pairs {
        let mut parts = search(a, b);
        let count = parts.operand_count().unwrap();
        // For two operands the first thousands suffice.
        let end = count.min(1 << 16);
        let whole = parts.try_operands(0..end);
        let mut merged = Tried::default();
        for start in (0..end.div_ceil(1000)).rev().map(|part| part * 1000) {
            merged.merge(&parts.try_operands(start..end.min(start + 1000)));
        }
        assert_eq!(merged.certain, whole.certain, "{a}, {b}");
        if whole.certain.is_none() {
            assert_eq!((merged, whole.count), (whole, end), "{a}, {b}");
        }
        if end < count && whole.certain.is_none() {
            continue;
        }
        parts.conclude(&whole);
        let same = |verdict| match verdict {
            Verdict::NoneExists(_) => Verdict::NoneExists(Proof::EveryOperand),
            Verdict::Open | Verdict::Differ | Verdict::MayDiffer => verdict,
        };
        assert_eq!(same(parts.verdict()), same(run(a, b, 1 << 24).verdict()), "{a}, {b}");
    }
}

#[test]
fn operands_have_numbers() {
    let mut search = search("add.f16x2", "sub.f16x2");
    assert_eq!(search.operand_count(), Some(1 << 32));
    assert_eq!(search.operands(0x3c00_0001), Some(alloc::vec![0x0001, 0x3c00]));
    assert_eq!(search.operands(1 << 32), None);
    // A sum with a number other than 0 differs from the difference.
    let tried = search.try_operands(0x1_0000..0x2_0000);
    assert_eq!((tried.certain, tried.count), (Some(0x1_0000), 1));
    assert_eq!(self::search("fma.rn.f64", "fma.rz.f64").operand_count(), None);
}

/// The findings for a range of operands, each evaluated separately.
fn one_by_one(search: &mut Search, range: core::ops::Range<u64>) -> Tried {
    let mut tried = Tried::default();
    let focus = search.foci[0].clone();
    assert!(range.end <= 1 << search.n_bits(&focus));
    search.scratch.inputs.fill(0);
    search.try_each(&focus, 0, range, &mut tried);
    tried
}

#[test]
fn operands_in_columns_show_what_they_do_one_by_one() {
    let sum = "cvt.f32.f16 x, a; cvt.f32.f16 y, b; add.rn.f32 t, x, y; cvt.rn.f16.f32 d, t";
    let pairs = [
        // Operands of 8 bits, all of them.
        ("cvt.rn.f16x2.e4m3x2", "cvt.rn.relu.f16x2.e4m3x2"),
        (
            "cvt.rn.f16x2.e4m3x2 t, x; add.f16x2 d, t, t",
            "cvt.rn.f16x2.e4m3x2 t, x; mov.b32 z, 0x40004000; mul.rn.f16x2 d, t, z",
        ),
        ("cvt.rn.f16x2.e5m2x2 t, x; abs.f16x2 d, t", "cvt.rn.f16x2.e5m2x2 d, x"),
        // Operands of 16 bits and more.
        ("add.f16", "add.rn.ftz.f16"),
        ("add.f16", "add.f16 d, b, a"),
        ("add.f16 d, a, b", sum),
        ("mul.rn.bf16 d, a, b", "mov.b16 z, 0x8000; fma.rn.bf16 d, a, b, z"),
        ("mul.rn.bf16 d, a, b", "mov.b16 z, 0; fma.rn.bf16 d, a, b, z"),
        ("min.f16 d, a, b", "setp.lt.f16 p, a, b; selp.b16 d, a, b, p"),
        ("min.f16 d, a, b", "mov.b16 d, b; setp.lt.f16 p, a, b; @p mov.b16 d, a"),
        ("max.f16 d, a, b", "max.f16 d, a, b; setp.lt.f16 p, a, b; @p add.f16 d, b, a"),
        ("add.f16x2 t, a, b; mul.rn.f16x2 d, t, t", "add.f16x2 t, b, a; mul.rn.f16x2 d, t, t"),
        ("mov.b32 {lo, hi}, x; sub.f16 d, hi, lo", "mov.b32 {lo, hi}, x; sub.ftz.f16 d, hi, lo"),
        ("cvt.f32.f16 t, x; ex2.approx.f32 t, t", "cvt.f32.f16 t, x; ex2.approx.ftz.f32 t, t"),
        ("cvt.rzi.s8.f16 t, x; cvt.rn.f16.s8 d, t", "cvt.rzi.f16.f16 d, x"),
        ("mul.f16 t, a, b; add.f16 d, t, a", "fma.rn.f16 d, a, b, a"),
    ];
    let context = subject("add.f16").context;
    let subject = |text| Subject::read(text, &context).unwrap();
    for by in By::ALL {
        for (a, b) in pairs {
            let mut search = Search::by(by, subject(a), subject(b));
            let Ok(search) = &mut search else {
                assert_eq!(by, By::Observed, "{a}, {b}");
                continue;
            };
            let n_operands = 1 << search.n_bits(&search.foci[0]);
            let n_samples = if n_operands <= 1 << 8 { 1 } else { 24 };
            for sample in 0..n_samples {
                let start = crate::explore::domain::mix(sample) % n_operands;
                let range = start..n_operands.min(start + 700);
                let range = if n_samples == 1 { 0..n_operands } else { range };
                let expected = one_by_one(search, range.clone());
                assert_eq!(search.try_operands(range), expected, "{a}, {b}, {by:?}, {start:#x}");
            }
        }
    }
}
