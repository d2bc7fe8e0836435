//! `cargo xtask lighthouse`: what Lighthouse says of the built page, beside the limits in
//! `tests/lighthouse/`.

use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::cli::LighthouseOptions;
use crate::progress::note;
use crate::setup::{browser, npm_tool};
use crate::{process, workspace};

/// The devices that Lighthouse pretends to be; each has a configuration.
const DEVICES: [&str; 2] = ["mobile", "desktop"];

/// Measures the page in `dist/` and prints the medians beside the limits; with `--strict`, an error if
/// one misses its limit.
pub(crate) fn run(options: &LighthouseOptions) -> Result<()> {
    let dist = workspace::dist();
    if !dist.join("index.html").is_file() {
        bail!("no page in {}; run: cargo xtask build", dist.display());
    }
    let lighthouse = npm_tool::ensure_lighthouse()?;
    let chromium = browser::ensure()?.chromium;
    // Lighthouse CI keeps its reports where it runs.
    let reports = workspace::target_dir().join("lighthouse");
    fs::create_dir_all(&reports).with_context(|| format!("cannot make {}", reports.display()))?;
    let mut missed = Vec::new();
    for device in DEVICES {
        let config = workspace::root().join("tests/lighthouse").join(device).with_extension("json");
        let command = |step: &str| {
            let mut command = process::command(&lighthouse);
            command.arg(step).arg("--config").arg(&config);
            command.current_dir(&reports).env("CHROME_PATH", &chromium);
            command
        };
        note(&format!("Lighthouse, {device}: 1 min; longer, and worse, on a busy machine"));
        process::run(command("collect").arg("--static-dist-dir").arg(&dist))?;
        if process::run(&mut command("assert")).is_err() {
            missed.push(device);
        }
    }
    if missed.is_empty() {
        return Ok(());
    }
    let missed = format!("over a limit: {}", missed.join(", "));
    if options.strict {
        bail!(missed);
    }
    note(&missed);
    Ok(())
}
