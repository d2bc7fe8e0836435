//! The progress of a command: one line before each step, its duration after it.

use std::time::{Duration, Instant};

use anyhow::Result;

/// Runs one step: announces it with its approximate time, then reports the actual time.
pub(crate) fn step<T>(what: &str, expected: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("[xtask] {what} ({expected})");
    let start = Instant::now();
    let result = work();
    let end = if result.is_ok() { DONE } else { "failed after" };
    eprintln!("[xtask]   {end} {}", seconds(start.elapsed()));
    result
}

/// Runs a step for which there is another way: if it fails, says why and goes on without a result.
pub(crate) fn attempt<T>(
    what: &str,
    expected: &str,
    work: impl FnOnce() -> Result<T>,
) -> Option<T> {
    eprintln!("[xtask] {what} ({expected})");
    let start = Instant::now();
    match work() {
        Ok(result) => {
            eprintln!("[xtask]   {DONE} {}", seconds(start.elapsed()));
            Some(result)
        }
        Err(reason) => {
            let reason = format!("{reason:#}");
            let reason = reason.lines().next_back().unwrap_or_default();
            eprintln!("[xtask]   not possible here, trying another way ({reason})");
            None
        }
    }
}

/// The text before the time of a step.
const DONE: &str = "done in";

/// The time in a line that ends a step, without what all lines begin with.
pub(crate) fn time_of_step(line: &str) -> Option<Duration> {
    duration(line.trim_start().strip_prefix(DONE)?.trim())
}

/// The step that such a line begins, without the time that is expected.
pub(crate) fn name_of_step(line: &str) -> &str {
    line.rsplit_once(" (").map_or(line, |(name, _)| name)
}

/// Reads what [`seconds`] writes.
fn duration(text: &str) -> Option<Duration> {
    let (minutes, rest) = text.split_once(" min ").unwrap_or(("0", text));
    let seconds: f64 = rest.strip_suffix(" s")?.parse().ok()?;
    Duration::try_from_secs_f64(f64::from(minutes.parse::<u32>().ok()?) * 60.0 + seconds).ok()
}

/// Prints a message about the running step.
pub(crate) fn note(message: &str) {
    eprintln!("[xtask]   {message}");
}

/// A duration as people read it: `0.4 s`, `3 min 51 s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let whole = duration.as_secs();
    if whole >= 60 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{name_of_step, seconds, time_of_step};

    #[test]
    fn durations_read_naturally() {
        assert_eq!(seconds(Duration::from_millis(431)), "0.4 s");
        assert_eq!(seconds(Duration::from_secs(231)), "3 min 51 s");
    }

    #[test]
    fn steps_are_read_as_they_are_written() {
        assert_eq!(time_of_step("  done in 0.4 s"), Some(Duration::from_millis(400)));
        assert_eq!(time_of_step("  done in 3 min 51 s"), Some(Duration::from_secs(231)));
        assert_eq!(time_of_step("  failed after 1.0 s"), None);
        assert_eq!(
            name_of_step("trunk 0.21.14: cargo install (4 min)"),
            "trunk 0.21.14: cargo install"
        );
    }
}
