//! The `ptxfp` command as a process.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// The command, with pipes to and from it.
pub(crate) fn ptxfp(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptxfp"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command with `input` as its standard input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = ptxfp(arguments).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // Answers come while lines still go in: without a thread both sides could wait forever.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the command ends");
    let written = writer.join().expect("the writer ends");
    assert!(written.is_ok() || !output.status.success(), "all input is read");
    output
}

/// The lines of a run that ends well.
pub(crate) fn answers(arguments: &[&str], input: &[u8]) -> Vec<String> {
    answers_with(0, arguments, input)
}

/// The lines of a run that ends with a status: 1 if a line of a batch is wrong, or a difference is found.
pub(crate) fn answers_with(status: i32, arguments: &[&str], input: &[u8]) -> Vec<String> {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("the answers are UTF-8");
    text.lines().map(ToString::to_string).collect()
}

/// A run with wrong arguments says why on one line and ends with status 2.
pub(crate) fn check_refused(arguments: &[&str], expected: &str) {
    check_error(2, arguments, expected);
}

/// A run that ends with a status says why on one line.
pub(crate) fn check_error(status: i32, arguments: &[&str], expected: &str) {
    let output = run(arguments, b"");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    let begin = if arguments.contains(&"--json") { "{\"error\":" } else { "error: " };
    assert!(stderr.starts_with(begin) && stderr.contains(expected), "{arguments:?}: {stderr}");
}

/// Like [`answers`], without input and as one text.
pub(crate) fn text(arguments: &[&str]) -> String {
    answers(arguments, b"").join("\n")
}
