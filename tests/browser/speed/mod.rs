//! The speed of the page's start and answers, and its memory; nothing is checked but that it does
//! what is measured. `cargo xtask bench --page` reads the file that is written here.

mod interaction;
mod memory;
mod start;
mod sweep;

use std::fs;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::page::Page;
use crate::session::{report, variable};

/// Measures something once.
type Measure = fn(&Report);

/// The parts that are measured, with the number of times.
const PARTS: [(&str, usize, Measure); 4] = [
    ("start", 5, start::measure),
    ("interaction", 3, interaction::measure),
    ("memory", 3, memory::measure),
    ("sweep", 3, sweep::measure),
];

/// The time that one browser may take, on a machine that is busy.
const LIMIT: Duration = Duration::from_mins(10);

/// The factors by which the processor is slowed: a computer, and what Lighthouse assumes of a
/// phone.
const SLOWNESSES: [u32; 2] = [1, 4];

/// Takes down what is measured: a line for each number, of what it is about, how many times slower
/// the processor was made, the round, what was measured, and the number, in milliseconds, bytes or
/// operands a second.
#[derive(Clone, Debug)]
struct Report {
    file: PathBuf,
    round: usize,
}

impl Report {
    fn add(&self, part: &str, subject: &str, slowness: u32, measure: &str, number: f64) {
        let file = OpenOptions::new().create(true).append(true).open(&self.file);
        let line = format!("{part}\t{subject}\t{slowness}\t{}\t{measure}\t{number}\n", self.round);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .unwrap_or_else(|error| panic!("{}: {error}", self.file.display()));
    }
}

/// Makes the processor that many times slower for the page.
async fn slow_down(page: &Page, slowness: u32) {
    page.dev_tools("Emulation.setCPUThrottlingRate", json!({ "rate": slowness })).await;
}

/// Has a script run in each document before its own.
async fn run_before(page: &Page, script: &str) {
    let source = json!({ "source": script });
    page.dev_tools("Page.addScriptToEvaluateOnNewDocument", source).await;
}

/// A number that a script gave.
fn number(found: &Value, what: &str) -> f64 {
    found.as_f64().unwrap_or_else(|| panic!("{what}: {found}"))
}

#[test]
#[ignore = "it only measures; cargo xtask bench --page"]
fn numbers_for_the_document() {
    let file = PathBuf::from(variable("PTXFP_SPEED").expect("PTXFP_SPEED names a file"));
    fs::write(&file, "").unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let record = |round| Report { file: file.clone(), round };
    for (what, n_rounds, measure) in PARTS {
        for round in 1..=n_rounds {
            report(&format!("{what}, {round} of {n_rounds}"));
            measure(&record(round));
        }
    }
}
