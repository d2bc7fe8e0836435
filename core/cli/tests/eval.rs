//! The `ptxfp` command, run as a program.

mod command;

use std::io::{Read as _, Write as _};

use ptxfp::catalog::{Context, LATEST_ISA, Target, forms, instructions_of, nearest_context};

use crate::command::{answers, check_refused, ptxfp, text};

/// Checks the answers to lines; an answer that ends with `…` may go on.
fn check_batch(command: &str, cases: &[(&str, &str)]) {
    let lines: Vec<_> = cases.iter().map(|(line, _)| *line).collect();
    let input = lines.join("\n") + "\n";
    let answers = answers(&[command, "--batch"], input.as_bytes());
    assert_eq!(answers.len(), cases.len(), "{answers:#?}");
    for ((line, expected), answer) in cases.iter().zip(&answers) {
        match expected.strip_suffix('…') {
            Some(start) => assert!(answer.starts_with(start), "{line}: {answer}"),
            None => assert_eq!(answer, expected, "{line}"),
        }
    }
}

#[test]
fn eval_batch_answers_every_line() {
    let relu = "9.1 sm_90 fma.rn.relu.bf16x2";
    check_batch(
        "eval",
        &[
            (&format!("{relu} 3f803f80 3f803f80 bf803f80"), "= 00004000"),
            (&format!("{relu} 3f803f80 3f803f80 00000000"), "= 3f803f80"),
            (&format!("{relu} 0x3F803F80 0X3f803f80 bf803f80"), "= 00004000"),
            (&format!("{relu} 7fc03f80 3f803f80 bf803f80"), "= 7fff4000"),
            (&format!("{relu} 3f803f80 3f80ff80 00007f80"), "= 3f807fff"),
            (
                &format!("{relu} 3f803f80 3f803f80"),
                "! fma.rn.relu.bf16x2 takes 3 operands (a, b, c); the line has 2",
            ),
            (
                &format!("{relu} 1 2 3 4 5"),
                "! fma.rn.relu.bf16x2 takes 3 operands (a, b, c); the line has 5",
            ),
            (
                &format!("{relu} 3f803f80 13f803f80 0"),
                "! operand b, `13f803f80`, is wider than the 32 bits of the register",
            ),
            (&format!("{relu} 3f803f80 0 0x"), "! operand c, `0x`, has no hexadecimal digits"),
            (
                &format!("{relu} 3g 0 0"),
                "! operand a, `3g`, is not hexadecimal: `g` is not a digit",
            ),
            (
                &format!("{relu} 1.5 0 0"),
                "! operand a, `1.5`, is not hexadecimal: `.` is not a digit",
            ),
            (
                &format!("{relu} -1 0 0"),
                "! operand a, `-1`, is not hexadecimal: `-` is not a digit",
            ),
            // What would reorder the line, or hide in it, is escaped.
            (
                &format!("{relu} \u{202e}1\u{200b} 0 0"),
                "! operand a, `\\u{202e}1\\u{200b}`, is not…",
            ),
            ("9.1 sm_90 add.f16 00003c00 3c00", "= 4000"),
            ("\t9.1  sm_90 add.f16 3c00\t3c00 \r", "= 4000"),
            ("9.1 sm_90 add.f64 3ff0000000000000 1", "= 3ff0000000000000"),
            ("9.1 sm_90 add.f64 00003ff0000000000000 0", "= 3ff0000000000000"),
            (
                "9.1 sm_90 add.f64 13ff0000000000000 0",
                "! operand a, `13ff0000000000000`, is wider than…",
            ),
            ("9.1 sm_90 fma.rz.bf16x2 3f803f80 3f803f80 0", "~ 3f803f80 ? ?"),
            ("9.1 sm_90 fma.rn.oob.sat.f16 7ff7 3c00 3c00", "= 0000"),
            ("9.1 sm_90 fma.ftz.rn.f32 1 3f800000 0", "= 00000000"),
            ("1.2 sm_10 add.f32 1 0", "= 00000000"),
            ("", "! empty line"),
            (&format!("{relu} 3f803f80 3f803f80 bf803f80"), "= 00004000"),
        ],
    );
}

