//! `ptxfp export`, run as a program.

mod command;

use ptxfp::internals::export::Kind;
use serde_json::Value;

use crate::command::{check_refused, run, text};

const STATEMENT: &str = "fma.rn.relu.bf16x2 d, {1, nan}, 0x3f803f80, {-1, 1}";
const LINK: &str =
    "v1/fma.rn.relu.bf16x2@sm_90?a=0x3f807fff&b=0x3f803f80&c=0xbf803f80&d=0x00007fff&isa=9.5";

#[test]
fn a_link_and_its_statement_give_the_same() {
    let base = "--base-url=https://example.org/ptx";
    for kind in Kind::ALL {
        let of_statement = run(&["export", kind.name(), STATEMENT, "--target=sm_90", base], b"");
        assert_eq!(of_statement.status.code(), Some(0), "{of_statement:?}");
        assert!(of_statement.stdout.ends_with(b"\n"), "{of_statement:?}");
        for link in [LINK.to_string(), format!("https://e.org/#{}", LINK.replace('&', "%26"))] {
            let of_link = run(&["export", kind.name(), &link, base], b"");
            assert_eq!(of_link.stdout, of_statement.stdout, "{of_link:?}");
        }
    }
    assert_eq!(text(&["export", "link", STATEMENT]), format!("#{LINK}"));
    let shown = text(&["export", "link", "add.f32 1, 1", "--target", "sm_80", "--isa", "7.0"]);
    assert_eq!(shown, "#v1/add.f32@sm_80?a=0x3f800000&b=0x3f800000&d=0x40000000&isa=7.0");
}

#[test]
fn what_is_copied_is_checked_like_any_link() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_export");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    for kind in [Kind::Markdown, Kind::Iframe, Kind::Element, Kind::Ptx, Kind::Json] {
        let output = run(&["export", kind.name(), STATEMENT], b"");
        std::fs::write(folder.join(kind.name()), &output.stdout).expect("a file can be written");
    }
    let folder = folder.to_str().expect("a path in UTF-8");
    let said = text(&["linkcheck", "--canonical", folder]);
    assert!(said.ends_with("6 links in 5 files; all good"), "{said}");
}

/// Whether each member of one value is a member of another, with the same value.
fn holds(all: &Value, some: &Value) -> bool {
    match (all, some) {
        (Value::Object(all), Value::Object(some)) => {
            some.iter().all(|(name, value)| all.get(name).is_some_and(|it| holds(it, value)))
        }
        (Value::Array(all), Value::Array(some)) => {
            all.len() == some.len() && all.iter().zip(some).all(|(all, some)| holds(all, some))
        }
        _ => all == some,
    }
}

#[test]
fn json_is_that_of_eval_without_the_steps() {
    for (statement, target) in [
        (STATEMENT, "sm_90"),
        ("fma.rz.bf16 1, 2, 3", "sm_90"),
        ("ex2.approx.ftz.bf16x2 {1, -inf}", "sm_90"),
        ("testp.finite.f32 1", "sm_90"),
        ("cvt.rna.tf32.f32 1.1", "sm_90"),
        ("cvt.rs.satfinite.e4m3x4.f32 {1, 2, 3, 4}, 0x12345678", "sm_100a"),
    ] {
        let read =
            |arguments: &[&str]| -> Value { serde_json::from_str(&text(arguments)).expect("JSON") };
        let eval = read(&["eval", "--json", statement, "--target", target]);
        let mut export = read(&["export", "json", statement, "--target", target]);
        // Notes about the typed text are in the output of `eval` alone.
        for value in export["operands"].as_array_mut().expect("a list") {
            for element in value["values"].as_array_mut().expect("a list") {
                element.as_object_mut().expect("an object").remove("note");
            }
        }
        assert!(holds(&eval, &export), "{eval:#}\n{export:#}");
        let left_out = |of: &Value, from: &Value| -> Vec<String> {
            let (of, from) = (of.as_object().expect("an object"), from.as_object());
            let from = from.expect("an object");
            of.keys().filter(|name| !from.contains_key(*name)).cloned().collect()
        };
        assert_eq!(left_out(&eval, &export), Vec::<String>::new());
        let mut steps = left_out(&eval["lanes"][0], &export["lanes"][0]);
        steps.sort_unstable();
        // A copy has the observed results that there are.
        steps.retain(|name| name != "observed" || !eval["lanes"][0]["observed"].is_null());
        assert_eq!(steps, ["error_ulp", "exact", "is_inexact", "steps"]);
    }
    let address = text(&["export", "json", STATEMENT, "--base-url", "https://example.org/"]);
    assert!(address.contains(&format!("\"url\": \"https://example.org/#{LINK}\"")), "{address}");
}

