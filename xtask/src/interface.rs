//! The library's public interface beside that of the last release: what breaks it, and whether the
//! version says so (docs/versioning.md).

use anyhow::Result;

use crate::setup::cargo_tool;
use crate::{process, skipped, workspace};

/// Compares the interface of the library's crates with that of the newest tag of a release.
pub(crate) fn check() -> Result<()> {
    let mut tags = process::command("git");
    tags.current_dir(workspace::root()).args(["tag", "--list", "v*", "--sort=-version:refname"]);
    let tags = process::output(&mut tags)?;
    let Some(tag) = tags.lines().next() else {
        let why = "no release to compare with yet, no tag such as v0.1.0";
        return skipped::part("the public interface", why);
    };
    let tool = cargo_tool::ensure_cargo_semver_checks()?;
    // The front door has modules of the others, which the tool does not follow.
    let core = workspace::CORE.iter().flat_map(|name| ["--package", *name]);
    let mut checks = process::cargo();
    checks.current_dir(workspace::root()).env("PATH", process::path_with(&[&tool])?);
    process::run(checks.args(["semver-checks", "--baseline-rev", tag]).args(core))
}
