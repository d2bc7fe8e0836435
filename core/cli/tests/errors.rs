//! The exit statuses of `ptxfp`, its errors for programs, and texts from standard input.

#[expect(dead_code, reason = "each run is read in full here")]
mod command;

use serde_json::{Value, json};

use crate::command::run;

/// The exit status of a run, and what it prints to standard output and to standard error.
fn outcome(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = run(arguments, input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit status"), text(output.stdout), text(output.stderr))
}

#[test]
fn the_exit_status_says_whether_there_is_an_answer_and_whether_it_is_no() {
    for (status, arguments, input) in [
        (0, &["eval", "add.f32 1, 2"][..], ""),
        (0, &["check", "add.f32 1, 2"], ""),
        (0, &["check", "add.f32 1, 2", "--json"], ""),
        (0, &["eval", "--batch"], "9.1 sm_90 add.f16 3c00 3c00\n"),
        (0, &["check", "--batch"], "9.1 sm_90 add.f16 a, b, c;\n"),
        (0, &["diff", "max.NaN.f32", "max.NaN.f32 d, b, a"], ""),
        (1, &["eval", "add.f33 1, 2"], ""),
        (1, &["eval", "add.f33 1, 2", "--json"], ""),
        (1, &["eval", "add.f32 1, x"], ""),
        (1, &["eval", "sinf(1)"], ""),
        (1, &["check", "add.f33 1, 2"], ""),
        (1, &["check", "add.f33 1, 2", "--json"], ""),
        (1, &["eval", "--batch"], "9.1 sm_90 add.f16 3c00\n9.1 sm_90 add.f16 3c00 3c00\n"),
        (1, &["check", "--batch"], "9.1 sm_90 add.f33 a, b, c;"),
        (1, &["mma", "--batch"], "9.1\n"),
        (1, &["diff", "add.rn.f32", "add.rz.f32"], ""),
        (2, &["eval", "add.f32 1, 2", "--target", "sm_1"], ""),
        (2, &["eval"], ""),
        (2, &["check", "add.f32 1, 2", "--isa", "10"], ""),
        (2, &["check", "--nonsense"], ""),
        (2, &["diff", "add.f33", "add.f32"], ""),
        (2, &["run", "no-such-file.ptx"], ""),
    ] {
        let (got, stdout, stderr) = outcome(arguments, input);
        assert_eq!(got, status, "{arguments:?}: {stdout}{stderr}");
    }
    assert!(outcome(&["--help"], "").1.contains("\nExit status:\n  0  "));
}

#[test]
fn errors_are_json_for_programs() {
    let error = |arguments: &[&str]| {
        let (_, stdout, stderr) = outcome(arguments, "");
        assert_eq!((&*stdout, stderr.lines().count()), ("", 1), "{arguments:?}: {stderr}");
        let error: Value = serde_json::from_str(&stderr).expect(&stderr);
        error["error"].clone()
    };
    // Places are in characters.
    let wrong = error(&["eval", "add.f33 1, 2", "--json", "--target=sm_90"]);
    let message = "column 4: `.f33` is not a modifier of `add`; did you mean `.f32`? try add.f32";
    assert_eq!((&wrong["code"], &wrong["message"]), (&"illegal".into(), &message.into()));
    let found = &wrong["diagnostics"][0];
    assert_eq!(
        (&found["code"], &found["start"], &found["end"]),
        (&"E004".into(), &3.into(), &7.into())
    );
    assert_eq!(found["fixes"][0]["spelling"], "add.f32");
    let operand = error(&["eval", "add.f16 1, 0x13c00", "--json"]);
    assert_eq!(
        (&operand["diagnostics"][0]["start"], &operand["diagnostics"][0]["end"]),
        (&11.into(), &18.into())
    );
    let count = error(&["distribution", "cvt.rs.bf16x2.f32 1", "--json", "--target=sm_100a"]);
    assert_eq!(count["code"], "illegal");
    let target = error(&["eval", "add.f32 1, 2", "--target=sm_1", "--json"]);
    assert_eq!((&target["code"], &target["diagnostics"]), (&"input".into(), &Value::Null));
    let usage = error(&["sweep", "--json", "--nonsense", "add.f16"]);
    assert_eq!(usage["code"], "usage");
    assert!(usage["message"].as_str().unwrap().ends_with("see `ptxfp sweep --help`"), "{usage}");
    // Statements that are not known are a part of the answer.
    let output = run(&["run", "-", "--json"], b"mov.b32 r, 1; nonsense.f32 d, r;");
    let ran: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0), "{ran}");
    assert_eq!(ran["problems"].as_array().map(Vec::len), Some(1), "{ran}");
    // The answer of `check` is a verdict, and no error.
    let (_, verdict, stderr) = outcome(&["check", "add.f32 éé, 2", "--json", "--target=sm_90"], "");
    assert_eq!(stderr, "");
    let verdict: Value = serde_json::from_str(&verdict).expect("JSON");
    assert_eq!(verdict["legality"], "rejected");
    assert_eq!(verdict["diagnostics"][0]["end"], json!(10), "{verdict}");
}

#[test]
fn a_wrong_argument_points_to_the_help_of_its_command() {
    for (arguments, end) in [
        (&["eval", "--nonsense"][..], "see `ptxfp eval --help`\n"),
        (&["--color", "never", "diff", "add.f32"], "see `ptxfp diff --help`\n"),
        (&["mma", "--tries", "x"], "see `ptxfp mma --help`\n"),
        (&["nonsense"], "see `ptxfp --help`\n"),
    ] {
        let (status, _, stderr) = outcome(arguments, "");
        assert!(status == 2 && stderr.ends_with(end), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_text_from_standard_input_is_that_of_an_argument() {
    let statement = "fma.rn.f16 1.5, 0x3c00, -0";
    let program = "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;\n";
    for text in [statement, "0.1 + 0.2 in bf16", program] {
        for more in [&[][..], &["--json"], &["--target", "sm_80"]] {
            let given = outcome(&[&["eval", text], more].concat(), "");
            assert_eq!(given.0, 0, "{}", given.2);
            assert_eq!(outcome(&[&["eval", "-"], more].concat(), text), given);
        }
    }
    assert_eq!(
        outcome(&["check", "-"], "add.f32 %f1, %f2, %f3;\n"),
        (0, "ok\n".into(), String::new())
    );
    // The text may say where it runs.
    let module = ".version 7.0\n.target sm_80\n.entry k(.param .f32 x) {\n.reg .f32 %f<3>;\n\
                  ld.param.f32 %f1, [x];\nadd.f32 %f2, %f1, %f1;\nret;\n}\n";
    let (status, ran, stderr) = outcome(&["eval", "-"], module);
    assert!(status == 0 && ran.contains("\nsm_80, PTX ISA 7.0\n"), "{ran}{stderr}");
    let (status, _, stderr) = outcome(&["eval", "-"], "");
    assert!(status == 1 && stderr.starts_with("error: "), "{stderr}");
}