#[test]
fn wrong_input_is_refused_on_one_line() {
    check_refused(&["export", "html", STATEMENT], "'html'");
    check_refused(&["export", "link"], "LINK|STATEMENT");
    check_refused(&["export", "ptx", "add.f32 1"], "column");
    check_refused(&["export", "ptx", "add.f32"], "add.f32 needs values for a, b");
    check_refused(&["export", "ptx", "add.f32 1, 2", "--target", "sm_1"], "unknown target `sm_1`");
    check_refused(
        &["export", "ptx", LINK, "--target", "sm_90"],
        "a link names its target and version",
    );
    check_refused(&["export", "ptx", "v1/add.f32@sm_90?a=1"], "column 21: operand `b` is missing");
    check_refused(&["export", "ptx", "é v1/add.f99@sm_90?a=1&b=2"], "column ");
    check_refused(
        &["export", "ptx", LINK, "--base-url", "https://e.org/#v1"],
        "--base-url takes none",
    );
    check_refused(
        &["export", "ptx", LINK, "--base-url", "a b"],
        "--base-url has a stray character",
    );
}

#[test]
fn a_program_is_exported_as_a_test() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_export_program");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("p.ptx");
    let program = "setp.lt.f32 %p1, a, 0f00000000;\n@%p1 neg.f32 a, a;\nmul.f32 %f1, a, a;\n\
                   add.f32 d, %f1, 0fBF800000;\nex2.approx.f32 e, a;\nmax.f32 %1, a, a;\n";
    std::fs::write(&file, program).expect("a file can be written");
    let file = file.to_str().expect("a path in UTF-8");
    let base = "--base-url=https://example.org/";
    let export = ["export", "cuda", "--program", file, "--set=a=0xbf800400", base];
    let test = text(&export);
    let lines: Vec<_> = test.lines().map(str::trim).collect();
    let has = |line: &str| assert!(lines.contains(&line), "{line}\n{test}");
    has("// nvcc -gencode arch=compute_90,code=sm_90 -run ptx-program.cu");
    has("0xbf800400, // a = -1.0001221");
    for line in [
        ".reg .pred p1;",
        "mov.b32 a, %3;",
        "setp.lt.f32 p1, a, 0f00000000;",
        "@p1 neg.f32 a, a;",
        "add.f32 d, f1, 0fBF800000;",
        "max.f32 r1, a, a;",
        "mov.b32 %2, r1;",
    ] {
        has(&format!("\"{line}\\n\\t\""));
    }
    has("{\"%1\", 8, 0x3f800400, true, \"\"}, // = 1.0001221");
    for (name, note) in [("d", "contracted or not; or 0x39800200"), ("e", "within 0x40")] {
        let start = format!("{{\"{name}\", 8, ");
        let line = lines.iter().find(|line| line.starts_with(&start)).expect("an output");
        assert!(line.contains(&format!("false, \" (not guaranteed: {note}")), "{line}");
    }
    // The link in it leads to the same.
    let link = lines.iter().find_map(|line| line.strip_prefix("// https")).expect("a link");
    assert_eq!(text(&["export", "cuda", &format!("https{link}"), base]), test);

    check_refused(
        &["export", "ptx", "--program", file, "--set=a=1"],
        "a program is exported as cuda",
    );
    check_refused(&["export", "cuda", "--program", file], "a value is missing for a");
    std::fs::write(file, "shfl.sync.idx.b32 a, x, 0, 31, -1;").expect("a file can be written");
    check_refused(&["export", "cuda", "--program", file], "a statement is not evaluated: ");
}

#[test]
fn a_rejected_statement_is_exported_with_its_reason() {
    let link = "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&isa=9.5";
    for source in [link, "fma.rn.ftz.bf16 1, 2, 3"] {
        let element = text(&["export", "element", source]);
        let recorded = "v1/fma.rn.ftz.bf16@sm_90?a=1&amp;b=2&amp;c=3&amp;d=rejected&amp;isa=9.5";
        assert!(element.contains(&format!("<ptx-float state=\"{recorded}\"")), "{element}");
        let words = "<code>fma.rn.ftz.bf16 1, 2, 3</code> is rejected on sm_90, PTX ISA 9.5: fma takes \
                     .ftz only with .f32, .f32x2, .f16 or .f16x2";
        assert!(element.contains(words), "{element}");
        let markdown = text(&["export", "markdown", source]);
        assert!(markdown.starts_with("[`fma.rn.ftz.bf16 1, 2, 3` on sm_90"), "{markdown}");
        assert!(text(&["export", "iframe", source]).contains(recorded));
        check_refused(&["export", "cuda", source], "`fma` takes `.ftz` only with");
    }
}

#[test]
fn programs_and_elements_of_matrices_are_elements_of_pages() {
    let program = "v1/sequence@sm_90?code=add.f32~d,a,b&a=0x3f800000&b=0x40000000";
    let copied = text(&["export", "element", program, "--base-url", "https://example.org/ptx"]);
    assert!(
        copied.contains("<script src=\"https://example.org/ptx/ptx-float.js\" defer>"),
        "{copied}"
    );
    assert!(copied.contains(&program.replace('&', "&amp;")), "{copied}");
    assert!(copied.contains("leads to d = 0x40400000 (3) on sm_90"), "{copied}");
    let matrix =
        "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32&a=1&b=2&c=3";
    let copied = text(&["export", "element", matrix]);
    assert!(copied.contains("is 0x40a00000 (5) on sm_90"), "{copied}");
}
