//! `cargo xtask oracles`: compares the core with reference implementations, at length.
//!
//! The comparisons are the differential tests, each of which prints a line with its counts; these
//! lines are added up for each reference implementation.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::cli::OraclesOptions;
use crate::progress::seconds;
use crate::setup::apt;
use crate::{process, skipped, workspace};

/// The program that the libraries below MPFR are configured with.
const MACRO_PROCESSOR: &str = "m4";

/// The flags that ask for MPFR, in the tests and in the benchmarks.
pub(crate) const MPFR_FLAGS: &str = "--cfg mpfr";

/// Runs every comparison and prints the sums; fails if one fails.
pub(crate) fn run(options: &OraclesOptions) -> Result<()> {
    let mut tests = process::cargo();
    tests
        .current_dir(workspace::root())
        .args(["test", "--profile", "extensive", "--package", "conformance"])
        .args(["--test", "differential", "--", "--nocapture"])
        .env("VECTORS", options.vectors.to_string())
        .stderr(Stdio::piped());
    if !options.without_mpfr && can_build_mpfr()? {
        tests.env("RUSTFLAGS", MPFR_FLAGS);
    }
    let mut child = skipped::watch(&mut tests).spawn().context("cannot start cargo")?;
    let mut sums = Sums::default();
    for line in BufReader::new(child.stderr.take().context("no output")?).lines() {
        let line = line.context("cannot read the output of the tests")?;
        eprintln!("{line}");
        sums.add(&line);
    }
    let status = child.wait().context("cannot wait for the tests")?;
    eprint!("\n{}", sums.summary());
    match (status.success(), sums.0.is_empty()) {
        (true, false) => Ok(()),
        (false, false) => bail!("a comparison failed; its differences are above"),
        (_, true) => bail!("nothing was compared; the reason is above"),
    }
}

/// Whether MPFR can be built here, perhaps once a package is installed; says why if not.
pub(crate) fn can_build_mpfr() -> Result<bool> {
    if process::find_on_path(MACRO_PROCESSOR).is_some() {
        return Ok(true);
    }
    match apt::install("the macro processor that builds MPFR", "1 min", &[MACRO_PROCESSOR]) {
        Ok(()) => Ok(true),
        Err(error) => {
            let why = format!("it is built with {MACRO_PROCESSOR}: {error:#}");
            skipped::part("MPFR", &why).map(|()| false)
        }
    }
}

/// The counts of a reference implementation.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    n_comparisons: u64,
    n_compared: u64,
    n_different: u64,
    time: Duration,
}

#[derive(Debug, Default)]
struct Sums(BTreeMap<String, Sum>);

impl Sums {
    /// Adds a line of a test, if it has counts.
    fn add(&mut self, line: &str) {
        let Some((oracle, [n_compared, n_different], time)) = read(line) else { return };
        let sum = self.0.entry(oracle.to_owned()).or_default();
        sum.n_comparisons += 1;
        sum.n_compared += n_compared;
        sum.n_different += n_different;
        sum.time += time;
    }

    /// A line for each oracle.
    fn summary(&self) -> String {
        let mut text = String::new();
        for (oracle, sum) in &self.0 {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "oracle {oracle}: {} compared, {} differ (comparisons: {}, time: {})",
                grouped(sum.n_compared),
                grouped(sum.n_different),
                sum.n_comparisons,
                seconds(sum.time),
            );
        }
        text
    }
}

/// The oracle of a line such as `oracle half: 7 compared, 0 differ in 2.5 s (f32 to f16)`, and its
/// numbers.
fn read(line: &str) -> Option<(&str, [u64; 2], Duration)> {
    let (oracle, rest) = line.strip_prefix("oracle ")?.split_once(": ")?;
    let (n_compared, rest) = rest.split_once(" compared, ")?;
    let (n_different, rest) = rest.split_once(" differ in ")?;
    let (seconds, _) = rest.split_once(" s (")?;
    let time = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    Some((oracle, [n_compared.parse().ok()?, n_different.parse().ok()?], time))
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Sums, grouped};

    #[test]
    fn comparisons_of_an_oracle_are_added_up() {
        let mut sums = Sums::default();
        for line in [
            "oracle MPFR: 1800000 compared, 0 differ in 7.5 s (Add f32: 50 instructions)",
            "warning: no oracle: nothing compared",
            "oracle half: 300000 compared, 0 differ in 0.2 s (F32 to F16)",
            "oracle MPFR: 999999 compared, 12 differ in 60.1 s (Sub f32: 50 instructions)",
        ] {
            sums.add(line);
        }
        assert_eq!(
            sums.summary(),
            "oracle MPFR: 2,799,999 compared, 12 differ (comparisons: 2, time: 1 min 07 s)\n\
             oracle half: 300,000 compared, 0 differ (comparisons: 1, time: 0.2 s)\n"
        );
    }

    #[test]
    fn numbers_are_grouped() {
        let numbers = [0, 999, 1_000, 12_345_678].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "12,345,678"]);
    }
}
