//! A stage that runs beside others, for it leaves a processor idle most of its time.
//!
//! What it says goes to a file, and from there to the terminal when its turn comes.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::times;
use crate::process;

/// Commands of this program that run one after the other, in processes of their own.
pub(super) struct Beside {
    log: PathBuf,
    work: JoinHandle<Result<Duration>>,
}

impl Beside {
    /// Begins with the commands of a stage.
    pub(super) fn begin(name: &str, commands: &'static [&'static str]) -> Result<Self> {
        let log = times::folder().join(format!("{name}.log"));
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let program = env::current_exe().context("the path of this program is unknown")?;
        let work = thread::spawn(move || {
            let start = Instant::now();
            for command in commands {
                let both = [file.try_clone(), file.try_clone()];
                let [out, err] = both.map(|it| it.context("cannot share a file"));
                process::run(process::command(&program).arg(command).stdout(out?).stderr(err?))?;
            }
            Ok(start.elapsed())
        });
        Ok(Self { log, work })
    }

    /// Waits for the end, shows what was said, and gives back how long it took.
    pub(super) fn end(self) -> Result<Duration> {
        let log = self.log.clone();
        let outcome = self.wait();
        let text = fs::read(&log).with_context(|| format!("cannot read {}", log.display()))?;
        // Whoever reads only the first lines has what they wanted.
        let _ = io::stderr().write_all(&text);
        outcome
    }

    /// Waits for the end, and gives back how long it took.
    pub(super) fn wait(self) -> Result<Duration> {
        self.work.join().unwrap_or_else(|_| bail!("a thread panicked"))
    }
}
