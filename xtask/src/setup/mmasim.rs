//! mmasim, another group's model of tensor cores, with what it needs: torch, whose package for Linux
//! does not load without CUDA's libraries, and ninja, which builds a part of it with g++.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::pypi::Packages;
use super::{cache, python};
use crate::process;

const PACKAGES: Packages = Packages {
    name: "mmasim",
    version: "2.1.1",
    what: "another model of tensor cores, with torch and CUDA's libraries",
    size: "2.4 GB",
    requirements: &[
        "mmasim==2.1.1",
        "torch==2.15.0",
        "ninja==1.13.2",
        "setuptools==84.2.1",
        "filelock==4.3.1",
        "nvidia-cublas==13.4.1.3",
        "nvidia-cuda-cupti==13.2.86",
        "nvidia-cuda-nvrtc==13.2.86",
        "nvidia-cuda-runtime==13.2.86",
        "nvidia-cudnn-cu13==9.26.0.51",
        "nvidia-cufft==12.2.0.57",
        "nvidia-cufile==1.17.1.22",
        "nvidia-cusparse==12.7.10.12",
        "nvidia-cusparselt-cu13==0.8.1",
        "nvidia-nccl-cu13==2.30.7",
        "nvidia-nvjitlink==13.5.37",
        "nvidia-nvshmem-cu13==3.7.2",
    ],
};

/// Finds or installs it; returns the folder of its packages.
pub(crate) fn ensure() -> Result<PathBuf> {
    process::find_on_path("g++")
        .context("there is no g++, with which it builds a part of itself")?;
    let python = python::with_pip()?;
    // The packages themselves; whether they load is seen with those that the wheel's tools bring.
    let check = |folder: &Path| {
        let mut version = process::command(&python);
        version.env("PYTHONPATH", folder);
        let program = "import importlib.metadata as m; m.version('mmasim'), m.version('torch')";
        process::output(version.args(["-c", program])).map(|_| ())
    };
    let cached = cache::tool(PACKAGES.name, PACKAGES.version)?;
    let is_there = cached.is_dir() && check(&cached).is_ok();
    if is_there { Ok(cached) } else { PACKAGES.install(check) }
}
