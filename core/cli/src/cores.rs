//! Work on consecutive numbers, divided among threads.

use std::io::{self, IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use ptxfp::text::grouped;

/// The most numbers that a thread takes at once: a fraction of a second.
const MAX_CHUNK: u64 = 1 << 16;
/// The least number of chunks for each thread, so that all end at about the same time.
const CHUNKS_EACH: u64 = 8;
/// The most threads; more than there are cores gain nothing.
const MAX_JOBS: usize = 256;
/// The time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(500);

/// The distribution of work among threads.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Cores {
    #[arg(long, value_name = "N", help = "The number of threads [default: one for each core]")]
    jobs: Option<NonZeroUsize>,
    /// Show progress on standard error even if it is not a terminal
    #[arg(long)]
    progress: bool,
    #[arg(skip)]
    is_silent: bool,
}

impl Cores {
    /// Uses a number of threads, or one per core, without progress messages.
    pub(crate) fn silent(jobs: Option<NonZeroUsize>) -> Self {
        Self { jobs, progress: false, is_silent: true }
    }

    /// Returns a report on work that the caller does, in that number of steps.
    pub(crate) fn progress_of(self, len: u64) -> Progress {
        let is_shown = !self.is_silent && (self.progress || io::stderr().is_terminal());
        let start = Instant::now();
        Progress { start, last: start, len, is_shown, is_asked: self.progress }
    }

    /// Does the work on a range of numbers, on as many threads as wanted.
    ///
    /// Each thread begins with `start()` and works on parts of the range with `work`, the first
    /// ones first, until that breaks; what it has at the end goes to `merge`, in any order.
    pub(crate) fn share<T: Send>(
        self,
        range: &Range<u64>,
        start: impl Fn() -> T + Sync,
        work: impl Fn(&mut T, Range<u64>) -> ControlFlow<()> + Sync,
        mut merge: impl FnMut(T),
    ) {
        let len = range.end.saturating_sub(range.start);
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let jobs = self.jobs.unwrap_or_else(available).get().min(MAX_JOBS) as u64;
        let chunk = (len / (jobs * CHUNKS_EACH)).clamp(1, MAX_CHUNK);
        let jobs = jobs.min(len.div_ceil(chunk));
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let run = || {
            let mut own = start();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(first) = number.checked_mul(chunk).filter(|first| *first < len) else {
                    return own;
                };
                let last = first.saturating_add(chunk).min(len);
                if work(&mut own, range.start + first..range.start + last).is_break() {
                    return own;
                }
                done.fetch_add(last - first, Ordering::Relaxed);
            }
        };
        let mut progress = self.progress_of(len);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..jobs {
                let sender = sender.clone();
                let run = &run;
                // The receiver waits for every sender.
                scope.spawn(move || drop(sender.send(run())));
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(part) => merge(part),
                    Err(RecvTimeoutError::Timeout) => progress.show(done.load(Ordering::Relaxed)),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            progress.end(done.load(Ordering::Relaxed));
        });
    }
}

/// A line on standard error that says how far some work is.
pub(crate) struct Progress {
    start: Instant,
    /// The time of the last report, or the start.
    last: Instant,
    len: u64,
    is_shown: bool,
    /// Whether it is shown even if the work is short.
    is_asked: bool,
}

impl Progress {
    /// Shows it if the last report is long enough ago.
    pub(crate) fn tick(&mut self, done: u64) {
        if self.last.elapsed() >= INTERVAL {
            self.show(done);
        }
    }

    fn show(&mut self, done: u64) {
        self.last = Instant::now();
        if self.is_shown {
            let line = line(done, self.len, self.start.elapsed());
            let mut stderr = io::stderr().lock();
            // Nobody misses progress that cannot be written.
            let _ = write!(stderr, "\r\x1b[K{line}");
            let _ = stderr.flush();
        }
    }

    /// Leaves the last line in place; there is none if the work was too short for a report.
    pub(crate) fn end_of_ticks(&mut self, done: u64) {
        if self.is_asked || self.last > self.start {
            self.end(done);
        }
    }

    /// Leaves the last line in place.
    fn end(&mut self, done: u64) {
        self.show(done);
        if self.is_shown {
            let _ = writeln!(io::stderr().lock());
        }
    }
}

/// `1,048,576 of 4,294,967,296 (0 %), 2,400,000/s, 29 min left`
fn line(done: u64, len: u64, elapsed: Duration) -> String {
    let milliseconds = elapsed.as_millis().max(1);
    let rate = u128::from(done) * 1000 / milliseconds;
    let percent = u128::from(done) * 100 / u128::from(len.max(1));
    let left = u128::from(len - done.min(len)).checked_div(rate);
    let left = match left {
        None => String::new(),
        Some(seconds @ 0..120) => format!(", {seconds} s left"),
        Some(seconds @ 120..7200) => format!(", {} min left", seconds / 60),
        Some(seconds) => format!(", {} h left", seconds / 3600),
    };
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let [done, len, rate] = [done, len, rate].map(grouped);
    format!("{done} of {len} ({percent} %), {rate}/s{left}")
}

#[cfg(test)]
mod tests {
    use super::line;
    use std::time::Duration;

    #[test]
    fn progress_has_rate_and_time_left() {
        let two = Duration::from_secs(2);
        assert_eq!(line(1000, 4000, two), "1,000 of 4,000 (25 %), 500/s, 6 s left");
        assert_eq!(line(1000, 401_000, two), "1,000 of 401,000 (0 %), 500/s, 13 min left");
        assert_eq!(line(1, 1 << 32, two), "1 of 4,294,967,296 (0 %), 0/s");
        assert_eq!(line(5, 5, Duration::ZERO), "5 of 5 (100 %), 5,000/s, 0 s left");
    }
}