#[test]
fn eval_batch_says_what_is_wrong_with_a_line() {
    let relu = "9.1 sm_90 fma.rn.relu.bf16x2";
    check_batch(
        "eval",
        &[
            (
                "9.1 sm_90 fmad.f32 0 0 0",
                "! unknown instruction `fmad`; did you mean `fma`? try fma.rn.f32",
            ),
            ("9.1 sm_90 fma.rn.ftz.bf16x2 0 0 0", "! …"),
            (
                "9.1 sm_20 fma.rn.f16 0 0 0",
                "! fma.rn.f16 needs sm_53 or higher; the target is sm_20…",
            ),
            (
                "9.9 sm_90 add.f32 0 0",
                "! unknown PTX ISA version `9.9`; expected one from 1.0 to 9.5",
            ),
            (
                "9.1 sm_91 add.f32 0 0",
                "! unknown target `sm_91`; expected one such as sm_90 or sm_100a",
            ),
            ("9.1", "! the target is missing; a line is `VERSION TARGET SPELLING OPERAND...`"),
            ("9.1 sm_90", "! the spelling is missing; a line is…"),
            ("", "! empty line"),
            (" \t", "! empty line"),
            ("é ü ñ", "! unknown PTX ISA version `é`…"),
            ("9.1 sm_90 add.\u{1b}[31mf32 0 0", "! …"),
            (&format!("{relu} 3f803f80 3f803f80 bf803f80"), "= 00004000"),
        ],
    );
}

#[test]
fn eval_batch_knows_every_kind_of_form() {
    check_batch(
        "eval",
        &[
            ("9.1 sm_100 min.f32 3f800000 40000000", "= 3f800000"),
            ("9.1 sm_100 min.f32 3f800000 40000000 bf800000", "= bf800000"),
            ("9.1 sm_90 min.f32 1 2 3", "! min.f32 takes 2 operands (a, b); the line has 3"),
            ("9.1 sm_90 testp.normal.f32 80000000", "= 1"),
            ("9.1 sm_90 cvt.rni.s32.f32 7fc00000", "= 00000000"),
            ("9.1 sm_90 cvt.rna.tf32.f32 3f801fff", "= 3f802000"),
            (
                "9.1 sm_100a cvt.rs.satfinite.e2m1x4.f32 3fa66666 bf000000 40e00000 7fc00000 12345678",
                "= 3977",
            ),
            (
                "9.1 sm_100a cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 3f800000 bf800000 7f80",
                "= 40e0",
            ),
            ("9.1 sm_90 ex2.approx.ftz.bf16x2 3fc00000", "~ 40353f80 = 4034..4036"),
            ("9.1 sm_90 sin.approx.f32 7f800000", "~ 7fffffff = nan"),
            ("1.3 sm_10 sin.f32 00000001", "~ 00000000 ="),
            ("9.1 sm_90 rcp.approx.ftz.f64 4008000000000000", "~ 3fd5555500000000 ?"),
        ],
    );
}

/// Every instruction of the catalog, in the version and target nearest to today's that have it.
#[test]
fn eval_batch_answers_every_legal_instruction() {
    let today = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").expect("a target") };
    let mut lines = Vec::new();
    for form in forms().filter(|form| form.is_assembled()) {
        for instruction in instructions_of(form) {
            let context = nearest_context(&instruction.requires(), &today)
                .unwrap_or_else(|| panic!("nothing has {instruction}"));
            let operands = " 1".repeat(form.sources().len());
            let Context { isa, target } = context;
            lines.push(format!("{isa} {} {instruction}{operands}\n", target.name));
        }
    }
    assert!(lines.len() > 1400, "{}", lines.len());
    let answers = answers(&["eval", "--batch"], lines.concat().as_bytes());
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(&answers) {
        assert!(answer.starts_with("= ") || answer.starts_with("~ "), "{line}{answer}");
    }
}

#[test]
fn eval_batch_goes_on_behind_bytes_that_are_no_text() {
    let long = [b"9.1 sm_90 add.f32 ".as_slice(), &b"0".repeat(100_000)].concat();
    let modifiers = [b"9.1 sm_90 fma".as_slice(), &b".rn.rz".repeat(10_000), b" 0 0"].concat();
    let good = b"9.1 sm_90 add.f32 3f800000 3f800000";
    let lines = [good.as_slice(), b"9.1 sm_90 add.f32 \xff 0", &[0], &long, &modifiers, good];
    let answers = answers(&["eval", "--batch"], &lines.join(&b'\n'));
    let expected = [
        "= 40000000",
        "! byte 19 of the line is not UTF-8",
        "! the target is missing;",
        "! the line has more than 65536 bytes",
        "! the statement has 60003 bytes; at most 4096 are read",
        "= 40000000",
    ];
    assert_eq!(answers.len(), expected.len(), "{answers:#?}");
    for (answer, expected) in answers.iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answer}");
    }
}

