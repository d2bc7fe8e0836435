//! `TestFloat`: how many cases it makes and judges in a second, and how many of the same cases the
//! core evaluates and compares.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::{N_ROUNDS, Native, median};
use crate::setup::testfloat::{self, TestFloat};
use crate::{process, workspace};

/// A function of `TestFloat`, the same as an instruction, and the level of its cases. Level 2 has
/// 160 times as many for two operands, which products and quotients take too long for.
const FUNCTIONS: [(&str, &str, &str); 5] = [
    ("f32_add", "add.f32", "2"),
    ("f32_mul", "mul.f32", "1"),
    ("f32_mulAdd", "fma.rn.f32", "1"),
    ("f32_div", "div.rn.f32", "1"),
    ("f32_sqrt", "sqrt.rn.f32", "2"),
];

/// The number of cases that are made for the core, where there are as many.
const N_CASES: usize = 1 << 20;

/// The time that `TestFloat` judges at least; a function with few cases is judged again.
const AT_LEAST: Duration = Duration::from_millis(500);

/// The measured rates, each in millions a second.
#[derive(Debug, Default)]
struct Row {
    instruction: &'static str,
    /// The cases that `TestFloat` judges.
    n_cases: u64,
    /// The cases that it prints with their results.
    made: f64,
    /// The cases in which it compares `SoftFloat` with its own results.
    judged: f64,
    /// The cases in which the core is compared with results that are there.
    core: f64,
}

/// Measures in rounds; the table, with an empty line before it.
pub(super) fn table(native: &Native) -> Result<String> {
    let programs = testfloat::ensure()?;
    let mut rows = Vec::new();
    for function in FUNCTIONS {
        rows.push(measure(&programs, native, function)?);
    }
    Ok(markdown(&rows))
}

fn measure(
    programs: &TestFloat,
    native: &Native,
    (function, instruction, level): (&str, &'static str, &str),
) -> Result<Row> {
    let file = workspace::target_dir().join("testfloat-cases.txt");
    let options = ["-level", level, "-rnear_even", "-tininessafter", function];
    let (mut made, mut judged, mut core) = (Vec::new(), Vec::new(), Vec::new());
    let mut n_cases = 0;
    for _ in 0..N_ROUNDS {
        made.push(make(&programs.generate, &options, &file)?);
        let (count, rate) = judge(&programs.test, &options)?;
        n_cases = count;
        judged.push(rate);
        let path = file.to_str().context("the target folder's name is not Unicode")?;
        let output = process::output(&mut native.command(&["cases", instruction, path]))?;
        let nanoseconds = output.trim().split('\t').nth(1).context("the core's time is missing")?;
        core.push(1e3 / nanoseconds.parse::<f64>()?);
    }
    fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
    let [made, judged, core] = [made, judged, core].map(median);
    Ok(Row { instruction, n_cases, made, judged, core })
}

/// Has cases written to a file, and gives back how many millions of them come in a second.
fn make(generate: &Path, options: &[&str], file: &Path) -> Result<f64> {
    let start = Instant::now();
    let mut child = process::command(generate)
        .args(options)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", generate.display()))?;
    let output = child.stdout.take().context("a command without output")?;
    let mut cases = String::new();
    let mut lines = BufReader::new(output);
    let mut count = 0;
    while count < N_CASES && lines.read_line(&mut cases)? > 0 {
        count += 1;
    }
    let rate = rate(count as u64, start.elapsed());
    // It may not be at its end.
    child.kill()?;
    child.wait()?;
    if count == 0 {
        bail!("{} made no cases", generate.display());
    }
    fs::write(file, cases).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(rate)
}

/// Has `SoftFloat` judged: how many cases there are, and how many millions are judged in a second.
fn judge(test: &Path, options: &[&str]) -> Result<(u64, f64)> {
    let (mut total, mut n_cases) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < AT_LEAST {
        let output = process::output(process::command(test).args(options))?;
        n_cases = judged_cases(&output).with_context(|| format!("it says: {}", output.trim()))?;
        total += n_cases;
    }
    Ok((n_cases, rate(total, start.elapsed())))
}

/// The number of cases of a report without errors.
fn judged_cases(report: &str) -> Option<u64> {
    let (before, _) = report.split_once(" tests, no errors found in ")?;
    before.rsplit_once("In ")?.1.parse().ok()
}

/// Millions a second.
fn rate(count: u64, time: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few million")]
    let millions = count as f64 / 1e6;
    millions / time.as_secs_f64()
}

fn markdown(rows: &[Row]) -> String {
    let mut text = "\n| TestFloat 3e, million cases a second | of cases | made | judged | core | core ÷ judged |\n\
                    | --- | --: | --: | --: | --: | --: |\n"
        .to_owned();
    for Row { instruction, n_cases, made, judged, core } in rows {
        let ratio = core / judged;
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| `{instruction}` | {n_cases} | {made:.1} | {judged:.2} | {core:.0} | {ratio:.0} |"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Row, judged_cases, markdown};

    #[test]
    fn only_a_report_without_errors_has_cases() {
        let good = "In 8800 tests, no errors found in f32_sqrt, rounding near_even.\n";
        assert_eq!(judged_cases(good), Some(8800));
        assert_eq!(judged_cases("8800 tests performed; 2 errors found.\n"), None);
    }

    #[test]
    fn a_row_has_a_cell_for_each_title() {
        let row = Row {
            instruction: "add.f32",
            n_cases: 7_496_192,
            made: 3.44,
            judged: 7.25,
            core: 145.0,
        };
        let table = markdown(&[row]);
        assert!(table.ends_with("| `add.f32` | 7496192 | 3.4 | 7.25 | 145 | 20 |\n"), "{table}");
        let counts: Vec<_> = table.trim().lines().map(|line| line.matches('|').count()).collect();
        assert_eq!(counts, [7; 3]);
    }
}
