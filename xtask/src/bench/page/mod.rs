//! `cargo xtask bench --page`: how fast the page starts and answers, what memory it takes, and how
//! fast it sweeps beside the command.
//!
//! A browser test measures (`tests/browser/speed/`), as one takes the pictures; what it writes
//! becomes [tables](table) here.

mod samples;
mod table;

use std::env::consts::EXE_EXTENSION;
use std::fs;

use anyhow::{Context as _, Result};

use crate::progress::{note, step};
use crate::setup::browser;
use crate::{document, process, test, workspace};

use samples::Samples;

/// The mark before the tables in the document.
pub(super) const BEGIN: &str = "<!-- written by cargo xtask bench --page -->";

/// Measures the page in `dist/`, and gives back the tables.
pub(super) fn measure() -> Result<String> {
    let browser =
        browser::ensure()?.version().context("the browser does not report its version")?;
    let file = workspace::target_dir().join("page-speed.tsv");
    let mut build = process::cargo();
    build.current_dir(workspace::root());
    build.args(["build", "--quiet", "--release", "--package", "ptxfp-cli"]);
    step("the command, which sweeps beside the page", "3 min", || process::run(&mut build))?;
    let command = workspace::target_dir().join("release/ptxfp");
    let mut tests = test::browser()?;
    tests.args(["speed::", "--", "--nocapture", "--include-ignored"]).env("PTXFP_SPEED", &file);
    tests.env("PTXFP_COMMAND", command.with_extension(EXE_EXTENSION));
    let before = load();
    step("the page in fresh browsers", "14 min, and 3 to compile the tests", || {
        process::run(&mut tests)
    })?;
    let text = fs::read_to_string(&file)
        .with_context(|| format!("there are no measurements in {}", file.display()))?;
    let (tables, missed) = table::markdown(&Samples::read(&text)?)?;
    // Times depend on the machine and on what else it does: nothing fails.
    for miss in missed {
        note(&format!("missed aim: {miss}"));
    }
    let where_and_when = document::where_and_when();
    let load = before
        .zip(load())
        .map(|(before, after)| format!(", load average {before} before and {after} after"));
    let load = load.unwrap_or_default();
    Ok(format!("{where_and_when}{load}, {browser}: `cargo xtask bench --page`.\n{tables}"))
}

/// The load average of the last minute, where that is known.
fn load() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next().map(str::to_owned)
}
