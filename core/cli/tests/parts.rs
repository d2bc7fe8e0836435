//! `ptxfp merge`: joined parts of sweeps and searches give the answer of the whole.

mod command;

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{check_refused, run, text};

/// A file with printed text.
fn file(name: &str, content: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_parts");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path: PathBuf = folder.join(name);
    fs::write(&path, content).expect("a file can be written");
    path.to_str().expect("a path in UTF-8").to_string()
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

/// Searches, with a text of their answer: each is decided by something else.
const SEARCHES: [(&[&str], &str); 7] = [
    // The structure, without any operand.
    (&["max.NaN.f16x2", "max.NaN.f16x2 d, b, a"], "equal: both do the same"),
    // Every operand.
    (&["max.NaN.f16 d, x, x", "min.NaN.f16 d, x, x"], "equal: every operand was tried"),
    (
        &["neg.f16 t, x; abs.f16 d, t", "abs.f16 d, x", "--by=permitted"],
        "compatible: every operand",
    ),
    (
        &["neg.f16 t, x; abs.f16 d, t", "abs.f16 t, x; abs.f16 d, t"],
        "Statement 1, `abs.f16`: a NaN, bits unspecified.",
    ),
    // One operand of all, which is not a special one.
    (
        &["mov.b16 k, 0x64d1; set.eq.f16.f16 d, x, k", "mov.b16 k, 0x64d2; set.eq.f16.f16 d, x, k"],
        "x .f16  0x64d1 = 1233\n",
    ),
    // A special operand, also where there are too many to try all.
    (&["min.f16", "max.f16"], "they differ (2 operands tried)"),
    (&["fma.rn.f16", "fma.rn.relu.f16"], "`.relu` turns negative values and −0 into +0."),
];

#[test]
fn parts_of_a_search_merge_to_the_whole() {
    for (question, expected) in SEARCHES {
        let command = [&["diff"], question].concat();
        let file = file("search.json", &parts(&command, 3).join("\n"));
        for (options, expected) in [(&[][..], expected), (&["--json"], "")] {
            let [whole, merged] = [&command[..], &["merge", &file]]
                .map(|command| run(&[command, options].concat(), b""));
            assert_eq!(merged, whole, "{question:?}");
            let shown = String::from_utf8_lossy(&merged.stdout);
            assert!(shown.contains(expected), "{question:?}: {shown}");
        }
    }
}

#[test]
fn parts_of_what_the_structure_decides_try_nothing() {
    let [one, two] = ["1/2", "2/2"].map(|part| {
        let part = format!("--part={part}");
        text(&["diff", "add.rn.f32", "add.rn.f32 d, x, y", &part])
    });
    for part in [one, two] {
        assert!(part.contains("\"tried\":0,\"certain\":null"), "{part}");
    }
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
