//! Texts that people type, each with the answer that it should get, and those that do not get it yet.
//!
//! `tests/vectors/typed.tsv` was written on 25 November 2026, before the code. Its bits are from exact
//! fractions in Python 3, rounded by a function that agreed with `NumPy` 2.4.6 and `ml_dtypes` 0.6.0 on
//! 13 numbers in each format but f64; constants and answers without arithmetic are by hand. A row has
//! the text, the kind of answer, and the answer:
//!
//! - `result`: the format and the bits of the lane that was asked for; `nan`: some NaN; `interval`: any
//!   of several values; `program`: the bits of the last output, or any if there are none
//! - `rejected`: an error, about this part; `nothing`: PTX has no such function
//! - `value`: the format of bits or of a constant, and its value; `truth`: the format, and the outcome of
//!   a comparison
//! - `code`, `link`, `message`, `form`, `words`: the page shows a program, a state, an instruction, or a
//!   lesson, a term or a format first
//!
//! The command answers the first two groups. The list of the others, `typed-open.txt`, must become
//! shorter and never longer; `cargo xtask golden` renews it.

#[expect(dead_code, reason = "answers and errors are read as JSON here")]
mod command;

use std::fmt::Write as _;

use expect_test::expect_file;
use serde_json::Value;

use command::run;

const TEXTS: &str = include_str!("../../../tests/vectors/typed.tsv");

/// A row of the table.
struct Row<'t> {
    text: &'t str,
    kind: &'t str,
    answer: &'t str,
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    TEXTS.lines().map(|line| {
        let [text, kind, answer] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        Row { text, kind, answer }
    })
}

/// The answer of the command, if there is one, else its error.
fn asked(text: &str) -> Result<Value, String> {
    let text = text.replace("\\n", "\n");
    let output = run(&["eval", "--json", "--", &text], b"");
    match serde_json::from_slice(&output.stdout) {
        Ok(answer) => Ok(answer),
        Err(_) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Whether a lane of a register of this type is what a row says.
fn is_right(row: &Row<'_>, kind: &str, lane: &Value) -> bool {
    let text = |key: &str| lane[key].as_str().unwrap_or_default();
    match row.kind {
        "result" => row.answer.split_once(' ').is_some_and(|(format, bits)| {
            bits == text("bits") && (kind == format || kind.strip_suffix("x2") == Some(format))
        }),
        "nan" => text("value") == "NaN",
        "interval" => text("guarantee") == "within" || text("guarantee") == "unbounded",
        _ => false,
    }
}

/// Whether a text gets its answer.
fn holds(row: &Row<'_>) -> bool {
    match (row.kind, asked(row.text)) {
        ("program", Ok(answer)) => {
            let bits = row.answer.split_once(' ').map_or("", |(_, bits)| bits);
            answer["inputs"].is_array() && answer.to_string().contains(bits)
        }
        ("rejected", Err(error)) => error.contains(row.answer),
        ("nothing", Err(error)) => !error.contains("nknown instruction"),
        (_, Ok(answer)) => {
            let kind = answer["destination"]["type"].as_str().unwrap_or_default();
            let kind = kind.trim_start_matches('.');
            let lanes = answer["lanes"].as_array();
            lanes.is_some_and(|lanes| lanes.iter().any(|lane| is_right(row, kind, lane)))
        }
        (_, Err(_)) => false,
    }
}

#[test]
fn texts_that_people_type_get_their_answers() {
    let mut open = String::new();
    let mut n_open = 0;
    for row in rows().filter(|row| !holds(row)) {
        n_open += 1;
        writeln!(open, "{}\t{}", row.kind, row.text).expect("a String takes everything");
    }
    let head = format!("# {n_open} of {} texts do not get their answer yet.\n", rows().count());
    expect_file!["../../../tests/vectors/typed-open.txt"].assert_eq(&(head + &open));
}

#[test]
fn no_text_is_listed_twice() {
    let mut texts: Vec<_> = rows().map(|row| row.text).collect();
    texts.sort_unstable();
    let twice: Vec<_> = texts.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
