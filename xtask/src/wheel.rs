//! The wheel for Python: built, installed where nothing else is, and tested there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context as _, Result};

use crate::progress::{note, step};
use crate::setup::wheel_tools;
use crate::{process, workspace};

/// The package.
const FOLDER: &str = "core/python";

/// Builds the wheel and runs its tests against what is installed from it.
pub(crate) fn test() -> Result<()> {
    let (python, tools) = match wheel_tools::ensure() {
        Ok(found) => found,
        Err(error) => {
            note(&format!("the wheel for Python is not tested: {error:#}"));
            return Ok(());
        }
    };
    let wheel = build(&python, &tools)?;
    let installed = workspace::target_dir().join("python/installed");
    if installed.exists() {
        fs::remove_dir_all(&installed)
            .with_context(|| format!("cannot remove {}", installed.display()))?;
    }
    let mut pip = process::command(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]);
    process::run(pip.arg(&installed).arg(&wheel))?;
    let paths = env::join_paths([&installed, &tools]).context("folders for PYTHONPATH")?;
    run(&python, &paths, &installed, &["mypy", "--strict", "--cache-dir", ".mypy", "-p", "ptxfp"])?;
    let tests = workspace::root().join(FOLDER).join("tests");
    let tests = tests.display().to_string();
    let pytest =
        ["pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", "--pyargs", "ptxfp"];
    run(&python, &paths, &installed, &[&pytest[..], &[&tests]].concat())
}

/// Builds the wheel; returns its file.
fn build(python: &Path, tools: &Path) -> Result<PathBuf> {
    let folder = workspace::target_dir().join("python/wheels");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let mut maturin = process::command(tools.join("bin/maturin"));
    maturin.current_dir(workspace::root().join(FOLDER));
    maturin.args(["build", "--quiet", "--profile", "wheel", "--locked", "--interpreter"]);
    maturin.arg(python).arg("--out").arg(&folder);
    step("the wheel: maturin build", "2 min the first time", || process::run(&mut maturin))?;
    let mut files = fs::read_dir(&folder)?;
    Ok(files.next().context("maturin wrote no wheel")??.path())
}

/// Runs a module of Python where only the wheel and the tools are found.
fn run(python: &Path, paths: &OsString, folder: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = process::command(python);
    command.current_dir(folder).env("PYTHONPATH", paths).arg("-m").args(arguments);
    process::run(&mut command)
}
