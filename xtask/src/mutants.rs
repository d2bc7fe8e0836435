//! Mutants: does a test fail for each change to rounding, clamping and legality?
//!
//! All of `.cargo/mutants.toml` takes hours. A run tries the part of the day; [`PARTS`] days cover all.

use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};

use crate::progress::note;
use crate::setup::cargo_tool;
use crate::{process, workspace};

/// The number of parts of the mutants.
const PARTS: u64 = 16;

/// The exit status of cargo-mutants when tests missed mutants, and when some took too long.
const MISSED: [i32; 2] = [2, 3];

/// Runs the part of today. Mutants that no test catches are reported; docs/robustness.md says of
/// which that is known and right.
pub(crate) fn run_part_of_today() -> Result<()> {
    let tool = cargo_tool::ensure_cargo_mutants()?;
    let part = part(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default());
    let mut mutants = process::cargo();
    mutants
        .current_dir(workspace::root())
        .env("PATH", process::path_with(&[&tool])?)
        .args(["mutants", "--shard", &format!("{part}/{PARTS}"), "--output"])
        .arg(workspace::target_dir());
    note(&format!("part {part} of {PARTS}"));
    let status = mutants.status()?;
    match status.code() {
        Some(0) => Ok(()),
        Some(code) if MISSED.contains(&code) => {
            let list = workspace::target_dir().join("mutants.out/missed.txt");
            note(&format!(
                "some mutants were not caught: see {} and docs/robustness.md",
                list.display()
            ));
            Ok(())
        }
        _ => bail!("`{}` ended with {status}", process::shown(&mutants)),
    }
}

/// The part for a time since 1970.
fn part(since: Duration) -> u64 {
    since.as_secs() / 86_400 % PARTS
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{PARTS, part};

    #[test]
    fn so_many_days_take_all_parts() {
        let day = Duration::from_hours(24);
        let mut parts: Vec<_> = (100..).map(|n| part(day * n)).take(16).collect();
        parts.sort_unstable();
        assert!(parts.into_iter().eq(0..PARTS));
    }
}
