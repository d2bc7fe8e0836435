//! The wheel for Python: built, installed where nothing else is, and tested there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context as _, Result};

use crate::progress::{note, step};
use crate::setup::{doc_tools, wheel_tools};
use crate::{process, workspace};

/// The package.
const FOLDER: &str = "core/python";

/// The wheel where nothing else is installed.
pub(crate) struct Installed {
    python: PathBuf,
    /// The folder.
    folder: PathBuf,
    /// That folder, and the one of `NumPy` and what tests it, for `PYTHONPATH`.
    pub(crate) paths: OsString,
}

/// Builds the wheel and installs it; nothing, and a word about it, where its tools are missing.
pub(crate) fn install() -> Result<Option<Installed>> {
    let (python, tools) = match wheel_tools::ensure() {
        Ok(found) => found,
        Err(error) => {
            note(&format!("the wheel for Python is not tested: {error:#}"));
            return Ok(None);
        }
    };
    let wheel = build(&python, &tools)?;
    let folder = workspace::target_dir().join("python/installed");
    remove(&folder)?;
    let mut pip = process::command(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]);
    process::run(pip.arg(&folder).arg(&wheel))?;
    let paths = env::join_paths([&folder, &tools]).context("folders for PYTHONPATH")?;
    Ok(Some(Installed { python, folder, paths }))
}

/// Runs the tests of the wheel against what is installed from it.
pub(crate) fn test() -> Result<()> {
    let mut clippy = process::cargo();
    clippy.current_dir(workspace::root());
    process::run(clippy.args(["clippy", "--package", "ptxfp-python", "--", "-D", "warnings"]))?;
    let Some(installed) = install()? else { return Ok(()) };
    let source = workspace::root().join(FOLDER);
    let path = |name| source.join(name).display().to_string();
    let config = path("pyproject.toml");
    let mypy = ["mypy", "--config-file", &config, "--cache-dir", ".mypy", "-p", "ptxfp"];
    installed.run(&installed.python, &mypy)?;
    let pytest = ["pytest", "-q", "-rs", "-p", "no:cacheprovider"];
    let doctest = ["--doctest-modules", "--doctest-ignore-import-errors", "--pyargs", "ptxfp"];
    let tests = path("tests/test_evaluate.py");
    installed.run(&installed.python, &[&pytest[..], &doctest, &[&tests]].concat())?;
    match doc_tools::ensure_python() {
        Ok(python) => {
            let tests = path("tests/test_sphinx.py");
            installed.run(&python, &[&pytest[..], &[&tests]].concat())
        }
        Err(error) => {
            note(&format!("the extension of Sphinx is not tested: {error:#}"));
            Ok(())
        }
    }
}

/// Builds the wheel; returns its file.
fn build(python: &Path, tools: &Path) -> Result<PathBuf> {
    let folder = workspace::target_dir().join("python/wheels");
    remove(&folder)?;
    let mut maturin = process::command(tools.join("bin/maturin"));
    maturin.current_dir(workspace::root().join(FOLDER));
    maturin.args(["build", "--quiet", "--profile", "wheel", "--locked", "--interpreter"]);
    maturin.arg(python).arg("--out").arg(&folder);
    step("the wheel: maturin build", "2 min the first time", || process::run(&mut maturin))?;
    let mut files =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(files.next().context("maturin wrote no wheel")??.path())
}

/// Removes what another run left.
fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}

impl Installed {
    /// Runs a module of Python where only the wheel and the tools are found.
    fn run(&self, python: &Path, arguments: &[&str]) -> Result<()> {
        let mut command = process::command(python);
        command.current_dir(&self.folder).env("PYTHONPATH", &self.paths);
        process::run(command.arg("-m").args(arguments))
    }
}
