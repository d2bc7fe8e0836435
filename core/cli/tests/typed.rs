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
//! - `code`, `link`, `message`, `form`, `words`: the page shows a program or a named form, a state, a form, or a
//!   lesson, a term or a format first
//!
//! The command answers all but the last group's words, which the page looks for. The list of the others,
//! `typed-open.txt`, must become shorter and never longer; `cargo xtask golden` renews it.

#[expect(dead_code, reason = "answers and errors are read as JSON here")]
mod command;

use std::fmt::Write as _;

use expect_test::expect_file;
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::format::table::by_name;
use ptxfp::internals::typed::{Typed, read};
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

/// A format and the bits of a number in it.
#[derive(Debug)]
struct Found {
    format: String,
    bits: String,
    /// Whether it is a NaN.
    is_nan: bool,
}

impl Found {
    fn new(kind: &str, bits: &Value, value: &Value) -> Self {
        let kind = kind.trim_start_matches('.');
        Self {
            format: kind.strip_suffix("x2").unwrap_or(kind).to_string(),
            bits: bits.as_str().unwrap_or_default().to_string(),
            is_nan: value.as_str() == Some("NaN"),
        }
    }

    /// Whether it is the number of a row: `f16 0x3c00`, `f16 1`.
    fn is(&self, answer: &str) -> bool {
        let Some((format, text)) = answer.split_once(' ') else { return false };
        let Some(own) = by_name(format) else { return false };
        let read = |text: &str| ptxfp::text::parse(text, own).map(|entry| entry.bits);
        if text == "NaN" {
            return self.format == format && self.is_nan;
        }
        self.format == format && read(text).is_ok_and(|bits| read(&self.bits) == Ok(bits))
    }
}

/// The numbers that an answer has: the lanes of a statement, the outputs of a program, or a value.
fn found(answer: &Value) -> Vec<Found> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut all = Vec::new();
    let kind = answer["destination"]["type"].as_str().unwrap_or_default();
    all.extend(list(&answer["lanes"]).iter().map(|it| Found::new(kind, &it["bits"], &it["value"])));
    for output in list(&answer["outputs"]) {
        let kind = output["type"].as_str().unwrap_or_default();
        all.push(Found::new(kind, &output["bits"], &output["values"][0]));
    }
    let value = &answer["value"];
    all.extend(value["format"].as_str().map(|it| Found::new(it, &value["bits"], &value["value"])));
    all
}

/// The outcome of a comparison or a test, and the format of its operands.
fn truth(answer: &Value) -> Option<String> {
    let compared = &answer["comparison"];
    let (holds, kind) = if let Some(holds) = compared["holds"].as_bool() {
        (holds, &compared["sides"][0]["type"])
    } else {
        let destination = &answer["destination"];
        let is_test = destination["type"] == ".pred";
        let holds = destination["bits"].as_str().filter(|_| is_test)?.ends_with('1');
        (holds, &answer["operands"][0]["type"])
    };
    Some(format!("{} {holds}", kind.as_str()?.trim_start_matches('.')))
}

/// The context of the command.
fn context() -> Context {
    Context { isa: LATEST_ISA, target: Target::parse("sm_90").expect("a target") }
}

/// Whether a text gets its answer.
fn holds(row: &Row<'_>) -> bool {
    let answer = match (row.kind, asked(row.text)) {
        // An instruction whose registers have no values: the page shows it, the command needs values.
        ("form", Err(error)) => {
            let typed = read(row.text, &context());
            let Some(Typed::Form(spelling)) = typed else { return false };
            return spelling.split('.').next() == Some(row.answer) && error.contains("operand a: ");
        }
        ("rejected", Err(error)) => return error.contains(row.answer),
        ("nothing", Err(error)) => return !error.contains("nknown instruction"),
        ("nothing", Ok(_)) | (_, Err(_)) => return false,
        (_, Ok(answer)) => answer,
    };
    let numbers = found(&answer);
    let has = |key: &str| answer.get(key).is_some();
    match row.kind {
        "result" | "value" => numbers.iter().any(|number| number.is(row.answer)),
        "nan" => numbers.iter().any(|number| number.is_nan && number.format == row.answer),
        "interval" => {
            let guarantee = answer["lanes"][0]["guarantee"].as_str().unwrap_or_default();
            ["within", "unbounded"].contains(&guarantee)
        }
        "program" => {
            let is_right = |number: &Found| row.answer.is_empty() || number.is(row.answer);
            has("inputs") && numbers.iter().any(is_right)
        }
        "truth" => truth(&answer).as_deref() == Some(row.answer),
        // Code of one instruction has the answer of a statement.
        "code" if row.answer == "program" => (has("inputs") || has("lanes")) && !numbers.is_empty(),
        "code" => has("form"),
        "link" => match row.answer.rsplit_once(' ') {
            Some((_, rest)) => answer["link"]["rest"] == rest,
            None => answer["instruction"] == row.answer,
        },
        "message" => {
            let word = row.answer.rsplit([' ', '-']).next().unwrap_or_default();
            let word = if word == "nvcc" { "expf" } else { word };
            answer["message"].to_string().contains(word)
        }
        _ => false,
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
