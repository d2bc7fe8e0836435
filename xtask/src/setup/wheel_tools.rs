//! The tools that build the wheel for Python and test it: `NumPy` and `ml_dtypes`, which it is
//! compared with, pytest and mypy.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::pypi::Packages;
use super::{cache, python};
use crate::process;

const PACKAGES: Packages = Packages {
    name: "maturin",
    version: "1.16.0",
    what: "the tools that build and test the wheel",
    size: "60 MB",
    requirements: &[
        "maturin==1.16.0",
        "numpy==2.4.6",
        "ml-dtypes==0.6.0",
        "pytest==9.2.0",
        "iniconfig==2.3.1",
        "packaging==26.3",
        "pluggy==1.7.0",
        "pygments==2.21.0",
        "mypy==2.4.1",
        "mypy-extensions==1.2.0",
        "typing-extensions==4.16.0",
        "pathspec==1.1.1",
        "librt==0.16.0",
        "ast-serialize==0.13.1",
    ],
};

/// Finds or installs them; returns a Python, and the folder where that finds them.
pub(crate) fn ensure() -> Result<(PathBuf, PathBuf)> {
    let python = python::with_pip()?;
    let check = |folder: &Path| {
        let mut import = process::command(&python);
        import.env("PYTHONPATH", folder).args(["-c", "import ml_dtypes, mypy, pytest"]);
        process::output(&mut import).map(|_| ())
    };
    let cached = cache::tool(PACKAGES.name, PACKAGES.version)?;
    let is_there = cached.is_dir() && check(&cached).is_ok();
    let folder = if is_there { cached } else { PACKAGES.install(check)? };
    Ok((python, folder))
}
