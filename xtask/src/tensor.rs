//! Tensor cores beside mmasim, a model that another group publishes: `tests/evidence/tensor/second.py`,
//! with the wheel for Python.

use std::env;

use anyhow::{Context as _, Result};

use crate::progress::step;
use crate::setup::{mmasim, wheel_tools};
use crate::{process, skipped, wheel, workspace};

/// The program that compares.
const PROGRAM: &str = "tests/evidence/tensor/second.py";

/// Compares this many rows of each form that both have.
pub(crate) fn compare(rows: u64) -> Result<()> {
    let (tools, packages) = match wheel_tools::ensure().and_then(|it| Ok((it, mmasim::ensure()?))) {
        Ok(found) => found,
        Err(error) => {
            return skipped::part("tensor cores beside a second model", &format!("{error:#}"));
        }
    };
    let installed = wheel::install(tools)?;
    let mut folders = vec![packages.join("bin")];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(folders).context("a folder of PATH has a separator in its name")?;
    let mut compare = process::command(&installed.python);
    compare
        .env("PYTHONPATH", &packages)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PATH", path)
        .env("TORCH_EXTENSIONS_DIR", workspace::target_dir().join("torch-extensions"))
        .arg(workspace::root().join(PROGRAM))
        .args(["--rows", &rows.to_string()]);
    step("tensor cores beside mmasim", "30 min", || process::run(&mut compare))
}
