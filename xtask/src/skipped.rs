//! The tests that a run skips: each is counted, and named at the end with its reason.
//!
//! Tests without their tool return, and say so in the file that [`VARIABLE`] names
//! (`tests/harness/skip.rs`). Tests on request are ignored by their runner, whose output is read.
//! Parts of the run without their tool are added here. The file is one for both processes of a run.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context as _, Result};

use crate::{process, progress};

/// The variable with the file to which tests that return without having run append a line.
const VARIABLE: &str = "PTXFP_SKIPPED";

/// The file of this run; a command that is not part of a run has none.
static RECORD: OnceLock<PathBuf> = OnceLock::new();

/// How something was skipped; `.ci/totals.awk` reads the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A test that passed for its runner.
    Returned,
    /// A test that its runner counts as ignored.
    Ignored,
    /// A part of the run that is no single test.
    Part,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Returned, Self::Ignored, Self::Part];

    const fn name(self) -> &'static str {
        match self {
            Self::Returned => "returned",
            Self::Ignored => "ignored",
            Self::Part => "part",
        }
    }
}

/// Begins a run with an empty record, or goes on with that of the run that this one is beside.
pub(crate) fn begin(file: PathBuf, is_beside: bool) -> Result<()> {
    if !is_beside {
        fs::write(&file, "").with_context(|| format!("cannot write {}", file.display()))?;
    }
    RECORD.get_or_init(|| file);
    Ok(())
}

/// Says that a part of the run is skipped, and why, and counts it.
pub(crate) fn part(what: &str, why: &str) -> Result<()> {
    progress::note(&format!("skipped, {what}: {why}"));
    add(Kind::Part, what, why)
}

/// Makes the tests that a command runs say what they skip.
pub(crate) fn watch(tests: &mut Command) -> &mut Command {
    match RECORD.get() {
        Some(file) => tests.env(VARIABLE, file),
        None => tests.env_remove(VARIABLE),
    }
}

/// Runs tests, counts those that are skipped, and shows each line of their output to `see`.
pub(crate) fn run_tests_with(tests: &mut Command, mut see: impl FnMut(&str)) -> Result<()> {
    let mut wrong = None;
    let outcome = process::run_with_lines(watch(tests), |line| {
        if let Some((name, why)) = ignored(line)
            && let Err(error) = add(Kind::Ignored, name, why)
        {
            wrong = Some(error);
        }
        see(line);
    });
    outcome.and(wrong.map_or(Ok(()), Err))
}

/// Runs tests, and counts those that are skipped.
pub(crate) fn run_tests(tests: &mut Command) -> Result<()> {
    run_tests_with(tests, |_| ())
}

/// Everything that the run has skipped, as lines to print at its end.
pub(crate) fn summary() -> Result<String> {
    let Some(file) = RECORD.get() else { return Ok(String::new()) };
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    written(&read(&text)?)
}

/// Appends a line to the record.
fn add(kind: Kind, what: &str, why: &str) -> Result<()> {
    RECORD.get().map_or(Ok(()), |file| add_to(file, kind, what, why))
}

fn add_to(file: &Path, kind: Kind, what: &str, why: &str) -> Result<()> {
    let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("{}\t{what}\t{why}\n", kind.name());
    // In one piece: two runs and their tests write here.
    File::options()
        .append(true)
        .create(true)
        .open(file)
        .and_then(|mut file| file.write_all(line.as_bytes()))
        .with_context(|| format!("cannot write {}", file.display()))
}

/// The name and the reason in a line of a runner such as `test pairs::all ... ignored, 3 hours`.
fn ignored(line: &str) -> Option<(&str, &str)> {
    let (name, verdict) = line.strip_prefix("test ")?.split_once(" ... ignored")?;
    let why = verdict.strip_prefix(", ").unwrap_or("it gives no reason");
    Some((name, why.trim_end()))
}

/// A line of a record: the kind, the name and the reason.
type Entry<'a> = (Kind, &'a str, &'a str);

/// The lines of a record.
fn read(text: &str) -> Result<Vec<Entry<'_>>> {
    let read = |line| entry(line).with_context(|| format!("what is `{line}`?"));
    text.lines().map(read).collect()
}

