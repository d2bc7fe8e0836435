//! NVIDIA's disassembler, for renewing the record of machine code.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::ptxas::release;
use super::pypi::Packages;
use super::{cache, version};
use crate::process;

/// The Python package that holds it, in the version that belongs to the assembler's.
const PACKAGE: Packages = Packages {
    name: "nvidia-cuda-nvdisasm",
    version: "13.5.37",
    what: "NVIDIA's disassembler",
    size: "4 MB",
    requirements: &["nvidia-cuda-nvdisasm==13.5.37"],
};

/// The disassembler with its version: the right one from PATH or the cache, else installed.
pub(crate) fn ensure() -> Result<(PathBuf, &'static str)> {
    let cached = cache::tool(PACKAGE.name, PACKAGE.version)?.join(program_in_package());
    let found =
        process::find_on_path("nvdisasm").into_iter().chain([cached]).find(|it| is_right(it));
    Ok((found.map_or_else(install, Ok)?, PACKAGE.version))
}

fn install() -> Result<PathBuf> {
    let place = PACKAGE.install(|staging| {
        let program = staging.join(program_in_package());
        if !is_right(&program) {
            bail!("{} does not run here, or is another version", program.display());
        }
        Ok(())
    });
    let missing = || format!("nvdisasm {} is missing", PACKAGE.version);
    Ok(place.with_context(missing)?.join(program_in_package()))
}

fn is_right(program: &Path) -> bool {
    let answer = version::reported_by(program);
    answer.as_deref().and_then(release) == Some(PACKAGE.version)
}

fn program_in_package() -> PathBuf {
    Path::new("nvidia/cu13/bin/nvdisasm").with_extension(std::env::consts::EXE_EXTENSION)
}
