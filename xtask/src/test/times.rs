//! The times of stages and tests: two files in Cargo's target folder, and the part of them that is
//! printed.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::progress::seconds;
use crate::{process, skipped, workspace};

/// The variable with the file to which tests append a line with their name and their time, for test
/// programs that measure themselves.
pub(super) const TIMES_VARIABLE: &str = "PTXFP_TEST_TIMES";

/// The number of slowest tests that are printed.
const N_SLOWEST: usize = 10;

/// The times of one run.
pub(super) struct Times {
    begin: Instant,
    /// The file with a line for each stage: its name, its seconds, and `ok` or `failed`.
    stages: PathBuf,
}

/// A stage: its name, its seconds, and whether it passed.
type Stage<'a> = (&'a str, Duration, bool);

pub(super) fn folder() -> PathBuf {
    workspace::target_dir().join("test-times")
}

/// The file with a line for each test: its name, a tab, its seconds.
pub(super) fn tests_file() -> PathBuf {
    folder().join("tests.tsv")
}

impl Times {
    /// Begins with empty files, or goes on with those of the run that this one is beside.
    pub(super) fn begin(is_beside: bool) -> Result<Self> {
        let folder = folder();
        let stages = folder.join("stages.tsv");
        if !is_beside {
            fs::create_dir_all(&folder)
                .and_then(|()| fs::write(tests_file(), ""))
                .and_then(|()| fs::write(&stages, ""))
                .with_context(|| format!("cannot write to {}", folder.display()))?;
        }
        Ok(Self { begin: Instant::now(), stages })
    }

    /// Adds a stage.
    pub(super) fn add_stage(&self, name: &str, time: Duration, passed: bool) -> Result<()> {
        let verdict = if passed { "ok" } else { "failed" };
        let line = format!("{name}\t{:.1}\t{verdict}\n", time.as_secs_f64());
        // In one piece: two runs write here.
        File::options()
            .append(true)
            .open(&self.stages)
            .and_then(|mut file| file.write_all(line.as_bytes()))
            .with_context(|| format!("cannot write {}", self.stages.display()))
    }

    /// The stages with their times, and the slowest tests.
    pub(super) fn summary(&self) -> Result<String> {
        let read = |path: &Path| {
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
        };
        let (of_stages, of_tests) = (read(&self.stages)?, read(&tests_file())?);
        Ok(summary(&stages(&of_stages), self.begin.elapsed(), &slowest(&of_tests)))
    }
}

/// The stages in the text of a file.
fn stages(text: &str) -> Vec<Stage<'_>> {
    text.lines().filter_map(stage).collect()
}

/// The stage in a line of the file.
fn stage(line: &str) -> Option<Stage<'_>> {
    let mut parts = line.split('\t');
    let (name, time, verdict) = (parts.next()?, parts.next()?, parts.next()?);
    Some((name, Duration::try_from_secs_f64(time.parse().ok()?).ok()?, verdict == "ok"))
}

/// The slowest of the tests in the text of a file, the slowest first.
fn slowest(text: &str) -> Vec<(&str, Duration)> {
    let read = |line: &'_ str| {
        let (_, time) = line.split_once('\t')?;
        Duration::try_from_secs_f64(time.trim().parse().ok()?).ok()
    };
    let mut tests: Vec<_> = text
        .lines()
        .filter_map(|line| Some((line.split('\t').next().unwrap_or_default(), read(line)?)))
        .collect();
    tests.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    tests.truncate(N_SLOWEST);
    tests
}

fn summary(stages: &[Stage<'_>], total: Duration, slowest: &[(&str, Duration)]) -> String {
    let mut text = "\n[xtask] stages\n".to_owned();
    // Writing to a String cannot fail.
    for (name, time, passed) in stages {
        let verdict = if *passed { "ok" } else { "FAILED" };
        let _ = writeln!(text, "[xtask]   {name:<12} {verdict:<7} {:>12}", seconds(*time));
    }
    // Less than all lines together where a stage ran beside others.
    let _ = writeln!(text, "[xtask]   {:<20} {:>12}", "all", seconds(total));
    if !slowest.is_empty() {
        let _ = writeln!(text, "[xtask] the slowest tests");
    }
    for (name, time) in slowest {
        let _ = writeln!(text, "[xtask]   {:>8}  {name}", seconds(*time));
    }
    text
}

/// Runs `cargo test` on these targets, and keeps the time of each test.
///
/// The test harness measures on request, which a stable toolchain lets it do only if this variable
/// is set when the test program runs. The compiler does not see the variable.
pub(super) fn run_timed(tests: &mut Command, targets: &[&str]) -> Result<()> {
    tests.args(targets);
    if cfg!(not(unix)) {
        return skipped::run_tests(tests);
    }
    tests.env(runner_variable()?, "env RUSTC_BOOTSTRAP=1").args([
        "--",
        "-Zunstable-options",
        "--report-time",
    ]);
    let path = tests_file();
    let mut file = File::options()
        .append(true)
        .create(true)
        .open(&path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    let mut wrong = None;
    skipped::run_tests_with(tests, |line| {
        if let Some((name, time)) = time_of_test(line)
            && let Err(error) = writeln!(file, "{name}\t{time}")
        {
            wrong = Some(error);
        }
    })?;
    wrong.map_or(Ok(()), |error| {
        Err(error).with_context(|| format!("cannot write {}", path.display()))
    })
}

/// The variable with the program through which Cargo starts native test programs.
fn runner_variable() -> Result<String> {
    let version = process::output(process::command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not name its host")?;
    Ok(format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace(['-', '.'], "_")))
}

/// The name and the seconds in a line such as `test format::tests::widths ... ok <0.012s>`.
fn time_of_test(line: &str) -> Option<(&str, &str)> {
    let (name, verdict) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let (_, time) = verdict.split_once('<')?;
    Some((name, time.strip_suffix("s>")?))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{slowest, stages, summary, time_of_test};

    #[test]
    fn the_summary_names_stages_times_and_failures() {
        let stages = stages("native\t75.0\tok\npage\t1.5\tfailed\n");
        let total = Duration::from_secs(76);
        let text = summary(&stages, total, &[("tests::slow", Duration::from_secs(12))]);
        assert!(text.contains("native       ok        1 min 15 s"), "{text}");
        assert!(text.contains("page         FAILED         1.5 s"), "{text}");
        assert!(text.contains("all                    1 min 16 s"), "{text}");
        assert!(text.contains("  12.0 s  tests::slow"), "{text}");
    }

    #[test]
    fn the_slowest_come_first() {
        let lines: Vec<_> = (0..20).map(|n| format!("test{n}\t{n}.5")).collect();
        let text = lines.join("\n");
        let found = slowest(&text);
        assert_eq!(found.len(), 10);
        assert_eq!(found[0], ("test19", Duration::from_millis(19_500)));
    }

    #[test]
    fn times_are_read_from_what_the_harness_prints() {
        assert_eq!(time_of_test("test a::b ... ok <0.012s>"), Some(("a::b", "0.012")));
        assert_eq!(time_of_test("test a::b ... ok"), None);
        assert_eq!(time_of_test("test result: ok. 1 passed; finished in 0.1s"), None);
    }
}
