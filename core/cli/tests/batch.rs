//! The batch protocols of `ptxfp eval` and `ptxfp check`, run as a program.

#[expect(dead_code, reason = "lines are answered here, and nothing is refused")]
mod command;

use std::io::{Read as _, Write as _};

use ptxfp::catalog::{Context, LATEST_ISA, Target, forms, instructions_of, nearest_context};

use crate::command::{answers, answers_with, ptxfp};

/// Checks the answers to lines; an answer that ends with `…` may go on.
fn check_batch(command: &str, cases: &[(&str, &str)]) {
    let lines: Vec<_> = cases.iter().map(|(line, _)| *line).collect();
    let input = lines.join("\n") + "\n";
    let is_wrong = |answer: &str| answer.starts_with("! ") || answer.starts_with("error: ");
    let status = i32::from(cases.iter().any(|(_, answer)| is_wrong(answer)));
    let answers = answers_with(status, &[command, "--batch"], input.as_bytes());
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
            // Characters that reorder or hide text are escaped.
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
    let answers = answers_with(1, &["eval", "--batch"], &lines.join(&b'\n'));
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
            ("9.1 sm_90\tadd.f32 a, 1.5, -0.0; // comment", "ok"),
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
            ("9.1 sm_90 nonsense", "error: unknown instruction `nonsense`"),
            ("9.1 sm_90 ", "error: the statement is missing;…"),
            ("9.1", "error: the target is missing;…"),
            ("9.1 sm_9 add.f32", "error: unknown target `sm_9`…"),
            ("0.1 sm_90 add.f32", "error: unknown PTX ISA version `0.1`…"),
            ("", "error: empty line"),
        ],
    );
}
