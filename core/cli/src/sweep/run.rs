//! The work of a sweep, shared out among threads.

use std::io::{self, IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ptxfp::explore::sweep::Sweep;
use ptxfp::explore::tally::Tally;
use ptxfp::text::grouped;

/// The most operands that a thread takes at once: a fraction of a second.
const MAX_CHUNK: u64 = 1 << 16;
/// How many chunks each thread takes at least, so that all end at about the same time.
const CHUNKS_EACH: u64 = 8;
/// The most threads; more than there are cores gain nothing.
const MAX_JOBS: usize = 256;
/// How often progress is shown.
const INTERVAL: Duration = Duration::from_millis(500);

/// Sweeps over the whole domain; the tally is the same however many threads there are.
pub(super) fn on_all_cores(
    sweep: &Sweep,
    n_columns: usize,
    jobs: Option<NonZeroUsize>,
    shows_progress: bool,
) -> Tally {
    let len = sweep.domain().len();
    let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = jobs.unwrap_or_else(available).get().min(MAX_JOBS) as u64;
    let chunk = (len / (jobs * CHUNKS_EACH)).clamp(1, MAX_CHUNK);
    let jobs = jobs.min(len.div_ceil(chunk));
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut tally = sweep.tally(n_columns);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(start) = number.checked_mul(chunk).filter(|start| *start < len) else {
                return tally;
            };
            let end = start.saturating_add(chunk).min(len);
            sweep.run(start..end, &mut tally);
            done.fetch_add(end - start, Ordering::Relaxed);
        }
    };
    let shows_progress = shows_progress || io::stderr().is_terminal();
    let mut whole = sweep.tally(n_columns);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs {
            let sender = sender.clone();
            let work = &work;
            // The receiver waits for every sender.
            scope.spawn(move || drop(sender.send(work())));
        }
        drop(sender);
        let mut progress = Progress::new(len, shows_progress);
        loop {
            match receiver.recv_timeout(INTERVAL) {
                Ok(part) => whole.merge(&part),
                Err(RecvTimeoutError::Timeout) => progress.show(done.load(Ordering::Relaxed)),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        progress.end(done.load(Ordering::Relaxed));
    });
    whole
}

/// A line on standard error that says how far it is.
struct Progress {
    start: Instant,
    len: u64,
    is_shown: bool,
}

impl Progress {
    fn new(len: u64, is_shown: bool) -> Self {
        Self { start: Instant::now(), len, is_shown }
    }

    fn show(&mut self, done: u64) {
        if self.is_shown {
            let line = line(done, self.len, self.start.elapsed());
            let mut stderr = io::stderr().lock();
            // Nobody misses progress that cannot be written.
            let _ = write!(stderr, "\r\x1b[K{line}");
            let _ = stderr.flush();
        }
    }

    /// Leaves the last line standing.
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
