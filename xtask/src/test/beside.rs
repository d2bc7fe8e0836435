//! Stages that run beside the others, in a process of their own.
//!
//! Its output goes to a file, and from there to the terminal when its turn comes.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use anyhow::{Context as _, Result, bail};

use super::stage::StageName;
use super::times;
use crate::{process, progress};

/// A run of some stages by another process of this program.
pub(super) struct Beside {
    log: PathBuf,
    work: JoinHandle<Result<()>>,
}

impl Beside {
    /// Begins with these stages, one after the other.
    pub(super) fn begin(stages: &[StageName]) -> Result<Self> {
        let log = times::folder().join("beside.log");
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let program = env::current_exe().context("the path of this program is unknown")?;
        let mut command = process::command(&program);
        command.args(["test", "--beside"]);
        let names: Vec<_> = stages.iter().map(|stage| stage.argument()).collect();
        command.args(names.iter().flat_map(|name| ["--only", name]));
        let error = file.try_clone().context("cannot share a file")?;
        command.stdout(file).stderr(error);
        progress::note(&format!(
            "running beside the others: {}; output in {}",
            names.join(", "),
            log.display()
        ));
        Ok(Self { log, work: thread::spawn(move || process::run(&mut command)) })
    }

    /// Waits for the end, and shows the output.
    pub(super) fn end(self) -> Result<()> {
        let outcome = self.work.join().unwrap_or_else(|_| bail!("a thread panicked"));
        let text =
            fs::read(&self.log).with_context(|| format!("cannot read {}", self.log.display()))?;
        // Whoever reads only the first lines has what they wanted.
        let _ = io::stderr().write_all(&text);
        outcome
    }
}