#[test]
fn eval_batch_answers_before_it_waits_for_more() {
    let mut child = ptxfp(&["eval", "--batch"]).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let mut stdout = child.stdout.take().expect("standard output is a pipe");
    for _ in 0..3 {
        stdin.write_all(b"9.1 sm_90 add.f16 3c00 3c00\n9.1 sm").expect("it is read");
        let mut answer = [0; 7];
        stdout.read_exact(&mut answer).expect("it is answered");
        assert_eq!(&answer, b"= 4000\n");
        stdin.write_all(b"_90 add.f16 0 0\n").expect("it is read");
        stdout.read_exact(&mut answer).expect("it is answered");
        assert_eq!(&answer, b"= 0000\n");
    }
    drop(stdin);
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn a_closed_output_ends_quietly() {
    for arguments in [["eval", "--batch"].as_slice(), &["list", "--json"], &["--help"]] {
        let mut child = ptxfp(arguments).spawn().expect("the command starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        // Whether the line is still read is a matter of time.
        let _ = stdin.write_all(b"9.1 sm_90 add.f16 3c00 3c00\n");
        drop(stdin);
        let output = child.wait_with_output().expect("the command ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn check_batch_answers_every_line() {
    check_batch(
        "check",
        &[
            ("9.1 sm_90 fma.rn.f32 %f1, %f2, %f3, %f4;", "ok"),
            ("9.1 sm_90 add.f16x2", "ok"),
            ("9.1 sm_90\tadd.f32 a, 1.5, -0; // comment", "ok"),
            ("9.1 sm_90 fma.rz.bf16 d, a, b, c;", "ok undocumented"),
            ("9.1 sm_90 fma.ftz.rn.f32 d, a, b, c;", "ok undocumented"),
            ("9.1 sm_90 fma.rn.ftz.bf16x2 d, a, b, c;", "error: …"),
            (
                "9.1 sm_90 fma.rn.f32 d, a, b;",
                "error: `fma` takes 4 operands (d, a, b, c), but 3 were given…",
            ),
            (
                "9.1 sm_50 fma.rn.bf16 d, a, b, c;",
                "error: fma.rn.bf16 needs sm_80 or higher; the target is sm_50…",
            ),
            (
                "3.0 sm_90 add.f32 d, a, b;",
                "error: sm_90 needs PTX ISA 7.8 or newer; the version is 3.0…",
            ),
            (
                "9.1 sm_90 nonsense",
                "error: unknown instruction `nonsense`; expected one of testp, copysign, abs, neg, add, sub, mul, fma, mad, div, min, max, rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh, cvt",
            ),
            ("9.1 sm_90 ", "error: the statement is missing;…"),
            ("9.1", "error: the target is missing;…"),
            ("9.1 sm_9 add.f32", "error: unknown target `sm_9`…"),
            ("0.1 sm_90 add.f32", "error: unknown PTX ISA version `0.1`…"),
            ("", "error: empty line"),
        ],
    );
}

#[test]
fn eval_says_what_why_and_how_sure() {
    let statement = "fma.rn.f16 1.5, 0x3c00, -0";
    let shown = text(&["eval", statement, "--target", "sm_90"]);
    assert!(
        shown.starts_with("fma.rn.f16 on sm_90, PTX ISA 9.5: documented (PTX ISA 9.1 §9.7.4.4)")
    );
    for line in ["  c .f16  0x8000 = -0", "  d .f16  0x3e00 = 1.5", "exact bits guaranteed"] {
        assert!(shown.contains(line), "{shown}");
    }
    let with_destination = "fma.rn.f16 %h1, 1.5, 0x3c00, -0;";
    assert_eq!(text(&["eval", with_destination, "--target", "sm_90"]), shown);
    let rounded = text(&["eval", "add.f16 0.1, 1000", "--target=sm_90", "--isa=8.6"]);
    for line in
        ["Stored as 0.0999755859375", "exact      1000.0999755859375", "error      -0.2 ulp"]
    {
        assert!(rounded.contains(line), "{rounded}");
    }
    let packed = text(&["eval", "add.f16x2 d, {1.5, nan}, 0x3c003c00", "--target", "sm_90"]);
    for line in [
        "a .f16x2  0x3e007fff = {1.5, NaN}",
        "lane 1 from bit 16: 0x4100 = 2.5",
        "a NaN, bits unspecified",
        "These bits are those in published captures from a B200 (public hardware capture: ",
    ] {
        assert!(packed.contains(line), "{packed}");
    }
}

#[test]
fn an_error_is_that_of_the_number_that_is_returned() {
    let shown = text(&["eval", "cvt.rz.ue8m0x2.f32 1e-40, 3", "--target", "sm_100a"]);
    assert!(shown.contains("  error      +0.983 ulp\n"), "{shown}");
    assert!(shown.contains("  error      -0.5 ulp\n"), "{shown}");
}

#[test]
fn eval_json_has_the_same_as_data() {
    let statement = "fma.rn.relu.bf16x2 0x3f803f80, {1, 1}, {-1, 1}";
    let json = text(&["eval", statement, "--target", "sm_90", "--json"]);
    for member in [
        r#""instruction": "fma.rn.relu.bf16x2""#,
        r#""target": "sm_90""#,
        r#""legality": "documented""#,
        r#""bits": "0x00004000""#,
        r#""guarantee": "bits""#,
        r#""title": "Round""#,
        r#""link": "v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x3f803f80&c=0xbf803f80&d=0x00004000&isa=9.5""#,
    ] {
        assert!(json.contains(member), "{member}: {json}");
    }
}

#[test]
fn wrong_input_is_refused_on_one_line() {
    let eval = |statement: &str, expected: &str| {
        check_refused(&["eval", statement, "--target", "sm_90"], expected);
    };
    eval("fma.rn.f16 1, 2", "`fma` takes three sources (a, b, c), but 2 were given");
    eval("fma.rn.f16", "column 11: fma.rn.f16 needs values for a, b, c");
    eval("fma.rn.f16 1, 2, 3, 4", "column 12: expected a register or nothing as destination");
    eval(
        "add.f16 %h1, %h2, %h3",
        "column 14: operand a: `%h2` is not a value, such as 1.5, 0x3c00, inf or nan",
    );
    eval("add.f16 1, 0x13c00", "column 12: operand b: the value has more than the 16 bits");
    eval(
        "add.f16x2 1.5, 2.5",
        "column 11: operand a: `1.5` does not fill 2 lanes; write 0x and 8 digits, or {1.5, 1.5}",
    );
    eval("add.f16x2 {1, 2, 3}, 0x0", "column 11: the operand has 2 lanes, but 3 values were given");
    eval("add.f16 {1}, 2", "column 9: unexpected braces: the operand is one number");
    eval("add.f16x2 {1, 1x}, 0", "column 16: operand a: 'x' does not belong");
    eval("add.f99 1, 2", "column 4: `.f99` is not a modifier of `add`");
    eval("", "column 1: expected an opcode");
    eval("é", "column 1: ");
    check_refused(&["eval", "add.f16 1, 2", "--target", "sm_1"], "unknown target `sm_1`");
    check_refused(
        &["eval", "add.f16 1, 2", "--target", "sm_90", "--isa", "10"],
        "unknown PTX ISA version `10`",
    );
    check_refused(&["eval", "--batch", "--json"], "cannot be used with");
    check_refused(&["evaluate"], "unrecognized subcommand");
    check_refused(&[], "a command is missing");
    check_refused(&["check", "add.f16 d", "--target", "sm_90"], "column 9: `add` takes 3 operands");
}

#[test]
fn check_explains_what_is_undocumented() {
    assert_eq!(text(&["check", "add.f32 d, a, b;", "--target", "sm_90"]), "ok");
    let undocumented = text(&["check", "fma.rz.bf16 d, a, b, c;", "--target", "sm_90"]);
    assert!(undocumented.starts_with("ok undocumented\nfma.rz.bf16: the ISA lists .rn only"));
}

#[test]
fn list_has_every_form() {
    let list = text(&["list"]);
    let json = text(&["list", "--json"]);
    for form in forms() {
        assert!(list.contains(&form.syntax()), "{}", form.syntax());
        assert!(json.contains(&format!(r#""syntax": "{}""#, form.syntax())), "{}", form.syntax());
    }
    for member in [
        r#""section_isa": "9.1""#,
        r#""source_url": "https://docs.nvidia.com/"#,
        r#""default": ".rn""#,
        r#""targets": "sm_100 or higher""#,
        r#""status": "undocumented""#,
        r#""role": "destination""#,
    ] {
        assert!(json.contains(member), "{member}");
    }
}

#[test]
fn list_finds_what_a_query_asks_for() {
    let some = text(&["list", "type:e4m3 sm>=100 !approx"]);
    assert!(some.contains("e4m3") || some.contains("f8x"), "{some}");
    assert!(some.contains("\ncvt\n") && !some.contains("sin"), "{some}");
    assert_eq!(some, text(&["list", "type:e4m3", "sm>=100", "-approx"]));
    assert!(text(&["list", "--json", "op:testp"]).contains(r#""opcode": "testp""#));
    check_refused(&["list", "fma bf17"], "column 5: unknown opcode, modifier or type `bf17`");
    check_refused(&["list", "max e4m3"], "no form meets every term; ");
    let new = text(&["list", "--since", "9.1", "op:mul"]);
    assert!(new.contains("mul.bf16x2.bf16x2.f16x2") && !new.contains("mul{.rnd}{.ftz}"), "{new}");
    assert_eq!(new, text(&["list", "op:mul", "since:9.1"]));
    check_refused(&["list", "--since", "9.9"], "unknown PTX ISA version `9.9`");
    check_refused(&["list", "sm:95"], "unknown target `95`");
    let message = "k.ptx, line 4; error   : Feature '.rs' not supported on .target 'sm_120'";
    assert_eq!(text(&["list", message]), text(&["list", ".rs"]));
}

#[test]
fn corners_shows_what_is_documented_and_what_is_returned() {
    let shown = text(&["corners", "fma.rn.f16", "--target", "sm_90", "--vary", "c,a"]);
    for line in [
        "fma.rn.f16 on sm_90, PTX ISA 9.5: documented (PTX ISA 9.1 §9.7.4.4)",
        "  a     b     c     documented  returned           source",
        "  +0    +inf  +1    NaN         0x7fff    NaN      IEEE 754-2019 §7.2",
        "every class: c down, a across; b = 0x3c00",
        "  −inf  -inf  -inf    -inf    -inf  ",
        "  every operand: correctly rounded to the nearest, ties to even: at most 0.5 ulp (PTX",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    // A statement with values fixes the others; a target that has the instruction is found.
    let scaled = "cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 d, 1, 2, {1, 2}";
    let shown = text(&["corners", scaled, "--vary", "b"]);
    for line in ["on sm_121a", "every class: b; a = 0x3f800000; scale-factor = 0x7f80"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(shown.contains("\n  +1    0x3f800000  0.5"), "{shown}");
    let approximate = text(&["corners", "rcp.approx.f32"]);
    assert!(approximate.contains("+1    0x3f800000  1~"), "{approximate}");
    let silent = text(&["corners", "cvt.u8.s16"]);
    assert!(silent.contains("none: the ISA lists no special operands"), "{silent}");
    check_refused(&["corners", "fma.rn.f16", "--vary", "x"], "`x` is not an operand of lane 0");
    check_refused(&["corners", "fma.rn.f16", "--vary", "a,a"], "`a` is named twice");
    check_refused(&["corners", "fma.rn.f16 1, 2"], "`fma` takes three sources");
    check_refused(&["corners", "fmad.f16"], "unknown instruction `fmad`");
}

#[test]
fn corners_json_has_the_same_as_data() {
    let json = text(&["corners", "rcp.approx.f32", "--json"]);
    for member in [
        r#""documented": "−0""#,
        r#""documented_bits": "0x80000000""#,
        r#""agrees": true"#,
        r#""source_url": "https://docs.nvidia.com/"#,
        r#""guarantee": "within""#,
        r#""kind": "infinity""#,
        r#""error": "1 ulp""#,
        r#""silence": null"#,
    ] {
        assert!(json.contains(member), "{member}: {json}");
    }
    assert!(!json.contains(r#""agrees": false"#), "{json}");
}

#[test]
fn a_question_is_answered_with_how_it_was_read() {
    let shown = text(&["eval", "0.1 + 0.2 in bf16"]);
    assert!(shown.starts_with("Read as add.rn.bf16 0.1, 0.2.\nadd.rn.bf16 on sm_90"), "{shown}");
    assert!(shown.contains("0x3e9a = 0.30078125"), "{shown}");
    let shown = text(&["eval", "1.5 in fp4", "--target", "sm_90"]);
    assert!(shown.contains("it needs sm_100a.\n") && shown.contains(" on sm_100a"), "{shown}");
    let json = text(&["eval", "max(nan, 1)", "--json"]);
    assert!(json.contains(r#""reading": "Read as `max.f32 nan, 1`: no format"#), "{json}");
    assert!(!text(&["eval", "add.f32 1, 2", "--json"]).contains("Read as"));
    check_refused(&["eval", "hello"], "unknown instruction `hello`");
}

/// Two rows have the spelling `min.f32`, and the operands choose.
#[test]
fn as_many_operands_as_a_row_has_are_evaluated() {
    for (statement, expected) in
        [("min.f32 3, 2", "0x40000000 = 2"), ("min.f32 3, 2, 0.5", "0x3f000000 = 0.5")]
    {
        let printed = text(&["eval", statement, "--target", "sm_100"]);
        assert!(printed.contains(expected), "{statement}: {printed}");
    }
}
