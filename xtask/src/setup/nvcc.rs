//! NVIDIA's CUDA compiler, for the programs that the playground writes.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::ptxas::release;
use super::pypi::Packages;
use super::{cache, version};
use crate::process;

/// The compiler of PTX ISA 9.5 with what it needs to compile for GPU and host. Libraries to link
/// with are not found in these packages.
const PACKAGES: Packages = Packages {
    name: "nvidia-cuda-compiler",
    version: "13.5.37",
    what: "NVIDIA's CUDA compiler",
    size: "110 MB",
    requirements: &[
        "nvidia-cuda-nvcc==13.5.37",
        "nvidia-nvvm==13.5.37",
        "nvidia-cuda-crt==13.5.37",
        "nvidia-cuda-runtime==13.5.37",
    ],
};

/// The compiler: the right version from PATH or the cache, else installed. It needs g++ on PATH.
pub(crate) fn ensure() -> Result<PathBuf> {
    if process::find_on_path("g++").is_none() {
        bail!("g++, which compiles the host code, is missing (Debian: g++)");
    }
    let cached = cache::tool(PACKAGES.name, PACKAGES.version)?.join(program_in_packages());
    let found = process::find_on_path("nvcc").into_iter().chain([cached]).find(|it| is_right(it));
    let program = found.map_or_else(install, Ok)?;
    Ok(program)
}

fn install() -> Result<PathBuf> {
    let place = PACKAGES.install(|staging| {
        let program = staging.join(program_in_packages());
        if !is_right(&program) {
            bail!("{} does not run here, or is another version", program.display());
        }
        Ok(())
    });
    let missing = || format!("nvcc {} is missing", PACKAGES.version);
    Ok(place.with_context(missing)?.join(program_in_packages()))
}

fn is_right(program: &Path) -> bool {
    let answer = version::reported_by(program);
    answer.as_deref().and_then(release) == Some(PACKAGES.version)
}

fn program_in_packages() -> PathBuf {
    Path::new("nvidia/cu13/bin/nvcc").with_extension(std::env::consts::EXE_EXTENSION)
}
