//! Python packages whose conversions to narrow formats are measured beside the core's.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::pypi::Packages;
use super::{cache, python};
use crate::process;

const PACKAGES: Packages = Packages {
    name: "gfloat",
    version: "0.5.2",
    what: "gfloat and ml_dtypes, conversions of narrow formats for Python",
    size: "25 MB",
    requirements: &[
        "gfloat==0.5.2",
        "array-api-compat==1.16.0",
        "more-itertools==11.2.1",
        "ml-dtypes==0.5.4",
        "numpy==2.3.5",
    ],
};

/// Finds or installs them; returns a Python, and the folder where that finds them.
pub(crate) fn ensure() -> Result<(PathBuf, PathBuf)> {
    let python = python::with_pip()?;
    let check = |folder: &Path| {
        let mut import = process::command(&python);
        import.env("PYTHONPATH", folder).args(["-c", "import gfloat, ml_dtypes"]);
        process::output(&mut import).map(|_| ())
    };
    let cached = cache::tool(PACKAGES.name, PACKAGES.version)?;
    let is_there = cached.is_dir() && check(&cached).is_ok();
    let folder = if is_there { cached } else { PACKAGES.install(check)? };
    Ok((python, folder))
}
