//! The cost of the core for those who build or fetch it: the time to compile it, and the sizes of
//! the built page.

use std::fmt::Write as _;
use std::fs::File;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result};

use crate::progress::{note, seconds, step};
use crate::{process, size, workspace};

/// A profile, and the argument that asks Cargo for it.
const PROFILES: [(&str, &[&str]); 2] = [("release", &["--release"]), ("dev", &[])];

/// The file that is touched, as an edit would: of the package below the one that is built.
const EDITED: &str = "core/isa/src/lib.rs";

/// The tables, each with an empty line before it; sizes only if the page is built.
pub(super) fn tables() -> Result<String> {
    let mut times = Vec::new();
    for (profile, arguments) in PROFILES {
        let what = format!("the core, profile {profile}, twice");
        times.push((profile, step(&what, "2 min", || compile(arguments))?));
    }
    let sizes = size::markdown(&workspace::dist())
        .inspect_err(|error| note(&format!("sizes are left out: {error:#}")))
        .unwrap_or_default();
    Ok(markdown(&times) + &sizes)
}

/// The time to compile the core alone, when all that it needs is there.
fn compile(arguments: &[&str]) -> Result<Duration> {
    let build = || {
        let mut command = process::cargo();
        command.current_dir(workspace::root());
        command
            .args(["build", "--quiet", "--package", "ptxfp", "--lib", "--features", "full"])
            .args(arguments);
        process::output(&mut command)
    };
    build()?;
    let edited = workspace::root().join(EDITED);
    let touched = File::options().append(true).open(&edited);
    touched
        .and_then(|file| file.set_modified(SystemTime::now()))
        .with_context(|| format!("cannot touch {}", edited.display()))?;
    let start = Instant::now();
    build()?;
    Ok(start.elapsed())
}

fn markdown(times: &[(&str, Duration)]) -> String {
    let mut text =
        "\n| compiling the library after an edit of `ptxfp-isa` | time |\n| --- | --: |\n"
            .to_owned();
    for (profile, time) in times {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| profile `{profile}` | {} |", seconds(*time));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{EDITED, markdown};
    use crate::workspace;

    #[test]
    fn the_file_to_touch_is_there() {
        assert!(workspace::root().join(EDITED).is_file());
    }

    #[test]
    fn each_profile_has_a_row() {
        let text = markdown(&[("release", Duration::from_millis(31_210))]);
        assert!(text.ends_with("| profile `release` | 31.2 s |\n"), "{text}");
    }
}
