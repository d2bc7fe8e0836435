//! `ptxfp merge`: joined parts of sweeps and searches give the answer of the whole.

mod command;

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{answers_with, check_refused, run, text};

/// A file with printed text.
fn file(name: &str, content: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_parts");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path: PathBuf = folder.join(name);
    fs::write(&path, content).expect("a file can be written");
    path.to_str().expect("a path in UTF-8").to_string()
}

/// The answer to parts that differ.
fn differing(file: &str) -> String {
    answers_with(1, &["merge", file], b"").join("\n")
}

/// The output of a command for each of `n` parts, on another number of threads each.
fn parts(command: &[&str], n: usize) -> Vec<String> {
    let part = |number| {
        let part = format!("--part={number}/{n}");
        text(&[command, &[&part, &format!("--jobs={number}")]].concat())
    };
    (1..=n).map(part).collect()
}

#[test]
fn parts_of_a_sweep_merge_to_the_whole() {
    for command in [
        &["sweep", "tanh.approx.f16", "--errors", "--columns=4096"][..],
        &["sweep", "cvt.rn.satfinite.e4m3x2.f16x2", "--lane=1"],
        &["sweep", "ex2.approx.f32", "--operand=a=random:5000:1", "--errors", "--observed"],
    ] {
        let mut all = parts(command, 3);
        all.reverse();
        let files = [file("sweep-a.json", &all[..2].join("\n")), file("sweep-b.json", &all[2])];
        let merge = ["merge", &files[0], &files[1], "--json"];
        assert_eq!(text(&merge), text(&[command, &["--json"]].concat()));
        assert_eq!(text(&merge[..3]), text(command));
    }
}

#[test]
fn parts_of_a_search_merge_to_what_all_operands_show() {
    let alike = ["diff", "neg.f16 t, x; abs.f16 d, t", "abs.f16 t, x; abs.f16 d, t"];
    let shown = differing(&file("alike.json", &parts(&alike, 4).join("\n")));
    assert!(shown.contains("the references are the same (65536 operands tried)"), "{shown}");
    assert!(shown.contains("b: Statement 1, `abs.f16`: a NaN, bits unspecified."), "{shown}");

    let equal = ["diff", "max.NaN.f16 d, x, x", "min.NaN.f16 d, x, x"];
    let files = parts(&equal, 4).join("\n");
    let output = run(&["merge", &file("equal.json", &files)], b"");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(shown.ends_with("equal: every operand was tried (65536)\n"), "{shown}");

    // More operands than a search tries by itself: 2^48, of which the first ones differ.
    let differ = ["diff", "fma.rn.f16", "fma.rn.relu.f16"];
    let file = file("differ.json", &parts(&differ, 3).join("\n"));
    let shown = differing(&file);
    assert!(shown.contains("they differ (112642 operands tried)"), "{shown}");
    assert!(shown.contains("`.relu` turns negative values and −0 into +0."), "{shown}");
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let sweep = ["sweep", "neg.f16"];
    let all = parts(&sweep, 2);
    let [one, two] = [&all[0], &all[1]];
    let other = &parts(&["sweep", "abs.f16"], 2)[1];
    let of_three = &parts(&sweep, 3)[2];
    let old = two.replace("\"ptxfp\":\"", "\"ptxfp\":\"0.0.");
    let damaged = two.replace("\"tally\":[", "\"tally\":[7,");
    for (name, parts, expected) in [
        ("missing", vec![one], "part 2/2 is missing"),
        ("twice", vec![one, two, one], "part 1/2 appears twice"),
        ("other", vec![one, other], "a part of another question"),
        ("count", vec![one, of_three], "one of 3 parts; others are of 2"),
        ("old", vec![one, &old], "made by ptxfp 0.0."),
        ("damaged", vec![one, &damaged], "the tally of part 2/2 is damaged"),
    ] {
        let text = parts.into_iter().cloned().collect::<Vec<_>>().join("\n");
        check_refused(&["merge", &file(name, &text)], expected);
    }
    check_refused(&["merge", &file("no", "{\"a\": 1}")], "is not output of --part K/N");
    check_refused(&["merge", &file("empty", "")], "no part to merge");
    check_refused(&["merge", "nowhere.json"], "nowhere.json");
    check_refused(&["sweep", "neg.f16", "--part=3/2"], "expected K/N with K from 1 to N");
    check_refused(&["diff", "fma.rn.f32", "fma.rz.f32", "--part=1/2"], "more than 2^64 operands");
}
