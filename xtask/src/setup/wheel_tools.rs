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

/// The packages that run proofs in parts on several machines.
const DASK: Packages = Packages {
    name: "dask",
    version: "2026.8.0",
    what: "the packages that run proofs on several machines",
    size: "5 MB",
    requirements: &[
        "dask==2026.8.0",
        "distributed==2026.8.0",
        "click==8.5.1",
        "cloudpickle==3.1.2",
        "fsspec==2026.9.0",
        "importlib-metadata==10.2.0",
        "jinja2==3.1.6",
        "lazy-importer==0.1.0",
        "locket==1.0.0",
        "markupsafe==3.0.4",
        "msgpack==1.2.4",
        "packaging==26.3",
        "partd==1.4.2",
        "psutil==7.2.2",
        "pyyaml==6.0.3",
        "sortedcontainers==2.4.0",
        "tblib==3.2.2",
        "toolz==1.2.0",
        "tornado==6.6.1",
        "zict==3.0.0",
        "zipp==4.1.2",
    ],
};

/// Finds or installs them; returns a Python, and the folder where that finds them.
pub(crate) fn ensure() -> Result<(PathBuf, PathBuf)> {
    Ok((python::with_pip()?, ensure_packages(&PACKAGES, "import ml_dtypes, mypy, pytest")?))
}

/// Finds or installs Dask; returns the folder where Python finds it.
pub(crate) fn ensure_dask() -> Result<PathBuf> {
    ensure_packages(&DASK, "import dask.distributed")
}

/// Finds or installs packages that a program imports; returns their folder.
fn ensure_packages(packages: &Packages, program: &str) -> Result<PathBuf> {
    let python = python::with_pip()?;
    let check = |folder: &Path| {
        let mut import = process::command(&python);
        import.env("PYTHONPATH", folder).args(["-c", program]);
        process::output(&mut import).map(|_| ())
    };
    let cached = cache::tool(packages.name, packages.version)?;
    let is_there = cached.is_dir() && check(&cached).is_ok();
    if is_there { Ok(cached) } else { packages.install(check) }
}