fn entry(line: &str) -> Option<Entry<'_>> {
    let mut parts = line.splitn(3, '\t');
    let (kind, what, why) = (parts.next()?, parts.next()?, parts.next()?);
    Some((Kind::ALL.into_iter().find(|each| each.name() == kind)?, what, why))
}

/// The lines to print, those of each kind together.
fn written(skipped: &[Entry<'_>]) -> Result<String> {
    let end = if skipped.is_empty() { "" } else { ":" };
    let mut text = format!("\n[xtask] {} skipped{end}\n", skipped.len());
    for kind in Kind::ALL {
        for (_, what, why) in skipped.iter().filter(|(each, ..)| *each == kind) {
            writeln!(text, "[xtask]   {:<8}  {what}: {why}", kind.name())?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::Stdio;
    use std::{env, fs};

    use super::{Kind, add_to, ignored, read, written};
    use crate::{process, workspace};

    #[test]
    fn ignored_tests_are_read_from_what_runners_print() {
        assert_eq!(
            ignored("test a::b ... ignored, 3 hours, or 4"),
            Some(("a::b", "3 hours, or 4"))
        );
        assert_eq!(ignored("test a::b ... ignored"), Some(("a::b", "it gives no reason")));
        let example = "test core/src/lib.rs - front (line 7) ... ignored";
        assert_eq!(
            ignored(example).map(|(name, _)| name),
            Some("core/src/lib.rs - front (line 7)")
        );
        for other in ["test a ... ok <0.1s>", "test result: ok. 1 passed; 3 ignored", "ignored"] {
            assert_eq!(ignored(other), None, "{other}");
        }
    }

    /// A record as two tests, a runner and this program leave it.
    fn record(test: &str) -> String {
        let name = format!("ptxfp-xtask-{test}-{}", std::process::id());
        let file = env::temp_dir().join(name);
        let written = fs::write(&file, "returned\tsession::one\tno tool\n")
            .map_err(anyhow::Error::from)
            .and_then(|()| add_to(&file, Kind::Part, "advisories", "no tool:\n  install\tit"))
            .and_then(|()| add_to(&file, Kind::Ignored, "pairs::all", "3 hours"));
        let text = fs::read_to_string(&file);
        fs::remove_file(&file).expect("the record is removed");
        written.expect("a record");
        text.expect("a record") + "returned\tsession::two\t\n"
    }

    #[test]
    fn the_summary_counts_and_names_everything_that_was_skipped() {
        let record = record("summary");
        let skipped = read(&record).expect("a record");
        assert_eq!(
            written(&skipped).expect("a text"),
            "\n[xtask] 4 skipped:\n\
             [xtask]   returned  session::one: no tool\n\
             [xtask]   returned  session::two: \n\
             [xtask]   ignored   pairs::all: 3 hours\n\
             [xtask]   part      advisories: no tool: install it\n"
        );
        assert_eq!(written(&[]).expect("a text"), "\n[xtask] 0 skipped\n");
    }

    #[test]
    fn a_line_that_is_none_is_not_left_out() {
        for wrong in ["returned a why", "other\ta\twhy", "part\ta", ""] {
            let record = format!("part\ta\twhy\n{wrong}\n");
            let error = read(&record).expect_err(wrong);
            assert!(error.to_string().contains(&format!("`{wrong}`")), "{error}");
        }
    }

    /// The totals of `.ci/run` are those of the runners, except that a test that returned has not
    /// passed.
    #[cfg(unix)]
    #[test]
    fn a_test_that_returned_counts_as_skipped_and_not_as_passed() {
        let record = record("totals");
        let summary = written(&read(&record).expect("a record")).expect("a text");
        let log = format!(
            "test session::one ... ok\n\
             test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
             skipped session::one: no tool\n\
             test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 3 filtered out\n\
             [xtask] stages\n[xtask]   native       FAILED         1.5 s\n{summary}"
        );
        let mut totals = process::command("awk");
        totals.arg("-f").arg(workspace::root().join(".ci/totals.awk"));
        let mut totals =
            totals.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("awk starts");
        let mut input = totals.stdin.take().expect("a pipe");
        input.write_all(log.as_bytes()).expect("awk reads");
        drop(input);
        let output = totals.wait_with_output().expect("awk ends");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "9 passed, 2 failed, 4 skipped\n");
    }
}
