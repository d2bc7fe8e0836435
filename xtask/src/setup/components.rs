//! rustfmt and clippy.

use anyhow::{Context as _, Result};

use crate::process;
use crate::progress::step;

/// Makes sure that `cargo fmt` and `cargo clippy` run.
pub(crate) fn ensure() -> Result<()> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if process::output(process::cargo().args([subcommand, "--version"])).is_ok() {
            continue;
        }
        step(
            &format!("{component}, for the style checks: rustup component add {component}"),
            "5 s",
            || process::run(process::command("rustup").args(["component", "add", component])),
        )
        .with_context(|| {
            format!("`cargo {subcommand}` is missing; run: rustup component add {component}")
        })?;
    }
    Ok(())
}
