//! What the user sees while a command runs: one line before each step, its duration after it.

use std::time::{Duration, Instant};

use anyhow::Result;

/// Runs one step: says what it does and about how long that takes, then how long it took.
pub(crate) fn step<T>(what: &str, expected: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("[xtask] {what} ({expected})");
    let start = Instant::now();
    let result = work();
    let end = if result.is_ok() { "done in" } else { "failed after" };
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
            eprintln!("[xtask]   done in {}", seconds(start.elapsed()));
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

/// Says something about the step that is running.
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

    use super::seconds;

    #[test]
    fn durations_read_naturally() {
        assert_eq!(seconds(Duration::from_millis(431)), "0.4 s");
        assert_eq!(seconds(Duration::from_secs(231)), "3 min 51 s");
    }
}
