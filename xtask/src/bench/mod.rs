//! `cargo xtask bench`: measures the evaluator and other implementations; with `--page`, the page
//! ([`page`]).
//!
//! The package `ptxfp-bench` measures native implementations in turns, and its ratios are used as
//! they are. WebAssembly and Python run in processes of their own: each round measures them and the
//! core one after the other, and the median of the rounds' ratios counts. This also holds for
//! `TestFloat` ([`testfloat`]). The times to compile the core and the sizes of the page come last
//! ([`build`]).

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::process::Command;

use anyhow::{Result, bail};

use crate::cli::BenchOptions;
use crate::progress::note;
use crate::setup::{browser, cargo_tool, narrow, wasm_target};
use crate::{document, oracles, process, test, workspace};

mod build;
mod page;
mod table;
mod testfloat;

use table::{Row, markdown, summary};

/// The number of rounds for programs that cannot take turns.
const N_ROUNDS: usize = 3;

/// The document with the tables.
const DOCUMENT: &str = "docs/speed.md";

/// The mark before the tables in the document.
const BEGIN: &str = "<!-- written by cargo xtask bench -->";

/// Nanoseconds by instruction.
type Times = BTreeMap<String, f64>;

/// Measures, prints the table and puts it into the document.
pub(crate) fn run(options: &BenchOptions) -> Result<()> {
    let (begin, text) =
        if options.page { (page::BEGIN, page::measure()?) } else { (BEGIN, evaluator(options)?) };
    // Whoever reads only the first lines has what they wanted.
    let _ = writeln!(io::stdout(), "{text}");
    if options.dry { Ok(()) } else { document::write(DOCUMENT, begin, &text) }
}

/// Measures the evaluator, and what it costs to build.
fn evaluator(options: &BenchOptions) -> Result<String> {
    let native = Native { with_mpfr: !options.without_mpfr && oracles::can_build_mpfr()? };
    let mut rows = Row::read(&process::output(&mut native.command(&[]))?);
    if rows.is_empty() {
        bail!("there are no measurements");
    }
    for ((oracle, instruction), ratios) in in_rounds(options, &native)? {
        if let Some(row) = rows.iter_mut().find(|row| row.instruction == instruction) {
            row.ratios.insert(oracle.to_owned(), median(ratios));
        }
    }
    let testfloat = testfloat::table(&native)
        .inspect_err(|error| note(&format!("TestFloat is left out: {error:#}")))
        .unwrap_or_default();
    let tables = [summary(&rows), markdown(&rows), testfloat, build::tables()?].concat();
    Ok(format!("{}\n\n{tables}", circumstances()?))
}

/// The ratios, by implementation and instruction, of each round of programs that cannot take turns.
fn in_rounds(
    options: &BenchOptions,
    native: &Native,
) -> Result<BTreeMap<(&'static str, String), Vec<f64>>> {
    let narrow = narrow::ensure()
        .inspect_err(|error| note(&format!("gfloat and ml_dtypes are left out: {error:#}")))
        .ok();
    let mut wasm = (!options.without_wasm).then(wasm_command).transpose()?;
    let mut ratios: BTreeMap<_, Vec<f64>> = BTreeMap::new();
    for _ in 0..N_ROUNDS {
        let own = native.own()?;
        let mut add = |oracle, times: Times| {
            for (instruction, time) in times {
                if let Some(own) = own.get(&instruction) {
                    ratios.entry((oracle, instruction)).or_default().push(time / own);
                }
            }
        };
        if let Some(command) = &mut wasm {
            let times = times(&process::output(command)?, "time");
            if times.is_empty() {
                bail!("the browser reported no times");
            }
            add("wasm", times);
        }
        if let Some((python, folder)) = &narrow {
            let script = workspace::root().join("tests/evidence/bench/src/narrow.py");
            let mut command = process::command(python);
            let output = process::output(command.env("PYTHONPATH", folder).arg(script))?;
            for package in ["ml_dtypes", "gfloat"] {
                add(package, times(&output, package));
            }
        }
    }
    Ok(ratios)
}

/// The native measurements, with or without MPFR among them.
struct Native {
    with_mpfr: bool,
}

impl Native {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = process::cargo();
        command.current_dir(workspace::root());
        command.args(["run", "--quiet", "--release", "--package", "ptxfp-bench", "--"]);
        command.args(arguments);
        if self.with_mpfr {
            command.env("RUSTFLAGS", oracles::MPFR_FLAGS);
        }
        command
    }

    /// The core's own times.
    fn own(&self) -> Result<Times> {
        let rows = Row::read(&process::output(&mut self.command(&["own"]))?);
        Ok(rows.into_iter().map(|row| (row.instruction, row.nanoseconds)).collect())
    }
}

/// The measurements in a browser.
fn wasm_command() -> Result<Command> {
    let compiler = wasm_target::ensure()?;
    let runner = cargo_tool::ensure_wasm_bindgen()?.join("wasm-bindgen-test-runner");
    let browser = browser::ensure()?;
    let mut command = process::cargo();
    command.current_dir(workspace::root());
    command.args(["test", "--release", "--package", "ptxfp-bench"]);
    command.args(["--test", "wasm", "--target", wasm_target::TARGET, "--", "--nocapture"]);
    compiler.apply(&mut command);
    test::in_browser(&mut command, &runner, &browser)?;
    Ok(command)
}

/// Lines of an instruction and its nanoseconds after a word.
fn times(text: &str, word: &str) -> Times {
    let read = |line: &str| {
        let mut fields = line.trim().split('\t');
        if !fields.next()?.ends_with(word) {
            return None;
        }
        let instruction = fields.next()?.to_owned();
        Some((instruction, fields.next()?.parse().ok()?))
    };
    text.lines().filter_map(read).collect()
}

/// Machine, date, compiler and command.
fn circumstances() -> Result<String> {
    let compiler = process::output(process::command("rustc").arg("--version"))?;
    let (where_and_when, compiler) = (document::where_and_when(), compiler.trim());
    Ok(format!("{where_and_when}, {compiler}, profile `release`: `cargo xtask bench`."))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::times;

    #[test]
    fn times_are_read_from_among_other_lines() {
        let text = "running 1 test\n    time\tadd.f32\t4.5\nother\tx\t1\n";
        assert_eq!(
            times(text, "time").into_iter().collect::<Vec<_>>(),
            [("add.f32".to_owned(), 4.5)]
        );
    }
}
