//! `ptxfp diff` and `ptxfp run`, run as a program.

mod command;

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{check_refused, ptxfp, run, text};

/// A file of a test.
fn file(name: &str, text: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_explore");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("a path in UTF-8").to_string()
}

/// The exit status and the answer of a run that writes nothing to standard error.
fn answer(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments, b"");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("the answer is UTF-8");
    (output.status.code().expect("an exit status"), text)
}

#[test]
fn diff_shows_operands_results_and_why() {
    let (status, text) = answer(&["diff", "add.rn.f32", "add.rz.f32", "--target=sm_90"]);
    assert_eq!(status, 1);
    let expected = "\
a: add.rn.f32 on sm_90, PTX ISA 9.5
b: add.rz.f32 on sm_90, PTX ISA 9.5
they differ (50 operands tried)

  a .f32  0x3f800000 = 1
  b .f32  0x33c14606 = 9e-8
  a: d .f32  0x3f800001 = 1.0000001
  b: d .f32  0x3f800000 = 1
  Round
    a: Discarded bits: over half an ulp. Rounds away from zero.
    b: Discarded bits: over half an ulp. Rounds towards zero.
  #v1/add.rn.f32@sm_90?a=0x3f800000&b=0x33c14606&isa=9.5&with=add.rz.f32@sm_90@9.5
";
    assert_eq!(text, expected);
}

#[test]
fn diff_compares_files_targets_and_versions() {
    let twice = file("twice.ptx", "mul.rn.f32 t, a, b; // rounds\nadd.rn.f32 d, t, c;\n");
    for path in [twice.clone(), format!("@{twice}")] {
        let (status, text) = answer(&["diff", "fma.rn.f32", &path]);
        assert_eq!(status, 1);
        assert!(text.contains("b: mul.rn.f32 t, a, b; add.rn.f32 d, t, c; on sm_90"), "{text}");
        assert!(text.contains("Statement 1, `mul.rn.f32`: "), "{text}");
        let link = text.lines().last().unwrap_or_default();
        let begin = "  #v1/sequence@sm_90?code=fma.rn.f32~d,a,b,c&a=0x";
        let end = "&with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c";
        assert!(link.starts_with(begin) && link.ends_with(end), "{link}");
    }
    let early = ["diff", "mul.f32", "mul.f32", "--target=sm_13", "--isa=1.4"];
    let (status, text) = answer(&[&early[..], &["--target-b=sm_20", "--isa-b=2.0"]].concat());
    assert_eq!(status, 1);
    assert!(text.contains("0x00000001 = 1.4e-45") && text.contains("  Flush\n"), "{text}");
    let (status, text) =
        answer(&["diff", "fma.rn.f32", "fma.rn.f32", "--target=sm_90", "--target-b=sm_100"]);
    assert_eq!(status, 0);
    let ending = "equal: both do the same\nwhere the ISA leaves a result open, GPUs may differ\n";
    assert!(text.ends_with(ending), "{text}");
    let exchanged = ["diff", "max.NaN.f32", "max.NaN.f32 d, b, a"];
    let (status, text) = answer(&exchanged);
    assert_eq!((status, text.lines().last()), (0, Some("equal: both do the same")));
    let (status, text) = answer(&["diff", "max.NaN.f16 d, a, a", "min.NaN.f16 d, a, a"]);
    assert_eq!(status, 0);
    assert!(text.contains("equal: every operand was tried (65"), "{text}");
    assert!(!text.contains("GPUs"), "{text}");
    let negated = "xor.b32 t, b, 0x80000000; xor.b32 u, t, 0x80000000; max.NaN.f32 d, a, u";
    let (status, text) = answer(&["diff", "max.NaN.f32", negated, "--limit=1000"]);
    assert_eq!(status, 0);
    assert!(text.contains("no difference found in 1000 operands, which is not a proof"), "{text}");
}

