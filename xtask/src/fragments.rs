//! `cargo xtask fragments`: evaluates inline assembly and kernels of public projects, and compares with
//! independent results.
//!
//! No text of these projects is in this repository: `list.toml` and `kernels.toml` in
//! `tests/evidence/fragments` name lines of files at commits, which are fetched with git.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::FragmentsOptions;
use crate::progress::step;
use crate::setup::{narrow, nvdisasm, ptxas};
use crate::{process, workspace};

/// Fetches the projects, renews the expected results if asked to, and compares.
pub(crate) fn run(options: &FragmentsOptions) -> Result<()> {
    let own = workspace::target_dir().join("fragments");
    let folder = options.from.as_deref().unwrap_or(&own);
    let fetched = match &options.from {
        Some(_) => Ok(()),
        None => step("the commits of public projects", "1 min", || fragments("fetch", folder)),
    };
    if options.renew {
        renew(folder)?;
    }
    // Fragments of the projects that could be fetched are compared in any case.
    let compared =
        step("fragments and kernels of public projects", "1 min", || fragments("compare", folder));
    fetched.context("not all projects could be fetched").and(compared)
}

fn fragments(what: &str, folder: &Path) -> Result<()> {
    let mut command = process::cargo();
    command.current_dir(workspace::root());
    command.args(["run", "--quiet", "--package", "fragments", "--", what]).arg(folder);
    process::run(&mut command)
}

/// Has NVIDIA's assembler, `NumPy` and `ml_dtypes` write the expected results, and an interpreter in
/// Python those of kernels.
fn renew(folder: &Path) -> Result<()> {
    let (python, packages) = narrow::ensure()?;
    let (ptxas, _) = ptxas::ensure(None)?;
    let (nvdisasm, _) = nvdisasm::ensure()?;
    let script = |name: &str| {
        let mut script = process::command(&python);
        script.env("PYTHONPATH", &packages).env("PYTHONDONTWRITEBYTECODE", "1");
        script.arg(workspace::root().join("tests/evidence/fragments").join(name)).arg(folder);
        script
    };
    let mut fragments = script("expected.py");
    fragments.args([ptxas, nvdisasm]);
    step("the expected results", "2 min", || process::run(&mut fragments))?;
    let mut kernels = script("expected_kernels.py");
    step("the expected stores of kernels", "2 min", || process::run(&mut kernels))
}
