//! Messages of NVIDIA's assembler as input, in the shapes in which people paste them.

mod command;
mod illegal;

use crate::command::{check_refused, run, text};
use crate::illegal::check_illegal;

/// Messages, with the words that they are about and a line of the answer.
const ABOUT: &[(&str, &str, &str)] = &[
    ("Illegal modifier '.NaN' for instruction 'max'", ".NaN max", "max{.ftz}{.NaN}.f32"),
    (
        "ptxas k.ptx, line 6; error   : Feature 'cvt.e4m3x2.f32 on sm_89' requires PTX ISA .version 8.1 or later",
        "cvt.e4m3x2.f32",
        "cvt.rn.satfinite{.relu}.f8x2type.f32",
    ),
    (
        "* [BUG] ptxas fatal: Feature 'max.f32 with 3 input operands' requires .target sm_100 or higher",
        "max.f32",
        "sm_100 or higher",
    ),
    (
        "\"Feature 'f16 arithemetic and compare instructions' requires .target sm_53 or higher\"",
        "f16",
        "sm_53 or higher",
    ),
    ("- Unexpected instruction types specified for 'mul.wide'", "mul.wide", "mul.wide.type"),
    (
        "Feature 'cvt with .e4m3x2/.e5m2x2' requires .target sm_89 or higher",
        "cvt .e4m3x2/.e5m2x2",
        "cvt.rn{.relu}.f16x2.f8x2type",
    ),
    (
        "> Modifier '.xorsign' requires .target sm_86 or higher\n> ptxas fatal   : Ptx assembly aborted due to errors",
        ".xorsign",
        "sm_86 or higher",
    ),
];

#[test]
fn messages_lead_to_the_instructions_they_are_about() {
    for (message, words, line) in ABOUT {
        for command in ["eval", "check", "list"] {
            let shown = text(&[command, "--", message]);
            let head = format!("A message of the assembler about {words}:");
            assert_eq!(shown.starts_with(&head), command != "list", "{command} {message}: {shown}");
            assert!(shown.contains(line), "{command} {message}: {shown}");
        }
        let output = run(&["run", "-"], message.as_bytes());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(stderr.contains(&format!("`ptxfp list '{words}'`")), "{message}: {stderr}");
    }
    let version = "PTX .version 8.6 does not support .target sm_120";
    for command in ["eval", "check", "list"] {
        let check = if command == "list" { check_refused } else { check_illegal };
        check(&[command, version], "`sm_120` needs PTX ISA 8.7 or later");
        check(&[command, "Feature 'wgmma' requires .target sm_90a"], "not evaluated here");
    }
}