#[test]
fn diff_says_where_references_are_no_proof() {
    let (status, text) = answer(&["diff", "div.full.f32", "div.rn.f32", "--limit=500"]);
    assert_eq!(status, 1);
    assert!(
        text.contains("they may differ: the references are the same (500 operands tried)"),
        "{text}"
    );
    let widened = ["diff", "cvt.f32.bf16 d, a", "mov.b16 z, 0; mov.b32 d, {z, a}"];
    let (status, text) = answer(&widened);
    assert_eq!(status, 1);
    let open = "  Open\n    a: a NaN, bits unspecified.\n    b: exact bits guaranteed.\n";
    assert!(text.contains("the references are the same (65652") && text.contains(open), "{text}");
    let (status, text) = answer(&[&widened[..], &["--by=permitted"]].concat());
    assert_eq!(status, 0);
    assert!(text.contains("compatible: every operand was tried (65652)"), "{text}");
    // The parts of a search find the same.
    let (_, json) = answer(&[&widened[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["verdict"], &json["differences"][0]["alike"]),
        (&"may differ".into(), &true.into())
    );
    let a = "ex2.approx.f32 t, a; mul.rn.f32 d, t, 3.0";
    let (status, text) = answer(&["diff", a, &a.replace(".rn", ".rz"), "--limit=5000"]);
    assert_eq!(status, 1);
    assert!(text.contains("  the ISA leaves open whether they differ\n"), "{text}");
}

#[test]
fn diff_lists_edges_and_prints_json() {
    let (status, all) = answer(&["diff", "min.f16", "min.NaN.f16", "--all"]);
    assert_eq!(status, 1);
    assert!(all.matches("  a: d .f16  ").count() > 100, "{all}");
    let (_, text) = answer(&["diff", "ex2.approx.f32", "sin.approx.f32", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&json["verdict"], &json["a"]["target"]), (&"differ".into(), &"sm_90".into()));
    let found = &json["differences"][0];
    assert_eq!((&found["certain"], &found["inputs"][0]["values"][0]), (&true.into(), &"0".into()));
    assert_eq!(found["lanes"][0]["b"], "0x00000000 = 0");
}

#[test]
fn diff_refuses_what_cannot_be_compared() {
    check_refused(&["diff", "add.f32", "add.f64"], "only inputs of equal width can be compared");
    check_refused(&["diff", "add.f32", "add.f31"], "B: 1:4: `.f31` is not a modifier of `add`");
    check_refused(
        &["diff", "add.f32", "shfl.sync.idx.b32 a, b, 0, 31, -1; add.f32 d, a, a"],
        "B: 1:1: `shfl` is PTX, but",
    );
    check_refused(&["diff", "add.f32", "@no/such.ptx"], "`no/such.ptx` cannot be read");
    check_refused(&["diff", "add.f32", ""], "B: `` has no result to compare");
    check_refused(&["diff", "add.f32"], "required");
    check_refused(&["diff", "add.f32", "add.f32", "--target-b=sm_1"], "unknown target `sm_1`");
}

#[test]
fn run_shows_every_statement() {
    let path = file(
        "run.ptx",
        "{\n  .reg .f32 %t;\n  mul.rn.f32 %t, a, %b;\n  ex2.approx.f32 d, %t;\n}\n",
    );
    let (status, text) = answer(&["run", &path, "--set=a=1.5", "--set", "b=-2"]);
    let expected = "\
sm_90, PTX ISA 9.5
  in   a .f32  0x3fc00000 = 1.5
  in   %b .f32  0xc0000000 = -2
3: mul.rn.f32 %t, a, %b
     -> %t .f32  0xc0400000 = -3
4: ex2.approx.f32 d, %t
     -> d .f32  0x3e000000 = 0.125, within 0.12499997 to 0.12500003  (from the reference: line 4 permits other results)
        observed 0x3e000000 = 0.125 (measured); other permitted results lead to other bits
  out  d .f32  0x3e000000 = 0.125, within 0.12499997 to 0.12500003  (from the reference: line 4 permits other results)
       observed 0x3e000000 = 0.125; other permitted results lead to other bits
";
    assert_eq!((status, text.as_str()), (0, expected));
    let output = run(
        &["run", "-", "--json", "--set=a=1,2"],
        b"mov.b32 {x, y}, a; add.f16x2 d, a, a; add.f16 s, x, y",
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["outputs"][0]["values"], serde_json::json!(["2", "4"]));
    assert_eq!(json["outputs"][1]["values"], serde_json::json!(["3"]));
    assert_eq!(
        json["link"],
        "v1/sequence@sm_90?code=mov.b32~x:y,a~~add.f16x2~d,a,a~~add.f16~s,x,y&a=0x40003c00&isa=9.5"
    );
}

/// The answer of `run` to a text and an input, whatever it says on standard error.
fn ran(text: &str, set: &[&str]) -> String {
    let set: Vec<_> = set.iter().map(|each| format!("--set={each}")).collect();
    let arguments = ["run", "-"].into_iter().chain(set.iter().map(String::as_str));
    let output = run(&arguments.collect::<Vec<_>>(), text.as_bytes());
    let printed = String::from_utf8_lossy(&output.stderr);
    printed.into_owned() + &String::from_utf8_lossy(&output.stdout)
}

#[test]
fn run_shows_what_contraction_leaves() {
    let set = ["a=0x3f800800", "b=0x3f800800", "c=0xbf801000"];
    let expected = "\
sm_90, PTX ISA 9.5
  in   a .f32  0x3f800800 = 1.0002441
  in   b .f32  0x3f800800 = 1.0002441
  in   c .f32  0xbf801000 = -1.0004883
1: mul.f32 t, a, b
     -> t .f32  0x3f801000 = 1.0004883
1: add.f32 d, t, c
     -> d .f32  0x00000000 = 0, or 0x33800000 = 5.9604645e-8  (contracted or not: the ISA permits each)
        The product of mul.f32 may be rounded, or fused with the sum of add.f32 as fma.rn.f32 (PTX ISA 9.1 §9.7.3.3): .rn on either prevents fusion.
  out  d .f32  0x00000000 = 0, or 0x33800000 = 5.9604645e-8  (contracted or not: the ISA permits each)
";
    assert_eq!(ran("mul.f32 t, a, b; add.f32 d, t, c", &set), expected);
    let rounded = ran("mul.rn.f32 t, a, b; add.f32 d, t, c", &set);
    assert!(rounded.contains("  out  d .f32  0x00000000 = 0\n"), "{rounded}");
    let output = run(
        &["run", "-", "--json", "--set=a=0x3f800800", "--set=c=0xbf801000"],
        b"mul.f32 t, a, a; add.f32 d, t, c; shfl.sync.idx.b32 e, p, 0, 31, -1; abs.f32 f, e",
    );
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let (sum, unknown) = (&json["outputs"][0], &json["outputs"][1]);
    assert_eq!(sum["standing"], "contracted");
    assert_eq!(
        sum["others"],
        serde_json::json!([{"bits": "0x33800000", "values": ["5.9604645e-8"]}])
    );
    assert!(json["statements"][1]["contraction"].as_str().unwrap().contains("§9.7.3.3"));
    assert_eq!((&unknown["standing"], &unknown["unknown_since"]), (&"unknown".into(), &1.into()));
}

#[test]
fn run_reads_statements_as_the_assembler_does() {
    for (text, expected) in [
        (
            "{ .reg .f32 x0; mov.f32 x0, 1.5; { .reg .f32 x0; mov.f32 x0, 2.0; } add.f32 d, x0, 4.0; }",
            "  out  d .f32  0x40b00000 = 5.5\n",
        ),
        ("mov.f32 x, 1.000000059604644775390625000001", "  out  x .f32  0x3f800000 = 1\n"),
        ("mov.b64 x, 1.0", "  out  x  0x3ff0000000000000\n"),
        ("add.f64 d, 0.0, 0f3f800000", "  out  d .f64  0x000000003f800000 = 5.263544247e-315\n"),
        (
            "add.f32 d, 1, 2.0",
            "1:12: .f32 takes a floating-point constant, but `1` is an integer; write 1.0",
        ),
        (
            "add.f16 d, 1.0, 2.0",
            "1:12: an operand of .f16 must be a register, not a constant; put the bits in a register first: mov.b16 x, 0x3c00",
        ),
        (
            "mov.b32 d, 1; mov.b32 p, 1; shfl.sync.idx.b32 d|p, d, 0, 31, -1; add.f32 e, p, 1.0",
            "  out  e .f32  unknown  (line 1 is not evaluated)",
        ),
        (".reg .b32 r; cvt.rzi.s8.f32 r, -3.0", "  out  r .s32  0xfffffffd = -3\n"),
    ] {
        let shown = ran(text, &[]);
        assert!(shown.contains(expected), "{text}: {shown}");
    }
}

#[test]
fn diff_knows_that_contraction_leaves_both_open() {
    let free = "mul.f32 t, a, b; add.f32 d, t, c";
    for other in [free.replace(".f32", ".rn.f32"), "fma.rn.f32".into()] {
        let (status, text) = answer(&["diff", free, &other, "--limit=20000"]);
        assert_eq!(status, 1);
        let says =
            "they may differ: contraction leaves several results open, and the ISA permits each";
        assert!(text.contains(says) && text.contains(", or 0x"), "{text}");
        assert!(text.contains("  Contract\n    a: The product of `mul.f32` may be"), "{text}");
    }
    let (_, json) = answer(&["diff", free, "fma.rn.f32", "--limit=20000", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let found = &json["differences"][0];
    assert_eq!((&json["verdict"], &found["contraction"]), (&"may differ".into(), &true.into()));
    assert_eq!(found["a"][0]["others"].as_array().map(Vec::len), Some(1));
    assert!(found["b"][0]["others"].is_null());
}

#[test]
fn run_reports_what_is_not_known() {
    let text = "add.f32 t, a, a;\nshfl.sync.idx.b32 b, p, 0, 31, -1;\nadd.f32 d, t, b;\n";
    let output = run(&["run", "-", "--set=a=1"], text.as_bytes());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let (printed, shown) =
        (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(printed.starts_with("2:1: `shfl` is PTX, but it is not evaluated here"), "{printed}");
    assert_eq!(printed.lines().count(), 1);
    assert!(shown.contains("  out  d .f32  unknown  (line 2 is not evaluated)"), "{shown}");
    assert!(shown.contains("     -> t .f32  0x40000000 = 2"), "{shown}");
    check_refused(
        &["run", &file("one.ptx", "abs.f32 d, a")],
        "a value is missing for a; write --set a=1.5",
    );
    let path = file("two.ptx", "abs.f32 d, a");
    check_refused(&["run", &path, "--set=b=1"], "`b` is not an input; the inputs are a");
    check_refused(&["run", &path, "--set=a"], "`a` is not NAME=VALUE");
    check_refused(&["run", &path, "--set=a=1", "--set=a=2"], "input a is set twice");
    check_refused(&["run", &path, "--set=a=x"], "input a: ");
    check_refused(&["run", "-"], "no statement to run");
    check_refused(&["run", "no/such.ptx"], "`no/such.ptx` cannot be read");
}

#[test]
fn run_shows_a_program_on_several_targets() {
    let text = "add.rn.f32 s, a, a;\nmul.rn.f32 p, a, 0f3F800000;\ncvt.rn.bf16x2.f32 d, a, a;\n";
    let beside = |options: &[&str]| {
        let arguments = [&["run", "-", "--targets=sm_90,sm_13,sm_80", "--set=a=0x1"], options];
        let output = run(&arguments.concat(), text.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let shown = beside(&[]);
    let paragraphs: Vec<_> = shown.split("sm_").skip(1).collect();
    assert!(
        paragraphs[0].starts_with("90, PTX ISA 9.5\n  legal\n  out  s .f32  0x00000002"),
        "{shown}"
    );
    assert!(!paragraphs[0].contains("differs"), "{shown}");
    assert!(shown.contains("sm_13, PTX ISA 9.5\n  3:1: "), "{shown}");
    assert!(shown.contains("out  s .f32  0x00000000 = 0  differs"), "{shown}");
    assert!(shown.contains("sm_80, PTX ISA 9.5\n  legal\n"), "{shown}");
    let json: serde_json::Value = serde_json::from_str(&beside(&["--json"])).expect("JSON");
    assert_eq!(json["differ"], serde_json::json!(["s", "p", "d"]));
    assert_eq!(json["targets"][1]["target"], "sm_13");
    assert_eq!(json["targets"][2]["problems"], serde_json::json!([]));
    check_refused(&["run", "-", "--targets=sm_90,sm_1"], "unknown target `sm_1`");
    check_refused(&["run", "-", "--targets=sm_90", "--target=sm_90"], "cannot be used with");
}

#[test]
fn the_carry_of_a_subtraction_is_open_and_what_it_is_for_is_not() {
    let path = file("borrow.ptx", "sub.cc.u32 t, x, 1; subc.u32 d, a, b; add.cc.u32 s, x, 1;\n");
    let set = ["--set", "x=0", "--set", "a=5", "--set", "b=1"];
    let shown = text(&[&["run", &*path][..], &set].concat());
    assert!(
        shown.contains("CC.CF .pred  0x0 = 0  (from the reference: line 1 permits other results)"),
        "{shown}"
    );
    assert!(shown.contains("  out  d .u32  0x00000003 = 3\n"), "{shown}");
    assert_eq!(shown.matches("permits other results").count(), 1, "{shown}");
}

#[test]
fn a_search_shows_how_far_it_is() {
    let stderr = |arguments: &[&str]| {
        let output = ptxfp(&[&["diff"], arguments].concat()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    // Too many operands to try all.
    let fused = "mov.b64 z, 0x8000000000000000; fma.rn.f64 d, a, b, z";
    let endless = ["mul.rn.f64", fused, "--limit=5000", "--progress"];
    let shown = stderr(&endless);
    assert!(shown.contains("5,000 of 5,000 (100 %)"), "{shown}");
    assert_eq!(stderr(&endless[..3]), "");
    // All of them, after the special ones.
    let all = ["mul.f16 d, a, a", "mov.b16 z, 0x8000; fma.rn.f16 d, a, a, z", "--progress"];
    let shown = stderr(&all);
    let [special, every] = &shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
    assert!(special.contains(" (100 %)"), "{shown}");
    assert!(every.contains("65,536 of 65,536 (100 %)"), "{shown}");
    assert_eq!(stderr(&all[..2]), "");
}
