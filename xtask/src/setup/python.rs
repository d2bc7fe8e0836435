//! Python, for packages from `PyPI` or the index that pip is configured for.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::process;

/// Names under which Python is called.
const NAMES: [&str; 2] = ["python3", "python"];

/// A Python that can install packages.
pub(super) fn with_pip() -> Result<PathBuf> {
    let Some(python) = NAMES.iter().find_map(|name| process::find_on_path(name)) else {
        bail!("no Python 3 on PATH to install it with");
    };
    let pip = process::output(process::command(&python).args(["-m", "pip", "--version"]));
    pip.context("this Python has no pip (Debian: python3-pip)")?;
    Ok(python)
}
